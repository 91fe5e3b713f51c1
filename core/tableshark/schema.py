"""JSON Schemas of rules, for the contract: each rules with components of its own."""

from __future__ import annotations

from typing import Any

import msgspec

from tableshark.rules import Rules
from tableshark.table import encode

REFS = "#/components/schemas/"


def components(rules: Rules[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give `<rules>.Options`, `.Move`, `.View` and the structs that they are made of, as JSON Schema 2020-12."""
    prefix = f"{REFS}{rules.id}."
    kinds = {"Options": rules.options, "Move": rules.move, "View": rules.seen}
    schemas, parts = msgspec.json.schema_components(kinds.values(), ref_template=prefix + "{name}")
    found = {f"{rules.id}.{name}": part for name, part in parts.items()}
    for (name, _), schema in zip(kinds.items(), schemas, strict=True):
        # A struct is a component already: the name in the contract refers to it.
        key = f"{rules.id}.{name}"
        if schema != {"$ref": REFS + key}:
            found[key] = schema
    return plain({name: _titled_by_name(part) for name, part in found.items()})  # type: ignore[no-any-return]


def _titled_by_name(part: Any) -> Any:
    """Leave a component to its name: msgspec's title lacks the rules, so that generated clients would mix them up."""
    return _readable({name: value for name, value in part.items() if name != "title"})


def _readable(schema: Any) -> Any:
    """Say the same so that generators of clients understand it: what an enum's type is, and no `items: false`."""
    if isinstance(schema, list | tuple):
        return [_readable(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = dict(schema)
    for word in ("items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems"):
        if word in told:
            told[word] = _readable(told[word])
    if "properties" in told:
        told["properties"] = {name: _readable(one) for name, one in told["properties"].items()}
    if told.get("items") is False and told.get("maxItems") == len(told.get("prefixItems", ())):
        # The number of items says it already.
        del told["items"]
    if "enum" in told and "type" not in told and all(isinstance(one, str) for one in told["enum"]):
        told["type"] = "string"
    return told


def plain(value: Any) -> Any:
    """Turn schemas (with tuples, defaults that are structs) into plain JSON data in a fixed order."""
    return msgspec.json.decode(encode(value))
