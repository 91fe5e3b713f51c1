"""What the catalogue's JSON Schemas say about moves: kinds, sentences, fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]


class Schemas:
    """Follows references into the OpenAPI document, which is fetched when the first one is met."""

    def __init__(self, move: Schema, fetch: Callable[[], Mapping[str, Any]]) -> None:
        """Take the schema of all moves of the rules, and what fetches the document."""
        self._fetch = fetch
        self._document: Mapping[str, Any] | None = None
        self._move = move
        self._kinds: Mapping[str, Schema] | None = None

    def about(self, move: Any) -> str:
        """Give the sentence that the schema has for this kind of move, or nothing."""
        if self._kinds is None:
            self._kinds = self.kinds(self._move)
        kind = move.get("type") if isinstance(move, dict) else None
        return str(self._kinds.get(kind, {}).get("description", "")) if isinstance(kind, str) else ""

    def kinds(self, schema: Schema) -> dict[str, Schema]:
        """Give the schema of each kind of move by its `type`; by its title where it has none."""
        schema = self._follow(schema)
        choices = schema.get("anyOf") or schema.get("oneOf")
        if choices:
            return {kind: one for choice in choices for kind, one in self.kinds(choice).items()}
        if "properties" not in schema:
            return {}
        tag = schema["properties"].get("type", {})
        named = tag.get("const") or next(iter(tag.get("enum", [])), None) or schema.get("title", "move")
        return {str(named): schema}

    def is_text(self, schema: Schema) -> bool:
        """Whether nothing but text fits a field."""
        return self._follow(schema).get("type") == "string"

    def hint(self, schema: Schema) -> str:
        """Say on a line what fits a field."""
        schema = self._follow(schema)
        if "enum" in schema:
            return " or ".join(str(one) for one in schema["enum"])
        if "const" in schema:
            return str(schema["const"])
        choices = schema.get("anyOf") or schema.get("oneOf")
        if choices:
            return " or ".join(self.hint(choice) for choice in choices)
        least, most = schema.get("minimum"), schema.get("maximum")
        if least is not None and most is not None:
            return f"{least} to {most}"
        if schema.get("type") == "array":
            items = schema.get("items")
            return f"list of {self.hint(items)} as JSON" if isinstance(items, dict) else "list as JSON"
        return {"string": "text", "integer": "whole number", "null": "null", "object": "JSON object"}.get(
            str(schema.get("type")), str(schema.get("type", "JSON"))
        )

    def _follow(self, schema: Schema) -> Schema:
        """Give what a schema refers to; an empty one, which fits anything, where that can't be found."""
        for _ in range(8):
            where = schema.get("$ref")
            if not isinstance(where, str):
                return schema
            if self._document is None:
                self._document = self._fetch()
            found: Any = self._document
            for step in where.partition("#")[2].strip("/").split("/"):
                found = found.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
            schema = found if isinstance(found, dict) else {}
        return {}
