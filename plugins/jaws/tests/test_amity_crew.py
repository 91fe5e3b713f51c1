"""The crew's turns: every action of Quint, Hooper and Brody."""

from __future__ import annotations

import pytest
from jaws_amity import Game, barrels

from tableshark_jaws.amity import act
from tableshark_jaws.amity.moves import (
    Binoculars,
    Climb,
    Close,
    Drop,
    EndTurn,
    FishFinder,
    GiveBarrels,
    Launch,
    OutOfSight,
    PickUp,
    Rescue,
    Sail,
    Swim,
    Walk,
)
from tableshark_jaws.amity.news import (
    AmityOver,
    BarrelDropped,
    BarrelLaunched,
    BarrelsGiven,
    BarrelsPickedUp,
    BinocularsAnswered,
    BoatSailed,
    BrodyWalked,
    CrewTurnEnded,
    EventTurned,
    FinderAnswered,
    SharkReported,
    SwimmerRescued,
    TokenTurned,
)

SWIMMER, MICHAEL = Rescue("swimmer"), Rescue("michael")


def crew_phase(card=9, start="3", **changes):
    """Let the shark do nothing, and give the table to the crew; card 9 brings swimmers to all beaches."""
    return Game(card, start).shark(EndTurn()).set(**changes)


def test_any_order_each_finishes_first():
    """JW-18: all who have not acted are asked, until one of them has begun."""
    game = crew_phase()
    awaiting = act.asked(game.stage)
    assert (awaiting.seats, awaiting.until) == ({"quint", "brody", "hooper"}, "any")
    assert game.view().turn is None
    game.brody(Walk("8"))
    assert act.asked(game.stage).seats == {"brody"}
    assert game.view().turn == "brody"
    game.brody(EndTurn())
    assert act.asked(game.stage).seats == {"quint", "hooper"}
    game.hooper(EndTurn())
    assert [member.acted for member in game.view().crew] == [False, True, True]
    assert act.asked(game.stage).seats == {"quint"}
    game.quint(Sail("4"), EndTurn())
    assert (game.stage.round, game.stage.phase) == (2, "shark")
    assert [member.acted for member in game.view().crew] == [False, False, False]
    assert game.told.index(game.story(CrewTurnEnded)) < game.told.index(game.story(EventTurned))


@pytest.mark.parametrize(
    "order", [("quint", "hooper", "brody"), ("hooper", "brody", "quint"), ("brody", "quint", "hooper")]
)
def test_a_turn_may_end_before_it_began(order):
    """JW-18: for all three."""
    game = crew_phase()
    for seat in order:
        assert game.stage.round == 1
        assert EndTurn() in game.may(seat)
        game.play(seat, EndTurn())
    assert game.stage.round == 2


def test_four_actions_and_an_end():
    """JW-18: up to four, and no turn ends by itself."""
    game = crew_phase(card=3)
    steps = {"quint": ("4", "8"), "hooper": ("1", "5"), "brody": ("8", "6")}
    for seat, (there, back) in steps.items():
        way = Walk if seat == "brody" else Sail
        for left, to in ((4, there), (3, back), (2, there), (1, back)):
            assert game.left(seat) == left
            game.play(seat, way(to))
        assert game.left(seat) == 0
        assert game.may(seat) == {EndTurn()}
        assert game.view().turn == seat
        game.play(seat, EndTurn())


def test_all_crew_phase_is_one_question():
    """JW-18: so that whoever is still asked need not be asked anew."""
    game = crew_phase()
    labels = {act.asked(game.stage).question}
    game.brody(Walk("8"))
    labels.add(act.asked(game.stage).question)
    game.brody(EndTurn())
    labels.add(act.asked(game.stage).question)
    assert len(labels) == 1


def test_quint_sails():
    """JW-19: one space in one action, and the Orca with him."""
    game = crew_phase()
    assert game.may("quint", Sail) == {Sail("4"), Sail("E"), Sail("S")}
    game.quint(Sail("S"))
    assert game.at("quint") == "S"
    assert game.story(BoatSailed).text == "Quint sails to South Beach."
    assert game.may("quint", FishFinder, GiveBarrels, Binoculars, Close, Drop, Walk) == set()


