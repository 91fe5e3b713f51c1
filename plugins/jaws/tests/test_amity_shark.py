"""The shark's turn: its actions, its power tokens, and what is told of it."""

from __future__ import annotations

import pytest
from jaws_amity import Game

from tableshark_jaws.amity.moves import (
    Binoculars,
    Climb,
    Eat,
    EndTurn,
    EvasiveMoves,
    FeedingFrenzy,
    FishFinder,
    GiveBarrels,
    Launch,
    OutOfSight,
    PickDock,
    SpeedBurst,
    Swim,
    Tip,
)
from tableshark_jaws.amity.news import BarrelLaunched, BinocularsAnswered, FinderAnswered, SharkReported
from tableshark_jaws.amity.views import EatenAt

SWIMMER, MICHAEL = Eat("swimmer"), Eat("michael")
TOKENS = (FeedingFrenzy(), EvasiveMoves(), OutOfSight(), SpeedBurst(("5",)))


def test_up_to_three_actions():
    """JW-15: moves and meals in any order and number, and an end at any time."""
    # Card 10 brings two to South Beach.
    game = Game(card=10, start="4")
    assert EndTurn() in game.may("shark")
    game.shark(Swim("S"), SWIMMER, Swim("7"))
    assert game.may("shark") == {EvasiveMoves(), OutOfSight(), EndTurn()}
    game.shark(EndTurn())
    assert game.view().track == 1
    assert game.water()["S"] == 1
    eats = Game(card=10, start="S", swimmers={"S": 3}).shark(SWIMMER, SWIMMER, SWIMMER)
    assert eats.may("shark", Eat, Swim, FeedingFrenzy, SpeedBurst) == set()
    still = Game(card=10, start="S").shark(EndTurn())
    assert (still.view().track, still.stage.phase) == (0, "crew")


def test_only_what_swims_in_the_own_space_is_eaten():
    """JW-15: an ordinary swimmer or Michael, as long as there is one."""
    game = Game(card=10, start="N", michael="N")
    assert game.may("shark", Eat) == {MICHAEL}
    game.shark(MICHAEL)
    assert game.may("shark", Eat) == set()
    both = Game(card=3, start="N", michael="N")
    assert both.may("shark", Eat) == {SWIMMER, MICHAEL}
    both.shark(SWIMMER)
    assert both.may("shark", Eat) == {MICHAEL}
    assert Game(card=3, start="1", michael="N").may("shark", Eat) == set()


def test_swimmers_count_one_and_michael_two():
    """JW-15: on the track; in the report Michael is one swimmer."""
    game = Game(card=3, start="N", michael="N").shark(SWIMMER, MICHAEL, EndTurn())
    assert game.view().track == 3
    assert game.view().michael == "gone"
    told = game.story(SharkReported)
    assert (told.eaten, told.michael, told.track) == ({"N": 2}, True, 3)
    assert "2 at North Beach, Michael among them; the track is at 3" in told.text


def test_the_turn_goes_on_beyond_the_last_slot():
    """JW-15: the track passes 9 in mid-turn, and the turn goes on to the report."""
    game = Game(card=10, start="S", swimmers={"S": 3}, track=7).shark(SWIMMER, SWIMMER)
    assert game.view("shark").track == 9
    assert game.stage.phase == "shark"
    game.shark(SWIMMER)
    assert game.view("shark").track == 10
    game.shark(EndTurn())
    assert game.view().track == 10


def test_card_five_gives_a_fourth_action():
    """JW-15: with card 5, and not in the next round."""
    game = Game(card=3, start="1").next(5)
    game.brody(sorted(game.may("brody"), key=str)[0])
    game.shark(Swim("2"), Swim("1"), Swim("2"), Swim("1"))
    assert game.may("shark") == {EvasiveMoves(), OutOfSight(), EndTurn()}
    game.next(3)
    assert game.view("shark").secrets.actions == 3


