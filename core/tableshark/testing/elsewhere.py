"""The same games in other processes, whose sets and hashes have another order: every byte must be the same.

PYTEST_DONT_REWRITE: the messages tell all; pytest would add a page of details to each.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from typing import Any

import msgspec

from tableshark.rules import Data, Rules
from tableshark.table import encode
from tableshark.testing.walk import Walk
from tableshark.windows import LISTED, look

HASH_SEEDS = ("1", "2")
ELSEWHERE = "TABLESHARK_TESTING_ELSEWHERE"
"""Set in those other processes, so that a module which proves its rules when it is imported starts none itself."""
LINES = 150
"""Of every game so many lines are compared."""


class Task(Data, frozen=True):
    """What another process plays."""

    place: tuple[str, str, str]
    """Where the rules are: module, its file, and the name in it."""
    options: list[msgspec.Raw]
    seed: int
    steps: int
    show: tuple[int, int] | None = None
    """Of which options and line to give the text; None gives the hash of every line."""


def place_of(rules: Rules[Any, Any, Any, Any]) -> tuple[str, str, str] | None:
    """Find a module that holds the rules under a name; None for rules that another process can't find."""
    for module in [*sys.modules.values()]:
        # Not the script that is being run: importing it elsewhere would run it again, and so on without end.
        file = None if module.__name__ == "__main__" else getattr(module, "__file__", None)
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is rules and file and module.__name__ != "__main__":
                return module.__name__, file, name
    return None


def same_everywhere(rules: Rules[Any, Any, Any, Any], options: Sequence[Any], seed: int, steps: int) -> bool:
    """Play one game of each options here and under other hash seeds; False where the rules have no place to be found.

    Raises AssertionError with the first line of a log, windows included, that differs.
    """
    place = place_of(rules)
    if place is None or ELSEWHERE in os.environ:
        return False
    task = Task(place, [msgspec.Raw(encode(chosen)) for chosen in options], seed, steps)
    with ExitStack() as running:
        others = {hash_seed: _send(task, hash_seed, running) for hash_seed in HASH_SEEDS}
        here = [_hashes(rules, chosen, seed, steps) for chosen in options]
        for hash_seed, process in others.items():
            there = msgspec.json.decode(_receive(process, task), type=list[list[str]])
            for which, (one, other) in enumerate(zip(here, there, strict=True)):
                if one != other:
                    line = next(i for i in range(LINES) if one[i : i + 1] != other[i : i + 1])
                    shown = msgspec.structs.replace(task, show=(which, line))
                    told = _receive(_send(shown, hash_seed, running), shown).decode()
                    mine = b"".join(_texts(rules, options[which], seed, steps)[line : line + 1]).decode()
                    raise AssertionError(
                        f"{rules.id} with {options[which]}, seed {seed}, line {line}: played here as {mine}, under"
                        f" PYTHONHASHSEED={hash_seed} as {told} (the order of a set reaches luck or output: sort first)"
                    )
    return True


def main() -> None:
    """Play what the task from standard input says."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    rules = _found(*task.place)
    options = [msgspec.json.decode(chosen, type=rules.options) for chosen in task.options]
    if task.show is None:
        told = encode([_hashes(rules, chosen, task.seed, task.steps) for chosen in options])
    else:
        which, line = task.show
        told = b"".join(_texts(rules, options[which], task.seed, task.steps)[line : line + 1])
    sys.stdout.buffer.write(told)


def _texts(rules: Rules[Any, Any, Any, Any], options: Any, seed: int, steps: int) -> list[bytes]:
    walk = Walk(rules, options, seed, LISTED)
    for _ in walk.play(steps):
        if len(walk.games) >= LINES:
            break
    seats = (*walk.games[0].turns, None)
    return [
        encode({"entry": game.entry, "state": game.state, "windows": [look(rules, game, seat) for seat in seats]})
        for game in walk.games[:LINES]
    ]


def _hashes(rules: Rules[Any, Any, Any, Any], options: Any, seed: int, steps: int) -> list[str]:
    return [hashlib.sha256(text).hexdigest()[:16] for text in _texts(rules, options, seed, steps)]


def _found(module: str, file: str, name: str) -> Rules[Any, Any, Any, Any]:
    try:
        known = find_spec(module) is not None
    except (ImportError, ValueError):
        known = False
    if known:
        return getattr(import_module(module), name)  # type: ignore[no-any-return]
    spec = spec_from_file_location(module.rpartition(".")[2], file)
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return getattr(loaded, name)  # type: ignore[no-any-return]


def _send(task: Task, hash_seed: str, running: ExitStack) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", "from tableshark.testing.elsewhere import main; main()"],
        env={
            **os.environ,
            ELSEWHERE: "1",
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    running.enter_context(process)
    running.callback(process.kill)
    process.stdin.write(encode(task))
    process.stdin.close()
    process.stdin = None
    return process


def _receive(process: subprocess.Popen[bytes], task: Task) -> bytes:
    told, errors = process.communicate()
    assert process.returncode == 0, f"another process can't play the rules of {task.place}: {errors.decode()}"
    return told
