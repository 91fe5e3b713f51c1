"""A real browser: /docs shows the whole document and asks nobody else, and a program of another page may play."""

import json
from pathlib import Path

import httpx
import pytest
from http_docs import snippets
from tools import CLIENTS, need, run

pytestmark = pytest.mark.tools

PICTURE = Path(__file__).parents[1] / "docs" / "swagger.png"


@pytest.fixture
def browse(python_tools):
    """Run browse.py; give what it says."""
    need("chromium", "chromedriver")
    return lambda *arguments: json.loads(run(python_tools / "python", CLIENTS / "browse.py", *arguments))


def test_docs_show_every_operation_and_ask_nobody_else(server, browse, tmp_path):
    picture = tmp_path / "swagger.png"
    seen = browse("docs", server.url, picture)
    paths = httpx.get(f"{server.url}/openapi.json").json()["paths"]
    operations = {
        (method.upper(), path, operation["summary"])
        for path, item in paths.items()
        for method, operation in item.items()
        if method != "parameters"
    }
    assert {tuple(line) for line in seen["operations"]} == operations
    assert [answer for answer in seen["answers"] if answer != "Code"] == sorted(paths[VIEW]["get"]["responses"])
    assert f"{server.url}/openapi.json" in seen["requests"]
    assert [one for one in seen["requests"] if not one.startswith((f"{server.url}/", "data:"))] == []
    assert seen["errors"] == []
    assert picture.read_bytes().startswith(b"\x89PNG")


VIEW = "/v1/games/{game}/view"


def test_a_program_of_another_page_may_play(server, browse, tmp_path):
    [program] = snippets("In JavaScript", "js", server.url)
    file = tmp_path / "game.mjs"
    file.write_text(program, encoding="utf-8")
    seen = browse("play", file)
    *lines, last = seen["told"]
    assert any(line.startswith("p1 throws") for line in lines)
    assert sorted(json.loads(last)) == ["p0", "p1"]
    assert any(one.endswith("/stream") for one in seen["requests"])


def test_the_picture_in_the_docs_is_there_and_small():
    assert PICTURE.read_bytes().startswith(b"\x89PNG")
    assert PICTURE.stat().st_size < 200_000
