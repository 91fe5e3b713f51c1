"""The lobby: pages of listed games, the newest first, each once; unlisted ones nowhere, and no secret anywhere."""

import base64
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from tables import MINE, SHARKS, Table, check, told

from tableshark_api import lobby

PAGES = 500
"""More than any test here has."""
LINK = re.compile(r'<(/v1/games\?[^>]+)>; rel="next"')


def pages(web, **query):
    """Follow the links; give each page's games."""
    answer = web.get("/v1/games", **_query(web, query))
    for _ in range(PAGES):
        assert answer.status_code == 200, answer.text
        page = told(answer)
        yield page["games"]
        link = answer.headers.get("Link")
        assert ("next" in page) == (link is not None)
        if link is None:
            return
        [where] = LINK.findall(link)
        assert parse_qs(urlsplit(where).query)["cursor"] == [page["next"]]
        answer = web.get(where)
    raise AssertionError("the pages have no end")


def _query(web, query):
    return {"params": query} if hasattr(web, "base_url") else {"query_string": query}


def listed(web, **query):
    return [game["game"] for page in pages(web, **query) for game in page]


@pytest.fixture
def seven(new_table):
    """Seven games that wait for players, the newest first."""
    return [new_table().game for _ in range(7)][::-1]


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8, 100])
def test_pages_hold_each_game_once_the_newest_first(web, seven, limit):
    found = list(pages(web, limit=limit))
    assert [game["game"] for page in found for game in page] == seven
    assert all(len(page) == limit for page in found[:-1])
    assert len(found[-1]) <= limit


def test_games_of_the_same_moment_are_all_listed(web, app, new_table, monkeypatch):
    monkeypatch.setattr(app.extensions["tableshark"].desk, "_now", lambda: 1_000_000.5)
    games = [new_table().game for _ in range(9)]
    assert sorted(listed(web, limit=2)) == sorted(games)


def test_games_that_come_and_go_shift_no_page(web, new_table, seven):
    found = pages(web, limit=3)
    first = [game["game"] for game in next(found)]
    newer = new_table()
    Table.sit(newer, "p0")
    left = [game["game"] for page in found for game in page]
    assert first + left == seven
    assert listed(web, limit=3) == [newer.game, *seven]


def test_filters(web, new_table):
    waiting, pairs = new_table(), new_table("pairs")
    running = new_table(seats=MINE)
    over = new_table(seats=MINE, options={"target": 20}).play_out()
    given_up = new_table()
    web.application.extensions["tableshark"].desk.give_up(given_up.game)
    assert listed(web) == listed(web, status="waiting") == [pairs.game, waiting.game]
    assert listed(web, status="running") == [running.game]
    assert listed(web, status="ended") == [given_up.game, over.game]
    assert listed(web, rules="pairs") == [pairs.game]
    assert listed(web, rules="pairs", status="running") == []
    assert listed(web, rules="chess") == []
    assert listed(web, rules="pairs", limit=1) == [pairs.game], "the link goes on with the same rules"
    answer = web.get("/v1/games?status=ended&limit=1")
    assert "status=ended" in answer.headers["Link"]
    assert {game["status"] for game in answer.json["games"]} == {"abandoned"}


def test_unlisted_games_are_never_shown(web, new_table):
    new_table(listed=False)
    new_table(listed=False, seats=MINE)
    new_table(listed=False, seats=MINE, options={"target": 20}).play_out()
    shown = new_table(listed=True)
    for status in ("waiting", "running", "ended"):
        assert listed(web, status=status) == ([shown.game] if status == "waiting" else [])
    # Nor does a page tell how many of them there are.
    assert web.get("/v1/games?limit=1").json["games"][0]["game"] == shown.game


def test_a_page_looks_at_so_many_games_and_says_where_to_go_on(web, new_table, monkeypatch):
    monkeypatch.setattr(lobby, "LOOKED_AT", 5)
    wanted = [new_table("pairs").game for _ in range(2)]
    for _ in range(12):
        new_table(listed=False)
    found = list(pages(web, rules="pairs", limit=2))
    assert found[0] == []
    assert [game["game"] for page in found for game in page] == wanted[::-1]


def test_no_cursor_names_a_game_that_is_not_listed(web, new_table, monkeypatch):
    monkeypatch.setattr(lobby, "LOOKED_AT", 3)
    hidden = {new_table(listed=False).game for _ in range(10)}
    named, cursor = set(), ""
    while cursor is not None:
        cursor = web.get(f"/v1/games?rules=shark-attacks{cursor and f'&cursor={cursor}'}").json.get("next")
        if cursor is not None:
            named.add(base64.urlsafe_b64decode(cursor).decode().split("/")[1])
    assert named, "there were several pages"
    assert not named & hidden


def _cursor(text):
    return base64.urlsafe_b64encode(text.encode()).decode()


BAD = [
    "cursor=",
    "cursor=x",
    "cursor=%00",
    "cursor=%C3%A9",
    "cursor=" + "A" * 4000,
    "cursor=" + _cursor("nan/" + "0" * 24),
    "cursor=" + _cursor("1.0/x"),
    "cursor=" + _cursor("1.0.0/" + "0" * 24),
    "cursor=" + _cursor("1.0/" + "0" * 24) + "%0A",
    "cursor=" + base64.b64encode(b"\xff\xfe").decode(),
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=-1",
    "limit=",
    "status=over",
    "status=",
]


@pytest.mark.parametrize("query", BAD)
def test_queries_that_do_not_fit(web, new_table, query):
    new_table()
    problem = check(web.get(f"/v1/games?{query}"), "malformed_query")
    assert [fault["parameter"] for fault in problem["errors"]] == [query.split("=")[0]]


def test_a_cursor_may_point_anywhere(web, seven):
    for place, found in (("1e400", seven), ("0.0", []), ("-1e308", [])):
        assert listed(web, cursor=_cursor(f"{place}/{'f' * 24}")) == found, place


def test_no_secret_stands_in_it(web, new_table, store):
    seats = {"p0": {"by": "me"}, "p1": {"by": "invited"}, "p2": {"by": "open"}}
    table = new_table(options={"players": 3}, seats=seats, seed="5ea" + "0" * 61)
    table.sit("p2", salt="salt-of-p2")
    answer = web.get("/v1/games")
    assert answer.json["games"] == [table.facts()]
    for secret in (*table.tokens.values(), *table.made["invites"].values(), "5ea00", "salt-of", "keys", "ts_", "ti_"):
        assert secret not in answer.text, secret
        assert secret not in table.get().text, secret
    assert table.facts()["seeded"] is True
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_lobby_of_a_real_store(client, live_table):
    mine = [live_table().game for _ in range(5)]
    hidden = live_table(listed=False).game
    found = listed(client, limit=2, rules="shark-attacks")
    assert [game for game in found if game in mine] == mine[::-1]
    assert len(found) == len(set(found))
    assert hidden not in found
    assert client.post("/v1/games", json=SHARKS).json()["listed"] is True, "unless its creator says otherwise"