@pytest.mark.parametrize("first", TOKENS)
def test_one_token_a_round_and_each_once(first):
    """JW-15, JW-17: the played one is gone, the others can be played from the next round on."""
    kinds = [type(token) for token in TOKENS]
    game = Game(card=9, start="N")
    assert {type(move) for move in game.may("shark", *kinds)} == set(kinds)
    game.shark(first)
    assert game.may("shark", *kinds) == set()
    game.next(9)
    game.shark(*([] if game.view("shark").secrets.space == "N" else [Swim("N")]))
    assert {type(move) for move in game.may("shark", *kinds)} == set(kinds) - {type(first)}


def test_the_report():
    """JW-16: swimmers per beach, sensors without order or count, and whether a token was played."""
    game = Game(card=9, start="N", floating={"N": 2, "1": 1, "2": 1, "4": 3})
    game.shark(SWIMMER, SpeedBurst(("1", "3", "1")), Swim("2"), EndTurn())
    told = game.story(SharkReported)
    # The space of the start counts, and one that was passed in a burst; a second visit doesn't.
    assert told.sensors == ("1", "2", "N")
    assert (told.eaten, told.michael, told.tipped, told.token) == ({"N": 1}, False, (), True)
    assert game.view().report == told
    assert told.text == (
        "The shark's turn is over. It ate 1 at North Beach; the track is at 1. "
        "Sensors went off at space 1, space 2 and North Beach. It played a power token."
    )
    quiet = Game(card=9, start="7", floating={"1": 1}).shark(EndTurn()).story(SharkReported)
    assert (quiet.sensors, quiet.eaten, quiet.token) == ((), {}, False)
    assert quiet.text == "The shark's turn is over. It ate nobody. It played no power token."


def test_a_sensor_goes_off_where_the_shark_stays():
    """JW-16: the start included, without any move."""
    game = Game(card=9, start="4", floating={"4": 1}).shark(EndTurn())
    assert game.story(SharkReported).sensors == ("4",)


def test_until_the_report_others_see_what_was_before():
    """JW-16: track, swimmers, supply and Michael."""
    game = Game(card=9, start="N", michael="N")
    before = {seat: game.view(seat) for seat in ("quint", "brody", "hooper", None)}
    game.shark(SWIMMER, MICHAEL)
    assert {seat: game.view(seat) for seat in before} == before
    own = game.view("shark")
    assert (own.track, own.supply, own.michael) == (3, before[None].supply + 1, "gone")
    assert (game.space("N", "shark").swimmers, game.space("N").swimmers) == (0, 1)
    game.shark(EndTurn())
    after = game.view()
    assert (after.track, after.supply, after.michael) == (3, before[None].supply + 1, "gone")
    assert game.space("N").swimmers == 0


def test_the_rulebooks_turn():
    """JW-17: two swimmers at North Beach, then three spaces to 4 with the third action."""
    # Card 8 puts two swimmers there.
    game = Game(card=8, start="N")
    game.shark(SWIMMER, SWIMMER, SpeedBurst(("1", "3", "4")))
    secrets = game.view("shark").secrets
    assert (secrets.space, secrets.actions, secrets.token) == ("4", 0, "speed_burst")
    assert secrets.trail == ("N", "1", "3", "4")
    assert secrets.eaten == (EatenAt("N", 2, False),)
    game.shark(EndTurn())
    told = game.story(SharkReported)
    assert (told.eaten, told.token, game.view().track) == ({"N": 2}, True, 2)
    assert game.view("shark").secrets.space == "4"
    assert "speed_burst" not in game.view("shark").secrets.tokens


def test_feeding_frenzy():
    """JW-17: one action eats everybody in the space, Michael for two."""
    game = Game(card=8, start="N", swimmers={"N": 3, "E": 1}, michael="N")
    game.shark(SWIMMER, FeedingFrenzy())
    assert game.view("shark").secrets.eaten == (EatenAt("N", 5, True),)
    assert game.view("shark").secrets.actions == 1
    game.shark(Swim("1"), EndTurn())
    told = game.story(SharkReported)
    assert (told.eaten, told.michael, told.token, game.view().track) == ({"N": 6}, True, True, 7)
    assert game.water() == {"N": 0, "S": 1, "E": 1, "W": 2}


