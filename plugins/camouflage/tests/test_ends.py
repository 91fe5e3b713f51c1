"""How a game ends: CA-9 and CA-10."""

from __future__ import annotations

import msgspec
import pytest

from tableshark import Awaiting, Outcome
from tableshark_camouflage.corals import CORALS
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Grid


def at(state, *track):
    """Put the players onto the track."""
    return msgspec.structs.replace(state, track=track)


def play_off(state, round_of, *finds):
    """Play rounds in which the sharks find so many fish; give the sharks too."""
    sharks = []
    for found in finds:
        sharks.append(state.shark)
        state = round_of(state, found)
    return state, sharks


def test_ca_9_the_whole_scoring_counts_and_the_furthest_wins(table, round_of):
    """CA-9."""
    # The shark reaches 10 with its finds, a fish passes nobody by being there in the same scoring.
    state = round_of(at(table(), 8, 3, 8, 8), 2)
    outcome = RULES.status(state)
    assert isinstance(outcome, Outcome)
    assert outcome.ranks == {"p0": 1, "p1": 4, "p2": 3, "p3": 2}
    assert outcome.scores == {"p0": 10, "p1": 3, "p2": 8, "p3": 9}
    assert outcome.reason == "finish reached"


def test_ca_9_nobody_at_the_finish_goes_on(table, round_of):
    """CA-9."""
    state = round_of(at(table(), 8, 8, 8, 8), 1)
    assert state.track == (9, 8, 9, 9)
    assert isinstance(RULES.status(state), Awaiting)


def test_ca_9_positions_stop_at_the_finish(table, round_of):
    """CA-9."""
    state = round_of(at(table(), 9, 0, 0, 0), 3)
    assert state.track == (10, 0, 0, 0)
    assert RULES.status(state).scores["p0"] == 10
    # So that a shark two steps ahead of a fish is level with it, and they break the tie.
    tied = round_of(at(table(), 9, 0, 0, 9), 2)
    assert (tied.track, tied.players) == ((10, 0, 0, 10), (0, 3))


def test_ca_9_the_track_has_the_length_of_the_option(table, round_of):
    """CA-9."""
    assert RULES.status(round_of(table(finish=2), 2)).ranks["p0"] == 1
    assert isinstance(RULES.status(round_of(table(finish=3), 2)), Awaiting)


def test_ca_9_by_turns_everyone_is_the_shark_so_many_times(table, round_of):
    """CA-9."""
    state, sharks = table(players=3, shark_turns=2, first_shark="p2"), []
    while isinstance(RULES.status(state), Awaiting):
        sharks.append(state.shark)
        state = round_of(state, int(state.shark == 2))
    assert sharks == [2, 0, 1, 2, 0, 1]
    # p2 finds one fish in each of its rounds and is never found; of the others, p0 was found.
    assert state.track == (2, 4, 6)
    assert RULES.status(state).ranks == {"p0": 3, "p1": 2, "p2": 1}
    assert RULES.status(state).reason == "everyone was the shark 2 times"


def test_ca_9_by_turns_the_track_has_no_end(table, round_of):
    """CA-9."""
    state = round_of(at(table(players=2, shark_turns=2, finish=3), 12, 5), 1)
    assert state.track == (13, 5)
    assert isinstance(RULES.status(state), Awaiting)
    view = RULES.view(state, None)
    assert (view.finish, view.shark_turns) == (None, 2)
    assert (RULES.view(table(), None).finish, RULES.view(table(), None).shark_turns) == (10, None)


def test_ca_9_after_the_end_everybody_sees_everything(table, round_of):
    """CA-9, CA-7."""
    state = round_of(at(table(), 8, 3, 8, 8), 2)
    view = RULES.view(state, None)
    assert view == RULES.view(state, "p0") == RULES.view(state, "p1")
    assert (view.phase, view.row) == ("over", None)
    assert view.before == tuple(CORALS[token] for token in state.layout)
    assert [hiding.space for hiding in view.hidden] == [0, 1, 2]
    assert view.news[-1].text == "p0 wins."
    assert [type(story).__name__ for story in view.news][-2:] == ["Revealed", "Won"]


