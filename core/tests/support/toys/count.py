"""Count: a race with a deadline. Who says a wrong number is out for the round; moves are described, not listed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

import tableshark
from tableshark import Awaiting, Data, Move, Outcome, Rules, Where

SIZE = 24


class Options(tableshark.Options, frozen=True):
    players: Annotated[int, Meta(ge=1, le=16)] = 3
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    seconds: Annotated[float, Meta(gt=0, le=600)] = 8.0


class Say(Move, frozen=True):
    number: int


class State(Data, frozen=True):
    rule: Options
    picture: str
    scores: tuple[int, ...]
    silent: tuple[int, ...] = ()
    """Wrong once: out for this round."""
    round: int = 0


def seats(options):
    return tuple(f"p{i}" for i in range(options.players))


def paint(chance):
    return "".join(chance.pick("ox.") for _ in range(SIZE))


def setup(options, chance):
    return State(options, paint(chance), (0,) * options.players)


def status(s):
    table = {f"p{i}": float(n) for i, n in enumerate(s.scores)}
    if s.round == s.rule.rounds:
        return Outcome.highest(table, "all rounds played")
    asked = frozenset(f"p{i}" for i in range(len(s.scores)) if i not in s.silent)
    return Awaiting(asked, until="any", question=f"round {s.round}", seconds=s.rule.seconds)


SCHEMA = {"type": "object", "properties": {"type": {"const": "say"}, "number": {"minimum": 0, "maximum": SIZE}}}


def legal(s, seat):
    return Where(SCHEMA, lambda move: 0 <= move.number <= SIZE, lambda chance: Say(chance.below(SIZE + 1)))


def apply(s, moves, chance):
    """One answer, or none when time is up."""
    right = [int(seat[1:]) for seat, say in moves.items() if say.number == s.picture.count("o")]
    silent = tuple(sorted({*s.silent, *(int(seat[1:]) for seat in moves)}))
    if moves and not right and len(silent) < len(s.scores):
        return replace(s, silent=silent)
    scores = tuple(n + (i in right) for i, n in enumerate(s.scores))
    return State(s.rule, paint(chance), scores, round=s.round + 1)


COUNT = Rules(
    id="count",
    title="Count",
    version=1,
    options=Options,
    state=State,
    move=Say,
    seen=State,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=lambda s, seat: s,
)
