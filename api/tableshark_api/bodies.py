"""The one loader of all bodies: strict JSON, checked against the envelope's schema."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import flask
from marshmallow import Schema, ValidationError, missing
from webargs.flaskparser import FlaskParser

from tableshark_api.problems import Fault, Problem

LIMIT = 64 * 1024
"""The most bytes of a body."""
DEPTH = 32
"""How deep arrays and objects may be nested."""
DIGITS = 40
"""The most digits of a whole number: nothing that anybody asks for is longer."""
FAULTS = 20
"""The most faults that are told at once."""
EXACT = 2.0**53
"""Up to here every whole float is the integer that was written."""

PARTS = {"options": "malformed_options", "seats": "malformed_seats", "move": "malformed_move"}
"""Parts of a body with codes of their own."""

_MARK = re.compile(r'["\\\[\]{}]')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class BodyParser(FlaskParser):
    """Reads bodies and queries for webargs, and refuses with a problem."""

    def load_json(self, req: flask.Request, schema: Schema) -> Any:
        """Read the body; where no field is required there need not be one."""
        optional = not any(field.required for field in schema.fields.values())
        body = req.get_data(cache=False) if optional else None
        if body == b"":
            return missing
        if req.mimetype != "application/json":
            raise Problem("not_json", f"the body is of type {req.mimetype[:80]!r}, application/json expected")
        if body is None:
            body = req.get_data(cache=False)
        if len(body) > LIMIT:
            raise Problem("body_too_large", f"the body is larger than {LIMIT} bytes")
        return loads(body)

    def handle_error(self, error: ValidationError, req: Any, schema: Schema, **kwargs: Any) -> NoReturn:
        """Tell what does not fit, and where."""
        [(location, messages)] = error.messages_dict.items()
        if location == "query":
            faults = [Fault(".".join(path), detail) for path, detail in _faults(messages)]
            raise Problem("malformed_query", "the query does not fit its schema", faults[:FAULTS])
        faults = [Fault(_pointer(path), detail) for path, detail in _faults(messages)]
        parts = {path[0] if path else "" for path, _ in _faults(messages)}
        code = PARTS.get(parts.pop(), "malformed_body") if len(parts) == 1 else "malformed_body"
        raise Problem(code, "the body does not fit its schema", faults[:FAULTS])


def loads(body: bytes) -> Any:
    """Read strict JSON: no NaN, no name twice, no lone surrogate; a whole float such as 3.0 becomes an integer."""
    try:
        text = body.decode()
        if _depth(text) > DEPTH:
            raise Problem("malformed_json", f"the body is nested deeper than {DEPTH} levels")
        value = json.loads(
            text, object_pairs_hook=_object, parse_float=_number, parse_int=_whole, parse_constant=_no_number
        )
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem("malformed_json", "the body has half of a surrogate pair") from None
    except UnicodeDecodeError:
        raise Problem("malformed_json", "the body is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise Problem("malformed_json", f"the body is not JSON: {error.msg}, at character {error.pos}") from None
    return value


def _depth(text: str) -> int:
    if text.count("[") + text.count("{") <= DEPTH:
        return 0
    depth = deepest = 0
    quoted, escaped = False, -1
    # Once over the text, whatever it is: a pattern for whole strings would look at an open one again and again.
    for found in _MARK.finditer(text):
        mark, at = found[0], found.start()
        if at == escaped:
            continue
        if mark == "\\":
            escaped = at + 1
        elif mark == '"':
            quoted = not quoted
        elif not quoted:
            depth += 1 if mark in "[{" else -1
            deepest = max(deepest, depth)
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for name, one in pairs:
        if name in value:
            raise Problem("malformed_json", f"the name {name[:80]!r} stands twice in one object")
        value[name] = one
    return value


def _number(text: str) -> int | float:
    value = float(text)
    if math.isinf(value):
        raise Problem("malformed_json", "the body has a number that is too large")
    return int(value) if value.is_integer() and abs(value) <= EXACT else value


def _whole(text: str) -> int:
    if len(text) > DIGITS:
        raise Problem("malformed_json", "the body has a number that is too large")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise Problem("malformed_json", f"the body has {text}, which is no JSON")


def _faults(messages: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Walk marshmallow's messages: of each fault the path and what is wrong."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            # A dict field tells whether a key or a value is wrong; the place is the same. "_schema" is the whole.
            between = (len(path) == 2 and path[0] == "seats" and name in ("key", "value")) or name == "_schema"
            yield from _faults(inner, path if between else (*path, str(name)))
    elif isinstance(messages, list):
        for message in messages:
            yield from _faults(message, path)
    else:
        yield path, str(messages)


def _pointer(path: tuple[str, ...]) -> str:
    return "".join("/" + name[:80].replace("~", "~0").replace("/", "~1") for name in path)
