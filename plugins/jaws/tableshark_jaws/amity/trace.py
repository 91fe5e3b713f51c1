"""What everybody can conclude about the shark of act one: the exact set of what fits all that was told.

Spaces are indices of the water ("1" to "8", then N, E, S and W), sets of them are bits of a mask. Everything here is a
pure function of public facts, and what it returns is sorted: the same facts give the same bytes anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from tableshark_jaws.amity.tables import BEACHES, NEAR, TABLES

TOKENS = ("feeding_frenzy", "evasive_moves", "out_of_sight", "speed_burst")
"""The power tokens of the shark: bit i of a mask of used tokens stands for the i-th."""

FRENZY, EVASIVE, CLOAK, BURST = range(4)
NEITHER = -1

Ghost = tuple[int, int, int]
"""One thing that can be true of the shark: its space, a mask of its used tokens, 1 if it is out of sight else 0."""

Ghosts = tuple[Ghost, ...]
"""All that can be true of the shark, sorted."""

Answer = Literal["here", "nearby", "neither"]
"""What the fish finder says."""

WATER = range(len(NEAR))

MEAL, ALL_MEALS = 5, 20
"""Meals are packed into a number: five bits for each beach, and then their sum."""
NONE, LEFT = 0, -1
"""Whether the token is still to be played; a positive number counts the spaces that are left of a burst of speed."""


class Scene(NamedTuple):
    """What was public when the turn of the shark began."""

    swimmers: tuple[int, int, int, int]
    """Ordinary swimmers at N, E, S and W."""
    michael: int
    """Which of the four beaches Michael is at, or -1."""
    floating: tuple[int, ...]
    """Spaces with barrels afloat."""
    actions: int
    boats: tuple[int, int] | None
    """Spaces of the Orca and of Hooper's boat where they may be tipped, else None."""


class Report(NamedTuple):
    """What is told at the end of the turn of the shark."""

    eaten: tuple[int, int, int, int]
    """Swimmers eaten at N, E, S and W, Michael counted."""
    michael: bool
    sensors: tuple[int, ...]
    """Spaces whose sensors went off."""
    tipped: tuple[bool, bool]
    """Whether the Orca and Hooper's boat were tipped."""
    token: bool


class _Task(NamedTuple):
    """What a turn must have done to fit a report, under the assumption of one token or none."""

    actions: int
    shut: int
    """Spaces it was not in: a sensor there would have gone off."""
    passed: int
    """Spaces it was in at some moment, a burst of speed through them included."""
    halted: int
    """Spaces in which it was between two actions, and tipped a boat."""
    meals: tuple[int, int, int, int]
    swept: int
    """Beaches at which nobody was left, as after a frenzy."""
    token: int
    """The token that has to modify one of the actions, FRENZY or BURST, or NEITHER."""


def anywhere() -> Ghosts:
    """Conclude from nothing: before its first turn the shark can be in every space."""
    return tuple([(space, 0, 0) for space in WATER])


def after_turn(ghosts: Ghosts, scene: Scene, report: Report) -> Ghosts:
    """Conclude from a report: all that some legal turn with this very report can end in.

    Evasive moves and out of sight count for the whole turn whenever they are played, so only which token it was
    matters; a cloak of the round before is gone.
    """
    plain = _plain(scene, report)
    if plain is None:
        return ()
    if not report.token:
        walks = [(0, 0, plain)]
    else:
        walks = [
            (1 << FRENZY, 0, plain._replace(token=FRENZY)),
            (1 << CLOAK, 1, plain),
            (1 << BURST, 0, plain._replace(token=BURST)),
        ]
        if not report.sensors:
            walks.append((1 << EVASIVE, 0, plain._replace(shut=0)))
    found: set[Ghost] = set()
    for space, used in {(space, used) for space, used, _ in ghosts}:
        for bit, cloak, task in walks:
            if not used & bit:
                ends = _ends(task)[space]
                found.update([(end, used | bit, cloak) for end in WATER if ends >> end & 1])
    return tuple(sorted(found))


def after_finder(ghosts: Ghosts, at: int, answer: Answer) -> Ghosts:
    """Conclude from what the fish finder said in a space."""
    return tuple([ghost for ghost in ghosts if finder(ghost, at) == answer])


def after_binoculars(ghosts: Ghosts, at: int, here: bool) -> Ghosts:
    """Conclude from what the binoculars showed in the water of a beach."""
    return tuple([ghost for ghost in ghosts if (ghost[0] == at and not ghost[2]) == here])


def after_launch(ghosts: Ghosts, to: int, hit: bool) -> Ghosts:
    """Conclude from a launch: no token hides the shark from it."""
    return tuple([ghost for ghost in ghosts if (ghost[0] == to) == hit])


