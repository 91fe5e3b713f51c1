"""The trace of the shark: JW-15, JW-16, JW-17, JW-26, against a search that takes every step of every turn."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from random import Random
from typing import NamedTuple

import pytest

from tableshark_jaws.amity import trace
from tableshark_jaws.amity.trace import TOKENS, Report, Scene

NAMES = ("1", "2", "3", "4", "5", "6", "7", "8", "N", "E", "S", "W")
ROADS = "1-2,1-3,1-5,1-N,2-4,2-6,2-E,3-4,3-7,3-W,4-8,4-S,5-N,5-W,6-N,6-E,7-S,7-W,8-E,8-S"
"""The water of JW-10, as it is told there."""


def near(space):
    ends = [road.split("-") for road in ROADS.split(",")]
    return [two for one, two in ends if one == space] + [one for one, two in ends if two == space]


NEAR = {space: near(space) for space in NAMES}


class Turn(NamedTuple):
    """The turn of the shark while it goes on, in the words of the rules."""

    space: str
    used: frozenset
    left: int
    swimmers: dict
    michael: str | None
    seen: tuple
    """All spaces it was in so far."""
    eaten: tuple = ()
    """Where it ate, once for each swimmer."""
    got_michael: bool = False
    tipped: frozenset = frozenset()
    token: str | None = None


def steps(turn, boats):
    """Give every single thing the shark may do now."""
    here = turn.space
    for boat, place in boats.items():
        if place == here and boat not in turn.tipped:
            yield turn._replace(tipped=turn.tipped | {boat})
    free = [token for token in TOKENS if token not in turn.used] if turn.token is None else []
    for token in ("evasive_moves", "out_of_sight"):
        if token in free:
            yield turn._replace(token=token)
    if not turn.left:
        return
    turn = turn._replace(left=turn.left - 1)
    for to in NEAR[here]:
        yield turn._replace(space=to, seen=(*turn.seen, to))
        if "speed_burst" in free:
            fast = turn._replace(token="speed_burst")
            yield fast._replace(space=to, seen=(*turn.seen, to))
            for then in NEAR[to]:
                yield fast._replace(space=then, seen=(*turn.seen, to, then))
                for last in NEAR[then]:
                    yield fast._replace(space=last, seen=(*turn.seen, to, then, last))
    count = turn.swimmers.get(here, 0)
    if count:
        yield turn._replace(swimmers={**turn.swimmers, here: count - 1}, eaten=(*turn.eaten, here))
    if turn.michael == here:
        yield turn._replace(michael=None, eaten=(*turn.eaten, here), got_michael=True)
    if "feeding_frenzy" in free and (count or turn.michael == here):
        both = turn.michael == here
        yield turn._replace(
            token="feeding_frenzy",
            swimmers={**turn.swimmers, here: 0},
            michael=None if both else turn.michael,
            eaten=turn.eaten + (here,) * (count + both),
            got_michael=turn.got_michael or both,
        )


def told(turn, floating):
    """Tell the end of a turn to everybody, and give what stays hidden."""
    rang = set() if turn.token == "evasive_moves" else set(turn.seen) & floating
    report = Report(
        eaten=tuple(turn.eaten.count(beach) for beach in "NESW"),
        michael=turn.got_michael,
        sensors=tuple(sorted(NAMES.index(space) for space in rang)),
        tipped=("orca" in turn.tipped, "boat" in turn.tipped),
        token=turn.token is not None,
    )
    mask = sum(1 << TOKENS.index(token) for token in (*turn.used, *([turn.token] if turn.token else [])))
    return report, (NAMES.index(turn.space), mask, int(turn.token == "out_of_sight"))


def every_end(ghosts, scene):
    """Take every step of every turn one by one: each report with all that it can mean."""
    floating = {NAMES[space] for space in scene.floating}
    boats = {} if scene.boats is None else dict(zip(("orca", "boat"), (NAMES[at] for at in scene.boats), strict=True))
    found = defaultdict(set)
    for space, mask, _ in ghosts:
        used = frozenset(token for bit, token in enumerate(TOKENS) if mask >> bit & 1)
        swimmers = dict(zip("NESW", scene.swimmers, strict=True))
        michael = None if scene.michael < 0 else "NESW"[scene.michael]
        todo, known = [Turn(NAMES[space], used, scene.actions, swimmers, michael, (NAMES[space],))], set()
        while todo:
            turn = todo.pop()
            report, end = told(turn, floating)
            found[report].add(end)
            for after in steps(turn, boats):
                # The same by another way: who was eaten is who is left.
                alike = (*after[:3], after.michael, *after[8:], *after.swimmers.values(), frozenset(after.seen))
                if alike not in known:
                    known.add(alike)
                    todo.append(after)
    return found


def position(random, *, actions, tips, used=None):
    """Draw a small position: few ghosts, so that every turn can be walked through."""
    spaces = random.sample(range(12), random.choice((1, 1, 2)))
    ghosts = {(space, random.randrange(16) if used is None else used, random.randrange(2)) for space in spaces}
    scene = Scene(
        swimmers=tuple(random.choice((0, 0, 1, 2, 3)) for _ in range(4)),
        michael=random.choice((-1, -1, 0, 1, 2, 3)),
        floating=tuple(sorted(random.sample(range(12), random.randrange(6)))),
        actions=actions,
        boats=(random.randrange(12), random.choice((spaces[0], random.randrange(12)))) if tips else None,
    )
    return tuple(sorted(ghosts)), scene


def others(report):
    """Give reports that differ from this one in a single thing: most can't come from the same position."""
    return (
        report._replace(token=not report.token),
        report._replace(michael=not report.michael),
        report._replace(sensors=tuple(sorted({*report.sensors} ^ {8}))),
        report._replace(sensors=()),
        report._replace(tipped=report.tipped[::-1]),
        report._replace(eaten=report.eaten[1:] + report.eaten[:1]),
        report._replace(eaten=(report.eaten[0] + 1, *report.eaten[1:])),
    )


