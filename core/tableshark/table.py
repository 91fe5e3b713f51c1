"""All that is stored of one game but its log: the header, what is secret, and the game as it stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic

import msgspec

from tableshark.errors import GameNotStarted, GameOver, RulesAway
from tableshark.game import Entry, Game
from tableshark.header import Header
from tableshark.rules import Awaiting, Data, M, O, Rules, S, Seat


class Order(Data, frozen=True):
    """A machine player asked to answer one turn in a person's place."""

    turn: int
    bot: str
    level: str
    at: float = 0.0
    """When it was asked."""


class Intent(Data, Generic[M], frozen=True):
    """A machine player's decision that waits for its time."""

    turn: int
    move: M
    due: float


class Table(Data, Generic[O, S, M], frozen=True):
    """One game and everything about it. Never leaves the server."""

    header: Header[O]
    seed: bytes
    bot_key: bytes
    game: Game[S, M] | None = None
    """None while seats are open."""
    salts: dict[Seat, str] = {}
    """What those at each seat brought for the luck of the game."""
    brought: dict[str, str] = {}
    """Which of it the holder of each key brought, until the game begins."""
    keys: dict[Seat, tuple[str, ...]] = {}
    """What proves the right to a seat, as whoever let somebody in chose to write it down (hashes of tokens)."""
    invites: dict[Seat, str] = {}
    """What is kept of the invitation to each seat that needs one."""
    notes: dict[Seat, Any] = {}
    """What each machine player noted for later."""
    noted: dict[Seat, str] = {}
    """Which machine player that was."""
    orders: dict[Seat, Order] = {}
    intents: dict[Seat, Intent[M]] = {}
    since: dict[Seat, float] = {}
    """When each seat was put its present question."""
    passes: dict[Seat, int] = {}
    """Machine players that let others go first, and in which turn."""
    lines: int = 0
    """How many lines the log has."""
    chain: str = ""
    """The hash of its last line, chained over all of them."""
    asked: float | None = None
    """Since when a machine player is wanted."""


def begun(table: Table[O, S, M]) -> Game[S, M]:
    """Give the game that is played; GameNotStarted, or GameOver for one that was given up before it began."""
    if table.game is not None:
        return table.game
    if table.header.status == "abandoned":
        raise GameOver("the game was given up before it began")
    raise GameNotStarted("seats are still open")


_encoder = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    """Write a value as JSON, in the same bytes whatever the hash seed."""
    return _encoder.encode(value)


def decode(rules: Rules[O, S, M, Any], body: bytes) -> Table[O, S, M]:
    """Read a stored table with the types of its rules, brought up to their present version.

    Raises RulesAway for a table written by a later version, or one that can't be brought up.
    """
    stored = msgspec.json.decode(body, type=_Head).header.version
    if stored > rules.version:
        raise RulesAway(f"the game is of version {stored} of {rules.id}; version {rules.version} is installed")
    try:
        if stored == rules.version:
            return _in_seat_order(_decoder(rules).decode(body))
        return _in_seat_order(_upgraded(rules, stored, msgspec.json.decode(body)))
    except RulesAway:
        raise
    except Exception as error:  # an upgrade is the plugin's and may fail in any way
        raise RulesAway(f"a game of version {stored} does not fit version {rules.version} of {rules.id}") from error


def _in_seat_order(table: Table[O, S, M]) -> Table[O, S, M]:
    # JSON holds the seats in the order of the alphabet; the rules' own order is the header's.
    game = table.game
    if game is None:
        return table
    turns = {place.seat: game.turns[place.seat] for place in table.header.seats}
    return msgspec.structs.replace(table, game=msgspec.structs.replace(game, turns=turns))


