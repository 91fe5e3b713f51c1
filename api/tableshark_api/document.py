"""The OpenAPI document: what flask-smorest gathered from the routes, completed, in one fixed order."""

from __future__ import annotations

from typing import Any

import yaml
from apispec import APISpec

from tableshark.plugins import Plugins
from tableshark_api import contract
from tableshark_api.problems import KINDS, MEDIA_TYPE
from tableshark_api.routing import CODES

TITLE = "Tableshark"
VERSION = "1.0"
"""Of the contract: additive within 1."""
TEXT = (
    "Tabletop games for clients in any language. Look at the catalogue (`GET /v1/rules`), create a game, take a seat, "
    "fetch its view, and play one of the legal moves that the view lists, quoting its turn."
)

PARTS = ("openapi", "info", "servers", "security", "tags", "paths", "components")
METHODS = ("get", "post", "delete")
EVERYWHERE = ("internal",)
LIMITED = ("too_many_requests",)
UNLIMITED = {"live", "ready", "getContract", "home", "docs", "docsFile"}
TOKEN = {"no_token", "bad_token"}

PATHS = {
    "game": {"pattern": "^[0-9a-f]{24}$", "description": "The game's id."},
    "seat": {"description": "The seat's id."},
    "rules": {"description": "The id of the rules."},
    "job": {"description": "The job's id."},
    "simulation": {"pattern": "^sim-[0-9a-f]{24}$", "description": "The simulation's id."},
    "path": {"description": "A file of the page."},
}

KNOWN_TAG = {
    "in": "header",
    "name": "If-None-Match",
    "description": "The ETag of the view that is known.",
    "schema": {"type": "string"},
}

LAST_EVENT = {
    "in": "header",
    "name": "Last-Event-ID",
    "description": "The number of the last view that is known.",
    "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
}
REPEAT_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "The same request with the same key has one effect and, for a day, the first answer.",
    "schema": {"type": "string", "pattern": "^[!-~]{22,255}$"},
}

HEADERS = {
    "Location": {"description": "Where it is.", "schema": {"type": "string"}},
    "Link": {"description": "The next page, where there is one.", "schema": {"type": "string"}},
    "ETag": {"description": "The seat and the number of its view.", "schema": {"type": "string"}},
    "Retry-After": {"description": "Seconds to wait before another try.", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "Bearer.", "schema": {"type": "string"}},
}

ANSWER_HEADERS = {
    ("createGame", "201"): "Location",
    ("orderBotMove", "202"): "Location",
    ("askAdvice", "202"): "Location",
    ("orderSimulation", "202"): "Location",
    ("listGames", "200"): "Link",
    ("getView", "200"): "ETag",
    ("getView", "304"): "ETag",
    ("play", "200"): "ETag",
    ("home", "302"): "Location",
}

GAME = {"game": "$response.body#/game"}
FIRST_SEAT = {**GAME, "seat": "$response.body#/seats/0/seat"}
"""Of a game that was created without seats of the creator's all are open; else look for one that is."""
SEAT = {**GAME, "seat": "$response.body#/seat"}


BATCH = {"simulation": "$response.body#/simulation"}


def _links(text: str = "", /, **parameters: dict[str, str]) -> dict[str, Any]:
    """Say which operations go on from here, and with which parameters."""
    more = {"description": text} if text else {}
    return {name: {"operationId": name, "parameters": one, **more} for name, one in parameters.items()}


LINKS: dict[tuple[str, str], dict[str, Any]] = {
    ("createGame", "201"): _links(getGame=GAME, getView=GAME, takeSeat=FIRST_SEAT),
    ("getGame", "200"): _links(takeSeat=FIRST_SEAT),
    ("takeSeat", "201"): _links("With the token of this answer.", leaveSeat=SEAT, getView=GAME, play=GAME),
    ("changeToken", "201"): _links("With the token of this answer.", leaveSeat=SEAT, getView=GAME, play=GAME),
    ("getView", "200"): _links("With the view's turn and one of its legal moves.", play=GAME),
    ("play", "200"): _links(getView=GAME, getRecord=GAME),
    ("askAdvice", "202"): _links(getJob={"job": "$response.body#/job"}),
    ("orderBotMove", "202"): _links(getJob={"job": "$response.body#/job"}),
    ("orderSimulation", "202"): _links(
        "With the token of this answer.", getSimulation=BATCH, getEpisodes=BATCH, cancelSimulation=BATCH
    ),
    ("getSimulation", "200"): _links(getEpisodes=BATCH),
}


