"""A connection that loses replies, cuts, stalls and delays: whoever sends a move again has played it once."""

from contextlib import ExitStack

import msgspec
import pytest
from checker import breaches
from ledger import Ledger
from load import gather, turns
from people_at_a_server import listed
from wires import REPLY, REQUEST, Wires

from tableshark.plugins import load

SHORT = {
    "camouflage": {"finish": 3},
    "hungry-shark": {},
    "jaws": {"acts": "two"},
    "shark-attack-cards": {},
    "shark-attacks": {"players": 3, "target": 70},
}
PATIENCE = 0.5
"""Seconds after which a client whose connection stalls sends again."""
LOSSES = [(REPLY, "drop"), (REPLY, "cut"), (REPLY, "stall"), (REQUEST, "drop"), (REQUEST, "cut"), (REQUEST, "stall")]
DELAYS = [(REPLY, "delay"), (REQUEST, "delay")]


@pytest.fixture(scope="module")
def plugins():
    return load()


@pytest.fixture
def table(server, plugins, tmp_path):
    """Makes a game with a person in each seat, who all speak through the same wires, and their ledger."""
    with ExitStack() as stack:

        def made(rules, **more):
            wires = stack.enter_context(Wires(server.url))
            options = msgspec.convert(SHORT[rules], plugins.rules[rules].options)
            seats, ledger = plugins.rules[rules].seats(options), Ledger(tmp_path / f"{rules}.ndjson")
            return wires, gather(stack, server.url, ledger, rules, SHORT[rules], seats, wires=wires, **more), ledger

        yield made


def check(plugins, persons, ledger):
    """See that nothing is wrong with the game, and give its moves as they were sent."""
    rows, record = ledger.rows(), persons[0].record()
    assert [breach.tell([]) for breach in breaches(plugins, rows, record, [])] == []
    return [row for row in rows if row["what"] == "move"], record


@pytest.mark.parametrize("rules", sorted(SHORT))
def test_a_reply_lost_at_every_move_of_a_whole_game_changes_nothing(table, plugins, rules):
    wires, persons, ledger = table(rules)
    for person, view in turns(persons):
        move = listed(view, person.luck)
        wires.plan(REPLY, "drop")
        assert person.move(view["turn"], move) is None
        assert person.move(view["turn"], move).status_code == 200
    sent, record = check(plugins, persons, ledger)
    assert wires.done == [(REPLY, "drop")] * (len(sent) // 2)
    answers = [line for line in record["lines"] if '"kind":"answer"' in line["text"]]
    assert len(answers) == len(sent) // 2 > 5


@pytest.mark.parametrize("rules", ["shark-attacks", "shark-attack-cards"])
def test_whatever_a_connection_does_each_move_is_played_once(table, plugins, rules):
    wires, persons, ledger = table(rules, timeout=PATIENCE)
    troubles = LOSSES + DELAYS
    for number, (person, view) in enumerate(turns(persons)):
        trouble, move = troubles[number % len(troubles)], listed(view, person.luck)
        if number < 2 * len(troubles):
            wires.plan(*trouble)
        answer = person.move(view["turn"], move)
        assert answer is None or trouble not in LOSSES or number >= 2 * len(troubles)
        while answer is None:
            answer = person.move(view["turn"], move)
        assert answer.status_code == 200
        # What was stalled arrives late: its question is over, or just being answered by somebody else.
        if number % 2:
            wires.release()
    wires.release()
    check(plugins, persons, ledger)
    assert set(troubles) == set(wires.done)