def at_rest(ghosts: Ghosts) -> Ghosts:
    """Begin a new round: nobody is out of sight any more."""
    return tuple(sorted({(space, used, 0) for space, used, _ in ghosts}))


def spaces(ghosts: Ghosts) -> tuple[int, ...]:
    """List the spaces in which the shark can be, in order."""
    return tuple(sorted({space for space, _, _ in ghosts}))


def finder(ghost: Ghost, at: int) -> Answer:
    """Tell what the fish finder says in a space if this is true of the shark."""
    space, _, cloak = ghost
    if cloak:
        return "neither"
    if space == at:
        return "here"
    return "nearby" if space in NEAR[at] else "neither"


def _plain(scene: Scene, report: Report) -> _Task | None:
    """Say what a turn without a token must have done; None if no turn at all gives such a report."""
    afloat, rang = _mask(scene.floating), _mask(report.sensors)
    there = [count + (scene.michael == beach) for beach, count in enumerate(scene.swimmers)]
    halted = 0
    if any(report.tipped):
        if scene.boats is None:
            return None
        halted = _mask(boat for boat, tipped in zip(scene.boats, report.tipped, strict=True) if tipped)
    for beach, eaten in enumerate(report.eaten):
        michael = report.michael and scene.michael == beach
        if not michael <= eaten <= scene.swimmers[beach] + michael:
            return None
    if rang & ~afloat or (report.michael and scene.michael < 0):
        return None
    swept = _mask(beach for beach in range(4) if 0 < there[beach] == report.eaten[beach])
    return _Task(scene.actions, afloat & ~rang, rang, halted, report.eaten, swept, NEITHER)


@lru_cache(maxsize=1 << 12)
def _ends(task: _Task) -> tuple[int, ...]:
    """Find, for a turn from each space, a mask of the spaces in which it can end once it did what it must."""
    walks = _Walks(task)
    whole = sum(eaten << MEAL * beach for beach, eaten in enumerate(task.meals)) | sum(task.meals) << ALL_MEALS
    token = NONE if task.token == NEITHER else LEFT
    return tuple(
        [walks.arrive(task.actions, space, task.passed, task.halted, whole, token) for space in WATER],
    )


class _Walks:
    """All turns that do one task: partial turns that stand alike are one, whatever came before."""

    def __init__(self, task: _Task) -> None:
        self.task = task
        self.known: dict[tuple[int, int, int, int, int, int], int] = {}

    def arrive(self, left: int, space: int, passed: int, halted: int, meals: int, token: int) -> int:
        """Come to a space: what is still to pass, to halt in and to eat, and what is left to do it with."""
        if self.task.shut >> space & 1:
            return 0
        passed &= ~(1 << space)
        if token <= 0:
            halted &= ~(1 << space)
            if meals >> ALL_MEALS > left and (token == NONE or self.task.token != FRENZY):
                return 0
        key = (left, space, passed, halted, meals, token)
        ends = self.known.get(key)
        if ends is None:
            ends = self.known[key] = self._rush_on(*key) if token > 0 else self._go_on(*key)
        return ends

    def _rush_on(self, left: int, space: int, passed: int, halted: int, meals: int, token: int) -> int:
        """In the middle of a burst of speed, end it here or swim on."""
        ends = self.arrive(left, space, passed, halted, meals, NONE)
        for to in NEAR[space] if token > 1 else ():
            ends |= self.arrive(left, to, passed, halted, meals, token - 1)
        return ends

    def _go_on(self, left: int, space: int, passed: int, halted: int, meals: int, token: int) -> int:
        """Stop here if all is done, or spend one action in every way that the report allows."""
        ends = 0 if passed or halted or meals or token else 1 << space
        if not left:
            return ends
        left -= 1
        playable = self.task.token if token else NEITHER
        for to in NEAR[space]:
            ends |= self.arrive(left, to, passed, halted, meals, token)
            if playable == BURST:
                ends |= self.arrive(left, to, passed, halted, meals, TABLES.shark.burst)
        beach = BEACHES.index(space) if space in BEACHES else -1
        hungry = meals >> MEAL * beach & (1 << MEAL) - 1 if beach >= 0 else 0
        if hungry:
            one = (1 << MEAL * beach) + (1 << ALL_MEALS)
            ends |= self.arrive(left, space, passed, halted, meals - one, token)
            if playable == FRENZY and self.task.swept >> beach & 1:
                ends |= self.arrive(left, space, passed, halted, meals - hungry * one, NONE)
        return ends


def _mask(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask
