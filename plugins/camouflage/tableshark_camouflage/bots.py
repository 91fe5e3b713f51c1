"""Two machine players with a human memory: they seek alike, and hide differently."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from tableshark import Awaiting, Bot, Budget, Chance, Decision, Level, Vantage
from tableshark_camouflage.corals import Coral
from tableshark_camouflage.memory import Memory, fade, happens, store, suspicions
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Guess, Hide, Ready, State, View

AnyMove = Ready | Hide | Guess
Window = Vantage[State, AnyMove, View]
Hideout = Callable[[View, Sequence[Hide]], Iterable[Hide]]
"""Leaves those exchanges among which luck may choose."""

NOTICED = 0.4
"""How likely a fish takes a shark to notice that a kind, or a colour, is another one than before."""


@dataclass(frozen=True, slots=True)
class Mind:
    """How well a machine player remembers, and how carefully it hides."""

    capacity: float
    """Corals that a glance stores (K)."""
    decay: float
    """The power by which it forgets (b)."""
    care: float
    """How often it looks for what is alike, instead of hiding anywhere."""
    rate: float = 0.0
    """Corals that each second of study adds (r)."""
    study: float = 0.0
    """Seconds of study (t); the game waits for them."""


LEVELS = {
    "easy": Level(Mind(capacity=5, decay=0.4, care=0.5)),
    "normal": Level(Mind(capacity=12, decay=0.3, care=1.0)),
}


def choose(
    hideout: Hideout, vantage: Window, notes: Any, settings: Mind, chance: Chance, budget: Budget
) -> Decision[AnyMove]:
    """Remember, seek, or hide, whatever is asked."""
    view = vantage.view
    if view.phase == "memorize":
        return _memorize(vantage, settings, chance)
    if view.phase == "seek":
        return _seek(view, notes, settings, chance)
    # The list is made for this seat while fish hide: each is an exchange.
    moves = [move for move in vantage.legal if isinstance(move, Hide)]  # type: ignore[attr-defined]
    careful = happens(settings.care, chance)
    return Decision(chance.pick(list(hideout(view, moves)) if careful else moves))


def _memorize(vantage: Window, mind: Mind, chance: Chance) -> Decision[AnyMove]:
    view, status = vantage.view, vantage.status
    assert view.board is not None
    assert isinstance(status, Awaiting)
    seconds = mind.study if status.seconds is None else min(mind.study, status.seconds)
    memory = store(view.board, view.round, mind.capacity + mind.rate * seconds, chance)
    return Decision(Ready(), seconds, memory)


def _seek(view: View, notes: Any, mind: Mind, chance: Chance) -> Decision[AnyMove]:
    memory = Memory(view.round, 0, ()) if notes is None else msgspec.convert(notes, Memory)
    if memory.round != view.round:
        # Somebody else saw this board.
        memory = Memory(view.round, 0, ())
    hidden = sum(place.role == "fish" for place in view.seats)
    memory = fade(memory, hidden + len(view.guesses), mind.decay, chance)
    found = suspicions(view, memory)
    most = max(found.values())
    return Decision(Guess(chance.pick([space for space, worth in found.items() if worth == most])), 0.0, memory)


def far_apart(view: View, moves: Sequence[Hide]) -> list[Hide]:
    """Of the exchanges that are noticed least, leave those farthest from other fish."""
    board, before = _boards(view)
    risks = [risk(board[move.space], move.coral, before) for move in moves]
    least = min(risks)
    safest = [move for move, danger in zip(moves, risks, strict=True) if danger == least]
    others = [hiding.space for hiding in view.hidden or ()]
    if not others:
        return safest
    rooms = [min(_distance(move.space, other, view.columns) for other in others) for move in safest]
    return [move for move, room in zip(safest, rooms, strict=True) if room == max(rooms)]


def anywhere_alike(view: View, moves: Sequence[Hide]) -> list[Hide]:
    """Leave all exchanges for the same kind or the same colour; with none, all there are."""
    board, _ = _boards(view)
    return [move for move in moves if _changes(board[move.space], move.coral) == 1] or list(moves)


def risk(old: Coral, new: Coral, before: Sequence[Coral]) -> float:
    """Estimate how likely a shark notices an exchange: by what differs, or by a coral that lay elsewhere."""
    unseen = (1 - NOTICED) ** _changes(old, new)
    # To miss a coral in another place its kind and its colour have to be kept.
    return 1 - unseen * (1 - NOTICED**2) if new in before else 1 - unseen


def _changes(old: Coral, new: Coral) -> int:
    return sum(one != other for one, other in zip(old.split("-"), new.split("-"), strict=True))


def _distance(one: int, other: int, columns: int) -> int:
    (row, column), (to_row, to_column) = divmod(one, columns), divmod(other, columns)
    return abs(row - to_row) + abs(column - to_column)


def _boards(view: View) -> tuple[tuple[Coral, ...], tuple[Coral, ...]]:
    assert view.board is not None
    assert view.before is not None
    return view.board, view.before


BOTS = tuple(
    Bot(id=name, title=title, choose=partial(choose, hideout), rules=RULES.id, levels=LEVELS)
    for name, title, hideout in (
        ("far-apart", "Remembers like a person; hides where the exchange is least noticed, far from others", far_apart),
        ("anywhere-alike", "Remembers like a person; hides anywhere under a coral that is alike", anywhere_alike),
    )
)
