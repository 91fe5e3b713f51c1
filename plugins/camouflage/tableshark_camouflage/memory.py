"""A stated model of human visual memory: what a shark keeps of the corals it saw, and what it then finds strange.

Storing: each space's kind and each space's colour stay, apart from each other, with probability min(1, (K + r t) / G):
K the capacity in corals, r what a second of study adds, t the seconds, G the spaces. Forgetting: what was stored is
still there d turns later with probability (1 + d) ** -b. What stays is right; what does not, is gone.
"""

from __future__ import annotations

from tableshark import Chance, Data
from tableshark_camouflage.corals import Coral
from tableshark_camouflage.state import View

SAME_KIND = 0.5
SAME_COLOUR = 0.3
"""How often a shark takes the exchange of a coral to keep its kind, or its colour: fish choose what is alike."""

FINE = 1 << 30
"""Probabilities are thrown as one of so many."""


class Trace(Data, frozen=True):
    """What is kept of one space."""

    space: int
    kind: str | None
    colour: str | None


class Memory(Data, frozen=True):
    """All that is kept of one round: the notes of a machine player."""

    round: int
    age: int
    """Turns since the shark turned away."""
    kept: tuple[Trace, ...]


def happens(probability: float, chance: Chance) -> bool:
    """Throw whether something of this probability happens."""
    return chance.below(FINE) < probability * FINE


def store(board: tuple[Coral, ...], number: int, strength: float, chance: Chance) -> Memory:
    """Look at a board with room for `strength` corals, K + r t."""
    share = min(1.0, strength / len(board))
    seen = []
    for space, coral in enumerate(board):
        colour, kind = coral.split("-")
        seen.append(Trace(space, kind if happens(share, chance) else None, colour if happens(share, chance) else None))
    return Memory(number, 0, _worth_keeping(seen))


def fade(memory: Memory, age: int, decay: float, chance: Chance) -> Memory:
    """Forget until so many turns have gone by."""
    if age <= memory.age:
        return memory
    share = ((1 + age) / (1 + memory.age)) ** -decay
    left = [
        Trace(
            trace.space,
            trace.kind if trace.kind and happens(share, chance) else None,
            trace.colour if trace.colour and happens(share, chance) else None,
        )
        for trace in memory.kept
    ]
    return Memory(memory.round, age, _worth_keeping(left))


def suspicions(view: View, memory: Memory) -> dict[int, float]:
    """Say for each space that was not turned over how likely a fish is beneath, by what lies there and what is kept.

    Fish are taken to hide anywhere, and to lay corals that are alike. A coral that is remembered from another space is
    as strange as one that is remembered otherwise.
    """
    assert view.board is not None
    turned = {guess.space for guess in view.guesses}
    fish = sum(place.role == "fish" for place in view.seats) - sum(guess.seat is not None for guess in view.guesses)
    spaces = [space for space in range(len(view.board)) if space not in turned]
    prior = fish / len(spaces)
    traces = {trace.space: trace for trace in memory.kept}
    homes = {f"{trace.colour}-{trace.kind}": trace.space for trace in memory.kept if trace.colour and trace.kind}
    found = {}
    for space in spaces:
        coral = view.board[space]
        if homes.get(coral, space) != space:
            found[space] = 1.0
            continue
        ratio = _ratio(coral, traces.get(space))
        found[space] = 1.0 if ratio is None else prior * ratio / (prior * ratio + 1 - prior)
    return found


def _ratio(coral: Coral, trace: Trace | None) -> float | None:
    """Weigh an exchange against none: how much likelier is what is seen? None: it can't be otherwise."""
    if trace is None:
        return 1.0
    colour, kind = coral.split("-")
    if trace.colour not in (None, colour) or trace.kind not in (None, kind):
        return None
    if trace.colour and trace.kind:
        # No two corals are the same, so that an exchange is seen in one or the other.
        return 0.0
    return SAME_COLOUR if trace.colour else SAME_KIND


def _worth_keeping(traces: list[Trace]) -> tuple[Trace, ...]:
    return tuple([trace for trace in traces if trace.kind or trace.colour])
