"""A client that knows nothing but the document plays a whole game, and checks all that it is told."""

import json
import random

import jsonschema_rs
import pytest
from tables import INSTALLED

HERE = "urn:the-document"


class Stranger:
    """Knows the document, and calls operations by their names in it."""

    def __init__(self, client):
        self.client = client
        self.document = client.get("/openapi.json").json()
        self.registry = jsonschema_rs.Registry([(HERE, self.document)])
        self.validators = {}
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, item in self.document["paths"].items()
            for method, operation in item.items()
            if method != "parameters"
        }

    def call(self, name, body=None, token=None, query=None, **path):
        method, template, operation = self.operations[name]
        if body is not None:
            self.check(operation["requestBody"]["content"]["application/json"]["schema"], body)
        answer = self.client.request(
            method,
            template.format(**path),
            json=body,
            params=query,
            headers={"Authorization": f"Bearer {token}"} if token else None,
        )
        described = operation["responses"][str(answer.status_code)]
        if "content" in described:
            kind = answer.headers["Content-Type"]
            self.check(described["content"][kind]["schema"], answer.json())
        for header in described.get("headers", {}):
            assert header in answer.headers
        return answer

    def check(self, schema, value):
        text = json.dumps(schema).replace('"#/', f'"{HERE}#/')
        if text not in self.validators:
            self.validators[text] = jsonschema_rs.Draft202012Validator(json.loads(text), registry=self.registry)
        self.validators[text].validate(value)


SHORT = {"camouflage": {"finish": 3}}
"""Options under which a game is short enough for a test."""


@pytest.mark.parametrize("rules", INSTALLED)
def test_a_whole_game(client, rules):
    luck, stranger = random.Random(rules), Stranger(client)
    catalogue = stranger.call("listRules").json()["rules"]
    assert rules in [one["rules"] for one in catalogue]
    seats = stranger.call("getRules", rules=rules).json()["seats"]
    game = stranger.call(
        "createGame", {"rules": rules, "options": SHORT.get(rules, {}), "seats": {seats[0]: {"by": "me"}}}
    ).json()
    at = {"game": game["game"]}
    tokens = {**game["tokens"]}
    for seat in seats[1:]:
        assert stranger.call("getView", token=tokens[seats[0]], **at).status_code == 409
        tokens[seat] = stranger.call("takeSeat", **at, seat=seat).json()["token"]
    moves, told = 0, []
    window = stranger.call("getView", token=tokens[luck.choice(seats)], **at).json()
    while window["status"] != "over":
        if window["turn"] is None:
            window = stranger.call("getView", token=tokens[luck.choice(window["waiting"])], **at).json()
        seat, legal = window["seat"], window["legal"]
        move = luck.choice(legal["examples"] if isinstance(legal, dict) else legal)
        answer = stranger.call("play", {"turn": window["turn"], "move": move}, tokens[seat], **at)
        assert answer.status_code == 200
        window = answer.json()
        told += [one["text"] for one in window["view"]["news"]]
        moves += 1
        assert moves < 2000
    assert moves > 2
    assert told
    assert all(told)
    assert sorted(window["outcome"]["ranks"]) == sorted(seats)
    assert stranger.call("getGame", **at).json()["outcome"] == window["outcome"]
    number = window["number"]
    assert stranger.call("getView", query={"after": number}, **at).status_code in (200, 304)
    refused = stranger.call("play", {"turn": 10**6, "move": move}, tokens[seat], **at)
    assert refused.json()["code"] == "game_over"
