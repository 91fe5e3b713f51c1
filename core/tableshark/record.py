"""The record of a game that is over: all that is needed to check its luck and to play it again, line by line.

A line is the text that was logged, byte for byte; `docs/verify.py` checks a record without this package.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tableshark import luck
from tableshark.chance import Draw, Seeded
from tableshark.errors import BadRecord, TablesharkError
from tableshark.game import replay
from tableshark.plugins import Plugins
from tableshark.rules import Data, Outcome, Rules, Seat
from tableshark.table import Table, decode_line, encode

FORMAT = 1
FOREIGN = "the seed is not the one that was committed to"


class Line(Data, frozen=True):
    """One line of the log."""

    text: str
    """The line, as JSON."""
    hash: str
    """SHA-256 (hex) over the hash before it (for the first line: the commitment) and this text."""


class Record(Data, frozen=True):
    """All there is to know of a game."""

    format: int
    game: str
    rules: str
    version: int
    """The version of the rules at the end; each line names the one under which it was played."""
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    seeded: bool
    commitment: str
    seed: str
    """In hex."""
    salts: dict[Seat, str]
    lines: tuple[Line, ...]
    outcome: Outcome | None


class Verified(Data, frozen=True):
    """What a check of a record has shown."""

    lines: int
    draws: int
    replayed: bool
    """Whether the rules were played again as well; they can't be where another version of them was played."""


def make(table: Table[Any, Any, Any], log: Sequence[bytes]) -> Record:
    """Write the record of a game as it stands; only of one that is over should it leave the server."""
    header, before = table.header, table.header.commitment
    lines = []
    for line in log[: table.lines]:
        before = luck.chain(before, line)
        lines.append(Line(line.decode(), before))
    return Record(
        format=FORMAT,
        game=header.id,
        rules=header.rules,
        version=header.version,
        options=msgspec.to_builtins(header.options),
        seats=tuple([place.seat for place in header.seats]),
        seeded=header.seeded,
        commitment=header.commitment,
        seed=table.seed.hex(),
        salts=table.salts,
        lines=tuple(lines),
        outcome=header.outcome,
    )


def read(body: bytes) -> Record:
    """Read a record; BadRecord for what is none."""
    try:
        record = msgspec.json.decode(body, type=Record)
        bytes.fromhex(record.seed)
    except (msgspec.DecodeError, ValueError) as error:
        raise BadRecord(f"this is no record: {error}") from None
    if record.format != FORMAT:
        raise BadRecord(f"the record is of format {record.format}; {FORMAT} can be read")
    return record


def verify(plugins: Plugins, record: Record) -> Verified:
    """Check chain, luck and rules of a record; BadRecord names the first line that differs."""
    draws = _check_luck(record)
    rules = plugins.rules.get(record.rules)
    replays = rules is not None and all(_entry(line).version == rules.version for line in record.lines)
    if rules is not None and replays:
        _check_rules(rules, record)
    return Verified(len(record.lines), draws, replays)


def _check_luck(record: Record) -> int:
    """Check each line against its hash, and each draw against seed and salts. Gives how many draws there were."""
    seed, before, step, count = bytes.fromhex(record.seed), record.commitment, 0, 0
    committed = luck.commitment(record.game, seed) == record.commitment
    key = luck.salted(seed, record.salts)
    for number, line in enumerate(record.lines):
        before = luck.chain(before, line.text.encode())
        if line.hash != before:
            raise BadRecord(f"line {number}: the text, or one before it, does not fit the hash", number)
        draws = _entry(line).draws
        if draws is None:
            continue
        chance = Seeded(key, step)
        for place, (ways, drawn) in enumerate(draws):
            if ways < 1 or chance.below(ways) != drawn:
                whose = (
                    "seed and salts do not give it" if committed else "the seed is not the one that was committed to"
                )
                raise BadRecord(f"line {number}: draw {place} is {drawn} out of {ways}, and {whose}", number)
        count += len(draws)
        step += 1
    if not committed:
        raise BadRecord(FOREIGN)
    return count


def _check_rules(rules: Rules[Any, Any, Any, Any], record: Record) -> None:
    outcome, number = None, 0
    if not record.lines and record.outcome is None:
        # It was given up before anybody could play.
        return
    if record.seats != rules.seats(msgspec.convert(record.options, rules.options)):
        raise BadRecord(f"these are not the seats of {rules.id} under its options: {', '.join(record.seats)}")
    try:
        options = msgspec.convert(record.options, rules.options)
        entries = [decode_line(rules, line.text.encode()) for line in record.lines]
        for game in replay(rules, options, luck.salted(bytes.fromhex(record.seed), record.salts), entries):
            outcome, number = game.outcome, number + 1
    except (TablesharkError, msgspec.MsgspecError, ValueError) as error:
        raise BadRecord(f"line {number}: the rules do not allow it: {error}", number) from error
    if outcome is None or outcome != record.outcome:
        raise BadRecord(f"the lines end in another outcome: {encode(outcome).decode()}", number)


class _Entry(msgspec.Struct):
    version: int
    draws: tuple[Draw, ...] | None = None


def _entry(line: Line) -> _Entry:
    try:
        return msgspec.json.decode(line.text, type=_Entry)
    except msgspec.DecodeError as error:
        raise BadRecord(f"a line can't be read: {error}") from None
