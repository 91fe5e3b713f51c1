"""Holds what clients recorded of seats against itself and the log: who came, left, came again, and with which token."""

import json

from breach import Breach

LET_IN = (200, 201, 204, 304, 409)
"""Whoever hears this has been let in: even what the game refuses is told to those alone who sit there."""
NEVER = float("inf")


def acts(rows):
    """Each acknowledged change of a seat took effect, once; no token opens a seat but that of the last one."""
    made = created(rows)
    for seat in sorted({row["seat"] for row in rows if row["seat"]}):
        watch, last = Watch(made.get("tokens", {}).get(seat)), 0.0
        for row in rows:
            if row["seat"] == seat:
                last = row["at"]
                for kind, what in watch.hear(row):
                    yield Breach(kind, last, seat, what)
        if not watch.proved:
            yield Breach("shut out", last, seat, "the last token that was given has never opened the seat")


def created(rows):
    return next((row["told"] for row in rows if row["what"] == "create" and row["status"] == 201), {})


class Watch:
    """What is known of one seat from the rows so far, which one client has sent one after the other."""

    def __init__(self, token):
        self.token = token
        """What opens the seat by all that was acknowledged; None: nothing."""
        self.proved = True
        """Whether it has, since it was acknowledged."""
        self.given = {}
        """The token that was first given to each key."""
        self.closed = {}
        """Since when each token opens nothing any more."""
        self.unanswered = set()
        """Keys, and tokens of those who left, whose request may have had its effect without a reply."""

    def hear(self, row):
        """Take the next row; gives what is wrong with it: the kind and the words."""
        what, code, token = row["what"], row["code"], row["token"]
        if what == "sit":
            yield from self._sit(row)
        elif token is not None:
            let_in = row["status"] in LET_IN
            # An exchange that is sent again gets its answer again.
            again = what == "exchange" and row["key"] in self.given
            if let_in and not again and self.closed.get(token, NEVER) <= row["sent"]:
                yield "opened", f"{what} was answered with {row['status']}, asked with a token that had been given up"
            left_before = what == "leave" and token in self.unanswered
            if code == "bad_token" and (again or (token == self.token and not left_before)):
                yield "shut out", f"{what} was refused to the token that opens the seat"
            if what == "exchange" and row["status"] == 201:
                yield from self._exchange(row)
            elif what == "leave" and (row["status"] == 204 or code == "bad_token"):
                self._close(row)
            elif let_in and token == self.token:
                self.proved = True
        if row["status"] == 0 or row["status"] >= 500:
            self.unanswered.add(token if what == "leave" else row["key"])

    def _sit(self, row):
        key, held = row["key"], self.token is not None
        if row["status"] == 201:
            new = key not in self.given
            if new and held:
                yield "second holder", "somebody sat down where somebody sat"
            yield from self._give(row)
            if new:
                self.token, self.proved = self.given[key], False
        elif row["code"] == "seat_taken" and (key in self.given or (key in self.unanswered and not held)):
            yield "shut out", "who had sat down was told so only by the seat's being taken"
        elif row["code"] == "seat_taken" and not held:
            yield "not left", "the seat was called taken, and nobody sat there"

    def _exchange(self, row):
        new = row["key"] not in self.given
        yield from self._give(row)
        if new:
            self._close(row)
            self.token, self.proved = self.given[row["key"]], False

    def _give(self, row):
        told = row["told"]["token"]
        if self.given.setdefault(row["key"], told) != told:
            yield "another token", f"{row['what']} was asked for again, and gave another token than at first"

    def _close(self, row):
        self.closed.setdefault(row["token"], row["at"])
        if self.token == row["token"]:
            self.token, self.proved = None, True


def salts(rows, made):
    """Whoever sat down before the game began has a part in its luck, once, and nobody else has."""
    brought = {}
    for row in rows:
        if row["what"] == "sit" and row["status"] == 201:
            # Only the first who comes to a seat comes before the game begins.
            brought.setdefault(row["seat"], row["move"]["salt"])
    if made["salts"] != brought:
        what = f"the luck has the salts {made['salts']}; who sat down brought {brought}"
        yield Breach("salt", rows[-1]["at"], None, what)


def comings(rows, made):
    """The log tells that somebody is away, or back, only where somebody stands in, and no more often than can be."""
    allowed = created(rows).get("absent") == "bot"
    moved = {row["seat"] for row in rows if row["what"] == "move"}
    away = set()
    for line in map(json.loads, [line["text"] for line in made["lines"]]):
        kind, seat, wrong = line["kind"], line["seat"], None
        if kind == "abandoned":
            wrong = "the game was given up, and nobody had asked for that"
        elif kind in ("away", "back") and not allowed:
            wrong = f"{kind}, in a game in which nobody stands in for anybody"
        elif kind == "away" and seat in away:
            # Whoever leaves the seat meanwhile, or takes it, leaves it so.
            wrong = "away twice, and not back in between"
        elif kind == "away":
            away.add(seat)
        elif kind == "back":
            wrong = "back without having been away, or without a move" if seat not in away & moved else None
            away.discard(seat)
        if wrong:
            yield Breach("coming and going", rows[-1]["at"], seat, wrong)
