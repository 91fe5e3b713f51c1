"""The page and the notebook about simulations: what they show is what comes out."""

import json
import re
import shlex
from pathlib import Path

from simulating import PLUGINS, call

from tableshark.simulations import make_plan
from tableshark_workers.simulations import run

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "simulations.md").read_text()
BOOK = json.loads((DOCS / "simulations.ipynb").read_text())
MEASURED = re.compile(r"\S+ \S+ of CPU time|[\d.]+ (µs|ms|s)\b")


def measured_away(text):
    """What a simulation says, without what is measured, and however wide that was."""
    return [" ".join(MEASURED.sub("…", line).split()) for line in text.strip().splitlines()]


def test_the_page_shows_what_comes_out(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    shells = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S)
    first, episode = re.findall(r"^```text\n(.*?)^```$", PAGE, re.M | re.S)
    simulate, *_ = shells[0].splitlines()
    _, out, _ = call(capsys, monkeypatch, *shlex.split(simulate)[1:], "--workers", 1)
    assert measured_away(out) == measured_away(first)
    [save, replay] = next(shell.splitlines() for shell in shells if "replay" in shell)
    assert save == f"{simulate} --json > result.json"
    Path("result.json").write_text(call(capsys, monkeypatch, *shlex.split(simulate)[1:], "--json", "--workers", 1)[1])
    _, out, _ = call(capsys, monkeypatch, *shlex.split(replay)[1:])
    begins, ends = episode.split("...\n")[0], episode.split("...\n", 1)[1].rstrip().removesuffix("...")
    assert out.startswith(begins)
    assert ends in out


def cells():
    return ["".join(cell["source"]) for cell in BOOK["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_gives_what_one_process_gives():
    scope = {}
    for source in cells():
        exec(source.replace("100_000", "600"), scope)
    assert scope["EPISODES"] == 600
    plan = make_plan(PLUGINS, "shark-attacks", ["stop-at-8", "stop-at-12"], 600, rotation="paired", seed="notebook")
    assert scope["result"].plan == plan
    assert scope["result"].hash == run(plan, plugins=PLUGINS).hash


def test_the_notebook_is_short_and_has_its_outputs():
    lines = [line for source in cells() for line in source.splitlines() if line.strip()]
    assert len(lines) <= 12
    text = json.dumps(BOOK, ensure_ascii=False)
    assert "100,000 of 100,000 episodes" in text
    [told] = re.findall(r"hash: ([0-9a-f]{64})", text)
    assert text.count(told) == 2
