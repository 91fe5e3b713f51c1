"""Real harm that must be seen: a store that loses what it acknowledged, frozen workers, wires that alter or lose."""

import random
import re
from contextlib import ExitStack
from itertools import islice

import pytest
import redis
from checker import BOTS_WITHIN, breaches
from killers import CLOCK, STORE, WORKER, Killer, stopped
from ledger import Ledger
from load import gather, turns
from person import Person
from seat_checker import acts
from sitting import Sitter
from whole_server import start_server
from wires import REPLY, Wires

from tableshark.plugins import load

RULES, OPTIONS, SEATS = "shark-attacks", {"players": 2, "target": 60, "first_seat": "p0"}, ("p0", "p1")


@pytest.fixture(scope="module")
def plugins():
    return load()


@pytest.fixture(scope="module")
def doomed(tmp_path_factory):
    """A server to be harmed; the last test that uses it ends it."""
    folder = tmp_path_factory.mktemp("doomed")
    running = start_server(folder / "data", folder / "log", TABLESHARK_SIMULATION_WORKERS="0")
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def sit(tmp_path):
    """Makes a game, and gives its persons."""
    with ExitStack() as stack:

        def sat(url, seats=SEATS, timeout=20.0, who=Person):
            ledger = Ledger(tmp_path / "game.ndjson")
            return gather(stack, url, ledger, RULES, OPTIONS, seats, "stop-at-8", timeout=timeout, who=who)

        yield sat


def stop_instead(request):
    return request.replace(b'"swim_on"', b'"stop"   ').replace(b'"party"', b'"stop" ')


def without_keys(request):
    return request.replace(b"Idempotency-Key", b"Idempotency-No!")


def forget(server):
    """Have a server's store keep nothing from now on."""
    password = re.search('requirepass "(.*)"', (server.data / "store.conf").read_text())[1]
    with redis.Redis(unix_socket_path=str(server.data / "store.sock"), password=password) as store:
        store.config_set("appendonly", "no")


def play_out(persons):
    for person, view in turns(persons):
        while person.move(view["turn"], view["legal"][-1]) is None:
            pass


def kinds(plugins, persons, faults=()):
    """The kinds of breaches of a game that is over."""
    return {breach.kind for breach in breaches(plugins, persons[0].ledger.rows(), persons[0].record(), faults)}


def test_workers_that_stand_still_are_noticed_and_so_is_a_server_that_does_not_recover(doomed, sit, plugins):
    [person] = persons = sit(doomed.url, ("p0",))
    killer = Killer(doomed, random.Random(1), soon=BOTS_WITHIN)
    workers = killer.find(WORKER)
    assert len(workers) == 2
    asked = person.look()
    with stopped(workers):
        while person.seat in asked["waiting"]:
            asked = person.move(asked["turn"], asked["legal"][0]).json()
        # All this time nothing comes.
        assert person.view(after=asked["number"], wait=int(BOTS_WITHIN) + 1).status_code == 304
    assert person.play()
    assert kinds(plugins, persons) == {"bot"}
    with stopped([doomed.process.pid]), pytest.raises(AssertionError, match="not recovered from: clock; not within"):
        Killer(doomed, random.Random(1), soon=1.0).strike(CLOCK)


def test_a_store_that_keeps_nothing_loses_what_it_acknowledged_and_that_is_noticed(doomed, sit, plugins):
    persons = sit(doomed.url)
    rest = turns(persons)
    for person, view in islice(rest, 2):
        assert person.move(view["turn"], view["legal"][0]).status_code == 200
    forget(doomed)
    for person, view in islice(rest, 2):
        assert person.move(view["turn"], view["legal"][0]).status_code == 200
    fault = Killer(doomed, random.Random(1)).strike(STORE)
    for person, view in turns(persons):
        assert person.move(view["turn"], view["legal"][-1]).status_code == 200
    assert {"exchanged", "view"} <= kinds(plugins, persons, [fault])


def test_it_loses_acknowledged_changes_of_seats_and_that_is_noticed(doomed, sit, plugins):
    persons = stays, leaves = sit(doomed.url, who=Sitter)
    kept = [person.token for person in persons]
    forget(doomed)
    stays.exchange()
    assert leaves.act("leave", "DELETE", leaves.place, headers=leaves.headers).status_code == 204
    fault = Killer(doomed, random.Random(1)).strike(STORE)
    assert stays.view().status_code == 401
    leaves.take()
    assert leaves.token is None
    for person, token in zip(persons, kept, strict=True):
        person.token = token
    play_out(persons)
    assert {"shut out", "not left", "opened"} <= kinds(plugins, persons, [fault])


def test_whoever_loses_the_reply_and_has_no_key_is_shut_out_and_that_is_noticed(server, sit):
    with Wires(server.url, alter=without_keys) as wires:
        for what in ("exchange", "take"):
            person, other = sit(wires.url, who=Sitter)
            assert (person.look()["seat"], other.look()["seat"]) == SEATS
            if what == "take":
                person.act("leave", "DELETE", person.place, headers=person.headers)
            wires.plan(REPLY, "drop")
            getattr(person, what)()
            assert [breach.kind for breach in acts(person.ledger.rows())] == ["shut out"]
            person.ledger.file.unlink()


def test_wires_that_alter_or_lose_something_are_noticed(server, sit, plugins):
    with Wires(server.url, alter=stop_instead) as wires:
        persons = sit(wires.url)
        play_out(persons)
        assert kinds(plugins, persons) == {"exchanged"}
    persons[0].ledger.file.unlink()
    with Wires(server.url) as wires:
        persons = sit(wires.url)
        wires.plan(REPLY, "drop")
        play_out(persons)
        assert kinds(plugins, persons) == {"no reply"}
