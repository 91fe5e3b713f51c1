"""The shipped games on a whole server: all that is hidden in one of them, in every form in which it could come out."""

import base64
import json
from random import Random

import msgspec
from leak_canaries import Secret, kept_beside, stored
from leak_games import HIDDEN
from leak_lineages import parts_of
from leak_party import OPERATOR, Party
from leak_questions import tried
from leak_words import words
from people_at_a_server import listed

from tableshark import luck
from tableshark.game import replay
from tableshark.plugins import load
from tableshark.table import decode_line, encode
from tableshark.windows import look

SEED = "5ea" + "0" * 61
LONG = 12
"""From so many bytes on a value is told by itself, and not only beside its name."""


class Shipped(Party):
    """All seats of a shipped game, held by persons who play at random."""

    def __init__(self, vault, name, options, leaky=False):
        """Of the rules with planted leaks, if they shall be `leaky`."""
        rules = f"{name}-leaky" if leaky else name
        super().__init__(vault, rules, others={"by": "me"}, options=options, seed=SEED)
        self.name, self.kind = name, load().rules[name]
        self.luck = Random(name)

    def games(self):
        """Give the game after each line of its log."""
        table = stored(self.vault.store, self.game)
        options = msgspec.convert(table["header"]["options"], self.kind.options)
        key = luck.salted(base64.b64decode(table["seed"]), table["salts"])
        lines = self.vault.store.log(self.game)
        return list(replay(self.kind, options, key, [decode_line(self.kind, line) for line in lines]))

    def go_on(self):
        """Have whoever is asked first move at random; gives the answer's status and what it tells."""
        seat = self.view(self.seats[0])["waiting"][0]
        view = self.view(seat)
        return self.post("/moves", seat, {"turn": view["turn"], "move": listed(view, self.luck)})

    def tries(self, seat):
        return (*tried(self.kind, self.games()[-1:], seat, most=4), {"type": "x"})

    def told(self, games):
        """What each may know: the windows that may be fetched. Whoever runs the server needs no more than onlookers."""
        games = games[-1:] if self.kind.forgets else games
        found = {}
        for who in (*self.seats, "onlooker"):
            seat = who if who in self.seats else None
            found[who] = b"\n".join([encode(look(self.kind, game, seat)) for game in games])
        return {**found, OPERATOR: found["onlooker"]}

    def secrets(self):
        games = self.games()
        told, last = self.told(games), games[-1]
        found = {needle: what for what, needle in (*_kept(self.name, last), *_shown(self.kind, last))}
        for seat in (*self.seats, None):
            found |= dict.fromkeys(words(self.name, last.state, seat), "a word")
        known = {needle: frozenset(who for who, text in told.items() if needle in text) for needle in found}
        hidden = [
            Secret(what, needle, known[needle]) for needle, what in found.items() if len(known[needle]) < len(told)
        ]
        return [*hidden, *kept_beside(self.vault.store, self.game), *self.known]


def _kept(name, game):
    """The hidden fields as they are kept, by their names in HIDDEN, in all forms."""
    fields = [*parts_of(game.state), *(("sealed", move) for move in game.sealed.values())]
    for path, value in fields:
        if path in HIDDEN[name]:
            yield from ((path, form) for form in _forms(path.rpartition(".")[2], value))


def _forms(name, value):
    plain = msgspec.to_builtins(value)
    for text in (encode(value), json.dumps(plain).encode(), repr(value).encode()):
        if len(text) >= LONG:
            yield text
    yield b'"%s":%s' % (name.encode(), encode(value))
    yield b'"%s": %s' % (name.encode(), json.dumps(plain).encode())
    yield f"{name}={value!r}".encode()


def _shown(kind, game):
    """What a seat alone is shown, or may do, piece by piece."""
    for seat in game.turns:
        window = look(kind, game, seat)
        for part in (window.view, window.legal):
            yield from ((f"what {seat} sees", piece) for piece in _pieces(msgspec.to_builtins(part)))


def _pieces(value, name=None):
    if isinstance(value, dict):
        for inner, part in value.items():
            yield from _pieces(part, inner)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _pieces(part)
    if name and value is not None and not isinstance(value, bool):
        yield b'"%s":%s' % (name.encode(), msgspec.json.encode(value))
