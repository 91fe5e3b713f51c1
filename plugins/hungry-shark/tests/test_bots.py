"""Machine players: the stated model of time and error, and what simulations make of it (HS-13)."""

from __future__ import annotations

from itertools import permutations
from math import log
from pathlib import Path
from statistics import fmean, pstdev

import pytest
from msgspec.structs import replace

from tableshark import Player, Quick, Seeded, Vantage, simulate
from tableshark_hungry_shark.answers import right
from tableshark_hungry_shark.bots import BOTS, CAUTIOUS, COUNTER, PACES
from tableshark_hungry_shark.cards import DECK, GROTTO, OCEAN
from tableshark_hungry_shark.pace import LEAST, Pace, near_misses, usual_time
from tableshark_hungry_shark.rules import RULES
from tableshark_hungry_shark.state import Declare, Options, Pass

STYLES = pytest.mark.parametrize("style", ["childfish", "gluttonous", "bubbles"])
BOARDS = [(left, centre, right) for left, right in list(permutations(OCEAN, 2))[::50] for centre in GROTTO]


def sit(state, seat="p0"):
    """Take a seat's window: sampling needs one for many decisions."""
    return Vantage(RULES, state, seat, Quick.of(b"window"))


def decide(bot, level, vantage, luck):
    """Ask a bot, with luck of the test's."""
    strength = bot.levels[level]
    decision = bot.choose(vantage, None, strength.settings, luck, strength.budget)
    assert decision.move in vantage.legal
    return decision


def said(move):
    return move.number if move.kind is None else move.kind


def by_hand(raw, board, style, pace):
    """The usual time by the formula of ai.md, from the plain JSON of the deck."""
    slots = [slot for card in board for slot in raw[card]["slots"] if slot]
    n = sum(slot["count"] for slot in slots if slot["type"] == "fish")
    eyes = sum(slot["type"] in ("shark", "octopus") for slot in slots)
    c = pace.glance if style == "childfish" else pace.sight
    d = pace.bubble if style == "bubbles" else 0
    return pace.start + pace.few * min(n, 4) + pace.many * max(0, n - 4) + c * eyes + d


@STYLES
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_hs_13_the_usual_time_is_the_stated_one(style, level, raw):
    """HS-13."""
    pace = PACES[level]
    for board in BOARDS:
        cards = tuple(DECK[card] for card in board)
        expected = by_hand(raw, board, style, pace)
        assert usual_time(pace, style, cards) == pytest.approx(expected)
        assert usual_time(CAUTIOUS.levels[level].settings, style, cards) == pytest.approx(1.25 * expected)


def test_hs_13_the_paces_are_those_of_people():
    """HS-13."""
    for pace in PACES.values():
        assert 0.04 <= pace.few <= 0.12
        assert 0.25 <= pace.many <= 0.35
        assert 0 < pace.glance < pace.sight
        assert pace.bubble > 0
        assert 0 < pace.error < 0.5


def test_hs_13_the_page_states_the_paces():
    """HS-13."""
    page = Path(__file__).parents[1].joinpath("RULES.md").read_text()
    cells = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in page.splitlines() if "  |" in line]
    names, stated = cells[0][1:], {row[0]: row[1:] for row in cells[2:]}
    assert set(stated) == set(PACES) == {"easy", "normal"}
    for level, numbers in stated.items():
        assert {name: getattr(PACES[level], name) for name in names} == dict(
            zip(names, map(float, numbers), strict=True)
        )
    assert set(names) == {*Pace.__struct_fields__} - {"again"}


@STYLES
@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("bot", BOTS, ids=[bot.id for bot in BOTS])
def test_hs_13_sampled_times_fit_the_model(bot, level, style, table, raw):
    """HS-13."""
    state, luck = table(style=style), Quick.of(b"times")
    usual = by_hand(raw, state.board, style, PACES[level]) * (1.25 if bot is CAUTIOUS else 1)
    seat = sit(state)
    z = sorted(log(decide(bot, level, seat, luck).delay / usual) / 0.2 for _ in range(1500))
    # Standard normal: five standard errors to each side; then its quantiles.
    assert fmean(z) == pytest.approx(0, abs=5 / 1500**0.5)
    assert pstdev(z) == pytest.approx(1, abs=5 / 3000**0.5)
    for share, quantile in ((0.025, -1.96), (0.25, -0.674), (0.5, 0.0), (0.75, 0.674), (0.975, 1.96)):
        below = sum(one < quantile for one in z) / len(z)
        assert below == pytest.approx(share, abs=5 * (share * (1 - share) / 1500) ** 0.5)


def test_hs_13_never_below_350_ms(table):
    """HS-13."""
    pace = replace(PACES["normal"], start=0.0, few=0.0, many=0.02, glance=0.0)
    quick = replace_level(COUNTER, pace)
    luck = Quick.of(b"quick")
    seat = sit(table(style="childfish"))
    delays = [decide(quick, "normal", seat, luck).delay for _ in range(300)]
    assert min(delays) == LEAST == 0.35
    for bot in BOTS:
        for level in bot.levels:
            assert min(decide(bot, level, seat, luck).delay for _ in range(300)) > 0.35


def replace_level(bot, pace):
    """The bot at a pace of the test's."""
    level = type(bot.levels["normal"])(pace)
    return type(bot)(id=bot.id, title=bot.title, choose=bot.choose, rules=bot.rules, levels={"normal": level})


@pytest.mark.parametrize("style", ["gluttonous", "bubbles"])
def test_hs_13_the_time_depends_on_what_is_shown_not_on_what_is_right(style, table, raw):
    """HS-13."""
    seen = {}
    for board in BOARDS:
        if DECK[board[1]].icon.sign in ("most", "least"):
            continue
        state = table(style=style, board=board)
        delay = decide(COUNTER, "normal", sit(state), Seeded(b"same", 0)).delay
        look = by_hand(raw, board, style, PACES["normal"])
        seen.setdefault(round(look, 9), []).append((round(delay, 5), right(style, board)))
    looks = [one for one in seen.values() if len({answer for _, answer in one}) > 1]
    # Boards that look alike have other answers, and with the same luck take the same time.
    assert len(looks) > 20
    assert all(len({delay for delay, _ in one}) == 1 for one in looks)
    assert len({one[0][0] for one in seen.values()}) > 20


def test_hs_13_the_time_says_nothing_about_the_error(table):
    """HS-13."""
    state, luck = table(), Quick.of(b"error")
    answers = right(state.style, state.board)
    seat = sit(state)
    decisions = [decide(COUNTER, "easy", seat, luck) for _ in range(4000)]
    times = {True: [], False: []}
    for one in decisions:
        times[said(one.move) in answers].append(log(one.delay))
    assert fmean(times[True]) == pytest.approx(fmean(times[False]), abs=5 * 0.2 / len(times[False]) ** 0.5)


@STYLES
def test_hs_13_more_to_see_takes_longer(style, table):
    """HS-13."""
    cards = sorted(DECK[:36], key=lambda card: usual_time(PACES["normal"], "childfish", (card,)))
    slow = usual_time(PACES["normal"], style, tuple(cards[-3:]))
    assert usual_time(PACES["normal"], style, tuple(cards[:3])) < slow
    assert slow < usual_time(PACES["easy"], style, tuple(cards[-3:]))


def test_hs_13_sight_and_colour_rules_take_longer():
    """HS-13."""
    for board in BOARDS:
        cards = tuple(DECK[card] for card in board)
        eyes = any(getattr(slot, "faces", None) for card in cards for slot in card.slots)
        childfish, gluttonous, bubbles = (
            usual_time(PACES["normal"], style, cards) for style in ("childfish", "gluttonous", "bubbles")
        )
        assert gluttonous > childfish if eyes else gluttonous == childfish
        assert bubbles > gluttonous


@STYLES
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_hs_13_wrong_as_often_as_stated_and_nearly_right_then(style, level, table):
    """HS-13."""
    luck, wrong, tried = Quick.of(b"errors"), 0, 0
    for board in BOARDS[::4]:
        state = table(style=style, board=board)
        answers, seat = right(style, board), sit(state)
        for _ in range(20):
            move = decide(COUNTER, level, seat, luck).move
            tried += 1
            if said(move) not in answers:
                wrong += 1
                assert said(move) in near_misses(answers, state_cards(state))
                if move.number is not None:
                    assert abs(move.number - answers[0]) == 1
    error = PACES[level].error
    assert wrong / tried == pytest.approx(error, abs=5 * (error * (1 - error) / tried) ** 0.5)


def state_cards(state):
    return RULES.view(state, None).board


def test_hs_13_near_misses():
    """HS-13."""
    cards = tuple(DECK[card] for card in (0, 36, 1))
    shown = {slot.kind for card in cards for slot in card.slots if hasattr(slot, "kind")}
    assert near_misses((7,), cards) == [6, 8]
    assert near_misses((0,), cards) == [1]
    first = sorted(shown)[0]
    assert near_misses((first,), cards) == [kind for kind in sorted(shown) if kind != first]
    assert near_misses(tuple(shown), cards) == ["none"]
    assert near_misses(("none",), cards) == sorted(shown)


def test_hs_13_what_was_wrong_before_is_not_said_again(table, say):
    """HS-13."""
    state = table()
    [answer] = right(state.style, state.board)
    state = say(state, "p1", answer + 1)
    sure = replace_level(COUNTER, replace(PACES["normal"], error=1.0))
    luck = Quick.of(b"heard")
    assert {said(decide(sure, "normal", sit(state), luck).move) for _ in range(50)} == {answer - 1}
    # With nothing else to say, it is said again.
    state = say(state, "p2", answer - 1)
    assert {said(decide(sure, "normal", sit(state), luck).move) for _ in range(50)} == {answer - 1, answer + 1}


def test_hs_13_the_cautious_one_passes_when_two_counts_differ(table):
    """HS-13."""
    luck, rich = Quick.of(b"cautious"), table(piles=((1, 40, 2), (), ()))
    answers = right(rich.style, rich.board)
    seat = sit(rich)
    moves = [decide(CAUTIOUS, "easy", seat, luck).move for _ in range(3000)]
    e = PACES["easy"].error
    # They differ where one is wrong, or both in different ways: two near misses here.
    assert sum(isinstance(move, Pass) for move in moves) / 3000 == pytest.approx(2 * e * (1 - e) + e * e / 2, abs=0.04)
    declared = [move for move in moves if isinstance(move, Declare)]
    wrong = sum(said(move) not in answers for move in declared) / len(declared)
    assert 0 < wrong < 0.04 < e
    # With no card to lose it never passes, and is wrong as often as the second count.
    seat = sit(table())
    moves = [decide(CAUTIOUS, "easy", seat, luck).move for _ in range(3000)]
    assert not any(isinstance(move, Pass) for move in moves)
    assert sum(said(move) not in answers for move in moves) / 3000 == pytest.approx(e, abs=0.035)


def test_hs_13_the_same_luck_gives_the_same_decision(table):
    """HS-13."""
    for bot in BOTS:
        for level in bot.levels:
            one, two = (decide(bot, level, sit(table()), Seeded(b"again", 3)) for _ in range(2))
            assert one == two
            assert decide(bot, level, sit(table()), Seeded(b"again", 4)) != one


def duel(one, other, style, count):
    """Play games for two with seats swapped; give the share that the first player won, and its seconds a round."""
    won = seconds = 0.0
    for episode in range(count):
        mine, theirs = ("p0", "p1") if episode % 2 else ("p1", "p0")
        played = simulate(RULES, {mine: one, theirs: other}, options=Options(style=style), episode=episode // 2)
        assert not any(played.faults.values())
        ranks = played.outcome.ranks
        won += 1 if ranks[mine] < ranks[theirs] else 0.5 if ranks[mine] == ranks[theirs] else 0
        seconds += played.seconds / 18
    return won / count, seconds / count


@STYLES
def test_hs_13_the_faster_level_wins_more(style):
    """HS-13."""
    for bot in BOTS:
        share, seconds = duel(Player(bot, "normal"), Player(bot, "easy"), style, 20)
        assert share >= 0.8
        # In virtual time: as long as people would take, and nobody waited for it.
        assert 1.5 < seconds < 12


def test_hs_13_equals_win_equally():
    """HS-13."""
    share, _ = duel(Player(COUNTER, "normal"), Player(COUNTER, "normal"), "gluttonous", 40)
    assert 0.25 <= share <= 0.75


def test_hs_13_a_simulation_orders_declarations_by_their_times():
    """HS-13."""

    def slowed(by):
        return replace_level(COUNTER, replace(PACES["normal"], start=by, error=0.0))

    players = {
        "p0": Player(slowed(60.0), "normal"),
        "p1": Player(slowed(30.0), "normal"),
        "p2": Player(slowed(1.0), "normal"),
    }
    played = simulate(RULES, players, options=Options(players=3, style="bubbles"))
    assert played.outcome.scores == {"p0": 0, "p1": 0, "p2": 54}
    assert played.steps == 18
    assert 18 * 0.35 < played.seconds < 18 * 15


def test_hs_13_in_a_simulation_the_others_are_not_asked_again_after_an_error():
    """HS-4, HS-13."""
    hasty = replace_level(COUNTER, replace(PACES["normal"], start=0.0, many=0.01, error=1.0))
    sure = replace_level(COUNTER, replace(PACES["normal"], start=60.0, error=0.0))
    players = {"p0": Player(sure, "normal"), "p1": Player(hasty, "normal"), "p2": Player(hasty, "normal")}
    played = simulate(RULES, players, options=Options(players=3))
    assert played.outcome.scores == {"p0": 54, "p1": 0, "p2": 0}
    assert played.steps == 18 * 3
    assert played.decisions == {"p0": 18, "p1": 18, "p2": 18}


def test_hs_13_a_clock_cuts_off_those_who_are_too_slow():
    """HS-4, HS-13."""
    slow = replace_level(COUNTER, replace(PACES["normal"], start=60.0))
    played = simulate(
        RULES, {"p0": Player(slow, "normal"), "p1": Player(slow, "normal")}, options=Options(round_seconds=10)
    )
    assert played.outcome.scores == {"p0": 0, "p1": 0}
    assert (played.steps, played.seconds) == (18, 180)
