"""What every game owes to those who know it by its schemas: options, seats, described moves, and a pace.

PYTEST_DONT_REWRITE: the messages tell all; pytest would add a page of details to each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from msgspec import inspect

from tableshark.rules import SEAT_ID, Where
from tableshark.table import encode
from tableshark.testing.laws import some
from tableshark.testing.walk import Position


def described_moves_fit_their_schema(at: Position) -> None:
    """Where moves are described and not listed, the schema is one, and the moves fit it."""
    for seat in at.awaited:
        legal = at.rules.legal(at.state, seat)
        if not isinstance(legal, Where):
            continue
        try:
            Draft202012Validator.check_schema(legal.schema)
        except SchemaError as error:
            raise AssertionError(f"the schema of seat {seat}'s moves is no JSON Schema: {error.message}") from None
        validator = Draft202012Validator(legal.schema)
        for move in some(at, legal):
            fault = next(validator.iter_errors(msgspec.to_builtins(move)), None)
            assert fault is None, f"seat {seat} may play {move}, but it does not fit its schema: {fault.message}"


def takes_a_time(at: Position) -> None:
    """A pace is a number of seconds, from 0 on."""
    pace = at.rules.pace
    for seat in at.awaited if pace is not None else ():
        for move in some(at, at.rules.legal(at.state, seat)):
            seconds = pace(at.rules.view(at.state, seat), move, at.chance("pace"))  # type: ignore[misc]
            fine = isinstance(seconds, int | float) and 0 <= seconds < float("inf")
            assert fine, f"pace for {move} of seat {seat} is {seconds!r}, seconds from 0 on expected"


def options_survive_json(options: Any) -> None:
    """Options are read back from JSON as they were."""
    read = msgspec.json.decode(encode(options), type=type(options))
    assert read == options, f"the options came back from JSON as {read}"


def numbers_have_ends(kind: type[Any]) -> None:
    """Every number of the options has a least and a most: a client could order a game without end else."""
    for place, one in _numbers(inspect.type_info(kind), ""):
        low = one.ge if one.ge is not None else one.gt
        high = one.le if one.le is not None else one.lt
        assert None not in (low, high), f"the option {place} is a number without ends: say Meta(ge=..., le=...)"


def _numbers(kind: inspect.Type, place: str) -> Iterator[tuple[str, inspect.IntType | inspect.FloatType]]:
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        yield place, kind
    elif isinstance(kind, inspect.Metadata):
        yield from _numbers(kind.type, place)
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from _numbers(field.type, f"{place}.{field.encode_name}".lstrip("."))
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from _numbers(part, place)
    elif isinstance(kind, inspect.DictType):
        yield from _numbers(kind.value_type, place)
    elif isinstance(kind, inspect.CollectionType):
        yield from _numbers(kind.item_type, place)
    elif isinstance(kind, inspect.TupleType):
        for part in kind.item_types:
            yield from _numbers(part, place)


def seats_have_names(seats: Iterable[Any]) -> None:
    """Seats are a tuple of different ids."""
    assert isinstance(seats, tuple), f"seats gives {seats!r}, a tuple expected"
    assert seats, "there are no seats"
    assert len(set(seats)) == len(seats), f"seats gives {seats}, each once expected"
    for seat in seats:
        named = isinstance(seat, str) and SEAT_ID.fullmatch(seat)
        assert named, f"seat {seat!r} does not match {SEAT_ID.pattern}"


POSITION: tuple[Callable[[Position], None], ...] = (described_moves_fit_their_schema, takes_a_time)
"""The laws of a position, in the order in which they are asked."""