def finish(spec: APISpec, plugins: Plugins) -> dict[str, Any]:
    """Complete the document."""
    document: dict[str, Any] = spec.to_dict()
    document["info"] |= {"description": TEXT, "license": {"name": "MIT", "identifier": "MIT"}}
    document["servers"] = [{"url": "/", "description": "Where this document is served."}]
    # What needs a token says so itself.
    document["security"] = []
    parts = document["components"]
    known = {**parts["schemas"], **contract.schemas(plugins), "Problem": _problem()}
    parts["schemas"] = {name: known[name] for name in sorted(known)}
    parts["securitySchemes"] = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a seat in the game, or that of simulations.",
        }
    }
    document["paths"]["/docs/"] = {"get": _page("docs", "Show this document to people.", {"200": "text/html"})}
    document["paths"]["/docs/{path}"] = {
        "get": _page("docsFile", "Give a file of that page.", {"200": "*/*"}, ["not_found"]),
        "parameters": [{"in": "path", "name": "path", "required": True, "schema": {"type": "string"}}],
    }
    document["paths"] = {path: _path(document["paths"][path]) for path in sorted(document["paths"])}
    _give_examples(document, plugins)
    return {part: document[part] for part in PARTS}


def _page(name: str, summary: str, answers: dict[str, str], codes: list[str] | None = None) -> dict[str, Any]:
    responses = {
        status: {"description": "The page.", "content": {kind: {"schema": {"type": "string"}}}}
        for status, kind in answers.items()
    }
    return {"operationId": name, "summary": summary, "tags": ["contract"], "responses": responses, CODES: codes or []}


def _path(item: dict[str, Any]) -> dict[str, Any]:
    parameters = item.get("parameters", [])
    for parameter in parameters:
        more = dict(PATHS[parameter["name"]])
        parameter["description"] = more.pop("description")
        parameter["schema"] = {"type": "string", **more}
    for operation in (item[method] for method in METHODS if method in item):
        codes = operation.pop(CODES)
        name = operation["operationId"]
        # What flask-smorest says of refusals by itself is replaced: it knows neither media type nor codes.
        answers = {status: one for status, one in operation["responses"].items() if str(status)[0] in "23"}
        by_status: dict[int, list[str]] = {}
        for code in (*codes, *EVERYWHERE, *(LIMITED if name not in UNLIMITED else ())):
            by_status.setdefault(KINDS[code].status, []).append(code)
        answers.update({str(status): _refusal(status, by_status[status]) for status in by_status})
        operation["responses"] = {status: answers[status] for status in sorted(answers)}
        for (operation_id, status), header in ANSWER_HEADERS.items():
            if operation_id == name:
                answers[status]["headers"] = {header: HEADERS[header]}
        for (operation_id, status), links in LINKS.items():
            if operation_id == name:
                answers[status]["links"] = links
        if name == "getView":
            operation["parameters"].append(KNOWN_TAG)
        if name == "getEpisodes":
            line = {"type": "string", "description": "A line for each episode."}
            answers["200"]["content"] = {kind: {"schema": line} for kind in ("application/x-ndjson", "text/csv")}
        if name == "followGame":
            operation.setdefault("parameters", []).append(LAST_EVENT)
        if "malformed_key" in codes:
            operation.setdefault("parameters", []).append(REPEAT_KEY)
        if TOKEN & set(codes):
            operation["security"] = [{"token": []}] if "no_token" in codes else [{}, {"token": []}]
    return item


def _refusal(status: int, codes: list[str]) -> dict[str, Any]:
    told = [f"`{code}`: {KINDS[code].title[0].lower()}{KINDS[code].title[1:]}" for code in codes]
    answer: dict[str, Any] = {
        "description": "; ".join(told) + ".",
        "content": {MEDIA_TYPE: {"schema": contract.ref("Problem")}},
    }
    if status in (401, 429, 503):
        header = "WWW-Authenticate" if status == 401 else "Retry-After"
        answer["headers"] = {header: HEADERS[header]}
    return answer


def _problem() -> dict[str, Any]:
    fault = {
        "type": "object",
        "properties": {
            "pointer": {"type": "string", "description": "A JSON Pointer into the body."},
            "parameter": {"type": "string", "description": "A parameter of the query."},
            "detail": {"type": "string"},
        },
        "required": ["detail"],
    }
    return {
        "description": "Why a request was refused (RFC 9457). Clients switch on `code`.",
        "type": "object",
        "properties": {
            "type": {"type": "string", "description": "urn:tableshark:problem: and the code."},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string"},
            "code": {"type": "string", "enum": list(KINDS)},
            "trace": {"type": "string", "description": "Quote it when you report a fault."},
            "errors": {"type": "array", "items": fault},
        },
        "required": ["type", "title", "status", "detail", "code", "trace"],
    }


def _give_examples(document: dict[str, Any], plugins: Plugins) -> None:
    made = contract.examples(plugins)
    for item in document["paths"].values():
        for operation in (item[method] for method in METHODS if method in item):
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (body["content"] for body in bodies if "content" in body):
                for media in content.values():
                    name = str(media["schema"].get("$ref", "")).rpartition("/")[2]
                    if made.get(name):
                        media["examples"] = made[name]


class _Dumper(yaml.SafeDumper):
    """Writes everything out: no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        """Repeat what stands in two places."""
        return True


def written(document: dict[str, Any]) -> str:
    """Write the document as YAML: the same bytes for the same document."""
    return yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
