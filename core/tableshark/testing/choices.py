"""Option sets that nobody had to write: the default, and what the options' types allow at their ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import inspect

from tableshark.rules import Rules


def option_sets(rules: Rules[Any, Any, Any, Any]) -> list[Any]:
    """Give the default options, then each field at the ends of its range, or with each of its choices, and all at once.

    What the options refuse (ValueError from `__post_init__`) is left out; a text has no ends.
    """
    info = inspect.type_info(rules.options)
    assert isinstance(info, inspect.StructType)
    ends = {field.encode_name: list(_ends(field.type)) for field in info.fields}
    single = [{name: value} for name, values in ends.items() for value in values]
    least = {name: values[0] for name, values in ends.items() if values}
    most = {name: values[-1] for name, values in ends.items() if values}
    sets = [rules.options()]
    for chosen in (*single, least, most):
        with suppress(msgspec.ValidationError):
            options = msgspec.convert(chosen, rules.options)
            if options not in sets:
                sets.append(options)
    return sets


def _ends(kind: inspect.Type) -> Iterator[Any]:
    """Give the values at the ends of a type, smallest first, as JSON has them."""
    if isinstance(kind, inspect.Metadata):
        yield from _ends(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from _ends(part)
    elif isinstance(kind, inspect.IntType):
        yield from _known(kind.ge, None if kind.gt is None else kind.gt + 1)
        yield from _known(kind.le, None if kind.lt is None else kind.lt - 1)
    elif isinstance(kind, inspect.FloatType):
        low, high = kind.gt if kind.ge is None else kind.ge, kind.lt if kind.le is None else kind.le
        # An end that does not belong to the range is missed by a hundredth of it.
        near = 1.0 if low is None or high is None else (high - low) / 100
        yield from _known(kind.ge, None if kind.gt is None else kind.gt + near)
        yield from _known(kind.le, None if kind.lt is None else kind.lt - near)
    elif isinstance(kind, inspect.BoolType):
        yield from (False, True)
    elif isinstance(kind, inspect.LiteralType):
        yield from kind.values
    elif isinstance(kind, inspect.EnumType):
        yield from (member.value for member in kind.cls)
    elif isinstance(kind, inspect.NoneType):
        yield None


def _known(*values: float | None) -> Iterable[float]:
    return [value for value in values if value is not None][:1]
