"""Games over the API, with a token for each seat; a toy game; and what every problem looks like."""

import copy
import random
import re

from tableshark import Awaiting, Data, Move, Outcome, Rules
from tableshark import Options as BaseOptions
from tableshark.plugins import load
from tableshark_api.problems import KINDS

INSTALLED = sorted(load().rules)


class Pick(Move, frozen=True):
    number: int


class PairsOptions(BaseOptions, frozen=True):
    pass


class Pairs(Data, frozen=True):
    picked: dict[str, int] = {}


SEATS = ("left", "right")

PAIRS = Rules(
    id="pairs",
    title="Pairs: both pick a number at once, twice",
    version=1,
    options=PairsOptions,
    state=Pairs,
    move=Pick,
    seen=Pairs,
    seats=lambda options: SEATS,
    setup=lambda options, chance: Pairs(),
    status=lambda state: (
        Outcome.highest(dict.fromkeys(SEATS, 1.0), "picked") if len(state.picked) > 2 else Awaiting(frozenset(SEATS))
    ),
    legal=lambda state, seat: (Pick(1), Pick(2)),
    apply=lambda state, moves, chance: Pairs(
        {**state.picked, **{f"{seat}{len(state.picked)}": move.number for seat, move in moves.items()}}
    ),
    view=lambda state, seat: state,
)

SHARKS = {"rules": "shark-attacks"}
MINE = {"p0": {"by": "me"}, "p1": {"by": "me"}}
NOWHERE = "/v1/games/" + "0" * 24
STOP = {"type": "stop"}
SWIM = {"type": "swim_on"}


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def told(answer):
    """What an answer of Flask's test client, or of httpx, says."""
    return answer.json() if callable(answer.json) else answer.get_json(force=True)


class Table:
    """A game over Flask's test client or httpx, with a token for each seat."""

    def __init__(self, web, rules="shark-attacks", **body):
        made = web.post("/v1/games", json={"rules": rules, **body})
        assert made.status_code == 201, made.text
        self.web = web
        self.made = told(made)
        self.game = self.made["game"]
        self.path = f"/v1/games/{self.game}"
        self.tokens = dict(self.made["tokens"])

    def through(self, web):
        """The same game and tokens, over another client."""
        another = copy.copy(self)
        another.web, another.tokens = web, dict(self.tokens)
        return another

    def sit(self, *seats, **body):
        for seat in seats:
            answer = self.post(f"/seats/{seat}", json=body)
            assert answer.status_code == 201, answer.text
            self.tokens[seat] = told(answer)["token"]
        return self

    def get(self, path="", seat=None, **more):
        return self.web.get(self.path + path, headers=self._headers(seat, more), **more)

    def post(self, path, seat=None, **more):
        return self.web.post(self.path + path, headers=self._headers(seat, more), **more)

    def delete(self, path, seat=None, **more):
        return self.web.delete(self.path + path, headers=self._headers(seat, more), **more)

    def facts(self):
        answer = self.get()
        assert answer.status_code == 200, answer.text
        return told(answer)

    def place(self, seat):
        return next(place for place in self.facts()["seats"] if place["seat"] == seat)

    def view(self, seat=None):
        answer = self.get("/view", seat)
        assert answer.status_code == 200, answer.text
        return told(answer)

    def asked(self):
        """The first seat that is waited for, and its view."""
        some = next(iter(self.tokens), None)
        seat = self.view(some)["waiting"][0]
        return seat, self.view(seat)

    def move(self, seat, turn, move):
        return self.post("/moves", seat, json={"turn": turn, "move": move})

    def play(self, luck):
        """Have somebody who is asked make one legal move."""
        seat, view = self.asked()
        answer = self.move(seat, view["turn"], drawn(view["legal"], luck))
        assert answer.status_code == 200, answer.text
        return seat

    def play_out(self, seed=0):
        luck = random.Random(seed)
        while self.view(next(iter(self.tokens), None))["status"] == "running":
            self.play(luck)
        return self

    def _headers(self, seat, more):
        headers = dict(more.pop("headers", {}))
        return headers if seat is None else {**headers, **bearer(self.tokens[seat])}


def drawn(legal, luck):
    """One of the legal moves that a view tells."""
    return luck.choice(legal["examples"] if isinstance(legal, dict) else legal)


def other(seat):
    return "p1" if seat == "p0" else "p0"


def check(answer, code, pointers=None):
    """See that an answer is this problem, and as every problem has to be."""
    status = KINDS[code].status
    # Before the body: that of a stream has no end.
    assert answer.status_code == status, f"{code} expected"
    problem = told(answer)
    assert problem["code"] == code, problem
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert problem["type"] == f"urn:tableshark:problem:{code}"
    assert problem["status"] == status
    assert problem["title"] == KINDS[code].title
    assert re.fullmatch("[0-9a-f]{16}", problem["trace"])
    assert None not in problem.values()
    assert "Traceback" not in answer.text
    if status == 401:
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    if status in (429, 503):
        assert int(answer.headers["Retry-After"]) >= 1
    if status == 405:
        assert answer.headers["Allow"]
    if pointers is not None:
        assert sorted(fault["pointer"] for fault in problem["errors"]) == sorted(pointers)
    return problem


DIFFER = ("date", "content-length", "ratelimit-remaining")


def bare(answer, *names):
    """An answer's status, body and headers, less its trace, its time and these names of things that are not shared."""
    text = answer.text
    for name in names:
        text = text.replace(name, "*")
    headers = {name: value for name, value in answer.headers.items() if name.lower() not in DIFFER}
    return answer.status_code, re.sub(r'"trace":"[0-9a-f]+"', "", text), headers
