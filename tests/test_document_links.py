"""The document's links: whoever follows them gets from a new game to a seat, its view and its move."""

import re
from copy import deepcopy
from pathlib import Path

import httpx
import pytest
import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
COMMITTED = Path(__file__).parents[1] / "openapi.yaml"


class Follower:
    """Calls operations by their names, and goes on by the links of what it was answered."""

    def __init__(self, url, document):
        self.http = httpx.Client(base_url=url, timeout=30)
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, item in document["paths"].items()
            for method, operation in item.items()
            if method != "parameters"
        }

    def call(self, name, parameters=None, body=None, token=None):
        method, path, operation = self.operations[name]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.http.request(method, path.format(**parameters or {}), json=body, headers=headers)
        answer.links_on = operation["responses"][str(answer.status_code)].get("links", {})
        return answer

    def follow(self, answer, name, body=None, token=None):
        link = answer.links_on[name]
        parameters = {one: value(expression, answer.json()) for one, expression in link["parameters"].items()}
        return self.call(link["operationId"], parameters, body, token)


def value(expression, body):
    """Read `$response.body#/a/0/b` in a body."""
    for step in pointer(expression):
        body = body[int(step) if isinstance(body, list) else step]
    return body


def pointer(expression):
    return re.fullmatch(r"\$response\.body#/([\w/]+)", expression)[1].split("/")


def broken(document):
    """Say which links lead nowhere, lack a parameter, or take one from where the answer has none."""
    targets = {}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                told = item.get("parameters", []) + operation.get("parameters", [])
                targets[operation["operationId"]] = ({one["name"] for one in told}, set(re.findall(r"{(\w+)}", path)))
    schemas = document["components"]["schemas"]

    def has(schema, steps):
        if "$ref" in schema:
            return has(schemas[schema["$ref"].rpartition("/")[2]], steps)
        if "oneOf" in schema:
            return all(has(one, steps) for one in schema["oneOf"])
        if not steps:
            return True
        inner = schema["items"] if steps[0].isdigit() else schema["properties"].get(steps[0])
        return inner is not None and has(inner, steps[1:])

    for name, status, answer in answers(document):
        for link, told in answer.get("links", {}).items():
            known, needed = targets.get(told["operationId"], (set(), {"an operation"}))
            given = set(told["parameters"])
            schema = answer["content"]["application/json"]["schema"]
            sound = all(has(schema, pointer(expression)) for expression in told["parameters"].values())
            if not (needed <= given <= known and sound):
                yield f"{name} {status} {link}"


def answers(document):
    for item in document["paths"].values():
        for method, operation in item.items():
            if method != "parameters":
                for status, answer in operation["responses"].items():
                    yield operation["operationId"], status, answer


@pytest.fixture(scope="module")
def document():
    return yaml.load(COMMITTED.read_text(encoding="utf-8"), Loader=LOADER)


def test_every_link_leads_somewhere(document):
    assert list(broken(document)) == []


@pytest.mark.parametrize(
    ("member", "becomes"),
    [("operationId", "sitDown"), ("parameters", {}), ("parameters", {"game": "$response.body#/id"})],
)
def test_a_link_that_leads_nowhere_is_found(document, member, becomes):
    spoilt = deepcopy(document)
    spoilt["paths"]["/v1/games"]["post"]["responses"]["201"]["links"]["getView"][member] = becomes
    assert list(broken(spoilt)) == ["createGame 201 getView"]


def test_from_a_new_game_to_a_move_by_links_alone(server, document):
    one = Follower(server.url, document)
    with one.http:
        body = {"rules": "shark-attacks", "seats": {"p1": {"by": "bot", "bot": "stop-at-8"}}}
        made = one.call("createGame", body=body | {"options": {"first_seat": "p0"}})
        seat = one.follow(made, "takeSeat")
        token = seat.json()["token"]
        view = one.follow(seat, "getView", token=token)
        assert view.json()["seat"] == seat.json()["seat"] == "p0"
        move = {"turn": view.json()["turn"], "move": view.json()["legal"][0]}
        played = one.follow(view, "play", move, token)
        assert played.status_code == 200
        assert one.follow(played, "getView", token=token).json()["number"] >= played.json()["number"]
        assert one.follow(played, "getRecord", token=token).json()["code"] == "not_over"
        header = one.follow(made, "getGame")
        assert one.follow(header, "takeSeat").json()["code"] == "seat_taken"
        assert one.follow(seat, "leaveSeat", token=token).status_code == 204