@pytest.mark.parametrize("seat", ["quint", "hooper"])
def test_captains_rescue_ordinary_swimmers(seat):
    """JW-19, JW-21: one at a time, where they are; Michael they can't."""
    game = crew_phase(michael="N", swimmers={"N": 2, "S": 1}, **{seat: "N"})
    assert game.may(seat, Rescue) == {SWIMMER}
    supply = game.view().supply
    game.play(seat, SWIMMER)
    assert (game.water()["N"], game.view().supply, game.left(seat)) == (1, supply + 1, 4 if seat == "hooper" else 3)
    assert game.story(SwimmerRescued).beach == "N"
    game.play(seat, SWIMMER)
    assert game.may(seat, Rescue) == set()
    assert game.space("N").michael
    assert game.set(**{seat: "5"}).may(seat, Rescue) == set()


@pytest.mark.parametrize("seat", ["quint", "hooper"])
def test_captains_pick_up_any_number(seat):
    """JW-19, JW-21, JW-28: at least one, from one source, at a dock or afloat in their space."""
    game = crew_phase(card=3, docked={"5": 1, "8": 2}, floating={"8": 2, "4": 1}, held={}, shop=3, **{seat: "8"})
    # Card 3 shuts the docks.
    assert game.may(seat, PickUp) == {PickUp("floating", 1), PickUp("floating", 2)}
    game = crew_phase(docked={"5": 1, "8": 2}, floating={"8": 2, "4": 1}, held={}, shop=3, **{seat: "8"})
    both = {PickUp("dock", 1), PickUp("dock", 2), PickUp("floating", 1), PickUp("floating", 2)}
    assert game.may(seat, PickUp) == both
    left, whole = game.left(seat), barrels(game.stage)
    game.play(seat, PickUp("dock", 2))
    assert (game.space("8").barrels, game.left(seat)) == (0, left - 1)
    assert game.story(BarrelsPickedUp).text.endswith("picks up 2 barrels at the east dock (8).")
    game.play(seat, PickUp("floating", 1))
    assert game.space("8").floating == 1
    assert game.may(seat, PickUp) == {PickUp("floating", 1)}
    [member] = [member for member in game.view().crew if member.member == seat]
    assert (member.barrels, barrels(game.stage)) == (3, whole)
    assert game.set(**{seat: "4"}).may(seat, PickUp) == {PickUp("floating", 1)}
    assert game.set(**{seat: "3"}).may(seat, PickUp) == set()


def test_a_launch_that_misses_floats():
    """JW-19, JW-20: into his own or a neighbouring space, and no farther."""
    game = crew_phase()
    assert game.may("quint", Launch) == {Launch("8"), Launch("4"), Launch("E"), Launch("S")}
    game.quint(Launch("S"))
    told = game.story(BarrelLaunched)
    assert (told.to, told.hit, told.attached) == ("S", False, 0)
    assert (game.space("S").floating, game.view().crew[0].barrels, game.left("quint")) == (1, 1, 3)
    assert game.view().revealed is None
    assert "S" not in game.view().possible
    # What floats at a dock is not on it.
    game.quint(Launch("8"))
    assert (game.space("8").floating, game.space("8").barrels) == (1, 0)
    assert game.may("quint", Launch) == set()


def test_a_launch_that_hits_is_attached():
    """JW-20: the shark has to say so, its space is public, and the second barrel ends the act at once."""
    game = crew_phase(start="4")
    game.quint(Launch("4"))
    told = game.story(BarrelLaunched)
    assert (told.hit, told.attached) == (True, 1)
    assert told.text == "Quint launches a barrel into space 4: the shark is hit, and bears a barrel."
    view = game.view()
    assert (view.attached, view.revealed, view.possible) == (1, "4", ("4",))
    assert game.space("4").floating == 0
    assert act.ending(game.stage) is None
    game.quint(Launch("4"))
    assert game.story(BarrelLaunched).attached == 2
    assert game.story(AmityOver).because == "barrels"
    assert act.ending(game.stage) == "barrels"


def test_hooper_sails_up_to_two_spaces():
    """JW-21: in one action."""
    game = crew_phase(hooper="4")
    one, two = {"2", "3", "8", "S"}, {"1", "6", "E", "7", "W"}
    assert {move.to for move in game.may("hooper", Sail)} == one | two
    game.hooper(Sail("W"))
    # Card 9 gives him five actions.
    assert (game.at("hooper"), game.left("hooper")) == ("W", 4)
    assert game.may("hooper", Launch, Binoculars, Close, Drop, Walk) == set()


