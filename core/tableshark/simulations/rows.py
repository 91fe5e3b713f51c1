"""The rows of a simulation: one for each episode, all that its statistics are made of."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator

import msgspec

from tableshark.rules import Data, Seat


class Row(Data, frozen=True, kw_only=True):
    """How one episode went. All maps are by seat, in the order of the seats."""

    episode: int
    deal: int
    seed: str
    """With the number of the episode it gives the same episode again."""
    players: dict[Seat, str]
    """Each as "bot/level"."""
    ranks: dict[Seat, int] | None
    """None where it has no outcome: too many steps, or an error of the rules."""
    scores: dict[Seat, float] | None
    reason: str | None
    steps: int
    decisions: dict[Seat, int]
    faults: dict[Seat, int]
    """How often a random move was played in place of an answer that could not be."""
    seconds: float
    """How long it would have taken at a table, by the delays that the players named."""
    error: str | None = None
    """What the rules raised, by its class."""


def write(rows: Iterable[Row]) -> bytes:
    """Write rows as NDJSON, a line for each."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def read(lines: bytes) -> list[Row]:
    """Read rows from NDJSON."""
    return [_decoder.decode(line) for line in lines.splitlines()]


_decoder = msgspec.json.Decoder(Row)


def digest(parts: Iterable[bytes]) -> str:
    """Give the hash of a simulation's results: SHA-256 of all its rows as NDJSON, in order."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()


def in_csv(parts: Iterable[bytes], seats: tuple[Seat, ...]) -> Iterator[str]:
    """Write parts of NDJSON as CSV: a head, a line for each episode, a column for each fact and seat."""
    by_seat = ("player", "rank", "score", "decisions", "faults")
    head = ["episode", "deal", "seed", "reason", "steps", "seconds", "error"]
    yield _line([*head, *(f"{seat}_{what}" for seat in seats for what in by_seat)])
    for part in parts:
        for row in read(part):
            cells: list[object] = [row.episode, row.deal, row.seed, row.reason, row.steps, row.seconds, row.error]
            for seat in seats:
                rank = None if row.ranks is None else row.ranks[seat]
                score = None if row.scores is None else row.scores[seat]
                cells += [row.players[seat], rank, score, row.decisions[seat], row.faults[seat]]
            yield _line(cells)


def _line(cells: list[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(["" if cell is None else cell for cell in cells])
    return out.getvalue()
