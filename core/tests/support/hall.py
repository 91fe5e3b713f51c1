"""A desk with toys on it, a clock that a test sets, and followers that keep what they were told."""

from __future__ import annotations

import hashlib
from importlib.metadata import EntryPoint

from tableshark import hookimpl
from tableshark.desk import Desk
from tableshark.header import Place
from tableshark.plugins import load
from tableshark.store.memory import MemoryStore

TOYS = EntryPoint("toys", "toys", "tableshark")


class Follower:
    """Keeps the hooks it is called with, in order."""

    def __init__(self):
        self.told = []

    @hookimpl
    def tableshark_game_created(self, header):
        self.told.append(("created", header.id))

    @hookimpl
    def tableshark_seat_taken(self, header, seat):
        self.told.append(("taken", seat))

    @hookimpl
    def tableshark_move_played(self, header, seat):
        self.told.append(("played", seat))

    @hookimpl
    def tableshark_game_over(self, header, outcome):
        assert header.outcome == outcome
        self.told.append(("over", outcome.reason))


class Hall:
    def __init__(self, store=None, *followers, plugins=None):
        self.store = store or MemoryStore()
        self.plugins = plugins or load([TOYS])
        assert not self.plugins.broken
        for follower in followers:
            self.plugins.manager.register(follower)
        self.woken = []
        self.wake = self.woken.extend
        self.now = 1000.0
        self.drawn = 0
        self.desk = Desk(self.plugins, self.store, lambda news: self.wake(news), lambda: self.now, self._entropy)

    def _entropy(self, count):
        self.drawn += 1
        return hashlib.sha256(f"hall {self.drawn}".encode()).digest()[:count]

    def open(self, rules, bots=(), seed=b"s" * 32, by="person", options=None, **given):
        """Create a game; seats are of bots, of persons with the key "key of <seat>", or (by="open") open."""
        options = options or self.plugins.get(rules).options(**given)
        seats = self.plugins.get(rules).seats(options)
        bots = bots if isinstance(bots, dict) else dict.fromkeys(bots, "random")
        places = [
            Place(seat, "bot", bots[seat], "normal") if seat in bots else Place(seat, by, taken=int(by == "person"))
            for seat in seats
        ]
        keys = {place.seat: (f"key of {place.seat}",) for place in places if place.by == "person"}
        return self.desk.create(rules, options, places, keys=keys, seed=seed).id

    def game(self, game):
        return self.desk.load(game)[1].game

    def table(self, game):
        return self.desk.load(game)[1]

    def say(self, game, seat, move, turn=None):
        turn = self.game(game).turns[seat] if turn is None else turn
        return self.desk.submit(game, seat, move, turn)
