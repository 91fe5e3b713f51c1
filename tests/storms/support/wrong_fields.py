"""Bodies in which one field is of a wrong type or size, for every field of every body that the document describes."""

import copy

from raw_wire import bearer, post

WRONG = (None, True, -1, 1.5, 1e308, 2**63, "", "\x00" + "x" * 20_000, [[]], {"a": {}})
DEEPEST = 4
HERE = "#/components/schemas/"


class Described:
    """The schemas of a document."""

    def __init__(self, document):
        self.document = document

    def resolve(self, schema):
        while "$ref" in schema or "allOf" in schema:
            schema = (
                self.document["components"]["schemas"][schema["$ref"].removeprefix(HERE)]
                if "$ref" in schema
                else schema["allOf"][0]
            )
        return schema

    def variants(self, schema):
        """The schema, or those of which it is one."""
        schema = self.resolve(schema)
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return [one for inner in schema[word] for one in self.variants(inner)]
        return [schema]

    def good(self, schema):
        """The smallest value that fits."""
        schema = self.variants(schema)[0]
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        kind = schema.get("type")
        if kind == "object":
            return {name: self.good(schema["properties"][name]) for name in schema.get("required", ())}
        if kind == "array":
            return [self.good(schema["items"])] if "items" in schema else []
        return {"integer": schema.get("minimum", 1), "number": 1, "string": "x", "boolean": True}.get(kind)

    def spoiled(self, schema, depth=0):
        """The value that fits, with one place of it wrong, for each place and each wrong value."""
        yield from WRONG
        if depth == DEEPEST:
            return
        for one in self.variants(schema):
            fits = self.good(one)
            if one.get("type") == "object":
                inner = dict(one.get("properties", {}))
                if isinstance(one.get("additionalProperties"), dict):
                    inner["p0"] = one["additionalProperties"]
                for name, of in inner.items():
                    for value in self.spoiled(of, depth + 1):
                        yield {**copy.deepcopy(fits), name: value}
            elif one.get("type") == "array" and "items" in one:
                for value in self.spoiled(one["items"], depth + 1):
                    yield [value]

    def bodies(self):
        """Each POST's path, and each spoiled body of it; what all rules have in common is spoiled once."""
        for path, item in self.document["paths"].items():
            if "post" in item:
                schema = item["post"]["requestBody"]["content"]["application/json"]["schema"]
                first, *others = self.variants(schema)
                yield path, self.spoiled(first)
                for one in others:
                    options = self.spoiled(one["properties"]["options"], 1)
                    yield path, ({**self.good(one), "options": value} for value in options)


def of_fields(document, games):
    """All of them as requests; `games` has the path and a token of a game for each of the rules."""
    for path, bodies in Described(document).bodies():
        for number, body in enumerate(bodies):
            # To the game of each of the rules in turn.
            where, token = games[number % len(games)]
            place = path.replace("/v1/games/{game}", where).replace("{seat}", "p0")
            yield f"{str(body)[:60]} to {path}", post(place, body, bearer(token))