def test_ca_10_only_the_tied_go_on_at_the_start_of_a_track_without_end(table, round_of):
    """CA-10."""
    state = round_of(at(table(players=5, finish=5), 3, 2, 0, 4, 2), 2)
    assert state.track == (5, 2, 0, 5, 3)
    assert (state.players, state.extra, state.phase) == ((0, 3), (0,) * 5, "memorize")
    places = RULES.view(state, None).seats
    assert [(place.role, place.position, place.extra) for place in places] == [
        ("fish", 5, 0),
        ("out", 2, None),
        ("out", 0, None),
        ("shark", 5, 0),
        ("out", 3, None),
    ]
    tie, began = RULES.view(state, None).news[-2:]
    assert tie.text == "p0 and p3 are level and go on alone."
    assert (tie.seats, began.shark) == (("p0", "p3"), "p3")


@pytest.mark.parametrize(("last", "wanted"), [(0, [1, 2, 3]), (1, [2, 3, 1]), (2, [3, 1, 2]), (3, [1, 2, 3])])
def test_ca_10_each_of_them_is_the_shark_once_from_the_first_after_the_last_shark(last, wanted, table, round_of):
    """CA-10."""
    # Nobody is found: the others take the step that the last shark is ahead.
    track = [0, *[9 if seat == last else 8 for seat in (1, 2, 3)]]
    state = round_of(at(table(finish=9, first_shark=f"p{last}"), *track), 0)
    assert (state.players, state.track[1:]) == ((1, 2, 3), (9, 9, 9))
    state, sharks = play_off(state, round_of, 0, 0, 0)
    assert sharks == wanted
    assert RULES.status(state).ranks == {"p0": 4, "p1": 1, "p2": 1, "p3": 1}


def test_ca_10_the_furthest_on_the_second_track_wins_and_the_others_keep_their_ranks(table, round_of):
    """CA-10."""
    state = round_of(at(table(players=5, finish=5), 3, 2, 0, 4, 2), 2)
    state, sharks = play_off(state, round_of, 0, 1)
    assert sharks == [3, 0]
    # p0 was not found by p3, and found it.
    assert state.extra == (2, 0, 0, 0, 0)
    outcome = RULES.status(state)
    assert outcome.ranks == {"p0": 1, "p3": 2, "p4": 3, "p1": 4, "p2": 5}
    assert outcome.reason == "finish reached, tie broken"
    assert RULES.view(state, None).news[-1].text == "p0 wins."


def test_ca_10_those_still_level_share_the_win_and_the_other_tied_come_next(table, round_of):
    """CA-10."""
    state = msgspec.structs.replace(
        table(players=4), players=(0, 1, 3), track=(10, 10, 7, 10), extra=(1, 2, 0, 3), round=9, last=9, shark=1
    )
    # p1 finds p3, who hides first; p0 is not found.
    state = round_of(state, 1)
    assert state.extra == (2, 3, 0, 3)
    outcome = RULES.status(state)
    assert outcome.ranks == {"p0": 3, "p1": 1, "p2": 4, "p3": 1}
    assert RULES.view(state, None).news[-1].text == "p1 and p3 share the win."


def test_ca_10_the_second_track_has_no_end(table, round_of):
    """CA-10."""
    state = round_of(at(table(players=3, finish=1), 1, 0, 1), 2)
    assert (state.players, state.shark) == ((0, 2), 2)
    state = msgspec.structs.replace(state, extra=(7, 0, 0))
    state = round_of(state, 0)
    assert (state.extra, state.round) == ((8, 0, 0), 3)
    assert isinstance(RULES.status(state), Awaiting)


def test_ca_10_handicaps_stay_and_the_row_is_as_long_as_there_are_fish(table, round_of, hidden):
    """CA-10."""
    state = round_of(at(table(players=5, finish=5, handicap={"p3": Grid(3, 2)}), 3, 2, 0, 4, 2), 2)
    assert (state.shark, len(state.board)) == (3, 6)
    assert len(hidden(state).row) == 1


def test_ca_10_a_tie_by_turns_is_broken_too(table, round_of):
    """CA-10."""
    state, sharks = play_off(table(players=2, shark_turns=1), round_of, 0, 0)
    assert sharks == [0, 1]
    assert (state.track, state.players, state.shark) == ((1, 1), (0, 1), 0)
    state, sharks = play_off(state, round_of, 0, 1)
    assert sharks == [0, 1]
    assert RULES.status(state).ranks == {"p0": 2, "p1": 1}
    assert RULES.status(state).scores == {"p0": 1, "p1": 1}
    assert RULES.status(state).reason == "everyone was the shark 1 time, tie broken"
