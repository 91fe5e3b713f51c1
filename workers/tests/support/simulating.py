"""Short simulations with a real game, and the command line in this process and in others."""

import os
import subprocess
import sys

import msgspec

from tableshark import cli
from tableshark.plugins import load
from tableshark.simulations import Playing, make_plan, rows
from tableshark.simulations.local import Summary

COMMAND = [sys.executable, "-m", "tableshark"]
SHARKS = ["shark-attacks", "--bots", "stop-at-8,stop-at-12", "--options", '{"target": 20}']
PLUGINS = load()


def sharks(episodes, bots=("stop-at-8", "stop-at-12"), **given):
    """A plan of short games of Shark Attacks!."""
    options = PLUGINS.get("shark-attacks").options(target=20)
    return make_plan(PLUGINS, "shark-attacks", bots, episodes, options=options, **given)


def lines_of(plan, episodes):
    """The first rows of a plan as NDJSON, played here one after the other."""
    return rows.write(Playing(PLUGINS, plan).rows(0, episodes))


def call(capsys, monkeypatch, *args):
    """Run the command line in this process: its exit code, what it printed, and what it said of errors."""
    monkeypatch.setattr(sys, "argv", ["tableshark", *map(str, args)])
    try:
        cli.main()
        code = 0
    except SystemExit as end:
        code = end.code
    return code, *capsys.readouterr()


def start(*args, env=None, **given):
    """Run the command line in a process group of its own."""
    return subprocess.Popen(
        [*COMMAND, *map(str, args)], env={**os.environ, **(env or {})}, start_new_session=True,
        stdout=subprocess.PIPE, text=True, **given,
    )  # fmt: skip


def told_of(text):
    return msgspec.json.decode(text, type=Summary)
