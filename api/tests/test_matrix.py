"""Who may do what: every route for every kind of visitor, against one table."""

import re

import pytest
from tables import MINE, STOP, Table, bare, bearer, other, told

VISITORS = ("own", "other", "foreign", "none", "shut", "revoked", "malformed")
"""The token of the seat that the request is about; of another seat of the game; of another game; no token at all, and
the same where nobody may watch; one that was exchanged; and a header that holds none."""


BATCH = {"rules": "shark-attacks", "bots": [{"bot": "random"}], "episodes": 2, "seed": "0"}
NO_BATCH = "sim-" + "0" * 24


def everybody(status):
    return dict.fromkeys(VISITORS, status)


def seat_alone(status, others):
    """What is the seat's alone; `others` is what another seat of the game is told."""
    bad = dict.fromkeys(("foreign", "revoked", "malformed"), "bad_token")
    return {"own": status, "other": others, **bad, "none": "no_token", "shut": "no_token"}


ORDERED = {
    **everybody("bad_token"),
    "own": 200,
    "other": "unknown_simulation",
    "none": "no_token",
    "shut": "no_token",
}
"""What is for those who ordered it. "other" has simulations of its own here, "foreign" and "revoked" a seat's token."""

WATCHED = {**seat_alone(200, 200), "none": 200, "shut": "unknown_game"}

TABLE = {
    "GET /": everybody(302),
    "GET /docs/": everybody(200),
    "GET /docs/{path}": everybody(200),
    "GET /openapi.json": everybody(200),
    "GET /livez": everybody(200),
    "GET /readyz": everybody(200),
    "GET /v1/rules": everybody(200),
    "GET /v1/rules/{rules}": everybody(200),
    "GET /v1/games": everybody(200),
    "POST /v1/games": everybody(201),
    "GET /v1/games/{game}": everybody(200),
    "POST /v1/games/{game}/seats/{seat}": everybody(201),
    "POST /v1/games/{game}/seats/{seat}/token": seat_alone(201, "other_seat"),
    "DELETE /v1/games/{game}/seats/{seat}": seat_alone(204, "other_seat"),
    "GET /v1/games/{game}/view": WATCHED,
    "GET /v1/games/{game}/stream": WATCHED,
    "GET /v1/games/{game}/record": WATCHED,
    "POST /v1/games/{game}/moves": seat_alone(200, "not_your_turn"),
    "POST /v1/games/{game}/bot-moves": seat_alone(202, "not_your_turn"),
    "POST /v1/games/{game}/advice": seat_alone(202, "not_your_turn"),
    "GET /v1/jobs/{job}": seat_alone(200, "unknown_job"),
    "POST /v1/simulations": {**everybody("bad_token"), **dict.fromkeys(("own", "other", "none", "shut"), 202)},
    "GET /v1/simulations": {**seat_alone(200, 200)},
    "GET /v1/simulations/{simulation}": ORDERED,
    "DELETE /v1/simulations/{simulation}": ORDERED,
    "GET /v1/simulations/{simulation}/episodes": ORDERED,
}

BODIES = {
    "POST /v1/games": {"rules": "shark-attacks"},
    "POST /v1/games/{game}/moves": {"turn": 1, "move": STOP},
    "POST /v1/games/{game}/bot-moves": {"turn": 1, "bot": "random"},
    "POST /v1/games/{game}/advice": {"turn": 1, "bot": "random"},
    "POST /v1/simulations": BATCH,
}

CELLS = [pytest.param(route, who, id=f"{route} {who}") for route in TABLE for who in VISITORS]


