"""Thief: hidden movement, one against many. The thief's turn is up to three hidden steps under one label."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

import tableshark
from tableshark import Awaiting, Data, Move, News, Outcome, Rules

STREETS = {i: tuple(sorted((i + d) % 16 for d in (1, -1, 5, -5))) for i in range(16)}
STEPS = 3


class Options(tableshark.Options, frozen=True):
    hunters: Annotated[int, Meta(ge=1, le=5)] = 2
    rounds: Annotated[int, Meta(ge=1, le=20)] = 6
    reveal_every: Annotated[int, Meta(ge=1, le=20)] = 3
    seconds: Annotated[float, Meta(gt=0, le=600)] | None = None


class Go(Move, frozen=True):
    to: int


class Rest(Move, frozen=True):
    """End the hidden turn."""


class Sighted(News, frozen=True):
    spot: int


class Gone(News, frozen=True): ...


class State(Data, frozen=True):
    rule: Options
    thief: int
    left: int
    hunters: tuple[int, ...]
    trail: tuple[int, ...]
    """Where the thief may have been when its turn began, as everybody can work out."""
    round: int = 0
    actor: int = -1
    """-1: the thief; then each hunter."""
    news: tuple[Sighted | Gone, ...] = ()


class View(Data, frozen=True):
    hunters: tuple[int, ...]
    trail: tuple[int, ...]
    round: int
    thief: int | None
    left: int | None
    news: tuple[Sighted | Gone, ...]


def role(i):
    return "thief" if i < 0 else f"hunter-{i}"


def seats(options):
    return tuple(role(i) for i in range(-1, options.hunters))


def setup(options, chance):
    thief, *hunters = chance.shuffle(STREETS)[: 1 + options.hunters]
    return State(options, thief, STEPS, tuple(hunters), tuple(sorted(set(STREETS) - set(hunters))))


def status(s):
    caught = s.thief in s.hunters
    if not caught and s.round < s.rule.rounds:
        label = f"turn {s.round}" if s.actor < 0 else None
        return Awaiting.of(role(s.actor), question=label, seconds=s.rule.seconds)
    score = {role(i): float(caught == (i >= 0)) for i in range(-1, len(s.hunters))}
    return Outcome.highest(score, "caught" if caught else "escaped")


def legal(s, seat):
    if seat == "thief":
        return (*(Go(to) for to in STREETS[s.thief] if to not in s.hunters), Rest())
    return tuple(Go(to) for to in STREETS[s.hunters[int(seat[7:])]])


def apply(s, moves, chance):
    if s.actor >= 0:
        return _hunt(s, moves[role(s.actor)].to if moves else s.hunters[s.actor])
    move = moves.get("thief", Rest())
    if move == Rest():
        return _gone(s)
    s = replace(s, thief=move.to, left=s.left - 1)
    return s if s.left else _gone(s)


def _gone(s):
    if (s.round + 1) % s.rule.reveal_every == 0:
        news = Sighted(text=f"The thief is seen at {s.thief}.", spot=s.thief)
        return replace(s, left=STEPS, actor=0, trail=(s.thief,), news=(news,))
    reach = around(s.trail, s.hunters, STEPS)
    return replace(s, left=STEPS, actor=0, trail=reach, news=(Gone(text="The thief is gone."),))


def _hunt(s, to):
    hunters = tuple(to if i == s.actor else at for i, at in enumerate(s.hunters))
    last = s.actor == len(hunters) - 1
    trail = tuple(at for at in s.trail if at != to or at == s.thief)
    return replace(s, hunters=hunters, trail=trail, actor=-1 if last else s.actor + 1, round=s.round + last)


def around(spots, hunters, steps):
    """Where one can be after up to so many steps."""
    reach = set(spots)
    for _ in range(steps):
        reach |= {to for at in reach for to in STREETS[at] if to not in hunters}
    return tuple(sorted(reach))


def view(s, seat):
    over = isinstance(status(s), Outcome)
    mine = seat == "thief" or over
    return View(s.hunters, s.trail, s.round, s.thief if mine else None, s.left if mine else None, s.news)


def determinize(s, seat, chance):
    if seat == "thief" or isinstance(status(s), Outcome):
        return s
    if s.actor >= 0:
        return replace(s, thief=chance.pick(s.trail))
    gone = chance.below(STEPS)
    return replace(s, thief=chance.pick(around(s.trail, s.hunters, gone)), left=STEPS - gone)


THIEF = Rules(
    id="thief",
    title="Thief",
    version=1,
    options=Options,
    state=State,
    move=Go | Rest,
    seen=View,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
    determinize=determinize,
)
