"""Fits a part of a body into the rules' own types; what does not fit is told with its place."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from tableshark.errors import Unfit, UnfitMove, UnfitOptions, UnknownRules
from tableshark.plugins import Plugins
from tableshark.rules import Rules
from tableshark_api.problems import Fault, Problem

LONGEST = 300
"""The most characters of a message; the rest of a long value is cut away."""

_AT = " - at `"
_PLACE = re.compile(r" - at (?:`key` in )?`\$(?P<path>(?:\.[A-Za-z_]\w*|\[\d+\]|\[\.\.\.\])*)`")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]")


def rules(plugins: Plugins, body: dict[str, Any]) -> tuple[Rules[Any, Any, Any, Any], Any]:
    """Find the rules that a body names, and read their options in it."""
    try:
        found = plugins.get(body["rules"][:80])
    except UnknownRules as error:
        raise Problem(error.code, str(error), [Fault("/rules", str(error))]) from None
    return found, options(found, body.get("options", {}))


def options(rules: Rules[Any, Any, Any, Any], raw: Any) -> Any:
    """Read the options of a new game; UnfitOptions where they don't fit."""
    return _fit(raw, rules.options, UnfitOptions)


def move(rules: Rules[Any, Any, Any, Any], raw: Any) -> Any:
    """Read a move; UnfitMove where it fits none of the rules' moves."""
    if len(rules.moves) == 1 and isinstance(raw, dict) and "type" not in raw:
        # Where there is one kind of move msgspec would not miss its name; the contract does.
        raise UnfitMove("object missing required field `type`")
    return _fit(raw, rules.move, UnfitMove)


def _fit(raw: Any, kind: Any, error: type[Unfit]) -> Any:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as refusal:
        # The message may quote what was sent: only its very end can be the place.
        text = str(refusal)
        cut = text.rfind(_AT)
        found = _PLACE.fullmatch(text, cut) if cut >= 0 else None
        what = text[:cut] if found else text
        message = what if len(what) <= LONGEST else what[:LONGEST] + "…"
        raise error(message[:1].lower() + message[1:], pointer(found["path"] if found else "")) from None


def pointer(path: str) -> str:
    """Turn msgspec's path (`.a[0].b`) into a JSON Pointer; it ends where the path names no exact place."""
    parts, at = [], 0
    while found := _STEP.match(path, at):
        parts.append("/" + (found["name"] or found["index"]).replace("~", "~0").replace("/", "~1"))
        at = found.end()
    return "".join(parts)
