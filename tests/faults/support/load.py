"""Persons at a server that play one game after the other with machine players, whatever happens to the server."""

import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event

import httpx
from ledger import Ledger, now, reply
from people_at_a_server import listed
from wires import REPLY, REQUEST, Wires

PAUSE = 0.1
"""Seconds after which somebody asks again who got no good answer."""
TIMEOUT = 8.0
STUCK = 60.0
"""Seconds without anything new after which a person gives up: then something is wrong."""
TROUBLES = ((REPLY, "drop"), (REPLY, "cut"), (REPLY, "delay"), (REQUEST, "cut"), (REQUEST, "delay"), (REQUEST, "drop"))
MIX = (
    ("shark-attacks", {"players": 3, "target": 30}, ("p0",), "stop-at-8"),
    ("shark-attacks", {"players": 2, "target": 40}, ("p1",), "random"),
    ("shark-attacks", {"players": 3, "target": 30}, ("p0", "p2"), "stop-at-12"),
    ("camouflage", {"players": 3, "finish": 3}, ("p0",), "random"),
    ("camouflage", {"players": 2, "finish": 3}, ("p1",), "anywhere-alike"),
    ("hungry-shark", {"players": 3, "round_seconds": 1.0}, ("p0",), "random"),
    ("shark-attack-cards", {}, ("p0", "p1"), "random"),
    ("jaws", {"acts": "two"}, ("shark",), "random"),
)
"""Short games: rules, options, the seats of persons, and who sits in the others."""


def chosen(view, luck):
    """A move that is drawn; where fish are counted it is mostly right, else every round would last."""
    if view["rules"] == "hungry-shark" and luck.random() < 0.8:
        slots = [slot for card in view["view"]["board"] for slot in card["slots"] if slot and slot["type"] == "fish"]
        return {"type": "declare", "round": view["view"]["round"], "number": sum(slot["count"] for slot in slots)}
    return listed(view, luck)


@dataclass
class Played:
    """A game that is over, or that somebody has given up."""

    ledger: Ledger
    record: dict | None


class Person:
    """One who plays a seat by random moves, and sends each until it is acknowledged, or thinks better of it."""

    def __init__(self, url, ledger, luck, wires=None, timeout=TIMEOUT, acknowledged=lambda: None):
        # Without certificates, that would be read for each client anew.
        self.http = httpx.Client(base_url=f"{wires.url if wires else url}/v1", timeout=timeout, verify=False)
        self.acknowledged = acknowledged
        self.ledger, self.luck, self.wires = ledger, luck, wires
        self.seat = self.path = None
        self.headers = {}
        self.sent = []
        self.pause = Event()

    def sit(self, game, seat):
        self.path, self.seat = f"/games/{game['game']}", seat
        self.headers = {"Authorization": f"Bearer {game['tokens'][seat]}"}

    def ask(self, what, method, path, turn=None, move=None, **more):
        """Send one request and write it down; None: no reply came."""
        sent = now()
        try:
            answer = self.http.request(method, path, **more)
        except httpx.TransportError:
            answer = None
        row = {"what": what, "seat": self.seat, "turn": turn, "move": move, "sent": sent, "at": now()}
        self.ledger.write({**row, "wired": self.wires is not None, **reply(answer)})
        return answer

    def insist(self, *what, **more):
        """Send a request until it has an answer that is final."""
        began = now()
        while (answer := self.ask(*what, **more)) is None or answer.status_code >= 500:
            if now() - began > STUCK:
                return None
            self.pause.wait(PAUSE)
        return answer

    def create(self, rules, options, seats, bot):
        """Make a game, once, however often it has to be asked for."""
        body = {
            "rules": rules,
            "options": options,
            "seats": {seat: {"by": "me"} for seat in seats},
            "others": {"by": "bot", "bot": bot},
        }
        headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
        answer = self.insist("create", "POST", "/games", json=body, headers=headers)
        return None if answer is None or answer.status_code != 201 else answer.json()

    def view(self, **query):
        return self.ask("view", "GET", f"{self.path}/view", params=query, headers=self.headers)

    def move(self, turn, move):
        body = {"turn": turn, "move": move}
        return self.ask("move", "POST", f"{self.path}/moves", turn, move, json=body, headers=self.headers)

    def play(self):
        """Play to the end; False where there is none."""
        number, news = 0, now()
        while now() - news < STUCK:
            answer = self.view(after=number, wait=2)
            if answer is None or answer.status_code != 200:
                self.pause.wait(0 if answer is not None and answer.status_code == 304 else PAUSE)
                continue
            view = answer.json()
            number, news = view["number"], now()
            if view["outcome"]:
                return True
            if view["turn"]:
                self.answer(view)
        return False

    def answer(self, view):
        """Send a move until it is acknowledged or refused. Some think better of it, some send more than is needed."""
        turn, move = view["turn"], chosen(view, self.luck)
        if self.wires and self.luck.random() < 0.3:
            self.wires.plan(*self.luck.choice(TROUBLES))
        began = now()
        while (answer := self.move(turn, move)) is None or answer.status_code >= 500:
            if now() - began > STUCK:
                return
            self.pause.wait(PAUSE)
            if self.luck.random() < 0.1:
                move = chosen(view, self.luck)
        if answer.status_code == 200:
            self.acknowledged()
            self.sent.append((turn, move))
            if self.luck.random() < 0.2:
                self.move(*self.luck.choice(self.sent[-3:]))

    def look(self):
        """The present view, as often as it takes."""
        while (answer := self.view()) is None or answer.status_code != 200:
            self.pause.wait(PAUSE)
        return answer.json()

    def record(self):
        answer = self.insist("record", "GET", f"{self.path}/record", headers=self.headers)
        return answer.json() if answer is not None and answer.status_code == 200 else None


