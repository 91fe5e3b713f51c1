"""What the machine players of act one reckon with: JW-60, JW-15 to JW-22."""

from __future__ import annotations

from random import Random

import pytest
from jaws_amity import Game
from msgspec.structs import replace

from tableshark_jaws.amity import shark, trace
from tableshark_jaws.amity.bots_hunt import HIT, SAIL, SWIM, WALK, Shot, believe, hunter, looked
from tableshark_jaws.amity.bots_pursuit import NOWHERE, Pursuit
from tableshark_jaws.amity.bots_turns import Turns
from tableshark_jaws.amity.moves import EndTurn
from tableshark_jaws.amity.state import NOBODY
from tableshark_jaws.amity.tables import BEACHES, NEAR, NUMBER


def ghosts(random, most=24):
    """Draw what can be true of the shark."""
    return tuple(sorted({(random.randrange(12), random.choice((0, 4)), 0) for _ in range(random.randrange(1, most))}))


def veiled(random):
    """The same, with some out of sight."""
    return tuple(sorted({(space, used, int(used == 4 and random.random() < 0.7)) for space, used, _ in ghosts(random)}))


def table(random):
    """Draw a table at which the shark has ended its turn."""
    places = [str(random.randrange(1, 9)) for _ in range(2)]
    game = Game(3, "1", quint=places[0], hooper=places[1], brody=random.choice(("6", "shop", "N", "E")))
    game.set(held={"quint": random.randrange(5), "hooper": random.randrange(3)}, attached=random.randrange(2))
    game.set(floating={str(random.randrange(1, 9)): random.randrange(3)})
    game.shark(EndTurn())
    return game.stage


def test_jw_10_distances_are_those_of_the_board():
    """JW-10, JW-11, JW-21: steps of the shark and of Quint, of Hooper, and of Brody."""
    assert SWIM[NUMBER["N"]][NUMBER["S"]] == SWIM[NUMBER["W"]][NUMBER["E"]] == 4
    assert SAIL[NUMBER["N"]][NUMBER["S"]] == 2
    assert WALK[NUMBER["shop"]] == {NUMBER[name]: away for name, away in _walks().items()}


def _walks():
    return {"shop": 0, "5": 1, "6": 1, "7": 1, "N": 1, "S": 1, "W": 2, "E": 2, "8": 2}


def test_jw_60_belief_is_spread_over_what_can_be():
    """JW-60: it sums to one, is nowhere else, and the answers part it without loss."""
    random = Random("belief")
    for _ in range(100):
        can = veiled(random)
        belief = believe(can)
        assert sum(belief.seen) + sum(belief.veiled) == pytest.approx(1)
        for space in range(12):
            assert (belief.seen[space] > 0) == any(one[0] == space and not one[2] for one in can)
            assert (belief.veiled[space] > 0) == any(one[0] == space and one[2] for one in can)
        at, beach = random.randrange(12), random.choice(BEACHES)
        for answer, cell in zip(("here", "nearby", "neither"), belief.answers(at), strict=True):
            left = trace.after_finder(can, at, answer)
            assert {space for _, space, _ in cell} == set(trace.spaces(left))
            for here, part in zip((True, False), looked(cell, beach), strict=True):
                assert {space for _, space, _ in part} == set(trace.spaces(trace.after_binoculars(left, beach, here)))
        parts = [part for cell in belief.answers(at) for part in looked(cell, beach)]
        assert sum([weight for part in parts for weight, _, _ in part]) == pytest.approx(1)


def launched(order, truth, count, missing):
    """Launch into spaces in order, and once one hits into that; say what comes of it."""
    hits = 0
    for _ in range(count):
        target = truth if hits else order.pop(0) if order else None
        hits += target == truth
        if hits == missing:
            return 1.0
    return HIT if hits else 0.0


def test_jw_20_launches_are_worth_what_they_hit():
    """JW-19, JW-20, JW-60: against launching barrel by barrel, wherever the shark is."""
    random = Random("launch")
    for _ in range(300):
        cell = believe(veiled(random)).whole
        missing, count, space = random.choice((1, 2)), random.randrange(1, 5), random.randrange(12)
        mask = sum(1 << to for to in (space, *NEAR[space]))
        shot = Shot(mask, max(0, count - missing + 1), min(count, missing - 1))
        order = [one for _, one, _ in cell if mask >> one & 1]
        expected = sum(weight * launched([*order], truth, count, missing) for weight, truth, _ in cell)
        assert shot.worth(cell) == pytest.approx(expected)
        assert sum(weight * shot.cover(cell).get(one, 0) for weight, one, _ in cell) == pytest.approx(expected)


