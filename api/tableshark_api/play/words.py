"""JSON of any game in words: names, values, moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NOTHING = "–"


def plain(text: object) -> str:
    """Write without control characters: what a server sends must not steer the terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in str(text))


def words(name: str) -> str:
    """Write a name of JSON as words: `take_sign` is "take sign"."""
    return plain(name).replace("_", " ")


def join(parts: Sequence[str], last: str = "and") -> str:
    """List as in a sentence: "a, b and c"."""
    return f" {last} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def value(thing: Any) -> str:
    """Write a value on one line."""
    if thing is None or thing in ([], {}, ""):
        return NOTHING
    if isinstance(thing, bool):
        return "yes" if thing else "no"
    if isinstance(thing, float):
        return f"{thing:g}"
    if isinstance(thing, list):
        simple = all(isinstance(one, int | float) for one in thing)
        return (" " if simple else ", ").join(_inner(one) for one in thing)
    if isinstance(thing, dict):
        return fields(thing)
    return plain(thing)


def fields(thing: Mapping[str, Any]) -> str:
    """Write the fields of a struct on one line: "seat p1, signs 2"; its `type` stands in front."""
    kind = thing.get("type")
    rest = ", ".join(f"{words(name)} {_inner(one)}" for name, one in thing.items() if name != "type")
    if not isinstance(kind, str):
        return rest
    return f"{words(kind)}: {rest}" if rest else words(kind)


def _inner(thing: Any) -> str:
    nested = isinstance(thing, list | dict) and len(thing) > 0
    return f"({value(thing)})" if nested else value(thing)