def test_feeding_frenzy_needs_somebody():
    """JW-17: a swimmer, or Michael alone."""
    empty = Game(card=10, start="N")
    assert empty.may("shark", FeedingFrenzy) == set()
    alone = Game(card=10, start="N", michael="N").shark(FeedingFrenzy(), EndTurn())
    assert (alone.story(SharkReported).eaten, alone.view().track) == ({"N": 1}, 2)
    one = Game(card=3, start="N").shark(SWIMMER)
    assert one.may("shark", FeedingFrenzy) == set()


@pytest.mark.parametrize("early", [True, False])
def test_evasive_moves(early):
    """JW-17: no sensor goes off, played before the move or after it, and without an action left."""
    swim = (Swim("1"), Swim("3"), Swim("4"))
    moves = (EvasiveMoves(), *swim) if early else (*swim, EvasiveMoves())
    game = Game(card=9, start="N", floating={"N": 1, "1": 1, "4": 1}).shark(*moves, EndTurn())
    told = game.story(SharkReported)
    assert (told.sensors, told.token) == ((), True)
    game.next(9).shark(EndTurn())
    assert game.story(SharkReported).sensors == ("4",)


@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("last", [True, False])
def test_out_of_sight(hidden, last):
    """JW-17: this round binoculars say no and the fish finder says neither; a launch hits all the same."""
    cloak = [OutOfSight()] if hidden else []
    moves = [Swim("1"), Swim("N"), *cloak] if last else [*cloak, Swim("1"), Swim("N")]
    game = Game(card=9, start="2").shark(*moves, EndTurn())
    assert game.story(SharkReported).token is hidden
    game.set(brody="N", hooper="N", quint="1")
    game.brody(Binoculars())
    assert game.story(BinocularsAnswered).here is not hidden
    assert (game.view().revealed is None) is hidden
    game.brody(EndTurn()).hooper(FishFinder())
    assert game.story(FinderAnswered).answer == ("neither" if hidden else "here")
    game.hooper(EndTurn()).quint(Launch("N"))
    assert game.story(BarrelLaunched).hit
    assert game.view().revealed == "N"
    # The round after, it hides no more.
    game.next(9).shark(EndTurn()).brody(Binoculars())
    assert game.story(BinocularsAnswered).here


def test_out_of_sight_hides_also_what_is_nearby():
    """JW-17: neither, whatever is true."""
    for moves, answer in (((OutOfSight(),), "neither"), ((), "nearby")):
        game = Game(card=9, start="N").shark(*moves, EndTurn()).set(hooper="1").hooper(FishFinder())
        assert game.story(FinderAnswered).answer == answer


def test_speed_burst():
    """JW-17: one action along one to three spaces, also back to one it was in."""
    game = Game(card=9, start="5")
    paths = {move.path for move in game.may("shark", SpeedBurst)}
    assert {len(path) for path in paths} == {1, 2, 3}
    assert ("1", "5", "1") in paths
    near = {"5": "1NW", "1": "235N", "N": "156", "W": "357"}
    assert {path for path in paths if len(path) < 3} == {
        *[(one,) for one in near["5"]],
        *[(one, two) for one in near["5"] for two in near[one]],
    }
    game.shark(SpeedBurst(("1", "5", "1")))
    assert game.view("shark").secrets.space == "1"
    assert game.view("shark").secrets.actions == 2
    # Any other move is of one space.
    assert {move.to for move in game.may("shark", Swim)} == {"2", "3", "5", "N"}