class Visit:
    """A game of two as the route needs it, and somebody who comes there."""

    def __init__(self, web, route, who):
        self.web, self.route = web, route
        terms = {"onlookers": "none"} if who == "shut" else {}
        self.orders = [told(web.post("/v1/simulations", json=BATCH)) for _ in ("own", "other")]
        self.simulation = self.orders[0]["simulation"]
        table = self.table = Table(web, options={"target": 20}, seats=MINE, **terms)
        self.seat = table.asked()[0]
        self.visitor, token = self._token(who)
        self.headers = {} if token is None else {"Authorization": token}
        if route.endswith("/record"):
            table.play_out()
        self.job = f"{table.game}-{self.seat}-1-0"
        if "{job}" in route:
            assert table.post("/bot-moves", self.seat, json={"turn": 1, "bot": "random"}).status_code == 202
        if route == "POST /v1/games/{game}/seats/{seat}":
            # There has to be room. Whoever comes brings the token of a seat all the same.
            assert table.delete(f"/seats/{self.seat}", self.seat).status_code == 204

    def _token(self, who):
        """The seat that the visitor has here, and what is sent to prove it."""
        table, seat = self.table, self.seat
        if who in ("own", "other") and "simulation" in self.route:
            return None, f"Bearer {self.orders[who == 'other']['token']}"
        if who in ("own", "other"):
            held = seat if who == "own" else other(seat)
            return held, f"Bearer {table.tokens[held]}"
        if who == "foreign":
            stranger = Table(self.web, seats=MINE)
            return None, f"Bearer {stranger.tokens[seat]}"
        if who == "revoked":
            old = table.tokens[seat]
            table.tokens[seat] = told(table.post(f"/seats/{seat}/token", seat))["token"]
            return None, f"Bearer {old}"
        return None, {"none": None, "shut": None, "malformed": f"Basic {table.tokens[seat]}"}[who]

    def answer(self, game=None, job=None, simulation=None):
        method, path = self.route.split()
        names = {"game": game or self.table.game, "seat": self.seat, "job": job or self.job}
        names["simulation"] = simulation or self.simulation
        path = path.format(**names, rules="shark-attacks", path="index.css")
        more = {"json": BODIES[self.route]} if self.route in BODIES else {}
        answer = self.web.open(path, method=method, headers=self.headers, buffered=False, **more)
        if path.endswith("/stream") and answer.status_code == 200:
            # It goes on for ever: what comes before the first event is enough, and the event.
            parts = iter(answer.response)
            answer.told = next(parts) + next(parts)
        return answer


@pytest.mark.parametrize(("route", "who"), CELLS)
def test_who_may_do_what(web, kept, route, who):
    visit = Visit(web, route, who)
    before, expected = kept(), TABLE[route][who]
    answer = visit.answer()
    if isinstance(expected, int):
        assert answer.status_code == expected, answer.get_data()[:500]
        if TABLE[route] is WATCHED and not route.endswith("/record"):
            shown = answer.told if route.endswith("/stream") else answer.get_data()
            seat = "null" if visit.visitor is None else f'"{visit.visitor}"'
            assert f'"seat":{seat}'.encode() in shown, "the window of the visitor's own seat"
    else:
        assert told(answer)["code"] == expected
        assert kept() == before, "nothing was changed"
    if expected == "unknown_game":
        assert bare(answer, visit.table.game) == bare(visit.answer(game="0" * 24), "0" * 24)
    if expected == "unknown_job":
        missing = f"{visit.table.game}-{visit.seat}-9-0"
        assert bare(answer, visit.job) == bare(visit.answer(job=missing), missing)
    if expected == "unknown_simulation":
        assert bare(answer, visit.simulation) == bare(visit.answer(simulation=NO_BATCH), NO_BATCH)
    answer.close()


@pytest.mark.parametrize("route", [route for route in TABLE if re.search("{(game|job|simulation)}", route)])
def test_where_there_is_nothing_all_are_told_the_same(web, route):
    game = "0" * 24
    answers = [Visit(web, route, who).answer(game=game, job=f"{game}-p0-1-0", simulation=NO_BATCH) for who in VISITORS]
    what = re.search("{(game|job|simulation)}", route)[1]
    assert {told(answer)["code"] for answer in answers} == {f"unknown_{what}"}
    assert len({repr(bare(answer)) for answer in answers}) == 1


def test_a_token_opens_the_same_in_whatever_case_its_scheme_is_written(table):
    for scheme in ("Bearer", "bearer", "BEARER"):
        answer = table.get("/view", headers={"Authorization": f"{scheme} {table.tokens['p0']}"})
        assert (answer.status_code, told(answer)["seat"]) == (200, "p0")
    assert table.get("/view", headers=bearer(table.tokens["p0"].upper())).status_code == 401


def test_every_route_is_in_the_table(building):
    routes = set()
    for rule in building.url_map.iter_rules():
        path = rule.rule.replace("<path:", "{").replace("<", "{").replace(">", "}")
        routes |= {f"{method} {path}" for method in rule.methods - {"HEAD", "OPTIONS"}}
    assert routes == set(TABLE)
    assert all(set(row) == set(VISITORS) for row in TABLE.values())
    assert set(BODIES) < set(TABLE)
