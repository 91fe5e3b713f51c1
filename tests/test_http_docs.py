"""docs/http.md: every snippet is run as it is written, and what it lists is what there is."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import yaml
from http_docs import PAGE, section, snippets
from people_at_a_server import People
from scissors import Scissors
from tools import need, run

from tableshark.plugins import load
from tableshark.simulations import make_plan
from tableshark_api.bodies import LIMIT
from tableshark_api.envelopes import WAIT
from tableshark_api.routes.streams import HEARTBEAT
from tableshark_workers.simulations import run as run_plan

COMMITTED = Path(__file__).parents[1] / "openapi.yaml"


def story(server, game):
    """What a game told, view by view, as an onlooker sees it; and its ranks."""
    with httpx.Client(base_url=f"{server.url}/v1/games/{game}", timeout=30) as http:
        number, told = 0, []
        while (answer := http.get("/view", params={"after": number})).status_code == 200:
            view = answer.json()
            number = view["number"]
            told += [news["text"] for news in view["view"]["news"]]
        return told, view["outcome"]["ranks"]


def test_the_session_with_curl(server, tmp_path):
    script = "\n".join(snippets("With curl", "bash", server.url))
    done = subprocess.run(["bash", "-u"], input=script, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    created, seen, moved, after, streamed = bodies(done.stdout)
    assert created["tokens"]["p0"].startswith("ts_")
    assert seen["turn"] == 1
    assert {"type": "stop"} in seen["legal"]
    assert (moved["number"], moved["waiting"]) == (2, ["p1"])
    assert after["number"] == 3
    assert streamed["number"] >= 3
    assert "event: view\ndata: " in done.stdout
    assert done.returncode == 28  # curl's word for a stream that was still open


def bodies(text):
    """The JSON in a session's output, one after the other."""
    reader, at = json.JSONDecoder(), 0
    while (at := text.find('{"game":', at)) >= 0:
        found, at = reader.raw_decode(text, at)
        yield found


def test_the_program_in_python(server, tmp_path):
    [program] = snippets("In Python", "python", server.url)
    # One line more, for the test to know which game it was.
    program += "print(game['game'])"
    *told, last, game = run(sys.executable, "-c", program, cwd=tmp_path).splitlines()
    lines, ranks = story(server, game)
    assert told == lines
    assert last == str(ranks)


def test_a_simulation_with_curl(server, tmp_path):
    script = "\n".join(snippets("Simulations", "bash", server.url))
    done = subprocess.run(["bash", "-eu"], input=script, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    ordered = json.loads((tmp_path / "simulation.json").read_text())
    found = json.loads((tmp_path / "found.json").read_text())
    assert (found["state"], found["played"]) == ("done", ordered["plan"]["episodes"])
    assert done.stdout.splitlines()[-1].split()[0] == found["hash"]
    bots = [f"{bot['bot']}/{bot['level']}" for bot in ordered["plan"]["bots"]]
    plan = make_plan(load(), "shark-attacks", bots, 200, rotation="paired", seed="1")
    assert run_plan(plan).hash == found["hash"], "at a terminal it is the same"


@pytest.mark.tools
def test_the_program_in_javascript(server, tmp_path):
    need("node")
    file = tmp_path / "game.mjs"
    with Scissors(server.port) as scissors:
        [program] = snippets("In JavaScript", "js", scissors.url)
        file.write_text(program + "console.log(game.game);", encoding="utf-8")
        *told, last, game = run("node", file).splitlines()
        assert scissors.cuts > 2
    lines, ranks = story(server, game)
    assert told == lines
    assert dict(re.findall(r"(p\d): (\d)", last)) == {seat: str(rank) for seat, rank in ranks.items()}


def test_the_check_of_a_record(server):
    options = {"players": 2, "target": 20}
    bots = {"by": "bot", "bot": "stop-at-8"}
    with People(server.url, "shark-attacks", options=options, others=bots) as people:
        for _ in people.follow(None):
            pass
        [command] = snippets("Luck that can be checked", "bash", server.url)
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {**os.environ, "GAME": people.game["game"], "PATH": path}
        done = run("bash", "-euc", command, env=environment)
    assert done.startswith(f"game {people.game['game']} holds")


@pytest.fixture(scope="module")
def document():
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(COMMITTED.read_text(encoding="utf-8"), Loader=loader)


def table(heading):
    """The rows of the table under a heading, of each the words in code in its cells."""
    rows = [line.strip("|").split("|") for line in section(heading).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[1:]]


def test_members_of_a_view_are_told(document):
    told = [name for first, _ in table("What a seat sees") for name in re.findall("`(.*?)`", first)]
    assert told == list(document["components"]["schemas"]["shark-attacks.Window"]["properties"])


def test_codes_are_told(document):
    told = {}
    for statuses, codes in table("When something is refused"):
        for code in re.findall("`([a-z_]+)`", codes):
            told[code] = statuses.split(", ")
    known = document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    assert sorted(told) == sorted(known)
    described = {}
    for item in document["paths"].values():
        for operation in (one for method, one in item.items() if method != "parameters"):
            for status, answer in operation["responses"].items():
                described.update(dict.fromkeys(re.findall("`([a-z_]+)`:", answer["description"]), status))
    assert {code: status for code, status in described.items() if status not in told[code]} == {}


def test_addresses_and_headers_are_told_as_they_are(document):
    named = set(re.findall(r"`(GET|POST|DELETE) (/[^`?]*)`", PAGE))
    assert len(named) > 10
    assert [one for one in named if one[0].lower() not in document["paths"].get(one[1], {})] == []


def test_figures_are_told_as_they_are():
    assert f"{WAIT} seconds at most" in PAGE
    assert f"over {LIMIT // 1024} KiB" in PAGE
    assert HEARTBEAT < 10
