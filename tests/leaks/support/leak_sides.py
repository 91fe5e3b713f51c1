"""A server in this process, of which there are two: what is laid into both differs only in what somebody can't know."""

import logging
import re
from collections.abc import Sequence
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from limits.storage import RedisStorage
from msgspec.structs import replace
from prometheus_client import CollectorRegistry, generate_latest

from tableshark import jobs, life, settings
from tableshark.header import Header, Place, Terms
from tableshark.keeping import Keeper
from tableshark.plugins import load
from tableshark.store import counts
from tableshark.store.memory import MemoryStore
from tableshark.store.queue import Progress
from tableshark.table import Intent, Order, Table
from tableshark_api import tokens
from tableshark_api.app import create_app
from tableshark_api.limits import Allowed, Limits
from tableshark_api.logs import InJson
from tableshark_workers import tasks
from tableshark_workers.metrics import Counted
from tableshark_workers.shop import open_desk

COMMITMENT = "c0" * 32
REQUESTS = 1_000_000
"""A minute, with one token: the headers that say how many are left are told too."""

DRAWN = (
    (re.compile(rb'"trace": ?"[0-9a-f]{16}"'), b'"trace":"?"'),
    (re.compile(rb'"time": "[0-9T:.+-]{29}"'), b'"time":"?"'),
    (re.compile(rb'"milliseconds": [0-9.e-]+'), b'"milliseconds":"?"'),
)
"""What is drawn, or measured, for each request: it has a form, and nothing else may be said of it."""


class Request(NamedTuple):
    route: str
    method: str
    path: str
    headers: dict = {}
    body: object = None
    text: bytes | None = None
    """A body that is no JSON."""


class Answer(NamedTuple):
    """All that comes out at a request."""

    status: str
    headers: tuple
    parts: tuple
    """The body, a stream's event by event."""
    lines: tuple
    """Of the log."""


class Orders:
    """A queue whose work is done when the test says so, by the functions that a worker runs."""

    def __init__(self):
        self.thoughts, self.questions, self.results = {}, {}, {}

    def wake(self, thoughts: Sequence):
        self.thoughts |= {jobs.for_thought(thought).id: thought for thought in thoughts}

    def advise(self, advice):
        self.questions.setdefault(advice.id, advice)

    def simulate(self, simulation):
        pass

    def price(self, plan, seconds):
        return 0.001

    def progress(self, ordered):
        job = ordered if isinstance(ordered, str) else ordered.id
        if job in self.results:
            return Progress("done", 1.0, self.results[job])
        return Progress("queued", 0.0) if job in {**self.thoughts, **self.questions} else None

    def probe(self):
        pass


