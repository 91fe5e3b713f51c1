"""Records over HTTP: after the end alone; they hold for whoever checks them, and what is tampered with does not."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from tables import INSTALLED, MINE, Table, check

from tableshark.errors import BadRecord
from tableshark.plugins import load
from tableshark.store.memory import MemoryStore
from tableshark.verifying import verify as verify_command
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue

SCRIPT = Path(__file__).parents[2] / "docs/verify.py"
LONG = 60
"""A game that has not ended by itself after so many moves is given up: it has a record too."""


@pytest.fixture(scope="module")
def everything():
    """An API of all that is installed."""
    return create_app(load(), MemoryStore(), IdleQueue())


def finished(app, rules, salts=True, seed=1):
    """The record of a game that was played here, as it was served."""
    web = app.test_client()
    table = Table(web, rules)
    for place in table.made["seats"]:
        table.sit(place["seat"], **({"salt": f"salt-of-{place['seat']}"} if salts else {}))
    luck = Random(seed)
    for _ in range(LONG):
        if table.facts()["status"] != "running":
            break
        table.play(luck)
    else:
        app.extensions["tableshark"].desk.give_up(table.game)
    answer = table.get("/record")
    assert answer.status_code == 200
    return table, answer


def by_the_script(source):
    """Check a record without our packages; give the exit code and the words."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), source]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def verified(everything, tmp_path):
    """Have a record checked by the command and by the script; give the exit code and the words of each."""

    def verify(told):
        file = tmp_path / "record.json"
        file.write_text(told if isinstance(told, str) else json.dumps(told))
        ours = CliRunner().invoke(
            verify_command, [str(file)], obj=everything.extensions["tableshark"].plugins, standalone_mode=False
        )
        if ours.exception is not None:
            assert isinstance(ours.exception, BadRecord)
            return (1, str(ours.exception)), by_the_script(str(file))
        return (0, ours.output), by_the_script(str(file))

    return verify


def test_before_the_end_there_is_none(new_table):
    table = new_table(seats={"p0": {"by": "me"}})
    check(table.get("/record"), "game_not_started")
    check(table.get("/record", "p0"), "game_not_started")
    table.sit("p1")
    for seat in (None, "p0", "p1"):
        check(table.get("/record", seat), "not_over")


def test_what_it_tells(new_table, store):
    table = new_table(options={"target": 20}, seats={"p0": {"by": "me"}})
    table.sit("p1", salt="my-own").play_out()
    told, facts = table.get("/record").json, table.facts()
    for name in ("game", "rules", "version", "options", "seeded", "commitment", "outcome"):
        assert told[name] == facts[name], name
    assert (told["format"], told["salts"], told["seats"]) == (1, {"p1": "my-own"}, ["p0", "p1"])
    assert hashlib.sha256(f"tableshark/1/{table.game}/{told['seed']}".encode()).hexdigest() == facts["commitment"]
    assert [line["text"].encode() for line in told["lines"]] == store.log(table.game)
    assert told["outcome"]["ranks"]
    for seat in ("p0", "p1"):
        assert table.get("/record", seat).json == told, "the same for all"
    text = table.get("/record").text
    for secret in (*table.tokens.values(), "keys", "bot_key", "ts_"):
        assert secret not in text


def test_the_commitment_stands_before_anybody_can_add_a_salt(new_table):
    table = new_table(options={"target": 20})
    committed = table.made["commitment"]
    for seat in ("p0", "p1"):
        table.sit(seat, salt=f"of-{seat}")
        assert table.facts()["commitment"] == committed
    table.play_out()
    assert table.get("/record").json["commitment"] == committed


@pytest.mark.parametrize("rules", INSTALLED)
def test_records_hold(everything, verified, rules):
    _, answer = finished(everything, rules)
    told = answer.json
    assert len(told["lines"]) > 3
    assert any(json.loads(line["text"])["draws"] for line in told["lines"])
    ours, alone = verified(answer.text)
    assert ours[0] == alone[0] == 0, (ours, alone)
    assert f"game {told['game']} holds: {len(told['lines'])} lines" in ours[1]
    assert "played again by the rules" in ours[1]
    assert alone[1] == f"game {told['game']} holds: {len(told['lines'])} lines\n"


def test_a_record_is_read_where_it_is_served(live, served, run):
    live.play_out()
    source = f"{served.url}{live.path}/record"
    ours = run("verify", source)
    output, error = ours.communicate(timeout=60)
    assert (ours.returncode, error) == (0, "")
    code, words = by_the_script(source)
    assert code == 0
    assert output.startswith(words.strip())
    refused = run("verify", source.replace(live.game, "0" * 24))
    output, error = refused.communicate(timeout=60)
    assert (refused.returncode, output) == (1, "")
    assert error.startswith(f"tableshark: {source.replace(live.game, '0' * 24)} can't be read: HTTP Error 404")