def agree(ghosts, scene):
    """Compare every report that can come from a position, and reports that can't."""
    found = every_end(ghosts, scene)
    for report in {*found, *(wrong for one in found for wrong in others(one))}:
        assert trace.after_turn(ghosts, scene, report) == tuple(sorted(found.get(report, ())))
    return len(found)


CASES = {"three": (3, False, 120), "four": (4, False, 16), "tips": (3, True, 24)}


@pytest.mark.parametrize("case", CASES)
def test_jw_16_what_fits_a_report_is_what_some_turn_ends_in(case):
    """JW-15, JW-16, JW-17, JW-26: nothing more and nothing less, for every report that a position can give."""
    actions, tips, count = CASES[case]
    random, reports = Random(f"trace/{case}"), 0
    for _ in range(count):
        reports += agree(*position(random, actions=actions, tips=tips))
    assert reports > 10 * count


@pytest.mark.parametrize("token", range(4))
def test_jw_17_each_token_by_itself(token):
    """JW-17, JW-26: with a single token left, so that a mistake in one can't hide behind another."""
    random = Random(f"trace/{token}")
    for turn in range(8):
        agree(*position(random, actions=3 + (turn == 0), tips=turn % 2 == 1, used=15 ^ 1 << token))


def at(name):
    return NAMES.index(name)


QUIET = Report((0, 0, 0, 0), False, (), (False, False), False)
CALM = Scene((0, 0, 0, 0), -1, (), 3, None)


def found(ghosts):
    return {NAMES[space] for space in trace.spaces(ghosts)}


def test_jw_10_the_water_is_the_board():
    """JW-10."""
    assert [{NAMES[to] for to in row} for row in trace.NEAR] == [set(NEAR[name]) for name in NAMES]
    assert [len(ghost) for ghost in trace.anywhere()] == [3] * 12
    assert trace.spaces(trace.anywhere()) == tuple(range(12))