def test_hooper_gives_quint_barrels():
    """JW-21: any number, in Quint's space only."""
    game = crew_phase(held={"quint": 1, "hooper": 3}, hooper="5")
    assert game.may("hooper", GiveBarrels) == set()
    game.set(hooper="8")
    assert game.may("hooper", GiveBarrels) == {GiveBarrels(1), GiveBarrels(2), GiveBarrels(3)}
    game.hooper(GiveBarrels(2))
    assert [member.barrels for member in game.view().crew] == [3, 0, 1]
    assert game.story(BarrelsGiven).text == "Hooper gives Quint 2 barrels."
    assert game.left("hooper") == 4


def test_fish_finder_example_one():
    """JW-21: used in space 1 it says nearby: the shark can be in 3, 5, N or 2."""
    game = crew_phase(start="3", hooper="1").hooper(FishFinder())
    assert game.story(FinderAnswered).answer == "nearby"
    assert set(game.view().possible) == {"3", "5", "N", "2"}
    assert game.view().revealed is None


def test_fish_finder_example_two():
    """JW-21: used in space 7 it says neither: the shark is not in 3, W, 7 or S."""
    game = crew_phase(start="4", hooper="7").hooper(FishFinder())
    assert game.story(FinderAnswered).answer == "neither"
    # It may have been anywhere, and the report told of no token.
    assert set(game.view().possible) == {"1", "2", "4", "5", "6", "8", "N", "E"}


def test_fish_finder_here():
    """JW-21, JW-23: the space is public, once a round."""
    game = crew_phase(start="7", hooper="7").hooper(FishFinder())
    assert game.story(FinderAnswered).answer == "here"
    assert (game.view().revealed, game.view().possible) == ("7", ("7",))
    assert game.left("hooper") == 4
    assert game.may("hooper", FishFinder) == set()
    game.hooper(Sail("3"))
    assert game.may("hooper", FishFinder) == set()
    game.next(3).shark(EndTurn())
    assert game.may("hooper", FishFinder) == {FishFinder()}


def test_brody_walks():
    """JW-22: one space of the island in one action."""
    game = crew_phase().brody(Walk("S"))
    assert (game.at("brody"), game.left("brody")) == ("S", 3)
    assert game.story(BrodyWalked).to == "S"
    assert game.may("brody", Sail, Launch, FishFinder, GiveBarrels, Climb) == set()


def test_brody_rescues_michael_too():
    """JW-22: at the beach where he is; only he can, and it leaves the track as it is."""
    game = crew_phase(brody="E", michael="E", swimmers={"E": 1})
    assert game.may("brody", Rescue) == {SWIMMER, MICHAEL}
    game.brody(MICHAEL)
    assert game.view().michael == "gone"
    assert game.story(SwimmerRescued).who == "michael"
    game.brody(SWIMMER)
    assert game.water()["E"] == 0
    assert (game.view().supply, game.view().track, game.left("brody")) == (15, 0, 2)
    assert game.set(swimmers={"E": 1}, brody="6").may("brody", Rescue) == set()


def test_brody_carries_one_barrel():
    """JW-22, JW-28: from the Shop or a dock, to a dock."""
    game = crew_phase(brody="shop", docked={"8": 2})
    assert game.may("brody", PickUp, Drop) == {PickUp("shop", 1)}
    game.brody(PickUp("shop", 1))
    assert game.space("shop").barrels == 5
    assert game.may("brody", PickUp, Drop) == set()
    assert game.story(BarrelsPickedUp).text == "Brody picks up a barrel in the Shop."
    game.brody(Walk("5"), Drop())
    assert (game.space("5").barrels, game.left("brody")) == (1, 1)
    assert game.story(BarrelDropped).space == "5"
    dock = crew_phase(brody="8", docked={"8": 2})
    assert dock.may("brody", PickUp, Drop) == {PickUp("dock", 1)}
    dock.brody(PickUp("dock", 1))
    assert dock.space("8").barrels == 1
    assert dock.may("brody", PickUp) == set()
    assert dock.set(brody="N").may("brody", Drop) == set()
    assert crew_phase(brody="shop", shop=0).may("brody", PickUp) == set()


def test_no_barrel_back_and_forth_at_a_dock():
    """JW-28: no picking up where he has dropped one this turn, no dropping where he has picked one up."""
    game = crew_phase(card=8, brody="5", held={"brody": 1}, docked={"5": 1, "8": 1})
    game.brody(Drop())
    assert game.may("brody", PickUp, Drop) == set()
    game.set(brody="8").brody(PickUp("dock", 1))
    assert game.may("brody", PickUp, Drop) == set()
    game.set(brody="5")
    assert game.may("brody", PickUp, Drop) == {Drop()}
    game.next(9).shark(EndTurn())
    assert game.may("brody", Drop) == {Drop()}
    other = crew_phase(brody="8", docked={"8": 1}).brody(PickUp("dock", 1))
    other.next(3).next(9).shark(EndTurn())
    assert other.may("brody", Drop) == {Drop()}


