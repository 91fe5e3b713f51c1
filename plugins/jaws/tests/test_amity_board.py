"""The island as it is set up, and the order of a round."""

from __future__ import annotations

from typing import get_args

import pytest
from jaws_amity import Game, barrels
from msgspec.structs import replace

from tableshark import Quick
from tableshark_jaws.amity import act, trace
from tableshark_jaws.amity.moves import EndTurn, PickStart, Sail, Swim, Walk
from tableshark_jaws.amity.news import EventTurned
from tableshark_jaws.amity.sight import TOKEN_NAMES
from tableshark_jaws.amity.tables import NEAR, PLACES, TABLES, Place, Water, check, titled

WATER = (
    "1: 2 3 5 N. 2: 1 4 6 E. 3: 1 4 7 W. 4: 2 3 8 S. 5: 1 N W. 6: 2 N E. 7: 3 S W. 8: 4 E S. "
    "N: 1 5 6. E: 2 6 8. S: 4 7 8. W: 3 5 7."
)
LAND = (
    "shop: 5 6 7 N S. 5: 7 N W shop. 6: 8 N E S shop. 7: 5 S W shop. 8: 6 E S. "
    "N: 5 6 shop. E: 6 8. S: 6 7 8 shop. W: 5 7."
)


def ways(text):
    """Read a list of neighbours."""
    parts = [part.split(":") for part in text.rstrip(".").split(".")]
    return {space.strip(): set(others.split()) for space, others in parts}


@pytest.mark.parametrize(("space", "others"), ways(WATER).items())
def test_water_neighbours(space, others):
    """JW-10: where the shark swims to, and where Quint sails to."""
    game = Game(start=space)
    assert {move.to for move in game.may("shark", Swim)} == others
    assert set(game.space(space).water) == others
    game.shark(EndTurn()).set(quint=space)
    assert {move.to for move in game.may("quint", Sail)} == others


def test_twenty_edges_in_the_water():
    """JW-10: twenty, none of them one way."""
    edges = {frozenset((one, other)) for one, others in ways(WATER).items() for other in others}
    assert len(edges) == 20
    assert sum(len(near) for near in NEAR) == 40


@pytest.mark.parametrize(("space", "others"), ways(LAND).items())
def test_land_neighbours(space, others):
    """JW-11: where Brody walks to."""
    game = Game().shark(EndTurn()).set(brody=space)
    assert {move.to for move in game.may("brody", Walk)} == others
    assert set(game.space(space).land) == others


def test_sixteen_edges_on_land():
    """JW-11: sixteen, none of them one way."""
    edges = {frozenset((one, other)) for one, others in ways(LAND).items() for other in others}
    assert len(edges) == 16
    assert all(one in TABLES.board.land[other] for one, others in TABLES.board.land.items() for other in others)


def test_coast_spaces_have_two_halves():
    """JW-11: Brody on 5 and a boat on 5 are at the same dock."""
    game = Game().shark(EndTurn()).set(brody="5")
    assert game.space("5").crew == ("brody", "hooper")
    assert not game.space("1").land
    assert not game.space("shop").water


def test_how_it_begins():
    """JW-12: boats, Brody and barrels are in their places, and the shark picks any of the twelve water spaces."""
    stage, told = act.begin(9, Quick.of(b"island"))
    assert act.asked(stage).seats == {"shark"}
    assert act.legal(stage, "shark") == tuple([PickStart(space) for space in get_args(Water)])
    view = act.view(stage, None, hints=True, over=False)
    assert {member.member: (member.space, member.barrels) for member in view.crew} == {
        "quint": ("8", 2),
        "brody": ("6", 0),
        "hooper": ("5", 0),
    }
    assert view.spaces[PLACES.index("shop")].barrels == 6
    assert barrels(stage) == 8
    assert (view.supply, view.michael, view.track, view.round) == (15, "away", 0, 0)
    assert (view.asked, view.turn, view.event) == ("start", "shark", None)
    assert "secret" in told[0].text
    assert (titled(5), titled(6)) == ("Amity P.D. (6)", "the Mayor's Office (7)")


@pytest.mark.parametrize("space", get_args(Water))
def test_the_shark_begins_where_it_picked(space):
    """JW-12: and nobody else is told."""
    game = Game(start=space)
    assert game.view("shark").secrets.space == space
    others = Game(start="7" if space != "7" else "8")
    for seat in ("quint", "brody", "hooper", None):
        assert game.view(seat) == others.view(seat)


def test_a_round_is_event_shark_and_crew():
    """JW-13: in this order, again and again."""
    game = Game(card=3)
    for number in (1, 2, 3):
        assert (game.stage.round, game.stage.phase) == (number, "shark")
        assert game.story(EventTurned).round == number
        game.shark(EndTurn())
        assert game.stage.phase == "crew"
        game.next((9, 10, 3)[number - 1])


def test_names_by_number():
    """JW-10: spaces and power tokens are numbered alike wherever they are numbers."""
    assert get_args(Water) == get_args(Place)[: len(NEAR)] == PLACES[:12]
    assert trace.TOKENS == TOKEN_NAMES


def test_tables_that_do_not_fit_are_refused():
    """JW-10: a slip in the data file is found when it is read."""
    board = TABLES.board
    for wrong in (
        replace(board, water={**board.water, "1": ("2", "3", "5")}),
        replace(board, land={space: near for space, near in board.land.items() if space != "shop"}),
        replace(board, docks=("8", "5")),
        replace(board, beaches=("N", "S", "E", "W")),
    ):
        with pytest.raises(ValueError, match=r"amity\.toml"):
            check(replace(TABLES, board=wrong))
    with pytest.raises(ValueError, match="numbered"):
        check(replace(TABLES, events=TABLES.events[1:]))
