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
    return plain(found)  # type: ignore[no-any-return]


def plain(value: Any) -> Any:
    """Turn schemas (with tuples, defaults that are structs) into plain JSON data in a fixed order."""
    return msgspec.json.decode(encode(value))
