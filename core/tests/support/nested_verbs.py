"""What is done in a life of a game: the calls of the desk as people, machine players, clock and sweeper make them."""

import dataclasses
from functools import cache
from typing import NamedTuple

from nested_checks import KEPT

from tableshark import Decision
from tableshark.asking import wanted
from tableshark.chance import Seeded
from tableshark.rules import draw_move
from tableshark.sweeping import sweep
from tableshark_workers.tasks import play_on

VERBS = {
    "sit": 1.5, "leave": 1, "exchange": 1, "answer": 8, "repeat": 1, "order": 2.5, "decide": 3, "play": 1.5,
    "wait": 1, "clock": 1, "sweep": 0.7, "give_up": 0.05, "upgrade": 0.05,
}  # fmt: skip
"""How often each is drawn."""
MOODS = (0.2, 1, 3)
"""In every life it is drawn anew of what there is little or much in it."""
WAITS = {0.5: 4, 3.0: 4, 8.0: 2, 10.0: 2, 31.0: 1}
"""So many seconds pass, so often."""


class NotHeld(Exception):
    """The key opens nothing any more."""


class Call(NamedTuple):
    """A call that is under way; a key where somebody proves a seat by it."""

    verb: str
    seat: str | None = None
    key: str | None = None


class Verbs:
    """Each does one thing, and says where there was nothing to do. What the desk refuses is raised."""

    def sit(self, seat=None):
        seat, key = seat or self.draw.choice(self.seats), self.new_name()
        self.desk.take_seat(self.game, seat, key, salt=self.draw.choice([None, "a", "b"]))
        self.keys[key] = seat

    def leave(self):
        key, seat = self.holder()
        if not self.desk.leave_seat(self.game, seat, key):
            return "overtaken"
        del self.keys[key]
        return None

    def exchange(self):
        (key, seat), new = self.holder(), self.new_name()
        if not self.desk.change_key(self.game, seat, key, new):
            return "overtaken"
        del self.keys[key]
        self.keys[new] = seat
        return None

    def answer(self):
        table = self.table
        waiting = table.game.waiting if table.game else ()
        asked = [(key, seat) for key, seat in self.keys.items() if seat in waiting]
        if not asked:
            return "nobody asked"
        key, seat = self.draw.choice(asked)
        turn = table.game.turns[seat] + self.draw.choice([0, 0, 0, 0, 0, 0, -1, 1])
        seen = self.draw.choice([None, self.desk.see(self.game), self.glimpse])
        # What was seen once may be tried much later.
        self.glimpse = seen or self.glimpse
        return self.take(key, seat, self.some_move(table, seat), turn, seen)

    def repeat(self):
        """Send an answer again, or another one to the same turn."""
        if not self.acknowledged or not self.keys:
            return "nothing said"
        seat, turn, move = self.draw.choice(self.acknowledged)
        held = [key for key, of in self.keys.items() if of == seat]
        table = self.table
        if table.game.waited_for(seat) and self.draw.random() < 0.5:
            move = self.some_move(table, seat)
        return self.take(self.draw.choice(held or list(self.keys)), seat, move, turn, None)

    def take(self, key, seat, move, turn, seen):
        def guard(table):
            if key not in table.keys.get(seat, ()):
                raise NotHeld

        self.under_way[-1] = Call("answer", seat, key)
        self.desk.answer(self.game, seat, move, turn, seen, guard)
        self.acknowledged.append((seat, turn, move))

    def order(self):
        table = self.table
        if table.game is None:
            return "not begun"
        seat = self.draw.choice(table.game.waiting or self.seats)
        self.desk.order(self.game, seat, table.game.turns[seat], self.draw.choice(["random", "greedy"]), None)
        return None

    def decide(self):
        """Let a machine player decide, and take that or what one decided before."""
        table = self.table
        if asked := wanted(table):
            thought = self.draw.choice(asked)
            notes = f"{thought.bot} {self.new_name()}"
            if not thought.must and self.draw.random() < 0.3:
                decision = Decision(None, notes=notes)
            else:
                delay = self.draw.choice([0.0, 0.0, 3.0, 20.0])
                decision = Decision(self.some_move(table, thought.seat), delay, notes)
            self.thoughts.append((thought, decision))
        if not self.thoughts or self.draw.random() < 0.3:
            return "later"
        chosen = self.thoughts.pop(self.draw.randrange(len(self.thoughts)))
        self.desk.decide(*chosen, plays_on=self.draw.random() < 0.3)
        return None

    def play(self):
        """Let a machine player's job run."""
        asked = wanted(self.table)
        if not asked:
            return "nobody asked"
        thought = self.draw.choice(asked)
        return play_on(self.desk, self.game, thought.seat, thought.turn)

    def wait(self):
        self.hall.now += self.draw.choices(list(WAITS), list(WAITS.values()))[0]

    def clock(self):
        self.desk.pass_time(self.game)

    def sweep(self):
        def tend(game, care):
            # Between its being found and its being looked after.
            self.call(self.draw.choice(["sit", "answer", "play", "wait"]))
            care()

        sweep(self.desk, KEPT, self.hall.now, tend)

    def give_up(self):
        self.desk.give_up(self.game)

    def upgrade(self):
        if len(self.under_way) > 1:
            # The code that is under way would be of two versions.
            return "busy"
        self.upgraded, self.glimpse = True, None
        for _ in range(self.draw.choice([1, 1, 2])):
            self.hall.plugins.rules[self.rules.id] = next_version(self.rules)
            self.look_around()
        return None

    def holder(self):
        """Somebody's key and seat; mostly one that holds."""
        if not self.keys or self.draw.random() < 0.1:
            return "nobody's", self.draw.choice(self.seats)
        return self.draw.choice(list(self.keys.items()))

    def new_name(self):
        self.names += 1
        return f"n{self.names}"

    def some_move(self, table, seat):
        return draw_move(self.rules.legal(table.game.state, seat), Seeded(b"x" * 32, self.draw.randrange(1000)))


@cache
def next_version(rules):
    """The same game, of which everybody is told more."""
    return dataclasses.replace(
        rules,
        version=rules.version + 1,
        upgrades={**rules.upgrades, rules.version: lambda state: state},
        view=lambda state, seat: (rules.version, rules.view(state, seat)),
    )