class Side:
    """One of the two servers."""

    def __init__(self, counting, rules=()):
        """Take the address of a queue's server, which counts."""
        self.now = 0.0
        self.drawn = 0
        self.store, self.queue = MemoryStore(), Orders()
        self.store.keep("secret", b"s" * 32, 3600)
        self.plugins = load()
        self.plugins.rules.update({one.id: one for one in rules})
        # As any process does that opens a desk: from now on all is counted.
        _, queue = open_desk(self.plugins, settings.Settings(store=counting, queue=counting))
        self.connection, self.counts = queue.connection, self.plugins.manager.get_plugin(counts.NAME)
        self.registry = CollectorRegistry()
        self.registry.register(Counted(self.counts))
        self.keeper = Keeper(self.plugins, self.store, self.queue.wake, self.clock)
        spent = RedisStorage("redis://", self.connection.connection_pool, key_prefix="tableshark:limits")
        allowed = Limits(Allowed(token_requests=REQUESTS), spent)
        self.app = create_app(
            self.plugins, self.store, self.queue, limits=allowed, now=self.clock, entropy=self._entropy
        )
        self.web = self.app.test_client()
        self.desk = self.app.extensions["tableshark"].desk

    def clock(self):
        return self.now

    def _entropy(self, count):
        self.drawn += 1
        return self.drawn.to_bytes(count, "big")

    def begin(self):
        """Forget what was limited, drawn and counted: the two sides are level again."""
        self.drawn = 0
        self.connection.flushall()
        self.queue.__init__()

    def lay(self, game, rules, options, way, *, seed, machine=None, **terms):
        """Open a game whose persons have tokens (`token_of`) and go the first step of a way."""
        moment = way[0]
        self.now = moment.at
        places = tuple([
            Place(seat, "bot", "random", "normal") if seat == machine else Place(seat, "person", taken=1)
            for seat in moment.game.turns
        ])  # fmt: skip
        header = Header(
            game, rules.id, rules.version, options, places, "running", moment.at, COMMITMENT,
            started=moment.at, terms=Terms(**terms),
        )  # fmt: skip
        keys = {seat: (tokens.key(token_of(game, seat)),) for seat in moment.game.turns if seat != machine}
        table = Table(header, seed, b"b" * 32, keys=keys, chain=COMMITMENT)
        self.keeper.create(life.settle(table, replace(moment.game, seed=seed), moment.at))
        self.go(game, way[1:], seed)

    def go(self, game, moments, seed):
        """Go on, step by step, as the desk would."""
        for made, at in moments:
            self.now = at
            self.keeper.change(game, lambda rules, table: life.settle(table, replace(made, seed=seed), self.now))  # noqa: B023

    def hide(self, game, seat, word):
        """Put into a game what no state holds, and what is none of this seat's business."""

        def alter(rules, table):
            others = [other for other in table.game.turns if other != seat and table.game.waited_for(other)]
            bots = [other for other in others if table.header.place(other).by == "bot"]
            at, turns = self.now - len(word), table.game.turns
            moves = {other: _some(rules, table.game.state, other, len(word)) for other in bots}
            return replace(
                table,
                notes={other: {"noted": word} for other in turns if other != seat},
                orders={other: Order(turns[other], "greedy", word, at) for other in others if other not in bots},
                intents={other: Intent(turns[other], move, at + 900) for other, move in moves.items() if move},
                salts={other: word for other in turns if other != seat},
            )

        self.keeper.change(game, alter)

    def ask(self, request, until=None):
        """Send a request; of a stream that goes on, take all up to the event of this number."""
        more = {"json": request.body} if request.body is not None else {"data": request.text}
        with self.written() as lines:
            answer = self.web.open(request.path, method=request.method, headers=request.headers, buffered=False, **more)
            parts = tuple(_parts(answer, until))
            answer.close()
        # The time of day is none of the game's.
        headers = tuple([(name, "?" if name == "Date" else value) for name, value in answer.headers])
        return Answer(answer.status, headers, tuple(map(fixed, parts)), tuple(lines))

    def metrics(self):
        return generate_latest(self.registry)

    def work(self, game, seat):
        """Do the jobs that were ordered for a seat, as a worker would."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tasks, "open_desk", lambda plugins, wanted: (self.desk, None))
            patch.setattr(tasks, "limit_memory", lambda wanted: None)
            tasks.prepare(self.plugins, settings.Settings())
            for job, advice in list(self.queue.questions.items()):
                self.queue.results[job] = tasks.advise(**advice.arguments)
            for job, thought in list(self.queue.thoughts.items()):
                if (thought.game, thought.seat) == (game, seat):
                    self.queue.results[job] = tasks.play(thought.game, thought.seat, thought.turn)

    @contextmanager
    def written(self):
        """Gather the lines of the log, as they are written where each request is told."""
        handler = _Lines()
        root, requests = logging.getLogger(), logging.getLogger("tableshark.requests")
        before = requests.level, requests.propagate, root.level
        root.addHandler(handler)
        requests.addHandler(handler)
        # As low as in a real server, where the line of a plugin is written too.
        root.setLevel(logging.INFO)
        requests.setLevel(logging.INFO)
        requests.propagate = False
        try:
            yield handler.lines
        finally:
            root.removeHandler(handler)
            requests.removeHandler(handler)
            requests.propagate = before[1]
            requests.setLevel(before[0])
            root.setLevel(before[2])


class _Lines(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []
        self.setFormatter(InJson())

    def emit(self, record):
        self.lines.append(fixed(self.format(record).encode()))


def token_of(game, seat):
    return f"ts_{game}-{seat}".ljust(46, "t")


def fixed(text):
    """A text with what is drawn anew for each request put in its form."""
    for form, instead in DRAWN:
        text = form.sub(instead, text)
    return text


def _parts(answer, until):
    if until is None or answer.status_code != 200:
        yield answer.get_data()
        return
    for part in answer.response:
        yield part
        number = re.match(rb"id: (\d+)\n", part)
        if until == 0 or part == b": still here\n\n" or (number and int(number[1]) >= until):
            return


def _some(rules, state, seat, place):
    legal = rules.legal(state, seat)
    listed = tuple(legal) if isinstance(legal, tuple) else ()
    return listed[place % len(listed)] if listed else None