def test_brody_does_not_reach_what_floats():
    """JW-28: at a dock, or at a beach."""
    for space in ("5", "8", "N"):
        game = crew_phase(brody=space, floating={"5": 1, "8": 1, "N": 1})
        assert game.may("brody", PickUp) == set()


@pytest.mark.parametrize("start", ["W", "3"])
def test_binoculars(start):
    """JW-22, JW-23: once a round, on a beach, for its water alone."""
    game = crew_phase(start=start, brody="W")
    game.brody(Binoculars())
    here = start == "W"
    assert game.story(BinocularsAnswered).here is here
    assert game.view().revealed == ("W" if here else None)
    assert ("W" in game.view().possible, len(game.view().possible)) == ((True, 1) if here else (False, 11))
    assert game.left("brody") == 3
    assert game.may("brody", Binoculars) == set()
    game.set(brody="5")
    assert game.may("brody", Binoculars) == set()
    game.next(3).shark(EndTurn())
    for space in ("5", "6", "7", "8", "shop"):
        assert game.set(brody=space).may("brody", Binoculars) == set()
    for space in "NESW":
        assert game.set(brody=space).may("brody", Binoculars) == {Binoculars()}


@pytest.mark.parametrize("office", ["6", "7"])
def test_brody_closes_a_beach(office):
    """JW-22, JW-24: once a round, on 6 or 7, any beach without a swimmer."""
    game = crew_phase(brody=office, swimmers={"N": 1}, michael="E")
    assert game.may("brody", Close) == {Close("S"), Close("W")}
    game.brody(Close("W"))
    assert game.space("W").token == "closed"
    told = game.story(TokenTurned)
    assert (told.beach, told.side, told.by) == ("W", "closed", "brody")
    assert game.left("brody") == 3
    assert game.may("brody", Close) == set()
    game.next(3).shark(EndTurn()).set(swimmers={}, michael="gone")
    assert game.may("brody", Close) == {Close("N"), Close("S"), Close("E")}
    for space in ("5", "8", "N", "shop"):
        assert game.set(brody=space).may("brody", Close) == set()


def test_closing_another_beach_moves_the_token():
    """JW-24: and turns it to closed; the beach that bears it can't be closed."""
    game = crew_phase(brody="6", swimmers={}, token="S", opening=True)
    assert game.may("brody", Close) == {Close("N"), Close("E"), Close("W")}
    game.brody(Close("E"))
    assert {beach: game.space(beach).token for beach in "NESW"} == {"N": None, "S": None, "E": "closed", "W": None}


def test_barrels_ashore_and_on_boats_trigger_nothing():
    """JW-23: nor does swimming over a floating one attach it."""
    game = Game(9, "4", docked={"8": 3}, quint="8", floating={"S": 5}).shark(Swim("8"), Swim("S"), EndTurn())
    assert game.story(SharkReported).sensors == ("S",)
    assert (game.view().attached, game.space("S").floating) == (0, 5)


def test_the_mover_shows_the_shark_until_its_next_turn():
    """JW-23: a find is public, and the mover is gone when the shark swims again."""
    game = crew_phase(start="7", hooper="7").hooper(FishFinder())
    for seat in ("shark", "quint", "brody", "hooper", None):
        assert game.view(seat).revealed == "7"
    # The event of card 16 asks Brody: the shark has not begun, and the mover is still there.
    game.next(16)
    assert game.view().revealed == "7"
    game.brody(sorted(game.may("brody"), key=str)[0])
    assert game.view().revealed is None
    assert game.view().possible == ("7",)


def test_a_hidden_shark_is_found_by_nobody_but_the_launch():
    """JW-20: whatever tokens it played."""
    game = Game(9, "4").shark(OutOfSight(), EndTurn()).set(hooper="4").hooper(FishFinder(), EndTurn())
    assert game.story(CrewTurnEnded).member == "hooper"
    game.quint(Launch("4"))
    assert game.story(BarrelLaunched).hit
    # The hit shows that it was the cloak.
    assert {ghost[1:] for ghost in game.stage.ghosts} == {(0b100, 1)}
