"""What the tests of faults would see is seen: each kind of breach, planted into recordings of real games."""

import copy
from concurrent.futures import ThreadPoolExecutor

import pytest
from checker import BOTS_WITHIN, breaches, calm, logged, waits
from fault_report import Report, added_up, keep
from killers import Fault
from ledger import Ledger
from load import MIX, Played, play
from rewriting import rewritten

from tableshark import luck
from tableshark.plugins import load

KINDS = [next(kind for kind in MIX if kind[0] == rules) for rules in sorted({kind[0] for kind in MIX})]


@pytest.fixture(scope="module")
def plugins():
    return load()


@pytest.fixture(scope="module")
def recordings(server, tmp_path_factory):
    """A whole game of each rules, as its persons recorded it, and its record."""
    folder = tmp_path_factory.mktemp("recordings")
    with ThreadPoolExecutor(len(KINDS)) as pool:
        played = pool.map(lambda kind: play(server.url, folder / kind[0], kind, seed=3), KINDS)
        return {kind[0]: (game.ledger.rows(), game.record) for kind, game in zip(KINDS, played, strict=True)}


@pytest.fixture(params=[kind[0] for kind in KINDS])
def recorded(request, recordings):
    return copy.deepcopy(recordings[request.param])


def acknowledged(rows):
    """A move in the middle of what was acknowledged."""
    sent = [row for row in rows if row["what"] == "move" and row["status"] == 200]
    return sent[len(sent) // 2]


def place(made, row):
    """Where in the log a move stands."""
    found = [(entry["seat"], entry["turn"]) for entry in logged(made)]
    return found.index((row["seat"], row["turn"]))


def a_move_taken_out(rows, made):
    entries = logged(made)
    del entries[place(made, acknowledged(rows))]
    rewritten(made, entries)


def all_after_a_move_taken_out(rows, made):
    rewritten(made, logged(made)[: place(made, acknowledged(rows))])


def a_move_doubled(rows, made):
    entries = logged(made)
    at = place(made, acknowledged(rows))
    entries.insert(at, entries[at])
    rewritten(made, entries)


def a_move_exchanged(rows, made):
    entries = logged(made)
    entries[place(made, acknowledged(rows))]["move"] = {"type": "another"}
    rewritten(made, entries)


def an_unacknowledged_move_doubled(rows, made):
    row = acknowledged(rows)
    rows[:] = [
        {**one, "status": 0, "wired": True} if (one["what"], one["turn"]) == ("move", row["turn"]) else one
        for one in rows
    ]
    entries = logged(made)
    entries.append(entries[place(made, row)])
    rewritten(made, entries)


def a_played_move_refused(rows, made):
    acknowledged(rows).update(status=409, code="stale_turn", media="application/problem+json", told={})


def an_internal_error(rows, made):
    rows[3].update(status=500, code="internal", media="application/problem+json", told={})


def a_page_of_a_proxy(rows, made):
    rows[3].update(status=503, code=None, media="text/html", told=None)


def a_503_that_does_not_say_when(rows, made):
    rows[3].update(status=503, code="store_away", media="application/problem+json", retry=None, told={})


def a_game_unknown_for_a_while(rows, made):
    rows[3].update(status=404, code="unknown_game", media="application/problem+json", told={})


def a_legal_move_called_illegal(rows, made):
    acknowledged(rows).update(status=409, code="illegal_move", media="application/problem+json", told={})


def a_reply_that_never_came(rows, made):
    rows[3].update(status=0, wired=False)


def another_view(rows, made):
    acknowledged(rows)["told"]["view"] = {}


def another_question(rows, made):
    row = next(row for row in rows if row["told"] and row["told"].get("legal"))
    row["told"]["turn"] += 1


def a_view_that_the_log_does_not_know(rows, made):
    acknowledged(rows)["told"]["number"] += 1000


def a_hash_exchanged(rows, made):
    made["lines"][2]["hash"] = "0" * 64


def luck_exchanged(rows, made):
    entries = logged(made)
    drawn = next(entry for entry in entries if entry["draws"])
    ways, fell = drawn["draws"][0]
    drawn["draws"][0] = [ways, (fell + 1) % ways]
    rewritten(made, entries)


def another_seed_committed_to(rows, made):
    made["seed"] = "00" * 32
    made["commitment"] = luck.commitment(made["game"], bytes(32))
    rewritten(made, logged(made))


PLANTED = {
    a_move_taken_out: "missing",
    all_after_a_move_taken_out: "missing",
    a_move_doubled: "doubled",
    an_unacknowledged_move_doubled: "doubled",
    a_move_exchanged: "exchanged",
    a_played_move_refused: "refused",
    an_internal_error: "500",
    a_page_of_a_proxy: "no clear problem",
    a_503_that_does_not_say_when: "no clear problem",
    a_game_unknown_for_a_while: "no clear problem",
    a_legal_move_called_illegal: "no clear problem",
    a_reply_that_never_came: "no reply",
    another_view: "view",
    another_question: "view",
    a_view_that_the_log_does_not_know: "view",
    a_hash_exchanged: "chain",
    luck_exchanged: "chain",
    another_seed_committed_to: "chain",
}


def test_nothing_is_wrong_with_a_game_as_it_was(recorded, plugins):
    assert breaches(plugins, *recorded, []) == []


@pytest.mark.parametrize(("plant", "kind"), PLANTED.items(), ids=[plant.__name__ for plant in PLANTED])
def test_what_is_planted_is_found(recorded, plugins, plant, kind):
    rows, made = recorded
    plant(rows, made)
    found = breaches(plugins, rows, made, [])
    assert kind in [breach.kind for breach in found]
    assert all(kind in line for line in [breach.tell([]) for breach in found if breach.kind == kind])


def test_a_reply_that_was_lost_to_a_fault_is_none(recorded, plugins):
    rows, made = recorded
    a_reply_that_never_came(rows, made)
    assert breaches(plugins, rows, made, [Fault("API worker", rows[3]["sent"], rows[3]["at"])]) == []


@pytest.fixture
def silent(recordings):
    """A game in which a machine player took 11 seconds longer than it did, and from when to when."""
    rows, made = copy.deepcopy(recordings["shark-attacks"])
    _, since, until = next(waits(rows))
    for row in rows:
        if row["at"] >= until:
            row["at"] += BOTS_WITHIN + 1
    return rows, made, since, until + BOTS_WITHIN + 1


def test_a_silent_bot_is_found(silent, plugins):
    rows, made, _, _ = silent
    assert {breach.kind for breach in breaches(plugins, rows, made, [])} == {"bot"}


def test_it_has_its_time_from_the_end_of_a_fault(silent, plugins):
    rows, made, since, until = silent
    assert breaches(plugins, rows, made, [Fault("store", since + 1, until - 9)]) == []
    [breach] = breaches(plugins, rows, made, [Fault("store", since - 3, since + 0.5), Fault("clock", until + 1)])
    assert breach.kind == "bot"
    assert "after: store; 1.00 s before: clock" in breach.tell([Fault("store", since - 3), Fault("clock", until + 1)])


def test_a_wait_that_never_ends_is_found(recordings, plugins):
    rows, made = copy.deepcopy(recordings["shark-attacks"])
    seat, since, until = next(waits(rows))
    heard = [row for row in rows if row["at"] < until]
    heard.append({**rows[-1], "what": "view", "seat": seat, "status": 304, "at": since + 11, "media": ""})
    assert "bot" in {breach.kind for breach in breaches(plugins, heard, made, [])}


def test_what_is_calm():
    faults = [Fault("a", 4.0, 6.0), Fault("b", 5.0, 9.0), Fault("c", 20.0)]
    assert calm(0.0, 10.0, []) == 10.0
    assert calm(0.0, 10.0, faults) == 4.0
    assert calm(5.0, 30.0, faults) == 11.0
    assert calm(21.0, 30.0, faults) == 0.0


def test_the_report_counts_what_is_found_and_adds_up_over_runs(recordings, plugins, tmp_path):
    rows, made = copy.deepcopy(recordings["shark-attacks"])
    file, sums = tmp_path / "runs.ndjson", []
    for plants in ([], [a_move_exchanged], [an_internal_error, a_move_doubled], None):
        report = Report(plugins, [Fault("store", 0.0, 2.5), Fault("store", 5.0, 6.0)])
        found, record = copy.deepcopy(rows), copy.deepcopy(made)
        for plant in plants or ():
            plant(found, record)
        ledger = Ledger(tmp_path / f"{plants}.ndjson")
        for row in found:
            ledger.write(row)
        report.add(Played(ledger, None if plants is None else record))
        assert bool(report.found) == (plants != [])
        assert ledger.file.exists() == bool(report.found), "what is wrong is kept"
        sums = keep(file, report.row())
    total = added_up(sums)
    assert (total["runs"], total["games"]) == (4, 4)
    assert total["kinds"] == {"store": {"times": 8, "longest": 2.5}}
    assert (total["lost"], total["doubled"], total["500"], total["503"]) == (1, 1, 1, 0)
    assert total["acknowledged"] == sum(row["acknowledged"] for row in sums) > 0
