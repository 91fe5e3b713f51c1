"""People who play many games at once at a desk, and remember every move that was acknowledged to them."""

import contextlib
import random
from threading import Thread

from whole_server import wait_until

from tableshark.errors import Away
from tableshark.seating import Wish, plan
from tableshark.table import decode_line

RULES = "shark-attacks"
KEY = "key"


class Writer:
    """One person who plays all seats of one game after the other, until the store is gone."""

    def __init__(self, desk, luck, noted):
        self.desk = desk
        self.luck = luck
        self.noted = noted
        """Called after each acknowledgement."""
        self.games = {}
        """The acknowledged moves of each game that was acknowledged, in their order, as (seat, turn, move)."""
        self.sent = None
        """The last move that was sent, as (game, seat, turn, move)."""

    def play(self):
        with contextlib.suppress(Away):
            while True:
                self.play_one()

    def play_one(self):
        rules = self.desk.plugins.get(RULES)
        options = rules.options()
        places = plan(self.desk.plugins, rules, options, {}, Wish(mine=True))
        keys = {place.seat: (KEY,) for place in places}
        game = self.desk.create(RULES, options, places, keys=keys).id
        acknowledged = self.games[game] = []
        table = self.desk.load(game)[1]
        while waiting := table.game.waiting:
            seat = waiting[0]
            answer = seat, table.game.turns[seat], self.luck.choice(rules.legal(table.game.state, seat))
            self.sent = game, answer
            table = self.desk.answer(game, seat, answer[2], answer[1])
            acknowledged.append(answer)
            self.noted()


class Writers:
    """Several of them, each with a thread."""

    def __init__(self, desk, count=4, seed=0):
        self.acknowledged = 0
        self.writers = [Writer(desk, random.Random(f"{seed}/{n}"), self._note) for n in range(count)]
        self.threads = [Thread(target=writer.play) for writer in self.writers]
        for thread in self.threads:
            thread.start()

    def _note(self):
        self.acknowledged += 1

    def reach(self, moves):
        """Wait until so many moves were acknowledged."""
        wait_until(lambda: self.acknowledged >= moves)

    def join(self):
        for thread in self.threads:
            thread.join(30)
            assert not thread.is_alive()

    def missing(self, desk):
        """Compare with a store: how many acknowledged games and moves are not in it, exactly once and in their order.

        A move whose answer did not come may be there, once.
        """
        missing = 0
        for writer in self.writers:
            for game, acknowledged in writer.games.items():
                rules = desk.plugins.get(RULES)
                lines = [decode_line(rules, line) for line in desk.store.log(game)]
                found = [(line.seat, line.turn, line.move) for line in lines[1:]]
                asked = [answer for of, answer in [writer.sent] if of == game and answer not in acknowledged]
                missing += not lines
                missing += len(acknowledged) - sum(a == b for a, b in zip(acknowledged, found, strict=False))
                assert found[len(acknowledged) :] in ([], asked), "a move that nobody sent"
                if lines:
                    assert desk.load(game)[1].lines == len(lines)
        return missing
