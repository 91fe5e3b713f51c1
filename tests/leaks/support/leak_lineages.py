"""Two games that look the same to a seat, each from its beginning: what the kit's search finds, with the way to it."""

from typing import NamedTuple

from tableshark.chance import Quick
from tableshark.game import ONLOOKER
from tableshark.table import encode
from tableshark.testing.alike import differs, shown_to
from tableshark.testing.twins import Search
from tableshark.testing.walk import Walk

BEGAN = 1_700_000_000.0
"""When all these games begin, in seconds since 1970."""
LINES = 160
"""So many lines of a game are played, and twins looked for along them."""


class Moment(NamedTuple):
    """A game after a line of its log, and when that was."""

    game: object
    at: float


class Pair(NamedTuple):
    """Two ways of a game that end alike for a seat (None: an onlooker)."""

    rules: object
    options: object
    seat: str | None
    one: tuple[Moment, ...]
    other: tuple[Moment, ...]

    @property
    def ends(self):
        return self.one[-1].game, self.other[-1].game

    @property
    def hidden(self):
        """The fields of the state in which the two differ."""
        found = []
        for game in self.ends:
            found.append(dict(_fields(game.state)))
        changed = {name for name in {*found[0], *found[1]} if found[0].get(name) != found[1].get(name)}
        return changed | ({"sealed"} if self.ends[0].sealed != self.ends[1].sealed else set())

    def alike_for(self, seat):
        """Whether somebody has had the same history in both, so that nothing may tell them apart."""
        return history(self.rules, self.one, seat) == history(self.rules, self.other, seat)


class Traced(Search):
    """A search that keeps how it came to each twin."""

    def __init__(self, walk, seat, chance):
        super().__init__(walk, seat, chance)
        self.before = {}
        self.found = []

    def _reach(self, twin, at, *, bend):
        leg = super()._reach(twin, at, bend=bend)
        before, now = twin, self.stretches[at + 1].times[0]
        for game in leg or ():
            self.before[id(game)] = before, now
            self.found.append(game)
            before = game
        return leg

    def way(self, game):
        """Everything that happened up to this game of the walk, or to this twin."""
        moments = []
        while id(game) in self.before:
            game, now, twin = *self.before[id(game)], game
            moments.append(Moment(twin, now))
        walked = [place for place, one in enumerate(self.walk.games) if one is game]
        if walked:
            begun = zip(self.walk.games[: walked[0] + 1], self.walk.times, strict=False)
            moments += reversed([Moment(*both) for both in begun])
        else:
            moments.append(Moment(game, BEGAN))
        return tuple(reversed(moments))


def walk_of(rules, options, seed, lines=LINES):
    """Play a random game, or the first so many lines of it."""
    walk = Walk(rules, options, seed, 10_000)
    walk.now = BEGAN
    for _ in walk.play(10_000):
        if len(walk.games) >= lines:
            break
    return walk


def pairs(walk, seat, most):
    """Find pairs of games along a walk that look the same to a seat: so many, spread over it, none of them over."""
    search = Traced(walk, seat, Quick.of(f"leaks/{walk.seed}/{seat}".encode()))
    found = []
    for go in (search.own, search.go):
        for stretch, twin in go():
            if twin.outcome is None and differs(twin, stretch.first):
                found.append((stretch, twin))
    # Different numbers of hidden steps first: they are what most easily shows.
    found.sort(key=lambda pair: -abs(pair[1].step - pair[0].first.step))
    half = (most + 1) // 2
    rest = found[half:]
    chosen = found[:half] + rest[:: max(1, len(rest) // max(1, most - half))][: most - half]
    return [
        Pair(walk.rules, walk.options, seat, search.way(stretch.first), search.way(twin)) for stretch, twin in chosen
    ]


def same_but_for_luck(walk, seat):
    """Pair a game with itself: what is to come, and all that is secret beside the state, will differ."""
    middle = max(1, len(walk.games) // 2)
    way = tuple([Moment(*both) for both in zip(walk.games[:middle], walk.times, strict=False)])
    return Pair(walk.rules, walk.options, seat, way, way)


def history(rules, way, seat):
    """What somebody was shown, and did, one thing after the other."""
    told = []
    for game, _ in way:
        entry, shown = game.entry, shown_to(rules, game, seat)
        own = (entry.turn, entry.move) if seat is not None and entry.seat == seat else entry.kind == "timeout"
        if own or not told or told[-1][0] != shown:
            told.append((shown, own))
    return told


def number_of(game, seat):
    return game.numbers[ONLOOKER if seat is None else seat]


def parts_of(state, name=""):
    """The fields of a state, those of its parts with the name of the part before them."""
    for field in state.__struct_fields__:
        inner = getattr(state, field)
        yield f"{name}{field}", inner
        if hasattr(inner, "__struct_fields__"):
            yield from parts_of(inner, f"{name}{field}.")


def _fields(state):
    """What is in each field, of a part only of which kind it is."""
    for name, inner in parts_of(state):
        yield name, type(inner).__name__ if hasattr(inner, "__struct_fields__") else encode(inner)
