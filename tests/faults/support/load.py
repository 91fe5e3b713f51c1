"""Persons at a server that play one game after the other with machine players, whatever happens to the server."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event

from ledger import Ledger
from person import Person
from sitting import Sitter
from wires import Wires

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
SITTERS = (1, 2, 4, 5, 6)
"""The tables, counted from 0, at which persons come to open seats, and leave them; three of them have bad wires."""
STAND_INS = (2,)
"""The tables at which a machine player takes over from whoever takes too long."""
TAKES_OVER = {"turn_seconds": 1.5, "absent": "bot"}


@dataclass
class Played:
    """A game that is over, or that somebody has given up."""

    ledger: Ledger
    record: dict | None


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
            who = Sitter if number in SITTERS else Person
            terms = TAKES_OVER if number in STAND_INS else {}
            told = partial(self.acknowledged.put, number)
            self.played.put(play(self.url, name, self.mix[number], self.seed, number % 2 == 0, told, who, terms))


def gather(stack, url, ledger, rules, options, seats, bot="random", wires=None, who=Person, **more):
    """Make a game, and give a person for each of these seats; the stack's end closes their connections."""
    luck = Random(f"{rules} {options}")
    persons = [who(url, ledger, luck, wires, **more) for _ in seats]
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


def play(url, name, kind, seed, bad_wires=False, acknowledged=lambda: None, who=Person, terms=None):
    """Play one game with a person, of whichever sort, for each seat that is theirs."""
    rules, options, seats, bot = kind
    ledger = Ledger(name.with_suffix(".ndjson"))
    with ExitStack() as stack:
        persons = []
        for seat in seats:
            wires = stack.enter_context(Wires(url)) if bad_wires else None
            luck = Random(f"{seed}/{name.stem}/{seat}")
            persons.append(who(url, ledger, luck, wires, acknowledged=acknowledged))
            stack.callback(persons[-1].http.close)
        game = persons[0].create(rules, options, seats, bot, **(terms or {}))
        if game is None:
            return Played(ledger, None)
        for person, seat in zip(persons, seats, strict=True):
            person.sit(game, seat)
        if any(person.token is None for person in persons):
            return Played(ledger, None)
        with ThreadPoolExecutor(len(persons)) as pool:
            list(pool.map(Person.play, persons))
        record = persons[0].record()
    name.with_suffix(".record.json").write_text(json.dumps(record))
    return Played(ledger, record)
