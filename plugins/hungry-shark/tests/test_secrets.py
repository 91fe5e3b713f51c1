"""What nobody may know before a round is over, and what a redrawn table keeps: HS-12."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from tableshark import Quick, Seeded
from tableshark_hungry_shark import rules, seen
from tableshark_hungry_shark.answers import asks, right
from tableshark_hungry_shark.cards import GROTTO, OCEAN
from tableshark_hungry_shark.rules import RULES
from tableshark_hungry_shark.state import Declare, Options, Pass

STYLES = pytest.mark.parametrize("style", ["childfish", "gluttonous", "bubbles"])


@STYLES
def test_hs_12_nothing_that_is_shown_looks_at_the_answer(style, table, say, monkeypatch):
    """HS-12."""
    running = []

    def watched(style, board):
        assert board not in running, "somebody asked what is right before the round was over"
        return right(style, board)

    state, moments = table(style=style), []
    while state.board:
        moments.append(state)
        moments.append(say(state, "p1", "wrong"))
        moments.append(say(moments[-1], "p0", "pass"))
        state = say(state, f"p{state.round % 3}", "right")
    monkeypatch.setattr(seen, "right", watched)
    monkeypatch.setattr(rules, "right", watched)
    for moment in moments:
        running[:] = [moment.board]
        for seat in ("p0", "p1", "p2"):
            RULES.view(moment, seat)
            RULES.legal(moment, seat)
            RULES.status(moment)
            RULES.standing(moment)
            RULES.view(RULES.determinize(moment, seat, Seeded(b"c", 0)), seat)
    # The watch is on: a move does ask.
    with pytest.raises(AssertionError, match="before the round was over"):
        say(moments[-2], "p0", "wrong")


@STYLES
def test_hs_12_legal_moves_are_always_the_same_list(style, table, say):
    """HS-12."""
    state = table(style=style)
    numbers = [*(("number", n) for n in range(37))]
    kinds = [*(("kind", kind) for kind in ("blue", "green", "orange", "red", "yellow", "none"))]
    while state.board:
        what = kinds if asks(style, state.board) == "kind" else numbers
        said = (*[Declare(state.round, **{field: answer}) for field, answer in what], Pass(state.round))
        assert RULES.legal(state, "p0") == said
        after = say(state, "p1", "wrong")
        assert RULES.legal(after, "p0") == RULES.legal(after, "p2") == said
        state = say(after, "p0", "right")


def test_hs_12_a_wrong_declaration_is_heard_by_all(table, say):
    """HS-12."""
    state = say(say(table(piles=((1, 40, 2), (), ())), "p0", "wrong"), "p2", "pass")
    for seat in ("p0", "p1", "p2", None):
        shown = RULES.view(state, seat)
        first, second = shown.declarations
        assert (first.seat, first.passed, first.right) == ("p0", False, False)
        assert first.number not in (None, *right(state.style, state.board))
        assert (second.seat, second.passed, second.number, second.kind, second.right) == ("p2", True, None, None, False)
        assert [pile.cards for pile in shown.piles] == [2, 0, 0]
        assert [(story.seat, story.text) for story in shown.news] == [("p2", "p2 passes.")]
        assert shown.last is None


def test_hs_12_the_answer_is_public_when_the_round_is_over(table, say):
    """HS-12."""
    state = say(table(), "p0", "wrong")
    [answer] = right(state.style, state.board)
    for ended in (say(state, "p1", "right"), say(say(state, "p1", "wrong"), "p2", "pass")):
        shown = RULES.view(ended, None)
        assert (shown.last.number, shown.last.kinds) == (answer, ())
        over = shown.news[1]
        assert (over.number, over.round) == (answer, 1)
        assert f"{answer} was right" in over.text
        # Still there when something else has happened.
        assert RULES.view(say(ended, "p0", "pass"), "p0").last == shown.last
    declared = RULES.view(say(state, "p1", "right"), None).last.declarations
    assert [(one.seat, one.right) for one in declared] == [("p0", False), ("p1", True)]
    assert declared[1].number == answer


def test_hs_12_tied_kinds_are_all_told(table, say):
    """HS-12, HS-8."""
    boards = [(left, 36 + centre, 35) for left in range(35) for centre in range(18)]
    tied = next(one for one in boards if len(right("bubbles", one)) == 2)
    state = table(style="bubbles", board=tied)
    first, second = right("bubbles", tied)
    for kind in (first, second):
        shown = RULES.view(say(state, "p2", kind), None)
        assert (shown.last.kinds, shown.last.number, shown.last.winner) == ((first, second), None, "p2")
        assert [story.text for story in shown.news[:2]] == [
            f"p2 says {kind}, which is right.",
            f"Round 1 is over: {first} or {second} was right, and p2 wins 3 cards.",
        ]


@STYLES
def test_hs_12_no_view_shows_the_decks_or_what_lies_in_piles(style, table, say):
    """HS-12."""
    state = say(say(table(style=style), "p0", "right"), "p1", "wrong")
    other = replace(state, decks=tuple(deck[::-1] for deck in state.decks), piles=((30, 53, 31), (), ()))
    for seat in ("p0", "p1", "p2", None):
        shown = RULES.view(state, seat)
        assert RULES.view(other, seat) == shown
        ids = set(_ids(msgspec.to_builtins(shown)))
        assert ids == {*state.board, *state.last.board}


def _ids(shown):
    if isinstance(shown, dict):
        yield from [shown["id"]] if "id" in shown else []
        shown = shown.values()
    if isinstance(shown, list | tuple | type({}.values())):
        for part in shown:
            yield from _ids(part)


@STYLES
def test_hs_12_redrawn_decks_depend_on_nothing_hidden(style, table, say):
    """HS-12."""
    state = table(style=style)
    while state.board:
        for moment in (state, say(state, "p0", "wrong")):
            left, centre, right_ = moment.decks
            half = len(left)
            sides = Seeded(b"twin", state.round).shuffle(left + right_)
            twin = replace(moment, decks=(sides[:half], centre[::-1], sides[half:]))
            for seat in ("p0", "p2"):
                redrawn = RULES.determinize(moment, seat, Seeded(b"redraw", 0))
                assert RULES.determinize(twin, seat, Seeded(b"redraw", 0)) == redrawn
                assert replace(redrawn, decks=moment.decks) == moment
                assert sorted(redrawn.decks[0] + redrawn.decks[2]) == sorted(left + right_)
                assert sorted(redrawn.decks[1]) == sorted(centre)
        state = say(state, "p1", "right")
    assert RULES.determinize(state, "p0", Seeded(b"redraw", 0)) is state


def test_hs_12_every_card_that_was_not_seen_is_as_likely_to_be_next(table, say):
    """HS-12."""
    state = table()
    while state.round < 13:
        state = say(state, "p1", "right")
    unseen = sorted(state.decks[0] + state.decks[2])
    assert len(unseen) == 10
    luck = Quick.of(b"next")
    drawn = [RULES.determinize(state, "p0", luck) for _ in range(4000)]
    for side in (0, 2):
        nexts = Counter(one.decks[side][0] for one in drawn)
        assert sorted(nexts) == unseen
        # Chi-square with nine degrees of freedom: 27.9 is passed once in a thousand times.
        assert sum((nexts[card] - 400) ** 2 / 400 for card in unseen) < 27.9
    centre = Counter(one.decks[1][0] for one in drawn)
    assert sum((centre[card] - 800) ** 2 / 800 for card in sorted(state.decks[1])) < 18.5
    assert set(centre) == set(state.decks[1]) < set(GROTTO)
    assert set(unseen) < set(OCEAN)


def test_hs_12_status_and_standing_are_public(table, say):
    """HS-12."""
    state = say(table(piles=((1, 40, 2), (3,), ())), "p0", "wrong")
    assert RULES.standing(state) == {"p0": 1, "p1": -1, "p2": -2}
    assert RULES.status(state) == RULES.status(replace(state, decks=((), (), ())))
    assert RULES.seats(Options(players=3)) == tuple(RULES.standing(state))
