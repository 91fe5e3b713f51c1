"""The command `tableshark simulate`: what it prints and writes, how it ends, and what it does not take."""

import csv
import hashlib
import json
import os
import pty
import re
import signal
import subprocess

import pytest
from simulating import COMMAND, SHARKS, call, lines_of, sharks, start, told_of

from tableshark.simulations.intervals import Estimate
from tableshark_workers.simulations.show import about, duration, share


@pytest.fixture
def tableshark(capsys, monkeypatch):
    return lambda *args: call(capsys, monkeypatch, *args)


def test_it_tells_people(tableshark):
    code, out, err = tableshark("simulate", *SHARKS, "--episodes", 400, "--rotation", "paired", "--workers", 1)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    told = run_in_short(out)
    for words in (
        "shark-attacks (version 1): players 2, target 20",
        "400 of 400 episodes, seed '0', rotation paired",
        "player wins % 95 % interval par % ÷ par score rank",
        "over whole deals deals wins less par, % 95 % interval",
        "ends: target reached 400",
        f"hash: {hashlib.sha256(lines_of(sharks(400, rotation='paired'), 400)).hexdigest()}",
        "tableshark replay RESULT.json EPISODE",
    ):
        assert words in told
    assert "cut short" not in told
    assert "faults" in told


def run_in_short(out):
    return " ".join(out.split())


def test_json_is_all_there_is_on_stdout(tableshark, tmp_path):
    rows = tmp_path / "rows.ndjson"
    code, out, err = tableshark(
        "simulate", *SHARKS, "--episodes", 200, "--workers", 1, "--seed", "x", "--json", "--rows", rows
    )
    assert (code, err) == (0, "")
    told = told_of(out)
    assert told.plan == sharks(200, seed="x")
    assert told.complete
    assert rows.read_bytes() == lines_of(told.plan, 200)
    assert told.hash == hashlib.sha256(rows.read_bytes()).hexdigest()
    assert "rows" not in json.loads(out)


def test_rows_as_csv(tableshark, tmp_path):
    rows = tmp_path / "rows.csv"
    assert tableshark("simulate", *SHARKS, "--episodes", 50, "--workers", 1, "--rows", rows)[0] == 0
    with rows.open(newline="") as opened:
        found = list(csv.DictReader(opened))
    wanted = [json.loads(line) for line in lines_of(sharks(50), 50).splitlines()]
    assert [int(row["episode"]) for row in found] == list(range(50))
    assert [float(row["p1_score"]) for row in found] == [row["scores"]["p1"] for row in wanted]


def test_the_same_under_any_hash_seed():
    runs = [
        start(
            "simulate", *SHARKS, "--episodes", 1000, "--rotation", "rotate", "--workers", workers, "--json",
            env={"PYTHONHASHSEED": seed},
        )
        for seed, workers in (("1", 1), ("2", 2))
    ]  # fmt: skip
    one, two = (told_of(run.communicate(timeout=60)[0]) for run in runs)
    assert (one.hash, one.report, one.plan) == (two.hash, two.report, two.plan)


def test_it_stops_early(tableshark):
    args = ("simulate", *SHARKS, "--episodes", 100_000, "--workers", 1, "--until")
    code, out, _ = tableshark(*args, "interval:0.06")
    assert code == 0
    told = run_in_short(out)
    assert "until: known within 0.0" in told
    assert "cut short" not in told
    found = told_of(tableshark(*args, "sprt:0.35:0.5", "--json")[1])
    assert found.complete
    assert found.report.until.decided


@pytest.mark.alone
def test_its_time_is_limited(tableshark):
    code, out, _ = tableshark("simulate", *SHARKS, "--episodes", 10_000_000, "--seconds", 0.6, "--workers", 2, "--json")
    told = told_of(out)
    assert (code, told.complete) == (0, False)
    assert told.hash == hashlib.sha256(lines_of(told.plan, told.report.episodes)).hexdigest()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.alone
