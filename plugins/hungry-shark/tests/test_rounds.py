"""A round and its end, the game and its end: HS-1 to HS-5 and HS-11."""

from __future__ import annotations

import msgspec
import pytest

from tableshark import Awaiting, Outcome, Scripted, Seeded
from tableshark.errors import IllegalMove, NotYourTurn, StaleTurn
from tableshark.game import start, submit
from tableshark_hungry_shark.answers import right
from tableshark_hungry_shark.cards import DECK, FISH, GROTTO, OCEAN
from tableshark_hungry_shark.rules import RULES
from tableshark_hungry_shark.sight import survivors
from tableshark_hungry_shark.state import NOBODY, Declare, Options, Pass


def awaited(state):
    """Who may still declare, in order."""
    return sorted(RULES.status(state).seats)


def pass_time(state):
    return RULES.apply(state, {}, Seeded(b"none", 0))


# HS-1


@pytest.mark.parametrize("players", range(2, 9))
def test_hs_1_two_to_eight_players(players):
    """HS-1."""
    options = msgspec.json.decode(f'{{"players": {players}}}', type=Options)
    assert RULES.seats(options) == tuple(f"p{place}" for place in range(players))
    state = RULES.setup(options, Seeded(b"one", 0))
    assert RULES.status(state) == Awaiting(frozenset(RULES.seats(options)), until="any", question="round 1")
    assert [(pile.seat, pile.cards) for pile in RULES.view(state, "p0").piles] == [
        (seat, 0) for seat in RULES.seats(options)
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        '{"players": 1}',
        '{"players": 9}',
        '{"style": "beginner"}',
        '{"style": null}',
        '{"round_seconds": 0}',
        '{"round_seconds": 601}',
        '{"round_seconds": "10"}',
        '{"target": 20}',
    ],
)
def test_hs_1_other_options_are_refused(wrong):
    """HS-1."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(wrong, type=Options)


def test_hs_1_defaults_and_the_three_styles():
    """HS-1."""
    assert Options() == Options(players=2, style="childfish", round_seconds=None)
    for style in ("childfish", "gluttonous", "bubbles"):
        options = msgspec.json.decode(f'{{"style": "{style}", "round_seconds": 20}}', type=Options)
        state = RULES.setup(options, Seeded(b"one", 0))
        assert RULES.view(state, None).style == style
        assert RULES.status(state).seconds == 20


# HS-2, HS-3


def test_hs_2_three_decks_of_18():
    """HS-2, HS-3."""
    state = RULES.setup(Options(), Seeded(b"two", 0))
    left, centre, right_ = ((top, *deck) for top, deck in zip(state.board, state.decks, strict=True))
    assert len(left) == len(centre) == len(right_) == 18
    assert sorted(centre) == list(GROTTO)
    assert sorted(left + right_) == list(OCEAN)
    assert left != tuple(sorted(left))
    assert centre != tuple(sorted(centre))
    assert RULES.setup(Options(), Seeded(b"other", 0)).decks != state.decks


def test_hs_2_the_order_of_luck():
    """HS-2."""
    # Fisher-Yates from the end: the last index each time leaves everything where it is.
    chance = Scripted([*((n, n - 1) for n in range(36, 1, -1)), *((n, n - 1) for n in range(18, 1, -1))])
    state = RULES.setup(Options(), chance)
    assert chance.left == []
    assert state.board == (0, 36, 18)
    assert state.decks == (tuple(range(1, 18)), tuple(range(37, 54)), tuple(range(19, 36)))


def test_hs_3_the_cards_lie_left_centre_right_for_all(table):
    """HS-3."""
    state = table()
    for seat in ("p0", "p1", "p2", None):
        seen = RULES.view(state, seat)
        assert tuple(card.id for card in seen.board) == state.board
        assert [card.back for card in seen.board] == ["ocean", "grotto", "ocean"]


def test_hs_3_the_end_of_a_round_opens_the_next(table, say):
    """HS-3."""
    state = table()
    after = say(state, "p1", "right")
    assert after.board == tuple(deck[0] for deck in state.decks)
    assert after.decks == tuple(deck[1:] for deck in state.decks)
    assert RULES.status(after).question == "round 2"
    seen = RULES.view(after, None)
    assert seen.round == 2
    assert seen.last.round == 1
    assert tuple(card.id for card in seen.last.board) == state.board


@pytest.mark.parametrize("players", [2, 3, 8])
def test_hs_3_the_opener_goes_clockwise_from_p0(players, table, say):
    """HS-3."""
    state, openers, told = table(players), [], []
    while state.board:
        seen = RULES.view(state, None)
        openers.append(seen.opener)
        told.append((seen.news[-1].round, seen.news[-1].opener, seen.news[-1].text))
        state = say(state, "p0", "right")
    assert openers == [f"p{turn % players}" for turn in range(18)]
    assert told == [(turn + 1, seat, f"{seat} opens round {turn + 1}.") for turn, seat in enumerate(openers)]


# HS-4


def test_hs_4_the_first_right_declaration_wins_the_three_cards(table, say):
    """HS-4."""
    state = table()
    after = say(state, "p1", "right")
    assert after.piles == ((), state.board, ())
    assert awaited(after) == ["p0", "p1", "p2"]
    assert RULES.view(after, "p0").last.winner == "p1"


def test_hs_4_the_first_in_the_order_of_the_server(table, say):
    """HS-4."""
    game = start(RULES, Options(players=3), b"order")
    [answer] = right("childfish", game.state.board)
    won = submit(RULES, game, "p2", Declare(1, number=answer), turn=1)
    with pytest.raises(StaleTurn):
        submit(RULES, won, "p0", Declare(1, number=answer), turn=1)
    with pytest.raises(IllegalMove):
        submit(RULES, won, "p0", Declare(1, number=answer), turn=2)
    assert [len(pile) for pile in won.state.piles] == [0, 0, 3]


def test_hs_4_a_wrong_declaration_is_final_and_the_others_go_on(table, say):
    """HS-4."""
    state = say(table(), "p0", "wrong")
    assert awaited(state) == ["p1", "p2"]
    assert RULES.status(state).question == "round 1"
    state = say(state, "p2", "wrong")
    assert awaited(state) == ["p1"]
    assert say(state, "p1", "right").last.winner == 1


def test_hs_4_a_pass_is_final(table, say):
    """HS-4."""
    state = say(table(), "p1", "pass")
    assert awaited(state) == ["p0", "p2"]
    assert say(state, "p2", "right").piles[1] == ()


@pytest.mark.parametrize(
    "whats",
    [("pass", "pass", "pass"), ("wrong", "wrong", "wrong"), ("pass", "wrong", "pass"), ("wrong", "pass", "wrong")],
)
def test_hs_4_the_round_ends_when_all_have_declared_or_passed(whats, table, say):
    """HS-4."""
    state = table()
    for seat, what in zip(("p2", "p0", "p1"), whats, strict=True):
        assert state.round == 1
        state = say(state, seat, what)
    assert state.round == 2
    assert state.last.winner == NOBODY
    assert RULES.view(state, None).last.winner is None


def test_hs_4_silence_keeps_a_round_open(table, say):
    """HS-4."""
    status = RULES.status(say(say(table(), "p0", "wrong"), "p1", "pass"))
    assert status == Awaiting(frozenset({"p2"}), until="any", question="round 1", seconds=None)


def test_hs_4_a_clock_ends_the_round_as_a_pass(table, say):
    """HS-4."""
    state = table(seconds=12.5, piles=((1, 40, 2), (), ()))
    assert RULES.status(state).seconds == 12.5
    after = pass_time(say(state, "p0", "wrong"))
    assert (after.round, after.last.winner) == (2, NOBODY)
    # Silence costs nothing; what was wrong before has cost its card.
    assert after.piles == ((1, 40), (), ())
    assert RULES.status(after) == Awaiting(frozenset({"p0", "p1", "p2"}), until="any", question="round 2", seconds=12.5)
    up, over, opens = RULES.view(after, None).news
    assert (up.seats, up.text) == (("p1", "p2"), "Time is up for p1 and p2.")
    assert (over.winner, over.cards, opens.round) == (None, 4, 2)


def test_hs_4_a_clock_can_end_all_18_rounds(table):
    """HS-4, HS-11."""
    state = table(seconds=5.0)
    for turn in range(1, 19):
        assert RULES.status(state).question == f"round {turn}"
        state = pass_time(state)
    assert RULES.status(state).ranks == {"p0": 1, "p1": 1, "p2": 1}


@pytest.mark.parametrize(
    "refused",
    [
        Declare(2, number=5),
        Declare(0, number=5),
        Declare(1, kind="red"),
        Declare(1, kind="none"),
        Declare(1, number=5, kind="red"),
        Declare(1),
        Declare(1, number=37),
        Declare(1, number=-1),
        Pass(2),
    ],
)
def test_hs_4_what_is_refused_where_a_number_is_asked(refused):
    """HS-4."""
    game = start(RULES, Options(), b"refuse")
    with pytest.raises(IllegalMove):
        submit(RULES, game, "p0", refused, turn=1)


@pytest.mark.parametrize("sign", ["most", "least"])
def test_hs_4_what_is_refused_where_a_kind_is_asked(sign, table):
    """HS-4."""
    card = next(card.id for card in DECK if card.icon and card.icon.sign == sign)
    state = table(style="bubbles", board=(0, card, 1))
    assert RULES.view(state, None).asks == "kind"
    legal = RULES.legal(state, "p0")
    assert Declare(1, kind="red") in legal
    assert Declare(1, kind="none") in legal
    assert Pass(1) in legal
    for refused in (
        Declare(1, number=0),
        Declare(1, number=3),
        Declare(1, number=3, kind="red"),
        Declare(2, kind="red"),
    ):
        assert refused not in legal


def test_hs_4_a_second_declaration_is_refused_and_costs_nothing(table):
    """HS-4."""
    game = start(RULES, Options(players=3), b"again")
    [answer] = right("childfish", game.state.board)
    game = submit(RULES, game, "p0", Declare(1, number=answer + 1), turn=1)
    game = submit(RULES, game, "p1", Pass(1), turn=1)
    for seat in ("p0", "p1"):
        for move in (Declare(1, number=answer), Pass(1)):
            with pytest.raises((NotYourTurn, StaleTurn)):
                submit(RULES, game, seat, move, turn=1)
    assert submit(RULES, game, "p2", Declare(1, number=answer), turn=1).state.piles[2] == game.state.board


def test_hs_4_the_form_of_the_moves():
    """HS-4."""
    for written, move in (
        ('{"type":"declare","round":3,"number":7}', Declare(3, number=7)),
        ('{"type":"declare","round":3,"number":0}', Declare(3, number=0)),
        ('{"type":"declare","round":3,"kind":"red"}', Declare(3, kind="red")),
        ('{"type":"pass","round":3}', Pass(3)),
    ):
        assert msgspec.json.encode(move).decode() == written
        assert msgspec.json.decode(written, type=RULES.move) == move
    for unfit in ('{"type":"declare","number":7}', '{"type":"declare","round":1,"kind":"pike"}', '{"type":"pass"}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(unfit, type=RULES.move)


# HS-5


def test_hs_5_a_wrong_declaration_costs_the_card_won_last(table, say):
    """HS-5."""
    state = table(piles=((1, 40, 2, 7, 41, 9), (3, 42, 4), ()))
    state = say(state, "p0", "wrong")
    assert (state.piles, state.lost) == (((1, 40, 2, 7, 41), (3, 42, 4), ()), (9,))
    [story] = RULES.view(state, None).news
    assert (story.seat, story.right, story.lost) == ("p0", False, 1)
    assert story.text == f"p0 says {story.number}, which is wrong: 1 card lost."
    state = say(state, "p1", "wrong")
    assert (state.piles[1], state.lost) == ((3, 42), (9, 4))
    assert RULES.view(state, None).stake == 5
    board = state.board
    after = say(state, "p2", "right")
    # Left, centre, right, then the lost cards in the order of their loss.
    assert after.piles == ((1, 40, 2, 7, 41), (3, 42), (*board, 9, 4))
    assert (after.lost, RULES.view(after, None).last.cards) == ((), 5)
    assert say(after, "p2", "wrong").lost == (4,)


def test_hs_5_an_empty_pile_loses_nothing(table, say):
    """HS-5."""
    state = say(table(), "p0", "wrong")
    assert (state.piles, state.lost) == (((), (), ()), ())
    [story] = RULES.view(state, None).news
    assert (story.lost, story.text) == (0, f"p0 says {story.number}, which is wrong.")
    assert RULES.view(state, None).stake == 3


def test_hs_5_a_pass_costs_nothing(table, say):
    """HS-5."""
    state = say(table(piles=((1, 40, 2), (), ())), "p0", "pass")
    assert (state.piles[0], state.lost) == ((1, 40, 2), ())


def test_hs_5_when_nobody_is_right_all_is_discarded(table, say):
    """HS-5."""
    state = table(piles=((1, 40, 2), (3, 42, 4), ()))
    for seat, what in (("p0", "wrong"), ("p1", "wrong"), ("p2", "pass")):
        state = say(state, seat, what)
    assert state.piles == ((1, 40), (3, 42), ())
    assert state.lost == ()
    last = RULES.view(state, None).last
    assert (last.winner, last.cards) == (None, 5)
    # They are gone: the next winner gets three cards.
    assert len(say(state, "p2", "right").piles[2]) == 3


def test_hs_5_every_card_stays_somewhere(table, say):
    """HS-5."""
    state, gone = table(4), 0
    plan = (("p0", "wrong"), ("p1", "wrong"), ("p2", "right")), (("p2", "wrong"), ("p3", "right"))
    plan += ((("p0", "pass"), ("p1", "wrong"), ("p2", "wrong"), ("p3", "wrong")),)
    while state.board:
        for seat, what in plan[state.round % 3]:
            state = say(state, seat, what)
        gone += state.last.cards if state.last.winner == NOBODY else 0
        held = [card for pile in state.piles for card in pile]
        undealt = [card for deck in state.decks for card in deck]
        assert len(held) + len(undealt) + len(state.board) + gone == 54
        assert len({*held, *undealt, *state.board}) == 54 - gone
    assert gone > 18


# HS-11


def over(table, *piles):
    """A game that is over, with these piles."""
    return table(len(piles), piles=piles, board=(), decks=((), (), ()), round=18)


def fish(*cards):
    return sum(FISH[card] for card in cards)


def test_hs_11_18_rounds(table, say):
    """HS-11."""
    state = table()
    for turn in range(18):
        assert RULES.status(state).question == f"round {turn + 1}"
        state = say(state, "p0" if turn % 3 else "p2", "right")
    assert RULES.status(state) == Outcome(
        {"p0": 1, "p1": 3, "p2": 2}, {"p0": 36, "p1": 0, "p2": 18}, "18 rounds played"
    )
    seen = RULES.view(state, "p1")
    assert (seen.phase, seen.round, seen.rounds, seen.board, seen.asks, seen.stake) == ("over", 18, 18, (), None, 0)
    assert [type(story).__name__ for story in seen.news] == ["Declared", "RoundOver", "GameOver"]
    assert seen.news[-1].text == f"p0 wins with 36 cards and {fish(*state.piles[0])} fish."
    assert seen.news[-1].winners == ("p0",)


def test_hs_11_most_cards_win_whatever_is_printed_on_them(table):
    """HS-11."""
    few, many = (0, 8, 16), (19, 15)
    assert fish(*few) < fish(*many)
    assert RULES.status(over(table, many, few)).ranks == {"p0": 2, "p1": 1}


def test_hs_11_equal_cards_most_fish_win(table):
    """HS-11."""
    assert fish(0, 8) < fish(1, 8) < fish(1, 19)
    outcome = RULES.status(over(table, (0, 8), (1, 8), (1, 19), (30,)))
    assert outcome.ranks == {"p0": 3, "p1": 2, "p2": 1, "p3": 4}
    assert outcome.scores == {"p0": 2, "p1": 2, "p2": 2, "p3": 1}


def test_hs_11_fish_are_counted_as_printed_in_every_style(table):
    """HS-11."""
    for style in ("childfish", "gluttonous", "bubbles"):
        state = over(table, (2,), (0,))
        assert RULES.status(msgspec.structs.replace(state, style=style)).ranks == {"p0": 1, "p1": 2}
    # The card has a shark that eats its three fish; they count.
    assert (sum(survivors(DECK[2].slots)), fish(2), fish(0)) == (0, 4, 1)


def test_hs_11_still_equal_is_shared(table):
    """HS-11."""
    state = over(table, (2,), (3, 7), (7, 3), ())
    assert RULES.status(state).ranks == {"p0": 3, "p1": 1, "p2": 1, "p3": 4}
    story = RULES.view(state, None).news[-1]
    assert (story.winners, story.text) == (("p1", "p2"), f"p1 and p2 win with 2 cards and {fish(3, 7)} fish.")


def test_hs_11_nobody_has_a_card(table):
    """HS-11."""
    outcome = RULES.status(over(table, (), (), ()))
    assert outcome.ranks == {"p0": 1, "p1": 1, "p2": 1}
    assert outcome.scores == {"p0": 0, "p1": 0, "p2": 0}
