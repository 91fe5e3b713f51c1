"""What holds both acts together: the table, the options, the passage from one act to the other, and the outcome."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from tableshark import Awaiting, Outcome, Quick
from tableshark.rules import draw_move
from tableshark.testing import prove
from tableshark_jaws import passage, tableshark_bots, tableshark_rules
from tableshark_jaws.amity.moves import EndTurn
from tableshark_jaws.amity.news import AmityOver
from tableshark_jaws.amity.state import Amity
from tableshark_jaws.orca.news import PutToSea
from tableshark_jaws.orca.state import Orca
from tableshark_jaws.orca.tables import TABLES
from tableshark_jaws.rules import RULES
from tableshark_jaws.state import Options
from tableshark_jaws.table import CREW, SEATS, TURN_SECONDS


def luck(n=0):
    return Quick.of(f"jaws/{n}".encode())


def states(options, seed=0):
    """A random game from its first state to its last."""
    chance = luck(seed)
    state = RULES.setup(options, chance)
    yield state
    while isinstance(status := RULES.status(state), Awaiting):
        seat = chance.pick(sorted(status.seats))
        state = RULES.apply(state, {seat: draw_move(RULES.legal(state, seat), chance)}, chance)
        yield state


def test_four_seats_whoever_holds_them():
    """JW-1: the seats are the four roles; how many persons hold them is not the rules' business."""
    assert RULES.seats(Options()) == ("shark", "quint", "brody", "hooper") == SEATS
    assert RULES.seats(Options(acts="two")) == SEATS


@pytest.mark.parametrize(("acts", "first", "last"), [("one", 1, 1), ("two", 2, 2), ("both", 1, 2)])
def test_the_acts_that_are_played(acts, first, last):
    """JW-2: both acts by default, or one of them; the roles stay the same."""
    views = [RULES.view(state, None) for state in states(Options(acts=acts))]
    assert (views[0].act, views[-1].act) == (first, last)
    assert [view.act for view in views] == sorted(view.act for view in views)
    assert {view.acts for view in views} == {acts}
    assert Options().acts == "both"


def test_what_is_in_the_box():
    """JW-3: eight barrels, two of them on the Orca, and sixteen swimmers with Michael."""
    state = next(states(Options()))
    view = RULES.view(state, None).stage
    swimming = sum(space.swimmers for space in view.spaces)
    assert view.supply + swimming == 15
    assert {member.member: member.barrels for member in view.crew} == {"quint": 2, "brody": 0, "hooper": 0}
    assert {space.space: space.barrels for space in view.spaces if space.barrels} == {"shop": 6}


@pytest.mark.parametrize(("acts", "seed"), list(product(("one", "two", "both"), range(4))))
def test_one_side_wins(acts, seed):
    """JW-4: the crew wins or loses together, those who are out too; act one alone decides only where it is all."""
    *_, last = states(Options(acts=acts), seed)
    outcome = RULES.status(last)
    assert isinstance(outcome, Outcome)
    assert {outcome.scores[seat] for seat in CREW} == {1.0 - outcome.scores["shark"]}
    assert set(outcome.scores.values()) == {0.0, 1.0}
    crew_won = outcome.scores["quint"] == 1.0
    assert outcome.ranks == {"shark": 4 if crew_won else 1, **dict.fromkeys(CREW, 1 if crew_won else 2)}
    assert isinstance(last.stage, Orca if acts != "one" else Amity)


@pytest.mark.parametrize("track", range(12))
def test_the_track_decides_how_many_cards_are_dealt(track):
    """JW-30: at the passage the shark gets more abilities and the crew less gear, the further the track went."""
    state = next(states(Options()))
    sea, news = passage.put_to_sea(replace(state.stage, track=track), luck())
    deal = TABLES.deals[min(track, 9)]
    view = RULES.view(replace(state, stage=sea, news=news), "shark").stage
    assert len(view.hand or ()) == deal.abilities == min(track, 9) + 1
    assert sum(isinstance(story, PutToSea) for story in news) == 1


def test_the_further_the_track_went_the_more_the_shark_gets_and_the_less_the_crew():
    """JW-30: the direction that is known; the numbers are proposed (P) and stand in the data."""
    gear = [deal.gear for deal in TABLES.deals]
    assert gear == sorted(gear, reverse=True)
    assert gear[0] > gear[-1] > 0
    assert TABLES.alone.abilities == 6


@pytest.mark.parametrize(("acts", "limit"), [("one", 7), ("both", 9)])
def test_where_the_track_ends(acts, limit):
    """JW-25: alone, act one ends at seven."""
    assert RULES.view(next(states(Options(acts=acts))), None).stage.limit == limit


def test_the_last_news_of_the_island_are_told_at_sea():
    """Nobody misses how act one ended: what was told last and what is told first come in one view."""
    for seed in range(3):
        before = None
        for state in states(Options(), seed):
            if before is not None and isinstance(state.stage, Orca) and isinstance(before.stage, Amity):
                kinds = [type(story) for story in state.news]
                assert kinds.index(AmityOver) < kinds.index(PutToSea)
                break
            before = state
        else:
            pytest.fail("act two was never reached")


def test_what_was_hidden_on_the_island_stays_behind():
    """JW-50: no view of act two tells where the shark was in act one, or which tokens it had used."""
    for state in states(Options(), 1):
        if isinstance(state.stage, Orca):
            text = repr(state.stage)
            assert "ghosts" not in text
            assert "Amity" not in text


def test_hints_can_be_switched_off():
    on, off = (next(states(Options(hints=hints))) for hints in (True, False))
    for seat in (*SEATS, None):
        assert RULES.view(on, seat).stage.possible is not None
        assert RULES.view(off, seat).stage.possible is None


def test_only_the_end_of_a_hidden_turn_takes_its_time():
    """JW-50: a machine player's turn ends at one time after it began, however many steps it had."""
    ended = set()
    for state in states(Options(acts="one"), 2):
        status = RULES.status(state)
        for seat in sorted(status.seats) if isinstance(status, Awaiting) else ():
            view = RULES.view(state, seat)
            for move in RULES.legal(state, seat):
                seconds = RULES.pace(view, move, luck())
                hidden = view.stage.phase == "shark" and isinstance(move, EndTurn)
                assert seconds == (TURN_SECONDS if hidden else 0.0)
                ended.add(hidden)
    assert ended == {True, False}


def test_the_hooks_bring_the_rules_and_a_bot():
    assert tableshark_rules() == [RULES]
    (bot,) = tableshark_bots()
    assert (bot.id, bot.rules, tuple(bot.levels)) == ("sea-dog", "jaws", ("easy", "normal"))


def test_the_game_that_was_recorded():
    """A change of the rules is a diff that a person can read, and a new version."""
    assert prove(RULES, [], (), bots=(), golden=Path(__file__).with_name("golden")).golden == 1