def test_ctrl_c_ends_it_with_what_it_has(workers):
    """Once the bar shows that something was played, at a terminal; the terminal sends it to the workers too."""
    terminal, theirs = pty.openpty()
    args = ("simulate", *SHARKS, "--episodes", 10_000_000, "--workers", workers, "--json")
    run = start(*args, stderr=theirs, env={"TERM": "xterm", "COLUMNS": "100"})
    os.close(theirs)
    shown = b""
    while not re.search(rb"\d{3} of 10,000,000 ", shown):
        shown += os.read(terminal, 4096)
    os.killpg(run.pid, signal.SIGINT)
    out, _ = run.communicate(timeout=30)
    os.close(terminal)
    assert run.returncode == 130
    told = told_of(out)
    assert not told.complete
    assert told.report.episodes > 0


def test_cut_short_is_said_to_people(tableshark):
    code, out, _ = tableshark("simulate", *SHARKS, "--episodes", 10_000_000, "--seconds", 0.3, "--workers", 1)
    assert code == 0
    assert "cut short" in out


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (["chess", "--bots", "random", "--episodes", 4], "no rules 'chess'"),
        ([*SHARKS, "--episodes", 0], "from 1 to 10,000,000 episodes"),
        ([*SHARKS, "--episodes", 5, "--rotation", "paired"], "a multiple"),
        ([*SHARKS, "--episodes", 4, "--bots", "nobody"], "no bot 'nobody'"),
        ([*SHARKS, "--episodes", 4, "--bots", "random,random,random"], "3 bots for 2 seats"),
        ([*SHARKS, "--episodes", 4, "--until", "soon"], "'soon' is neither"),
        ([*SHARKS, "--episodes", 4, "--seconds", "-1"], "some seconds"),
        ([*SHARKS, "--episodes", 4, "--options", '{"players": 9}'], "`$.players`"),
        ([*SHARKS, "--episodes", 4, "--options", '{"colour": 1}'], "unknown field `colour`"),
        ([*SHARKS, "--episodes", 4, "--options", "{x"], "JSON is malformed"),
        ([*SHARKS, "--episodes", 4, "--rows", "/no/such/rows.csv"], "/no/such/rows.csv"),
    ],
)
def test_one_clear_line_for_what_can_not_be(tableshark, change, told):
    code, out, err = tableshark("simulate", *change)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert told in err


def test_rows_have_a_form_that_is_known(tableshark, tmp_path):
    code, _, err = tableshark("simulate", *SHARKS, "--episodes", 4, "--rows", tmp_path / "rows.txt")
    assert code == 2
    assert "neither in .ndjson nor in .csv" in err
    assert not list(tmp_path.iterdir())


def test_figures_for_people():
    assert (share(0.5, 0.02), share(0.51234, 0.0005), share(-0.1, 0.02, signed=True)) == ("50.0", "51.23", "-10.0")
    assert (about(Estimate(93.216, 92.9, 93.532)), about(Estimate(7.0, 7.0, 7.0))) == ("93.22 ± 0.32", "7")
    assert about(Estimate(12_345.6, 11_000.0, 13_691.2)) == "12346 ± 1346"
    assert [duration(seconds) for seconds in (4.2e-6, 0.0123, 5.0, 6000.0)] == ["4.2 µs", "12.3 ms", "5 s", "100 min"]


def test_a_full_disk_is_one_clear_line_and_what_was_found_is_told():
    command = [*COMMAND, "simulate", *SHARKS, "--episodes", "5", "--workers", "1"]
    done = subprocess.run([*command, "--rows", "/proc/self/full.csv"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (1, "", False)
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, "tableshark: No space left on device\n")


def test_rows_that_cannot_be_written_cost_nothing_of_the_result(tmp_path):
    rows = tmp_path / "rows.ndjson"
    rows.symlink_to("/dev/full")
    command = [*COMMAND, "simulate", *SHARKS, "--episodes", "5", "--workers", "1", "--json"]
    done = subprocess.run([*command, "--rows", str(rows)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert told_of(done.stdout).report.episodes == 5
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_half_a_character_is_no_seed():
    command = [*COMMAND, "simulate", *SHARKS, "--episodes", "3", "--workers", "2", "--seed"]
    done = subprocess.run([*command, b"\xff\xfe"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "seed" in done.stderr
