"""Act one in numbers: the island, the pieces and the events, read from data/amity.toml."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal, get_args

import msgspec

from tableshark import Data
from tableshark_jaws.table import Member

Water = Literal["1", "2", "3", "4", "5", "6", "7", "8", "N", "E", "S", "W"]
Beach = Literal["N", "E", "S", "W"]
Dock = Literal["5", "8"]
Land = Literal["5", "6", "7", "8", "N", "E", "S", "W", "shop"]
Place = Literal["1", "2", "3", "4", "5", "6", "7", "8", "N", "E", "S", "W", "shop"]
"""A space by name. In the state spaces are numbers: places in this list."""

Role = Literal["shark", "quint", "brody", "hooper"]
Docks = Literal["open", "shut", "free"]
Choice = Literal["closing", "dock", "michael", "gathering", "helicopter"]
"""What an event may ask of the crew."""


class Strict(Data, frozen=True, forbid_unknown_fields=True):
    """Base of tables: a word that isn't known is a slip of the pen."""


class Board(Strict, frozen=True):
    """The island and the water around it."""

    beaches: tuple[Beach, ...]
    docks: tuple[Dock, ...]
    offices: tuple[Land, ...]
    shop: Land
    water: dict[Water, tuple[Water, ...]]
    """Which spaces are next to each other for boats and for the shark."""
    land: dict[Land, tuple[Land, ...]]
    """Which spaces are next to each other for Brody."""
    titles: dict[Place, str]


class Starts(Strict, frozen=True):
    """Where the crew begins."""

    quint: Water
    hooper: Water
    brody: Land


class Swimmers(Strict, frozen=True):
    """Who swims."""

    ordinary: int
    fill: tuple[Beach, ...]
    """The order in which beaches are filled."""
    michael: int
    """Slots of the track that Michael is worth."""


class Barrels(Strict, frozen=True):
    """Where barrels are at the start, and how many the shark bears."""

    orca: int
    shop: int
    attached: int


class SharkTurn(Strict, frozen=True):
    """What the shark can do in a turn."""

    actions: int
    burst: int


class CrewTurn(Strict, frozen=True):
    """What one of the crew can do in a turn."""

    actions: int
    climb: int
    carry: int
    sail: dict[Member, int]


class Event(Strict, frozen=True):
    """One of the cards."""

    card: int
    title: str
    text: str
    swimmers: dict[Beach, int]
    tipping: bool = False
    extra: int = 0
    actions: dict[Role, int] = {}
    docks: Docks = "open"
    reopen: bool = False
    closing: bool = True
    alert: dict[Beach, int] = {}
    calm: int = 0
    then: Choice | None = None


class Tables(Strict, frozen=True):
    """All of it."""

    rounds: int
    board: Board
    starts: Starts
    swimmers: Swimmers
    barrels: Barrels
    shark: SharkTurn
    crew: CrewTurn
    events: tuple[Event, ...]


def read() -> Tables:
    """Read the data file."""
    text = files("tableshark_jaws").joinpath("data/amity.toml").read_bytes()
    return check(msgspec.toml.decode(text, type=Tables))


def check(tables: Tables) -> Tables:
    """Give the tables back; ValueError where names and numbers don't fit together."""
    board = tables.board
    if set(board.water) != set(get_args(Water)) or set(board.land) != set(get_args(Land)):
        raise ValueError("data/amity.toml: the board's spaces aren't those that moves can name")
    if board.beaches != get_args(Beach) or board.docks != get_args(Dock):
        raise ValueError("data/amity.toml: beaches and docks aren't those that moves can name, or not in their order")
    for near in (board.water, board.land):
        if any(one not in near[other] for one, others in near.items() for other in others):  # type: ignore[index]
            raise ValueError("data/amity.toml: a space is next to one that isn't next to it")
    if [event.card for event in tables.events] != list(range(1, len(tables.events) + 1)):
        raise ValueError("data/amity.toml: the events aren't numbered from 1")
    return tables


TABLES = read()

PLACES: tuple[Place, ...] = get_args(Place)
"""All spaces by number: those with water first, the beaches last of them, then the shop."""
NUMBER: dict[str, int] = {name: number for number, name in enumerate(PLACES)}
WATERS: tuple[Water, ...] = get_args(Water)
BEACHES = tuple([NUMBER[beach] for beach in TABLES.board.beaches])
"""The spaces of the four beaches, in the order in which the state counts swimmers."""
DOCKS = tuple([NUMBER[dock] for dock in TABLES.board.docks])
OFFICES = tuple([NUMBER[office] for office in TABLES.board.offices])
SHOP = NUMBER[TABLES.board.shop]
LANDS = tuple(sorted([NUMBER[land] for land in get_args(Land)]))

NEAR = tuple([tuple(sorted([NUMBER[other] for other in TABLES.board.water[water]])) for water in WATERS])
"""For each water space, those next to it."""
PATHS = {NUMBER[land]: tuple(sorted([NUMBER[other] for other in near])) for land, near in TABLES.board.land.items()}
"""For each space of the island, those next to it."""


BARRELS = TABLES.barrels.orca + TABLES.barrels.shop
"""How many barrels there are."""


def within(space: int, steps: int) -> tuple[int, ...]:
    """List the water spaces, but for this one, that a boat reaches in so many steps."""
    reached = {space}
    for _ in range(steps):
        reached |= {other for one in reached for other in NEAR[one]}
    return tuple(sorted(reached - {space}))


SAILS: dict[Member, tuple[tuple[int, ...], ...]] = {
    member: tuple([within(space, steps) for space in range(len(WATERS))]) for member, steps in TABLES.crew.sail.items()
}
"""Where a captain gets in one action, from each water space."""


def beach_at(space: int) -> int:
    """Say which of the beaches a space is, -1 for none."""
    return BEACHES.index(space) if space in BEACHES else -1


def dock_at(space: int) -> int:
    """Say which of the docks a space is, -1 for none."""
    return DOCKS.index(space) if space in DOCKS else -1


def titled(space: int) -> str:
    """Name a space as in a sentence."""
    return TABLES.board.titles[PLACES[space]]


def event_of(card: int) -> Event:
    """Give the event with this number."""
    return TABLES.events[card - 1]
