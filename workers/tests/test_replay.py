"""The command `tableshark replay`: the same episode again, step by step, and what it does not take."""

import hashlib
import json

import msgspec
import pytest
from simulating import PLUGINS, SHARKS, call

from tableshark.simulations import Plan, Playing
from tableshark.table import encode

COMMANDS = {
    "sharks": [*SHARKS, "--rotation", "paired"],
    "cards": ["shark-attack-cards", "--bots", "below-the-highest,random,greedy,random", "--rotation", "rotate"],
    "short": [*SHARKS, "--steps", 5],
}


@pytest.fixture
def tableshark(capsys, monkeypatch):
    return lambda *args: call(capsys, monkeypatch, *args)


@pytest.fixture
def simulated(tableshark, tmp_path):
    """Simulate: the file of the result, and the rows."""

    def simulate(kind):
        rows, result = tmp_path / "rows.ndjson", tmp_path / "result.json"
        args = ("simulate", *COMMANDS[kind], "--episodes", 20, "--workers", 1, "--json", "--rows", rows)
        code, out, _ = tableshark(*args)
        assert code == 0
        result.write_text(out)
        return result, rows.read_text().splitlines()

    return simulate


@pytest.mark.parametrize("kind", COMMANDS)
def test_it_ends_in_the_row_of_the_simulation(tableshark, simulated, kind):
    result, rows = simulated(kind)
    for episode in (0, 7, 19):
        code, out, err = tableshark("replay", result, episode, "--json")
        *steps, row = out.splitlines()
        assert (code, err, row) == (0, "", rows[episode])
        assert [json.loads(step)["step"] for step in steps] == list(range(json.loads(row)["steps"] + 1))
        told = tableshark("replay", result, episode)[1]
        assert told.splitlines()[-1] == rows[episode]


@pytest.mark.parametrize("viewer", ["p2", "onlookers"])
def test_views_are_those_of_the_seat(tableshark, simulated, viewer):
    result, _ = simulated("cards")
    plan = msgspec.json.decode(result.read_bytes())["plan"]
    states = []
    playing = Playing(PLUGINS, msgspec.convert(plan, type=Plan))
    playing.play(3, lambda step, answers, state: states.append(state))
    rules = playing.rules
    wanted = [encode(rules.view(state, None if viewer == "onlookers" else viewer)) for state in states]
    out = tableshark("replay", result, 3, "--view", viewer, "--json")[1]
    *steps, _ = out.splitlines()
    assert [encode(json.loads(step)["view"]) for step in steps] == [encode(json.loads(view)) for view in wanted]
    told = tableshark("replay", result, 3, "--view", viewer)[1]
    assert all(view.decode() in told for view in wanted)


def test_it_tells_people_who_answered_what(tableshark, simulated):
    result, rows = simulated("sharks")
    out = tableshark("replay", result, 4)[1].splitlines()
    row = json.loads(rows[4])
    assert out[0] == "episode 4, deal 2, seed '0': p0 stop-at-8/normal, p1 stop-at-12/normal"
    assert out[1].split() == ["0", "the", "setup"]
    steps = out[2 : 2 + row["steps"]]
    assert [int(line.split()[0]) for line in steps] == list(range(1, row["steps"] + 1))
    assert all('{"type":"' in line for line in steps)
    winner = min(row["ranks"], key=row["ranks"].get)
    assert f"1. {winner} with {row['scores'][winner]:g}" in out[-3]
    assert tableshark("replay", simulated("short")[0], 4)[1].count("given up after 5 steps") == 1


def test_one_clear_line_for_what_can_not_be(tableshark, simulated, tmp_path):
    result, _ = simulated("sharks")
    text = result.read_text()
    other = {
        "version": text.replace('"version":1', '"version":99'),
        "rules": text.replace("shark-attacks", "chess"),
        "options": text.replace('"target":20', '"target":-1'),
        "half": text[:100],
        "bytes": "ü",
    }
    for name, changed in other.items():
        (tmp_path / name).write_text(changed, encoding="latin-1")
    for args, told in (
        ((result, 20), "no episode 20: the result has 20, counted from 0"),
        ((result, 1, "--view", "p9"), "no seat 'p9'; there are p0, p1, and onlookers"),
        ((tmp_path / "nothing", 1), "can't be read"),
        ((tmp_path / "version", 1), "version 1 here, not 99"),
        ((tmp_path / "rules", 1), "no rules 'chess'"),
        ((tmp_path / "options", 1), "$.target"),
        ((tmp_path / "half", 1), "no result of `tableshark simulate --json`"),
        ((tmp_path / "bytes", 1), "no result of `tableshark simulate --json`"),
    ):
        code, out, err = tableshark("replay", *args)
        assert (code, out, err.count("\n")) == (1, "", 1), err
        assert told in err


def test_rows_are_compared(tableshark, simulated, tmp_path):
    result, lines = simulated("sharks")
    rows = tmp_path / "rows.ndjson"
    code, out, err = tableshark("replay", result, 7, "--rows", rows)
    assert (code, err) == (0, "")
    assert out.splitlines()[-2] == "its row, the same as in the simulation:"
    assert "the same as" not in tableshark("replay", result, 7)[1]
    # Something here is not what it was: the episode ends otherwise, and the rows are those of the result.
    told = json.loads(result.read_text())
    told["plan"]["seed"] = "another"
    result.write_text(json.dumps(told))
    code, _, err = tableshark("replay", result, 7, "--rows", rows)
    assert (code, err.count("\n")) == (1, 1)
    assert "went otherwise" in err
    rows.write_text("\n".join(lines[1:]))
    assert "their hash is another" in tableshark("replay", result, 7, "--rows", rows)[2]


def test_a_result_that_does_not_hold_together_is_none(tableshark, simulated):
    result, _ = simulated("sharks")
    good = result.read_text()
    for change in (
        lambda told: told["plan"].update(seats=["p0"]),
        lambda told: told["plan"].update(bots=told["plan"]["bots"][:1]),
        lambda told: told["report"].update(players={}),
        lambda told: told["report"].update(seats={}),
    ):
        told = json.loads(good)
        change(told)
        result.write_text(json.dumps(told))
        for command in (("replay", result, 7), ("plot", result)):
            code, _, err = tableshark(*command)
            assert (code, "does not hold together" in err) == (1, True), err
    told = json.loads(good)
    told["plan"]["options"] = {"players": 3}
    result.write_text(json.dumps(told))
    assert "not the seats" in tableshark("replay", result, 7)[2]


def test_rows_that_do_not_belong_are_told(tableshark, simulated, tmp_path):
    result, lines = simulated("sharks")
    told = json.loads(result.read_text())
    rows = tmp_path / "others.ndjson"
    for content, why in (("\n".join(lines[:10]) + "\n", "10 rows"), ("no rows", "has no rows")):
        rows.write_text(content)
        result.write_text(json.dumps({**told, "hash": hashlib.sha256(content.encode()).hexdigest()}))
        code, _, err = tableshark("replay", result, 17, "--rows", rows)
        assert (code, err.count("\n"), why in err) == (1, 1, True), err
    for part, numbers in (("report", {"episodes": 100_000}), ("plan", {"steps": -5}), ("plan", {"episodes": 0})):
        changed = json.loads(json.dumps(told))
        changed[part] |= numbers
        result.write_text(json.dumps(changed))
        assert "does not hold together" in tableshark("replay", result, 3)[2]