def test_a_practice_game_says_so(everything, verified):
    web = everything.test_client()
    table = Table(web, seats=MINE, seed="5ea" + "0" * 61, options={"target": 20}).play_out()
    told = table.get("/record").json
    assert (told["seed"], told["seeded"]) == ("5ea" + "0" * 61, True)
    ours, _ = verified(told)
    assert "the creator chose the seed" in ours[1]


def test_games_that_were_given_up(everything, verified):
    desk, web = everything.extensions["tableshark"].desk, everything.test_client()
    begun, never = Table(web, seats=MINE), Table(web)
    for table, lines in ((begun, 2), (never, 0)):
        desk.give_up(table.game)
        told = table.get("/record").json
        assert len(told["lines"]) == lines
        assert told["outcome"] == table.facts().get("outcome")
        ours, alone = verified(told)
        assert ours[0] == alone[0] == 0, (ours, alone)


def test_takeovers_stand_in_the_record(everything, verified, monkeypatch):
    desk, web = everything.extensions["tableshark"].desk, everything.test_client()
    terms = {"turn_seconds": 60, "absent": "bot"}
    table = Table(web, seats=MINE, **terms)
    seat, _ = table.asked()
    now = desk._now()
    monkeypatch.setattr(desk, "_now", lambda: now + 61)
    desk.pass_time(table.game)
    assert table.place(seat)["away"] is True
    assert table.move(seat, 1, table.view(seat)["legal"][0]).status_code == 200
    assert table.place(seat)["away"] is False
    desk.give_up(table.game)
    told = table.get("/record").json
    kinds = [json.loads(line["text"])["kind"] for line in told["lines"]]
    assert kinds == ["setup", "away", "back", "answer", "abandoned"]
    ours, alone = verified(told)
    assert ours[0] == alone[0] == 0, (ours, alone)


def rechained(told):
    """The hashes as somebody would write them who knows how they are made."""
    before = told["commitment"]
    for line in told["lines"]:
        before = line["hash"] = hashlib.sha256(before.encode() + line["text"].encode()).hexdigest()
    return told


def with_draws(told):
    """The first line after the setup that has draws, and what it says."""
    return next(
        (number, entry)
        for number, entry in enumerate(json.loads(line["text"]) for line in told["lines"])
        if number and entry["draws"]
    )


def a_move(told):
    number, entry = with_draws(told)
    entry["move"] = {"type": "stop"} if entry["move"]["type"] != "stop" else {"type": "swim_on"}
    told["lines"][number]["text"] = json.dumps(entry, separators=(",", ":"))
    return told, number


def a_draw(told):
    number, entry = with_draws(told)
    ways, drawn = entry["draws"][0]
    entry["draws"][0] = [ways, (drawn + 1) % ways]
    told["lines"][number]["text"] = json.dumps(entry, separators=(",", ":"))
    return told, number


def the_ways(told):
    number, entry = with_draws(told)
    entry["draws"][0] = [0, 0]
    told["lines"][number]["text"] = json.dumps(entry, separators=(",", ":"))
    return told, number


def the_seed(told):
    drawn = next(n for n, line in enumerate(told["lines"]) if json.loads(line["text"])["draws"])
    return {**told, "seed": "00" * 32}, drawn


def a_salt(told):
    drawn = next(n for n, line in enumerate(told["lines"]) if json.loads(line["text"])["draws"])
    return {**told, "salts": {**told["salts"], "p1": "another"}}, drawn


def a_line(told):
    del told["lines"][2]
    return told, 2


TAMPERED = [(a_move, False), (a_draw, False), (a_draw, True), (the_ways, True), (the_seed, True), (a_salt, True)]
TAMPERED += [(a_line, False), (a_line, True)]


@pytest.mark.parametrize(("tamper", "hashed"), TAMPERED, ids=[f"{what.__name__}-{how}" for what, how in TAMPERED])
def test_what_is_tampered_with_is_refused_with_its_first_line(everything, verified, tamper, hashed):
    told, number = tamper(finished(everything, "shark-attacks", seed=4)[1].json)
    for code, words in verified(rechained(told) if hashed else told):
        assert code == 1, words
        assert f"line {number}:" in words, words
        assert len(words.splitlines()) == 1, words


def test_another_seed_is_refused_where_nothing_was_drawn(everything, verified):
    web = everything.test_client()
    table = Table(web)
    everything.extensions["tableshark"].desk.give_up(table.game)
    for code, words in verified({**table.get("/record").json, "seed": "00" * 32}):
        assert code == 1
        assert "the seed is not the one that was committed to" in words


def test_the_script_needs_nothing_but_python():
    lines = SCRIPT.read_text().splitlines()
    imports = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imports <= set(sys.stdlib_module_names)
    assert len(lines) <= 60