def test_jw_19_the_hunter_sails_and_picks_up():
    """JW-19: two launches need two barrels and two actions, and a pick-up needs one."""

    def at(name, **given):
        found = {"actions": 4, "barrels": 2, "missing": 2, **given}
        return hunter(NUMBER["8"], **found).best([(1.0, NUMBER[name], 1.0)])

    assert at("8") == at("E") == at("2") == at("6") == at("W") == 1
    assert at("5") == HIT
    assert at("W", actions=3) == HIT
    assert at("W", actions=2) == 0
    assert at("E", barrels=1) == HIT
    assert at("E", barrels=1, missing=1) == 1
    assert at("E", barrels=0) == 0
    assert at("E", barrels=0, sources=[(NUMBER["8"], 2)]) == 1
    assert at("E", barrels=0, sources=[(NUMBER["4"], 2)]) == 0.35
    assert at("3", barrels=0, sources=[(NUMBER["4"], 2)]) == 1
    assert hunter(NUMBER["8"], 4, 0, 2).best([(1.0, 8, 1.0)]) == 0


def test_jw_60_the_danger_is_what_plans_of_the_crew_cover():
    """JW-60: no space is covered more than once, and all in all about as well as by the best plan."""
    random = Random("danger")
    for _ in range(80):
        pursuit, belief = Pursuit(table(random)), believe(veiled(random))
        danger = pursuit.danger(belief)
        assert all(0 <= one <= 1 + 1e-9 for one in (*danger.seen, *danger.veiled, danger.whole))
        covered = sum([a * b for a, b in zip(belief.seen, danger.seen, strict=True)])
        covered += sum([a * b for a, b in zip(belief.veiled, danger.veiled, strict=True)])
        assert danger.whole - 0.1 < covered <= danger.whole + 1e-9
        plans = [pursuit.find(belief, at, pursuit.hunter(more)) for more, at in pursuit.ways]
        assert danger.whole == max(plans)
        assert danger.whole >= pursuit.hunter().best(belief.whole) - 1e-9


def test_jw_60_whoever_has_acted_is_no_danger():
    """JW-60: without Quint nobody is caught, without Hooper and Brody nobody is found."""
    random = Random("acted")
    for _ in range(30):
        stage, belief = table(random), believe(ghosts(random))
        assert Pursuit(replace(stage, acted=(0,))).danger(belief).whole == 0
        alone = Pursuit(replace(stage, acted=(1, 2)))
        assert alone.ways == ((0, NOWHERE),)
        assert alone.danger(belief).whole == pytest.approx(alone.hunter().best(belief.whole))


def shark_tables(count):
    """Draw tables at which the shark is in its turn, some of them in the midst of it."""
    random = Random("turns")
    for _ in range(count):
        game = Game(random.choice((1, 3, 5)), random.choice(("1", "N", "E", "5", "7")), quint="N", hooper="1")
        if game.stage.asked:
            game.play("quint", game.may("quint").pop())
        game.set(swimmers={beach: random.randrange(4) for beach in "NESW"}, floating={"N": 1, "2": 2, "7": 1})
        game.set(michael=random.choice("NE"), used=random.randrange(16))
        for _ in range(random.choice((0, 0, 1, 2))):
            game.shark(random.choice([move for move in shark.legal(game.stage) if not isinstance(move, EndTurn)]))
        yield random, game


def ended(stage, steps):
    """Play steps, and end the turn: what is told, and what is hidden."""
    for step in steps:
        assert step in shark.legal(stage)
        stage = shark.act(stage, step)
    token = shark.so_far(stage).token
    after, _ = shark.report(stage)
    return after, token


def test_jw_15_every_turn_that_is_listed_can_be_played():
    """JW-15, JW-16, JW-17, JW-26: and its report is the one that is told."""
    for _, game in shark_tables(40):
        for turn, steps in Turns(game.stage).all().items():
            after, token = ended(game.stage, steps)
            report = turn.report(game.stage)
            assert (after.shark, token) == (turn.space, turn.token)
            assert after.ghosts == trace.after_turn(game.stage.ghosts, shark.scene(game.stage), report)
            assert after.track == game.stage.track + turn.food
            assert sum(after.report.eaten.values()) == sum(report.eaten)
            assert [NUMBER[space] for space in after.report.sensors] == list(report.sensors)


def test_jw_15_no_turn_is_left_out():
    """JW-15: but for some that only waste a token."""
    checked = 0
    for random, game in shark_tables(60):
        listed = {(turn.space, turn.eaten, turn.michael, turn.sensors) for turn in Turns(game.stage).all()}
        for _ in range(40):
            stage = game.stage
            for _ in range(random.randrange(6)):
                moves = [move for move in shark.legal(stage) if not isinstance(move, EndTurn)]
                if moves:
                    stage = shark.act(stage, random.choice(moves))
            turn = shark.so_far(stage)
            sensors = sum(1 << space for space in set(turn.trail) if stage.floating[space])
            if turn.token in (NOBODY, game.stage.shark_turn.token, trace.BURST, trace.FRENZY):
                assert (turn.trail[-1], turn.eaten, turn.michael, sensors) in listed
                checked += 1
    assert checked > 1000
