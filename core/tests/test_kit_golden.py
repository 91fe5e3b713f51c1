"""Golden games: recorded by a command, readable, compared by the kit, left alone under another version."""

import dataclasses
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from toys import BIDS, COUNT, PIG, THIEF, TOYS
from toys.pig import Bank

from tableshark.plugins import load
from tableshark.testing import elsewhere, golden, prove


@pytest.fixture(autouse=True)
def _here_only(monkeypatch):
    """Start no other processes: other tests do."""
    monkeypatch.setattr(elsewhere, "HASH_SEEDS", ())


@pytest.fixture
def call():
    plugins = load(points=[])
    for rules in TOYS:
        plugins.rules[rules.id] = rules

    def run(*words):
        return CliRunner().invoke(golden.golden, [str(word) for word in words], obj=plugins, catch_exceptions=False)

    return run


@pytest.fixture
def folder(tmp_path, call):
    """Two golden games of pig."""
    assert call("record", "pig", "--to", tmp_path, "--options", '{"target": 20}').exit_code == 0
    assert call("record", "pig", "--to", tmp_path, "--options", '{"target": 20}', "--seed", 7).exit_code == 0
    return tmp_path


def test_the_file_reads_as_a_story(folder, call):
    file = folder / "v1-target-20-0.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0] == {"options": {"players": 2, "target": 20}, "rules": "pig", "seed": 0, "version": 1}
    assert lines[1]["waiting"] == ["p0"]
    assert lines[2]["seat"] == "p0"
    assert lines[2]["move"] == {"type": "roll"}
    assert lines[2]["draws"][0][0] == 6
    assert set(lines[2]["changed"]) <= {"pot", "turn"}
    assert lines[-1]["outcome"]["reason"] == "target reached"
    assert list(lines[2])[:2] == ["seat", "move"]


def test_what_is_unchanged_compares(folder, call):
    assert prove(PIG, [PIG.options()], golden=folder, bots=()).golden == 2
    assert prove(PIG, [PIG.options()], golden=str(folder), bots=()).golden == 2
    assert call("compare", "pig", folder).output == "2 golden games are played as they were\n"


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.id)
def test_every_game_can_be_recorded(rules, tmp_path, call):
    """Timeouts, sealed answers and news too."""
    hurried = {"seconds": 4.0} if "seconds" in rules.options.__struct_fields__ else {}
    told = call("record", rules.id, "--to", tmp_path, "--options", json.dumps(hurried), "--seed", 1, "--seed", 2)
    assert told.exit_code == 0, told.output
    assert golden.hold_golden(rules, tmp_path) == 2
    text = "".join(file.read_text() for file in tmp_path.iterdir())
    assert ('"timeout":true' in text) == bool(hurried)
    assert ("The bids were" in text) == (rules is BIDS)


def other(**changes):
    return dataclasses.replace(PIG, **changes)


def pays_more(state, moves, chance):
    after = PIG.apply(state, moves, chance)
    return replace(after, scores=tuple(n + 1 for n in after.scores)) if Bank() in moves.values() else after


def throws_first(state, moves, chance):
    chance.die()
    return PIG.apply(state, moves, chance)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (other(apply=throws_first), 'line 3 is\n  {"seat":"p0","move":{"type":"roll"},"draws":[[6,'),
        (other(apply=pays_more), '"move":{"type":"bank"}'),
        (other(setup=lambda options, chance: PIG.setup(PIG.options(target=21), chance)), "line 2 is"),
        (other(legal=lambda state, seat: (Bank(),)), "IllegalMove: seat p0 may not do this now"),
        (other(options=THIEF.options), "line 1 is"),
        (other(move=Bank), "ValidationError"),
    ],
)
def test_a_change_of_the_rules_is_told_with_its_first_line(rules, says, folder):
    with pytest.raises(AssertionError, match="but is played now as") as caught:
        golden.hold_golden(rules, folder)
    story = str(caught.value)
    assert says in story
    assert "raise their version and record anew with `tableshark golden record pig --to " in story


def test_only_the_golden_games_tell_another_rule(folder):
    """Good rules, but other ones: nothing else can see that they changed."""
    rules = other(apply=throws_first)
    prove(rules, [PIG.options()], bots=())
    with pytest.raises(AssertionError, match="line 3 is"):
        prove(rules, [PIG.options()], bots=(), golden=folder)


def test_a_game_that_ends_sooner_or_later_is_told(folder):
    file = folder / "v1-target-20-0.jsonl"
    lines = file.read_text().splitlines()
    for spoilt in ([*lines[:-1], lines[-2], lines[-1]], [*lines[:-2], lines[-1]], [*lines, lines[-1]]):
        file.write_text("\n".join(spoilt))
        with pytest.raises(AssertionError, match="v1-target-20-0"):
            golden.hold_golden(PIG, folder)


def test_another_version_has_golden_games_of_its_own(folder, call):
    changed = other(version=2, apply=throws_first)
    with pytest.raises(AssertionError, match=r"no golden game of version 2 in .*: record some with `tableshark golden"):
        prove(changed, [PIG.options()], bots=(), golden=folder)
    (folder / "v2-default-0.jsonl").write_text(golden.record(changed, PIG.options(), 0))
    assert golden.hold_golden(changed, folder) == 1


def test_a_golden_game_is_not_written_over_by_mistake(folder, call):
    file = folder / "v1-target-20-0.jsonl"
    file.write_text("older\n")
    words = ("record", "pig", "--to", folder, "--options", '{"target": 20}')
    told = call(*words)
    assert told.exit_code == 1
    assert "is there already: --replace writes over it" in told.output
    assert file.read_text() == "older\n"
    assert call(*words, "--replace").exit_code == 0
    assert golden.hold_golden(PIG, folder) == 2


def test_bad_words_are_refused(tmp_path, call):
    told = call("record", "pig", "--to", tmp_path, "--options", '{"players": 99}')
    assert told.exit_code == 2
    assert "Expected `int` <= 4" in told.output
    assert list(Path(tmp_path).iterdir()) == []


def test_the_command_compares_too(folder, call):
    file = folder / "v1-target-20-0.jsonl"
    file.write_text(file.read_text().replace('"pot":', '"pit":'))
    told = call("compare", "pig", folder)
    assert told.exit_code == 1
    assert "but is played now as" in told.output


def test_options_are_named_in_the_file():
    assert golden.label(COUNT, COUNT.options()) == "default"
    assert golden.label(COUNT, COUNT.options(players=4, seconds=1.5)) == "players-4-seconds-1.5"
