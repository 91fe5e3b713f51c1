"""Scripts of any page may use the API, without credentials; and HEAD, OPTIONS and Allow on every route."""

import pytest
from tables import NOWHERE, SHARKS, bearer, check

from tableshark_api.app import EXPOSED

PAGE = {"Origin": "https://a-page.example"}
SENT = {"authorization", "content-type", "idempotency-key", "if-none-match", "last-event-id"}
"""What a client sends beside what every page may send anyway."""


@pytest.fixture
def paths(app, table):
    """Every route's path, with names of a running game."""
    names = {
        "game": table.game,
        "seat": "p0",
        "rules": "shark-attacks",
        "job": "x",
        "path": "index.css",
        "simulation": "x",
    }
    found = {}
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<path:", "<").replace("<", "{").replace(">", "}").format(**names)
        found.setdefault(path, set()).update(rule.methods)
    return found


def open_to_all(answer):
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert sorted(exposed) == sorted(EXPOSED)
    assert {"ETag", "Location", "Link", "Retry-After", "Idempotency-Replayed"} <= set(exposed)


def test_simple_requests(web, table):
    seat, _ = table.asked()
    for path, code in (
        ("/v1/rules", 200),
        ("/v1/games", 200),
        (table.path, 200),
        (f"{table.path}/view", 200),
        (f"{table.path}/record", 409),
        (NOWHERE, 404),
        ("/v1/nothing", 404),
    ):
        answer = web.get(path, headers=PAGE)
        assert answer.status_code == code, path
        open_to_all(answer)
    refused = web.get(f"{table.path}/view", headers={**PAGE, **bearer("ts_wrong")})
    check(refused, "bad_token")
    open_to_all(refused)
    known = web.get(f"{table.path}/view", headers={**PAGE, "If-None-Match": '"-.1"'})
    assert known.status_code == 304
    open_to_all(known)
    for answer in (
        web.post("/v1/games", json=SHARKS, headers=PAGE),
        web.put("/v1/games", headers=PAGE),
        table.post("/moves", seat, json={}, headers=PAGE),
    ):
        open_to_all(answer)


def test_a_stream_may_be_read_by_a_page(table):
    answer = table.get("/stream", "p0", headers=PAGE, buffered=False)
    open_to_all(answer)
    answer.close()


def test_preflights(web, paths):
    for path, methods in paths.items():
        for method in methods - {"OPTIONS", "HEAD"}:
            asks = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": ", ".join(sorted(SENT))}
            answer = web.options(path, headers={**PAGE, **asks})
            assert answer.status_code == 200, path
            open_to_all(answer)
            assert method in answer.headers["Access-Control-Allow-Methods"].split(", ")
            allowed = answer.headers["Access-Control-Allow-Headers"].lower().split(", ")
            assert set(allowed) >= SENT
            assert int(answer.headers["Access-Control-Max-Age"]) >= 600


def test_options_on_every_route(web, paths, kept):
    before = kept()
    for path, methods in paths.items():
        answer = web.options(path)
        assert (answer.status_code, answer.data) == (200, b""), path
        assert set(answer.headers["Allow"].split(", ")) == methods, path
    assert kept() == before


def test_allow_on_every_other_method(web, paths, kept):
    before = kept()
    for path, methods in paths.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - methods:
            answer = web.open(path, method=method, json={})
            check(answer, "method_not_allowed")
            assert set(answer.headers["Allow"].split(", ")) == methods, (method, path)
    assert kept() == before


def test_head_on_every_route(web, table, paths):
    over = table.play_out()
    for path, methods in paths.items():
        if "GET" not in methods:
            continue
        for headers in ({}, bearer(over.tokens["p0"])):
            kept = not path.endswith("/stream")
            got, head = (ask(path, headers=headers, buffered=kept) for ask in (web.get, web.head))
            assert (head.status_code, head.data) == (got.status_code, b""), path
            differ = {"Content-Length"} if path.endswith("/stream") or got.status_code >= 400 else set()
            assert {name: value for name, value in head.headers.items() if name not in differ} == {
                name: value for name, value in got.headers.items() if name not in differ
            }, path


def test_what_every_answer_says(web, table, paths):
    table.play_out()
    for path, methods in paths.items():
        if "GET" in methods and not path.endswith("/stream"):
            answer = web.get(path, buffered=True)
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "Cache-Control" in answer.headers, path
            if path.startswith("/v1/games/") and answer.status_code == 200 and path != table.path:
                assert answer.headers["Vary"] == "Authorization", path
    assert table.get("/view", "p0").headers["Cache-Control"] == "private, no-store"


def test_no_answer_leads_to_another_host(web):
    for path in ("/docs", "//v1//rules", "///evil.example//docs"):
        answer = web.get(path, headers={"Host": "evil.example"})
        assert answer.status_code in (308, 404), path
        assert answer.headers.get("Location", "/") in ("/", "/docs/", "/v1/rules", "/evil.example/docs"), path
    assert web.get("/docs").headers["Location"] == "/docs/"
