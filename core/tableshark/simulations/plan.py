"""What is to be simulated: everything that decides the results, and nothing else but the limit of time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tableshark.errors import BadPlan, UnknownBot
from tableshark.plugins import Plugins
from tableshark.rules import Data, Seat
from tableshark.simulate import STEPS

Rotation = Literal["none", "rotate", "paired"]
"""none: everybody keeps the seat. rotate: all move up one seat with each episode, each of which has a deal of its own.
paired: the same deal is played once for each such rotation."""

EPISODES = 10_000_000
"""The most episodes of one simulation."""
SEED = 64
"""The most characters of a seed."""
CHECK = 200
"""The number of episodes after which it is first asked whether the simulation may stop."""


class Entrant(Data, frozen=True):
    """A machine player with its strength."""

    bot: str
    level: str

    @property
    def label(self) -> str:
        """Bot and level in one word: those with the same are told of together."""
        return f"{self.bot}/{self.level}"


class Interval(Data, frozen=True, tag="interval", forbid_unknown_fields=True):
    """Stop once the first player's win share is known well enough."""

    width: float
    """The interval reaches at most so far up and down."""

    def __post_init__(self) -> None:
        if not 0.0 < self.width < 0.5:
            raise ValueError("width must be more than 0 and less than 0.5")


class Sprt(Data, frozen=True, tag="sprt", forbid_unknown_fields=True):
    """Stop once the first player's win share is decided to be low or high, with one error in twenty either way."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0.0 < self.low < self.high < 1.0:
            raise ValueError("low and high must be between 0 and 1, low the lower one")


Until = Interval | Sprt


class Plan(Data, frozen=True, kw_only=True):
    """A simulation to be run. The same plan gives the same results on any machine, with any number of workers."""

    rules: str
    version: int
    """Of the rules: another version may give other results."""
    options: dict[str, Any]
    """As JSON."""
    seats: tuple[Seat, ...]
    bots: tuple[Entrant, ...]
    """One for each seat, in the order of the seats."""
    episodes: int
    seed: str = "0"
    rotation: Rotation = "none"
    steps: int = STEPS
    """After so many steps an episode is given up."""
    seconds: float | None = None
    """After so much time the simulation ends with what it has."""
    until: Until | None = None
    """When it may stop before all episodes are played."""

    @property
    def block(self) -> int:
        """How many episodes belong together: those of one deal."""
        return len(self.seats) if self.rotation == "paired" else 1

    def deal(self, episode: int) -> int:
        """Say which deal an episode plays: those with the same have the same luck."""
        return episode // self.block

    def seating(self, episode: int) -> dict[Seat, Entrant]:
        """Say who sits where in an episode."""
        by = 0 if self.rotation == "none" else episode % len(self.seats)
        return {seat: self.bots[(place - by) % len(self.bots)] for place, seat in enumerate(self.seats)}

    def check_after(self, episode: int) -> int:
        """Give the first number of episodes beyond this one at which it is judged whether to stop, or all there are.

        These numbers are fixed, so that it stops at the same episode however many workers play.
        """
        if self.until is None:
            return self.episodes
        step = -(-CHECK // self.block) * self.block
        at = step
        while at <= episode:
            at += max(step, at // 10 // self.block * self.block)
        return min(at, self.episodes)


def make_plan(
    plugins: Plugins,
    rules: str,
    bots: Sequence[str],
    episodes: int,
    *,
    options: Any = None,
    seed: str = "0",
    rotation: Rotation = "none",
    steps: int = STEPS,
    seconds: float | None = None,
    until: Until | None = None,
) -> Plan:
    """Make a plan; BadPlan says which field can't be, and why.

    `bots` are "bot" or "bot/level": one for all seats, or one for each.
    `options` are the rules' own; without them, the rules' defaults.
    """
    known = plugins.get(rules)
    options = known.options() if options is None else options
    seats = known.seats(options)
    named = list(bots) * len(seats) if len(bots) == 1 else list(bots)
    if len(named) != len(seats):
        told = f"{len(named)} bots for {len(seats)} seats ({', '.join(seats)}): name one, or one for each"
        raise BadPlan(told, "/bots")
    entrants = tuple(_entrant(plugins, rules, name, place) for place, name in enumerate(named))
    if not 1 <= episodes <= EPISODES:
        raise BadPlan(f"from 1 to {EPISODES:,} episodes can be played", "/episodes")
    if rotation == "paired" and episodes % len(seats):
        raise BadPlan(f"paired, each deal is played {len(seats)} times: give a multiple of that", "/episodes")
    if not 1 <= steps <= STEPS:
        raise BadPlan(f"from 1 to {STEPS:,} steps can be given to an episode", "/steps")
    if seconds is not None and not 0 < seconds < math.inf:
        raise BadPlan("some seconds must be given, and not without end", "/seconds")
    if not 1 <= len(seed) <= SEED or not _is_text(seed):
        raise BadPlan(f"a seed has 1 to {SEED} characters of Unicode", "/seed")
    if until is not None and len(set(entrants)) == 1:
        raise BadPlan("one player has all seats, so that its win share is known before", "/until")
    return Plan(
        rules=rules,
        version=known.version,
        options=msgspec.to_builtins(options),
        seats=tuple(seats),
        bots=entrants,
        episodes=episodes,
        seed=seed,
        rotation=rotation,
        steps=steps,
        seconds=seconds,
        until=until,
    )


def _is_text(seed: str) -> bool:
    """Whether a seed can be written down; what a terminal gives may hold half of a character."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        return False
    return True


def _entrant(plugins: Plugins, rules: str, name: str, place: int) -> Entrant:
    bot, _, level = name.partition("/")
    try:
        found, strength = plugins.bot(rules, bot, level or None)
    except UnknownBot as error:
        raise BadPlan(str(error), f"/bots/{place}") from None
    return Entrant(found.id, strength)


def parse_until(text: str) -> Until:
    """Read `interval:WIDTH` or `sprt:LOW:HIGH`; BadPlan for what is neither."""
    kind, *numbers = text.split(":")
    try:
        given = [float(number) for number in numbers]
        if kind == "interval" and len(given) == 1:
            return Interval(given[0])
        if kind == "sprt" and len(given) == 2:
            return Sprt(given[0], given[1])
    except ValueError as error:
        raise BadPlan(f"{text!r} is no time to stop: {error}", "/until") from None
    raise BadPlan(f"{text!r} is neither interval:WIDTH nor sprt:LOW:HIGH", "/until")
