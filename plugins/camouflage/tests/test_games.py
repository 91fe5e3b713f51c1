"""Whole games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tableshark import Awaiting, Outcome, Quick, Seeded
from tableshark.testing import prove
from tableshark_camouflage import tableshark_bots, tableshark_rules
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Grid, Options

GOLDEN = Path(__file__).with_name("golden_v1.txt")

SETS = [
    Options(rows=4, columns=4, finish=3, handicap={"p1": Grid(2, 2), "p3": Grid(3, 4)}),
    Options(players=2, rows=3, columns=3, finish=2, memorize_seconds=5.0),
    Options(players=3, rows=2, columns=3, shark_turns=1, first_shark="p2"),
]
MORE = [*SETS, Options(players=6, rows=5, columns=7, finish=4), Options(players=5, finish=2)]


def test_what_every_game_owes():
    """CA-3: with twins, games that look the same to a shark and are not."""
    report = prove(RULES, options=SETS, seeds=range(1), golden=Path(__file__).with_name("golden"))
    assert report.golden == 1
    assert min(report.twins.values()) >= 20


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(MORE), st.integers(0, 2**32))
def test_random_games_end_and_keep_the_tokens(options, seed):
    random = Random(seed)
    chance = Quick(random)
    state, steps = RULES.setup(options, chance), 0
    while isinstance(asked := RULES.status(state), Awaiting):
        assert sorted(state.board + state.row + state.deck) == list(range(40))
        changed = {place for place, token in enumerate(state.board) if token != state.layout[place]}
        assert changed == {space for space, _, _ in state.hides}
        [seat] = asked.seats
        standing = RULES.standing(state)
        assert set(standing) == set(RULES.seats(options))
        before, state = state, RULES.apply(state, {seat: random.choice(RULES.legal(state, seat))}, chance)
        if state.past is not before.past:
            # Each fish brings one step to somebody, but where the track ends.
            gained = sum(state.track) + sum(state.extra) - sum(before.track) - sum(before.extra)
            assert gained == len(before.players) - 1 or max(state.track) == options.finish
        assert all(story.text.endswith(".") for seat in ("p0", "p1", None) for story in RULES.view(state, seat).news)
        steps += 1
        assert steps < 1000
    assert isinstance(asked, Outcome)
    assert min(asked.ranks.values()) == 1


def test_standing_knows_what_was_found_and_no_more(table, hidden, play):
    from_board = hidden(table(players=3), 3, 9)
    assert RULES.standing(from_board) == {"p0": 0, "p1": 0, "p2": 0}
    found = play(from_board, RULES.legal(from_board, "p0")[9])
    assert RULES.standing(found) == {"p0": 1, "p1": -1, "p2": -2}
    missed = play(from_board, RULES.legal(from_board, "p0")[0])
    assert RULES.standing(missed) == {"p0": 0, "p1": 0, "p2": 0}


def story():
    """Play a game of drawn moves; write down the moves and what fish hear."""
    options = Options(players=3, rows=2, columns=4, finish=3, handicap={"p1": Grid(2, 2)})
    state, lines, step = RULES.setup(options, Seeded(b"golden", 0)), [], 0
    while True:
        fish = next(place.seat for place in RULES.view(state, None).seats if place.role == "fish")
        lines += [told.text for told in RULES.view(state, fish).news]
        asked = RULES.status(state)
        if isinstance(asked, Outcome):
            return [*lines, f"= {msgspec.json.encode(asked).decode()}"]
        step += 1
        [seat] = asked.seats
        move = Seeded(b"players", step).pick(RULES.legal(state, seat))
        lines.append(f"> {seat} {msgspec.json.encode(move).decode()}")
        state = RULES.apply(state, {seat: move}, Seeded(b"golden", step))


def test_golden_game():
    assert story() == GOLDEN.read_text().splitlines()


def test_the_hooks_bring_the_rules_and_two_bots():
    assert tableshark_rules() == [RULES]
    assert [bot.id for bot in tableshark_bots()] == ["far-apart", "anywhere-alike"]
    assert {bot.rules for bot in tableshark_bots()} == {RULES.id}
    assert {tuple(bot.levels) for bot in tableshark_bots()} == {("easy", "normal")}
