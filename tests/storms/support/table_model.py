"""A game as it should be: seats and tokens in a few lines, and the core itself for all that the rules decide."""

import msgspec

from tableshark import luck
from tableshark.errors import NotNow, TablesharkError
from tableshark.game import start, submit
from tableshark.plugins import load
from tableshark.windows import look

PLUGINS = load()
PLAIN = ("number", "turn", "waiting", "answered", "view", "legal", "outcome")
"""What a window tells, the same in the core and over HTTP."""


class Told(Exception):
    """A refusal that is expected, by its code."""


def plain(value):
    """Write it as JSON, and read that."""
    return msgspec.json.decode(msgspec.json.encode(value))


class TableModel:
    """What the server should hold of one game; every method gives what should be told, or raises Told."""

    def __init__(self, rules, options, seats, seed):
        self.rules = PLUGINS.get(rules)
        self.options = msgspec.convert(options, self.rules.options)
        self.holders = {seat: wish.get("holders", 1) for seat, wish in seats.items()}
        self.invited = {seat for seat, wish in seats.items() if wish["by"] == "invited"}
        self.held = {seat: [] for seat in seats}
        self.dead = []
        """Tokens that open nothing any more."""
        self.seed, self.salts = seed, {}
        self.game = None
        self.played = []
        """Each answer that was taken: its seat, turn and move."""

    @property
    def status(self):
        return "waiting" if self.game is None else "over" if self.game.outcome else "running"

    def full(self, seat):
        return len(self.held[seat]) == self.holders[seat]

    def sit(self, seat, token, invited=False):
        """Somebody sits down; the last one begins the game."""
        self.may_sit(seat, invited)
        self.held[seat].append(token)
        self.begin()

    def may_sit(self, seat, invited):
        if self.status == "over":
            raise Told("game_over")
        if seat in self.invited and not invited:
            raise Told("not_invited")
        if self.full(seat):
            raise Told("seat_taken")

    def begin(self):
        if self.game is None and all(map(self.full, self.held)):
            self.game = start(self.rules, self.options, luck.salted(self.seed, self.salts))

    def opens(self, token, seat=None):
        """The seat that a token opens; it must be this one, where one is named."""
        if token is None:
            raise Told("no_token")
        found = next((one for one, held in self.held.items() if token in held), None)
        if found is None:
            raise Told("bad_token")
        if seat not in (None, found):
            raise Told("other_seat")
        return found

    def leave(self, seat, token):
        self.held[self.opens(token, seat)].remove(token)
        self.dead.append(token)

    def exchange(self, seat, old, new):
        self.held[self.opens(old, seat)].remove(old)
        self.held[seat].append(new)
        self.dead.append(old)

    def begun(self):
        if self.game is None:
            raise Told("game_not_started")
        return self.game

    def move(self, token, turn, move):
        """Take an answer; the same one again changes nothing and is acknowledged."""
        seat = self.opens(token)
        try:
            played = msgspec.convert(move, self.rules.move)
        except msgspec.ValidationError:
            raise Told("malformed_move") from None
        try:
            self.game = submit(self.rules, self.begun(), seat, played, turn=turn)
        except NotNow as error:
            if (seat, turn, played) not in self.played:
                raise Told(error.code) from error
        except TablesharkError as error:
            raise Told(error.code) from error
        else:
            self.played.append((seat, turn, played))
        return self.view(token)

    def follow(self, seat, like):
        """Make the move of a seat's machine player, which is known by the view to which it led."""
        before, turn = self.game, self.game.turns[seat]
        for move in self.rules.legal(before.state, seat):
            self.game = submit(self.rules, before, seat, move, turn=turn)
            if self.view(None) == like:
                self.played.append((seat, turn, move))
                return
        self.game = before
        raise AssertionError(f"no legal move of {seat} leads there")

    def view(self, token):
        """What is seen with this token, or without one, as plain JSON."""
        seat = None if token is None else self.opens(token)
        window = look(self.rules, self.begun(), seat)
        return {name: plain(getattr(window, name)) for name in PLAIN}

    def legal(self, seat):
        """Moves that the seat may make now; some, where there are too many to list."""
        told = plain(look(self.rules, self.game, seat).legal) if self.game else None
        return list(told["examples"] if isinstance(told, dict) else told or ())