def test_jw_16_a_sensor_rings_in_the_space_where_the_turn_began():
    """JW-16: the start included."""
    scene = CALM._replace(floating=(at("N"),))
    here = ((at("N"), 0, 0),)
    assert trace.after_turn(here, scene, QUIET) == ()
    rang = trace.after_turn(here, scene, QUIET._replace(sensors=(at("N"),)))
    assert found(rang) == set(NAMES) - {"S"}


def test_jw_17_a_token_that_was_used_is_not_played_again():
    """JW-17: each once a game."""
    spent = ((at("4"), 15, 0),)
    assert trace.after_turn(spent, CALM, QUIET._replace(token=True)) == ()
    one_left = ((at("4"), 15 ^ 1 << trace.CLOAK, 0),)
    after = trace.after_turn(one_left, CALM, QUIET._replace(token=True))
    assert {ghost[1:] for ghost in after} == {(15, 1)}
    assert trace.at_rest(after) == tuple((space, 15, 0) for space in trace.spaces(after))


def test_jw_17_evasive_moves_count_backwards_too():
    """JW-17: the sensor of the start stays silent as well."""
    scene = CALM._replace(floating=tuple(range(12)))
    only = ((at("4"), 15 ^ 1 << trace.EVASIVE, 0),)
    assert trace.after_turn(only, scene, QUIET) == ()
    assert len(trace.after_turn(only, scene, QUIET._replace(token=True))) > 8


def test_jw_17_a_frenzy_leaves_nobody():
    """JW-17: all that are left in the space, Michael too, and it needs one."""
    scene = Scene((4, 0, 0, 0), 0, (), 3, None)
    here = ((at("N"), 15 ^ 1 << trace.FRENZY, 0),)
    fed = QUIET._replace(token=True)
    assert trace.after_turn(here, scene, fed._replace(eaten=(5, 0, 0, 0))) == ()
    all_five = fed._replace(eaten=(5, 0, 0, 0), michael=True)
    assert found(trace.after_turn(here, scene, all_five)) == {"N", "1", "5", "6", "2", "3", "W", "E"}
    assert trace.after_turn(here, scene, fed._replace(eaten=(4, 0, 0, 0))) == ()
    assert trace.after_turn(here, scene, fed) == ()


def test_jw_26_a_boat_is_tipped_where_the_shark_halts():
    """JW-26: in the space of the boat, not on the way of a burst of speed through it, and only with card 1."""
    boats = (at("1"), at("8"))
    tipped = QUIET._replace(tipped=(True, False))
    start = ((at("5"), 15, 0),)
    assert trace.after_turn(start, CALM, tipped) == ()
    assert found(trace.after_turn(start, CALM._replace(boats=boats), tipped)) >= {"1", "4", "N"}
    one = CALM._replace(boats=boats, actions=1)
    assert found(trace.after_turn(start, one, tipped)) == {"1"}
    burst = ((at("5"), 15 ^ 1 << trace.BURST, 0),)
    fast = tipped._replace(token=True)
    assert found(trace.after_turn(burst, one, fast)) == {"1"}
    assert found(trace.after_turn(burst, one, QUIET._replace(token=True))) > {"1", "2"}


def test_jw_21_the_fish_finder_in_the_examples_of_the_rulebook():
    """JW-21: nearby from 1 is 2, 3, 5 and N; neither from 7 excludes 3, 7, S and W."""
    all_of = trace.anywhere()
    assert found(trace.after_finder(all_of, at("1"), "nearby")) == {"2", "3", "5", "N"}
    assert found(trace.after_finder(all_of, at("7"), "neither")) == set(NAMES) - {"3", "7", "S", "W"}
    assert found(trace.after_finder(all_of, at("7"), "here")) == {"7"}


