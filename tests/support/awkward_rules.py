"""A plugin whose verbs misbehave from the second step on as its options say, and a game that leaks on purpose."""

import dataclasses
from typing import Literal

from tableshark import Awaiting, Bot, Data, Decision, Move, Options, Outcome, Rules, hookimpl

SEATS = ("a", "b")
STEPS = 6


class Trouble(Options, frozen=True):
    verb: Literal["none", "setup", "status", "legal", "apply", "view"] = "none"
    how: Literal["raises", "rubbish", "loops"] = "raises"


class Add(Move, frozen=True): ...


class State(Data, frozen=True):
    trouble: Trouble
    count: int = 0


def misbehave(trouble, verb):
    """Whether there is something else to give than the truth."""
    if trouble.verb != verb:
        return False
    while trouble.how == "loops":
        try:
            while True:
                pass
        except Exception:
            continue
    if trouble.how == "raises":
        raise RuntimeError("the canary sings 1234")
    return True


def odd(state, verb):
    return state.count > 0 and misbehave(state.trouble, verb)


def setup(options, chance):
    return "rubbish" if misbehave(options, "setup") else State(options)


def status(state):
    if odd(state, "status"):
        return "rubbish"
    if state.count < STEPS:
        return Awaiting.of(SEATS[state.count % 2])
    return Outcome.highest({"a": 1.0, "b": 0.0}, "counted")


def legal(state, seat):
    return 7 if odd(state, "legal") else (Add(),)


def apply(state, moves, chance):
    return "rubbish" if odd(state, "apply") else State(state.trouble, state.count + 1)


def view(state, seat):
    return object() if odd(state, "view") else state


AWKWARD = Rules(
    id="awkward",
    title="Awkward",
    version=1,
    options=Trouble,
    state=State,
    move=Add,
    seen=State,
    seats=lambda options: SEATS,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
)


class Deck(Data, frozen=True):
    """A number that nobody knows before the end."""

    secret: int
    count: int = 0


class Seen(Data, frozen=True):
    count: int
    secret: int | None


def see_honestly(deck, seat):
    return Seen(deck.count, deck.secret if deck.count == STEPS else None)


def see_all(deck, seat):
    return Seen(deck.count, deck.secret)


HONEST = Rules(
    id="honest",
    title="A number that is hidden",
    version=1,
    options=Options,
    state=Deck,
    move=Add,
    seen=Seen,
    seats=lambda options: SEATS,
    setup=lambda options, chance: Deck(chance.below(100)),
    status=lambda deck: status(State(Trouble(), deck.count)),
    legal=lambda deck, seat: (Add(),),
    apply=lambda deck, moves, chance: Deck(deck.secret, deck.count + 1),
    view=see_honestly,
    determinize=lambda deck, seat, chance: deck if deck.count == STEPS else Deck(chance.below(100), deck.count),
)
LEAKS = dataclasses.replace(HONEST, id="leaks", view=see_all)
PEEKS = dataclasses.replace(HONEST, id="peeks", determinize=lambda deck, seat, chance: deck)


def first(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[0])


@hookimpl
def tableshark_rules():
    return [AWKWARD]


@hookimpl
def tableshark_bots():
    return [Bot(id="first", title="Plays the first move", choose=first, rules="awkward")]
