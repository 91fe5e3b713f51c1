"""A life of a game, drawn from a seed: calls of the desk, others in the middle of their changes; checks after each."""

import dataclasses
import random
from collections import Counter

from hall import TOYS, Hall
from nested_checks import check_change, check_end, check_standing
from nested_verbs import MOODS, VERBS, Call, NotHeld, Verbs
from toys.thief import THIEF

from tableshark import Awaiting
from tableshark.errors import NotNow, Unknown
from tableshark.header import Place, Terms
from tableshark.plugins import load
from tableshark.store.memory import MemoryStore
from tableshark.table import decode
from tableshark.windows import look
from tableshark_api.answers import told

CALLS, AFTER = 60, 8
"""So many calls one after the other, and so many once the game is over."""
DEPTH, OFTEN = 2, 0.4
"""In the middle of each change there may be another call, so deep and so often."""
KINDS = {
    "pig": {"players": [2, 3], "target": [15]},
    "bids": {"cards": [3], "seconds": [None, 10.0]},
    "count": {"players": [1, 2, 3], "rounds": [3]},
    "thief": {"rounds": [3], "seconds": [None, 10.0]},
    "thief without labels": {"rounds": [3]},
}
"""Short games, and what is drawn of their options."""
PLUGINS = load([TOYS])
"""Loaded once, for that takes longer than a life."""


def without_labels(state):
    asked = THIEF.status(state)
    return Awaiting(asked.seats) if isinstance(asked, Awaiting) else asked


UNLABELLED = dataclasses.replace(THIEF, status=without_labels)


class Life(Verbs):
    """One game from its creation on."""

    store = MemoryStore
    seen = Counter()
    """What was done, and what came of it."""

    def __init__(self, seed):
        self.seed, self.draw, self.done = seed, random.Random(seed), 0
        self.hall = Hall(self.store(), plugins=dataclasses.replace(PLUGINS, rules={**PLUGINS.rules}))
        self.desk = self.hall.desk
        kind = self.draw.choice(list(KINDS))
        self.rules_id = kind.partition(" ")[0]
        if kind == "thief without labels":
            self.hall.plugins.rules["thief"] = UNLABELLED
        options = self.rules.options(**{name: self.draw.choice(few) for name, few in KINDS[kind].items()})
        self.seats = self.rules.seats(options)
        absent = self.draw.choice(["wait", "bot", "bot", "end"])
        terms = Terms(turn_seconds=self.draw.choice([None, 8.0, 8.0]), absent=absent, bot="random")
        self.game = self.desk.create(self.rules_id, options, [self._place(seat) for seat in self.seats], terms=terms).id
        self.keys = {}
        """Whose seat each key opens, as its holder was told."""
        self.weights = [often * self.draw.choice(MOODS) for often in VERBS.values()]
        self.names, self.under_way, self.thoughts = 0, [], []
        self.acknowledged, self.glimpse, self.upgraded = [], None, False
        self.shown = {}
        """What each number of each seat has shown."""
        for place in self.table.header.seats:
            for _ in range(place.holders if place.by == "open" else 0):
                if self.draw.random() < 0.8:
                    self.sit(place.seat)
        self._update, self.hall.store.update = self.hall.store.update, self._crossed

    def _place(self, seat):
        if self.draw.random() < 0.25:
            return Place(seat, "bot", "random", "normal")
        return Place(seat, "open", holders=self.draw.choice([1, 1, 2]))

    @property
    def rules(self):
        return self.hall.plugins.get(self.rules_id)

    @property
    def table(self):
        return self.hall.table(self.game)

    def live(self):
        """Live it to the end; whatever goes wrong names the seed, by which the same life can be lived again."""
        try:
            over = 0
            while self.done < CALLS and over < AFTER:
                self.done += 1
                self.call()
                self.look_around()
                check_standing(self)
                over += self.table.header.ended is not None
            check_end(self)
        except Exception as error:
            raise AssertionError(f"life {self.seed}, call {self.done}: {error!r}") from error
        self.seen[self.rules_id, self.table.header.status] += 1

    def call(self, verb=None):
        verb = verb or self.draw.choices(list(VERBS), self.weights)[0]
        self.under_way.append(Call(verb))
        try:
            came = getattr(self, verb)()
        except (NotNow, Unknown, NotHeld) as refusal:
            came = type(refusal).__name__
        finally:
            self.under_way.pop()
        self.seen[verb, came or "done"] += 1

    def _crossed(self, game, change, seen=None):
        """Update the store, and let others come between a change and its commit."""
        call, last = self.under_way[-1], None

        def crossed(stored):
            nonlocal last
            last = stored, change(stored), self.hall.now
            changed = last[1]
            if len(self.under_way) <= DEPTH and self.draw.random() < OFTEN:
                self.call()
            return changed

        after = self._update(game, crossed, seen)
        stored, changed, now = last
        if changed is not None:
            check_change(call, decode(self.rules, stored.body), decode(self.rules, changed.body), changed.lines, now)
        return after

    def look_around(self):
        """Look from every seat: a number stands for the same bytes however often it is shown."""
        table = self.table
        for seat in (*self.seats, None) if table.game else ():
            window = look(self.rules, table.game, seat)
            body = told(table, window)
            before, _ = self.shown.setdefault((seat, window.number), (body, window.view))
            assert body == before, f"number {window.number} of {seat} shows {body}, and showed {before}"


def live(seeds):
    for seed in seeds:
        Life(seed).live()
