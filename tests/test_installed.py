"""A game of a stranger's, installed with pip beside our wheels: served, described and played without a line changed."""

import json
import os
import random
import subprocess
import sys
import venv
from pathlib import Path

import httpx
import pytest
from whole_server import start_server

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "tableshark-tic-tac-toe"
MEMBERS = [ROOT / "core", ROOT / "api", ROOT / "workers", *sorted((ROOT / "plugins").iterdir()), EXAMPLE]

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "{name}"
version = "1.0"
[project.entry-points.tableshark]
it = "{module}"
"""
BROKEN = {
    "broken-raises": "raise RuntimeError('the deck is lost')",
    "broken-lacks": "import a_module_that_is_not_there",
}


def build(source, wheels):
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", wheels, source],
        check=True,
        timeout=120,
    )


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """A fresh venv with our wheels, the example's and two broken plugins."""
    folder = tmp_path_factory.mktemp("installed")
    wheels = folder / "wheels"
    for member in MEMBERS:
        if (member / "pyproject.toml").exists():
            build(member, wheels)
    for name, source in BROKEN.items():
        module = name.replace("-", "_")
        package = folder / name / module
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(source)
        (package.parent / "pyproject.toml").write_text(PROJECT.format(name=name, module=module))
        build(package.parent, wheels)
    venv.create(folder / "venv", with_pip=True)
    interpreter = folder / "venv" / "bin" / "python"
    constraints = ROOT / "constraints.txt"
    subprocess.run(
        [interpreter, "-m", "pip", "install", "-q", "--constraint", constraints, *sorted(wheels.iterdir())],
        check=True,
        timeout=280,
    )
    return interpreter


@pytest.mark.tools
def test_it_is_served_described_and_played(python, tmp_path):
    environment = {"PYTHONPATH": "", "PATH": os.environ["PATH"]}
    server = start_server(tmp_path / "data", tmp_path / "log", python=python, **environment)
    try:
        with httpx.Client(base_url=server.url, timeout=40.0) as http:
            listed = http.get("/v1/rules").json()
            entry = next(one for one in listed["rules"] if one["rules"] == "tic-tac-toe")
            assert {"blocker", "random", "greedy"} <= {bot["bot"] for bot in entry["bots"]}
            reasons = {one["plugin"]: one["reason"] for one in listed["disabled"]}
            assert reasons == {
                "broken-raises:it": "RuntimeError: the deck is lost",
                "broken-lacks:it": "ModuleNotFoundError: No module named 'a_module_that_is_not_there'",
            }
            schemas = http.get("/openapi.json").json()["components"]["schemas"]
            assert schemas["tic-tac-toe.Mark"]["properties"]["cell"]["maximum"] == 8
            assert "tic-tac-toe.View" in json.dumps(schemas["tic-tac-toe.Window"])
            outcome = play(http)
        assert outcome["ranks"].keys() == {"x", "o"}
    finally:
        assert server.stop() == 0


def play(http):
    """Play random legal moves against the bot of the package."""
    luck = random.Random(1)
    body = {"rules": "tic-tac-toe", "seats": {"x": {"by": "me"}, "o": {"by": "bot", "bot": "blocker"}}}
    made = http.post("/v1/games", json=body).raise_for_status().json()
    path, headers = f"/v1/games/{made['game']}", {"Authorization": f"Bearer {made['tokens']['x']}"}
    number = 0
    while True:
        answer = http.get(f"{path}/view", params={"after": number, "wait": 20}, headers=headers)
        if answer.status_code == 304:
            continue
        view = answer.json()
        number = view["number"]
        if view["outcome"]:
            return view["outcome"]
        if view["turn"]:
            move = {"turn": view["turn"], "move": luck.choice(view["legal"])}
            http.post(f"{path}/moves", json=move, headers=headers).raise_for_status()
