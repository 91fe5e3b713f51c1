"""A plugin for tests: a race against a clock, and machine players that misbehave in every way."""

import os
import time

from tableshark import Awaiting, Bot, Data, Decision, Move, Options, Outcome, Refused, Rules, hookimpl

SEATS = ("a", "b")


class RaceOptions(Options, frozen=True):
    seconds: float = 30.0
    rounds: int = 3


class Say(Move, frozen=True):
    round: int


class Wait(Move, frozen=True):
    """Forbidden by the house rule below, in rounds with an odd number."""

    round: int


class Race(Data, frozen=True):
    seconds: float
    rounds: int
    round: int = 0
    won: tuple[int, int] = (0, 0)
    timeouts: int = 0


def status(state):
    if state.round < state.rounds:
        return Awaiting(frozenset(SEATS), until="any", question=f"round {state.round}", seconds=state.seconds)
    return Outcome.highest(dict(zip(SEATS, map(float, state.won), strict=True)), "all rounds played")


def apply(state, moves, chance):
    won = tuple(n + (seat in moves) for seat, n in zip(SEATS, state.won, strict=True))
    return Race(state.seconds, state.rounds, state.round + 1, won, state.timeouts + (not moves))


RACE = Rules(
    id="race",
    title="A race",
    version=1,
    options=RaceOptions,
    state=Race,
    move=Say | Wait,
    seen=Race,
    seats=lambda options: SEATS,
    setup=lambda options, chance: Race(options.seconds, options.rounds),
    status=status,
    legal=lambda state, seat: (Say(state.round), Wait(state.round)),
    apply=apply,
    view=lambda state, seat: state,
)


def first(vantage):
    return Decision(vantage.legal[0])


def raises(vantage, notes, settings, chance, budget):
    raise RuntimeError("odd")


def loops(vantage, notes, settings, chance, budget):
    while True:
        try:
            while True:
                pass
        except Exception:
            continue


def deaf(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[sum(range(10**11)) % 2])


def eats(vantage, notes, settings, chance, budget):
    return bytearray(8 << 30)


def leaves(vantage, notes, settings, chance, budget):
    raise SystemExit(3)


def dies(vantage, notes, settings, chance, budget):
    os._exit(3)


def rubbish(vantage, notes, settings, chance, budget):
    return "rubbish"


def scribbles(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[0], notes="x" * 20_000)


def slow(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[0], delay=0.6)


def quick(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[0], delay=0.3)


def polite(vantage, notes, settings, chance, budget):
    return Decision(None)


def ponders(vantage, notes, settings, chance, budget):
    until = time.process_time() + 0.02
    while time.process_time() < until:
        pass
    return first(vantage)


def waits(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[1])


def sleeper(vantage, notes, settings, chance, budget):
    time.sleep(0.2)
    return first(vantage)


ODD = (raises, loops, deaf, eats, leaves, dies, rubbish, scribbles, slow, quick, polite, sleeper, ponders, waits)


@hookimpl
def tableshark_before_move(header, move):
    if header.rules == "race" and isinstance(move, Wait) and move.round % 2:
        raise Refused("nobody waits in an odd round")


@hookimpl
def tableshark_rules():
    return [RACE]


@hookimpl
def tableshark_bots():
    return [Bot(id=choose.__name__, title="odd", choose=choose) for choose in ODD]