def _upgraded(rules: Rules[O, S, M, Any], stored: int, table: dict[str, Any]) -> Table[O, S, M]:
    table["header"]["version"] = rules.version
    table["intents"] = {seat: intent for seat, intent in table["intents"].items() if _fits(rules, intent["move"])}
    game = table["game"]
    if game is None:
        return _convert(rules, table)
    for version in range(stored, rules.version):
        if version not in rules.upgrades:
            raise RulesAway(f"{rules.id} can't bring a game of version {version} up to {version + 1}")
        game["state"] = rules.upgrades[version](game["state"])
    # An answer that no longer decodes is asked for again.
    game["sealed"] = {seat: move for seat, move in game["sealed"].items() if _fits(rules, move)}
    upgraded = _convert(rules, table)
    assert upgraded.game is not None
    ended = upgraded.game.outcome
    # What is over stays over: the state of a game that was given up is one that could go on.
    status = rules.status(upgraded.game.state) if ended is None else ended
    # What a seat sees may be told otherwise now, and an answer may be asked for again. A version between may have been
    # looked at as well, though nothing was written down under it.
    numbers = {window: number + rules.version - stored for window, number in upgraded.game.numbers.items()}
    brought = msgspec.structs.replace(upgraded.game, numbers=numbers)
    header = upgraded.header
    if isinstance(status, Awaiting):
        brought = _asking(brought, status)
    else:
        brought = msgspec.structs.replace(brought, awaiting=None, outcome=status)
        if ended is None:
            header = msgspec.structs.replace(header, status="over", outcome=status)
    return msgspec.structs.replace(upgraded, header=header, game=brought)


def _asking(game: Game[S, M], status: Awaiting) -> Game[S, M]:
    """Put what an upgrade asks: all that is asked waits for an answer, and no answer of old is one to it."""
    before = game.awaiting.seats if game.awaiting else frozenset()
    sealed = {seat: move for seat, move in game.sealed.items() if seat in status.seats}
    if len(sealed) == len(status.seats):
        # No answer would be the last one: all are asked again.
        sealed = {}
    # Who was asked nothing has answered the turn that it had before.
    turns = {seat: turn + (seat in status.seats - before) for seat, turn in game.turns.items()}
    return msgspec.structs.replace(game, awaiting=status, sealed=sealed, turns=turns)


def _convert(rules: Rules[O, S, M, Any], table: dict[str, Any]) -> Table[O, S, M]:
    return _decoder(rules).decode(msgspec.json.encode(table))


def _fits(rules: Rules[Any, Any, Any, Any], move: Any) -> bool:
    try:
        msgspec.convert(move, rules.move)
    except msgspec.ValidationError:
        return False
    return True


@lru_cache(maxsize=256)
def _decoder(rules: Rules[Any, Any, Any, Any]) -> msgspec.json.Decoder[Table[Any, Any, Any]]:
    return msgspec.json.Decoder(Table[rules.options, rules.state, rules.move])  # type: ignore[name-defined]


@lru_cache(maxsize=256)
def _line_decoder(rules: Rules[Any, Any, Any, Any]) -> msgspec.json.Decoder[Entry[Any]]:
    return msgspec.json.Decoder(Entry[rules.move])  # type: ignore[name-defined]


def decode_line(rules: Rules[Any, Any, M, Any], line: bytes) -> Entry[M]:
    """Read one line of the log."""
    return _line_decoder(rules).decode(line)


def line_version(line: bytes) -> int:
    """Read under which version of the rules a line was written, whether its move is still one of theirs or not."""
    return msgspec.json.decode(line, type=_Written).version


class _Written(msgspec.Struct):
    version: int


def decode_header(body: bytes) -> Header[Any]:
    """Read the header of a stored table without its rules: options come as plain JSON."""
    return msgspec.json.decode(body, type=_Headed).header


class _Headed(msgspec.Struct):
    header: Header[Any]


class _Version(msgspec.Struct):
    version: int
    rules: str


class _Head(msgspec.Struct):
    header: _Version


def stored_rules(body: bytes) -> str:
    """Read which rules a stored table is of."""
    return msgspec.json.decode(body, type=_Head).header.rules