def test_jw_17_out_of_sight_answers_no_but_a_launch_hits():
    """JW-17, JW-20, JW-22."""
    hidden, open_ = (at("N"), 4, 1), (at("N"), 2, 0)
    both = tuple(sorted((hidden, open_)))
    assert trace.after_finder(both, at("N"), "here") == (open_,)
    assert trace.after_finder(both, at("N"), "neither") == (hidden,)
    assert trace.after_finder(both, at("5"), "nearby") == (open_,)
    assert trace.after_binoculars(both, at("N"), True) == (open_,)
    assert trace.after_binoculars(both, at("N"), False) == (hidden,)
    assert trace.after_launch(both, at("N"), True) == both
    assert trace.after_launch(both, at("N"), False) == ()
    assert trace.after_launch(both, at("5"), False) == both


def game(random, rounds=12):
    """Play random turns and ask random questions: give (ghosts, truth) after each of them."""
    truth = (random.randrange(12), 0, 0)
    ghosts = trace.anywhere()
    yield ghosts, truth
    for _ in range(rounds):
        tips = random.random() < 0.2
        _, scene = position(random, actions=random.choice((3, 3, 4)), tips=tips)
        ghosts = trace.at_rest(ghosts)
        floating = {NAMES[space] for space in scene.floating}
        boats = dict(zip(("orca", "boat"), (NAMES[a] for a in scene.boats or ()), strict=bool(scene.boats)))
        used = frozenset(token for bit, token in enumerate(TOKENS) if truth[1] >> bit & 1)
        michael = None if scene.michael < 0 else "NESW"[scene.michael]
        swimmers = dict(zip("NESW", scene.swimmers, strict=True))
        turn = Turn(NAMES[truth[0]], used, scene.actions, swimmers, michael, (NAMES[truth[0]],))
        while (after := list(steps(turn, boats))) and random.random() < 0.9:
            turn = random.choice(after)
        report, truth = told(turn, floating)
        ghosts = trace.after_turn(ghosts, scene, report)
        yield ghosts, truth
        for _ in range(random.randrange(4)):
            space = random.choice((truth[0], random.randrange(12)))
            seen = space == truth[0] and not truth[2]
            close = NAMES[space] in NEAR[NAMES[truth[0]]] and not truth[2]
            ghosts = random.choice(
                (
                    trace.after_finder(ghosts, space, "here" if seen else "nearby" if close else "neither"),
                    trace.after_binoculars(ghosts, space, seen),
                    trace.after_launch(ghosts, space, space == truth[0]),
                )
            )
            yield ghosts, truth


def test_jw_16_the_true_place_is_never_excluded():
    """JW-16, JW-20, JW-21, JW-22: in 300 games of random turns and answers; and the set is worth having."""
    checked = single = 0
    for seed in range(300):
        for ghosts, truth in game(Random(seed)):
            assert truth in ghosts
            assert list(ghosts) == sorted(set(ghosts))
            checked += 1
            single += len(trace.spaces(ghosts)) == 1
    assert checked > 6_000
    assert single > checked / 20


def test_jw_16_the_same_facts_give_the_same_bytes():
    """JW-16: whatever the order in which they come, and under any hash seed."""
    random = Random("order")
    for _ in range(40):
        _, scene = position(random, actions=3, tips=False)
        ghosts = tuple((space, random.randrange(16), 0) for space in range(12))
        swapped = tuple(random.sample(ghosts, len(ghosts)))
        other = scene._replace(floating=tuple(random.sample(scene.floating, len(scene.floating))))
        for report in (QUIET, QUIET._replace(token=True)):
            assert trace.after_turn(ghosts, scene, report) == trace.after_turn(swapped, other, report)
    code = (
        "from tableshark_jaws.amity.trace import *\n"
        "g, s = anywhere(), Scene((2, 1, 0, 3), 1, (0, 8), 3, (3, 8))\n"
        "for e in ((0, 0, 0, 0), (1, 0, 0, 0), (0, 2, 0, 0)):\n"
        "    g = after_turn(anywhere(), s, Report(e, e[1] > 1, (), (False, False), True)); print(g)\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(outputs) == 1
    assert b"(" in outputs.pop()
