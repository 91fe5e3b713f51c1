"""How act one ends, and whole games of it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from jaws_amity import ISLAND, Game, IslandOptions, barrels

from tableshark import Awaiting, Outcome, Quick
from tableshark_jaws.amity import act, crew
from tableshark_jaws.amity.moves import Eat, EndTurn, Launch
from tableshark_jaws.amity.news import AmityOver, SharkReported
from tableshark_jaws.amity.state import Amity, headcount
from tableshark_jaws.amity.tables import TABLES

SWIMMER = Eat("swimmer")


@pytest.mark.parametrize(
    ("limit", "track", "ends"), [(9, 6, False), (9, 7, True), (9, 8, True), (7, 4, False), (7, 5, True)]
)
def test_the_track_ends_it_with_the_report(limit, track, ends):
    """JW-25: at the last slot or beyond, 9, and 7 where act one is played alone."""
    game = Game(10, "S", limit=limit, track=track).shark(SWIMMER, SWIMMER)
    assert act.ending(game.stage) is None
    game.shark(EndTurn())
    assert act.ending(game.stage) == ("track" if ends else None)
    assert game.stage.phase == ("over" if ends else "crew")
    assert game.heard(AmityOver) is ends
    assert game.told[0] == game.story(SharkReported)


def test_the_second_barrel_ends_it_at_once():
    """JW-25: Quint has actions left, and the others have not acted."""
    game = Game(9, "8").shark(EndTurn()).quint(Launch("8"))
    assert act.ending(game.stage) is None
    game.quint(Launch("8"))
    assert act.ending(game.stage) == "barrels"
    assert game.told[-1].text == "Act one is over: two barrels are on the shark."
    assert act.REASONS["barrels"] == "two barrels are on the shark"


def test_it_is_over_after_160_rounds():
    """JW-25: when the last of the crew has acted in the last of them, whatever the track says."""
    game = Game(9, "8").set(round=159).rest()
    assert (game.stage.round, game.stage.phase) == (160, "shark")
    game.rest()
    assert act.ending(game.stage) == "rounds"
    assert game.stage.round == 160
    assert game.story(AmityOver).because == "rounds"


def test_the_rest_of_the_crew_still_acts_in_the_last_round():
    """JW-25: and so can still win it."""
    game = Game(9, "8").set(round=160).shark(EndTurn()).hooper(EndTurn()).brody(EndTurn())
    assert act.ending(game.stage) is None
    assert act.ending(game.quint(Launch("8"), Launch("8")).stage) == "barrels"


@pytest.mark.parametrize("hundred", range(3))
def test_random_games_end_by_the_rules(hundred):
    """JW-13, JW-25: three hundred of them, with everything that always holds looked at after each step."""
    endings = set()
    for seed in range(100 * hundred, 100 * hundred + 100):
        random = Random(seed)
        chance = Quick(random)
        stage, told = act.begin(7 if seed % 2 else 9, chance)
        while (ending := act.ending(stage)) is None:
            asked = act.asked(stage)
            seat = random.choice(sorted(asked.seats))
            before, secret = stage, stage.phase == "shark"
            stage, told = act.play(stage, seat, random.choice(act.legal(stage, seat)), chance)
            assert bool(told) is (not secret or stage.phase != "shark")
            assert all(story.text[-1] == "." for story in told)
            _holds(stage, before)
        endings.add(ending)
        assert told[-1].because == ending
        assert ending == ("barrels" if stage.attached == 2 else "track" if stage.track >= stage.limit else "rounds")
        assert msgspec.json.decode(msgspec.json.encode(stage), type=Amity) == stage
        assert -1 <= act.standing(stage) <= 1
    assert endings >= {"barrels", "track"}


def _holds(stage, before):
    assert barrels(stage) == 8
    assert min(stage.swimmers) >= 0
    assert sum(stage.swimmers) <= 15
    assert min((*stage.held, stage.shop, *stage.docked, *stage.floating)) >= 0
    assert stage.held[1] <= 1
    assert before.track <= stage.track
    assert 1 <= stage.round <= TABLES.rounds
    if stage.token >= 0:
        assert headcount(stage, stage.token) == 0
    truth = (stage.shark, stage.used, int(stage.cloaked))
    assert truth in stage.ghosts
    assert (stage.shark_turn is not None) is (stage.phase == "shark")
    if stage.crew_turn:
        assert 0 <= crew.actions_left(stage, stage.crew_turn.member) <= 5


def test_random_games_by_the_engine():
    """JW-25: the outcome names the winners, the three of the crew together."""
    for seed in range(10):
        random = Random(seed)
        chance = Quick(random)
        island = ISLAND.setup(IslandOptions(), chance)
        while isinstance(asked := ISLAND.status(island), Awaiting):
            seat = random.choice(sorted(asked.seats))
            island = ISLAND.apply(island, {seat: random.choice(ISLAND.legal(island, seat))}, chance)
        assert isinstance(asked, Outcome)
        won = act.ending(island.stage) == "track"
        assert asked.ranks == {"shark": 1 if won else 4, **dict.fromkeys(("quint", "brody", "hooper"), 2 if won else 1)}


def test_standing_grows_with_the_track_and_falls_with_barrels():
    """JW-25: for machine players that judge a position by it."""
    game = Game(10, "S")
    start = act.standing(game.stage)
    eaten = act.standing(game.shark(SWIMMER).stage)
    assert start < eaten
    hit = act.standing(game.shark(EndTurn()).set(quint="S").quint(Launch("S")).stage)
    assert hit < start
    assert act.standing(game.quint(Launch("S")).stage) == -1
    full = Game(10, "S", track=8).shark(SWIMMER, EndTurn())
    assert act.standing(full.stage) == 1
