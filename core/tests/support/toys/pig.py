"""Pig: push-your-luck dice. One after the other, open, with luck."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

import tableshark
from tableshark import Awaiting, Data, Move, Outcome, Rules


class Options(tableshark.Options, frozen=True):
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    target: Annotated[int, Meta(ge=1, le=100)] = 30


class Roll(Move, frozen=True): ...


class Bank(Move, frozen=True): ...


class State(Data, frozen=True):
    target: int
    scores: tuple[int, ...]
    turn: int = 0
    pot: int = 0


def seats(options):
    return tuple(f"p{i}" for i in range(options.players))


def setup(options, chance):
    return State(options.target, (0,) * options.players)


def status(s):
    if max(s.scores) < s.target:
        return Awaiting.of(f"p{s.turn}")
    return Outcome.highest({f"p{i}": float(n) for i, n in enumerate(s.scores)}, "target reached")


def legal(s, seat):
    return (Roll(), Bank()) if s.pot else (Roll(),)


def apply(s, moves, chance):
    [move] = moves.values()
    if move == Roll() and (face := chance.die()) > 1:
        return replace(s, pot=s.pot + face)
    gain = s.pot if move == Bank() else 0
    scores = tuple(n + gain * (i == s.turn) for i, n in enumerate(s.scores))
    return replace(s, scores=scores, pot=0, turn=(s.turn + 1) % len(scores))


def standing(s):
    return {f"p{i}": float(n + s.pot * (i == s.turn)) for i, n in enumerate(s.scores)}


PIG = Rules(
    id="pig",
    title="Pig",
    version=1,
    options=Options,
    state=State,
    move=Roll | Bank,
    seen=State,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=lambda s, seat: s,
    standing=standing,
)