class Crowd:
    """Tables at which one game follows the other until `stop` is set; the games in hand are then played out."""

    def __init__(self, url, folder, seed, mix=MIX):
        self.url, self.folder, self.seed, self.mix = url, folder, seed, mix
        self.played = SimpleQueue()
        self.stop = Event()
        self.pool = ThreadPoolExecutor(len(mix))
        self.acknowledged = SimpleQueue()

    def __enter__(self):
        self.tables = [self.pool.submit(self._one_after_the_other, number) for number in range(len(self.mix))]
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.pool.shutdown()
        for table in self.tables:
            table.result()

    def goes_on(self, moves, seconds):
        """Wait until so many more moves are acknowledged."""
        while not self.acknowledged.empty():
            self.acknowledged.get()
        for _ in range(moves):
            self.acknowledged.get(timeout=seconds)

    def finished(self):
        """Give the games that have ended since the last time."""
        while not self.played.empty():
            yield self.played.get()

    def _one_after_the_other(self, number):
        count = 0
        while not self.stop.is_set():
            count += 1
            name = Path(self.folder) / f"{number}-{count}"
            told = partial(self.acknowledged.put, number)
            self.played.put(play(self.url, name, self.mix[number], self.seed, number % 2 == 0, told))


def gather(stack, url, ledger, rules, options, seats, bot="random", wires=None, **more):
    """Make a game, and give a person for each of these seats; the stack's end closes their connections."""
    luck = Random(f"{rules} {options}")
    persons = [Person(url, ledger, luck, wires, **more) for _ in seats]
    for person in persons:
        stack.callback(person.http.close)
    game = persons[0].create(rules, options, seats, bot)
    for person, seat in zip(persons, seats, strict=True):
        person.sit(game, seat)
    return persons


def turns(persons):
    """Give who is asked next, and the view, until the game of these persons is over."""
    at = {person.seat: person for person in persons}
    while not (view := persons[0].look())["outcome"]:
        person = at[persons[0].luck.choice(view["waiting"])]
        yield person, person.look()


def play(url, name, kind, seed, bad_wires=False, acknowledged=lambda: None):
    """Play one game with a person for each seat that is theirs."""
    rules, options, seats, bot = kind
    ledger = Ledger(name.with_suffix(".ndjson"))
    with ExitStack() as stack:
        persons = []
        for seat in seats:
            wires = stack.enter_context(Wires(url)) if bad_wires else None
            luck = Random(f"{seed}/{name.stem}/{seat}")
            persons.append(Person(url, ledger, luck, wires, acknowledged=acknowledged))
            stack.callback(persons[-1].http.close)
        game = persons[0].create(rules, options, seats, bot)
        if game is None:
            return Played(ledger, None)
        for person, seat in zip(persons, seats, strict=True):
            person.sit(game, seat)
        with ThreadPoolExecutor(len(persons)) as pool:
            list(pool.map(Person.play, persons))
        record = persons[0].record()
    name.with_suffix(".record.json").write_text(json.dumps(record))
    return Played(ledger, record)