def test_tokens_leave_the_game_unseen():
    """JW-17: others learn that one was played, and not which."""
    seen = set()
    for token in (EvasiveMoves(), OutOfSight()):
        game = Game(card=9, start="7").shark(token, EndTurn())
        assert len(game.view("shark").secrets.tokens) == 3
        seen.add(repr((game.view("quint"), game.view(), game.told, game.stage.ghosts)))
    assert len(seen) == 1


def test_tipping():
    """JW-26: each boat once, in its space, at the start or after a move, without an action."""
    game = Game(card=1, start="8", hooper="E")
    assert game.may("shark", Tip) == {Tip("orca")}
    game.shark(Tip("orca"))
    assert game.may("shark", Tip) == set()
    assert game.view("shark").secrets.actions == 3
    assert game.view("shark").secrets.tipped == ("orca",)
    game.shark(Swim("E"), Swim("2"), Swim("E"), Tip("hooper"))
    assert game.may("shark") == {EvasiveMoves(), OutOfSight(), EndTurn()}
    assert not any(member.in_water for member in game.view().crew)
    game.shark(EndTurn())
    assert game.story(SharkReported).tipped == ("orca", "hooper")
    assert "It tipped the Orca and Hooper's boat." in game.story(SharkReported).text
    assert {member.member for member in game.view().crew if member.in_water} == {"quint", "hooper"}


def test_two_boats_in_one_space():
    """JW-26: both of them can be tipped, or one."""
    game = Game(card=1, start="5", quint="5")
    assert game.may("shark", Tip) == {Tip("orca"), Tip("hooper")}
    game.shark(Tip("hooper"), EndTurn())
    assert game.stage.in_water == (False, True)


def test_a_burst_only_passes_a_boat():
    """JW-26: the shark tips where it is between two actions."""
    game = Game(card=1, start="7", hooper="W").shark(SpeedBurst(("W", "3", "1")))
    assert game.may("shark", Tip) == set()
    stops = Game(card=1, start="7", hooper="W").shark(SpeedBurst(("3", "W")))
    assert stops.may("shark", Tip) == {Tip("hooper")}


def test_a_captain_in_the_water_climbs_first():
    """JW-26: with two of his actions, or is in the water next round."""
    game = Game(card=1, start="8").shark(Tip("orca"), EndTurn())
    assert game.may("quint") == {Climb(), EndTurn()}
    game.quint(Climb())
    assert game.left("quint") == 2
    assert not game.view().crew[0].in_water
    assert game.may("quint", Launch)
    wet = Game(card=1, start="8").shark(Tip("orca"), EndTurn()).next(10)
    assert wet.view().crew[0].in_water
    wet.shark(EndTurn())
    assert wet.may("quint") == {Climb(), EndTurn()}
    # Card 10 leaves him three.
    assert wet.quint(Climb()).left("quint") == 3


def test_a_captain_in_the_water_can_be_given_barrels():
    """JW-26: Quint."""
    game = Game(card=1, start="8", hooper="8", held={"quint": 2, "hooper": 2}).shark(Tip("orca"), EndTurn())
    game.hooper(GiveBarrels(2))
    assert game.view().crew[0].barrels == 4


def test_a_boat_can_be_tipped_while_its_captain_is_in_the_water():
    """JW-26: nothing changes by it, but the report tells it."""
    game = Game(card=1, start="8", in_water=(True, False)).shark(Tip("orca"), EndTurn())
    assert game.story(SharkReported).tipped == ("orca",)
    assert game.may("quint") == {Climb(), EndTurn()}


def test_events_move_a_captain_in_the_water_with_the_boat():
    """JW-26: and there he stays."""
    game = Game(card=12, swimmers={"W": 1}, in_water=(True, True))
    assert (game.at("quint"), game.at("hooper")) == ("W", "W")
    game.shark(EndTurn())
    assert game.may("quint") == game.may("hooper") == {Climb(), EndTurn()}
    dock = Game(card=5, in_water=(False, True)).brody(PickDock("8"))
    assert (dock.at("hooper"), dock.stage.in_water) == ("8", (False, True))
