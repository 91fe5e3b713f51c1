"""Clients that generators make of the document: a Python one plays every installed game, a TypeScript one plays one."""

import json
import os
import re
import subprocess

import httpx
import pytest
from http_docs import snippets
from tools import CLIENTS, run

from tableshark.plugins import load

pytestmark = pytest.mark.tools

SHORT = {"camouflage": {"finish": 3}}
"""Options under which a game is short enough for a test."""


@pytest.fixture(scope="module")
def commands(server):
    """How docs/http.md has clients made, for this server."""
    return snippets("With a generated client", "bash", server.url)


@pytest.fixture(scope="module")
def generated(python_tools, commands, tmp_path_factory):
    """A folder with the generated package `tableshark_client`."""
    folder = tmp_path_factory.mktemp("generated")
    environment = {**os.environ, "PATH": f"{python_tools}:{os.environ['PATH']}"}
    told = run("bash", "-euc", commands[0], cwd=folder, env=environment, stderr=subprocess.STDOUT)
    assert re.findall("^(?:WARNING|ERROR|Unable).*", told, re.MULTILINE) == [
        "WARNING parsing GET /docs/{path} within contract."  # a file of any type, which no client asks for
    ], told
    return folder


@pytest.mark.parametrize("rules", sorted(load().rules))
def test_a_python_client_plays_every_game(server, python_tools, generated, rules):
    told = run(
        python_tools / "python", CLIENTS / "play_any.py", server.url, rules, json.dumps(SHORT.get(rules, {})),
        env={**os.environ, "PYTHONPATH": str(generated)},
    )  # fmt: skip
    ended = json.loads(told)
    assert ended["moves"] > 2
    assert sorted(ended["ranks"]) == sorted(httpx.get(f"{server.url}/v1/rules/{rules}").json()["seats"])


def test_a_typescript_client_compiles_and_plays(server, node_tools, commands):
    run("bash", "-euc", commands[1], cwd=node_tools)
    run("npx", "tsc", "--project", ".", cwd=node_tools)
    ended = json.loads(run("node", "play_one.js", server.url, cwd=node_tools))
    assert ended["moves"] > 0
    assert sorted(ended["ranks"]) == ["p0", "p1"]
    assert ended["code"] == "game_over"
