"""What a seat is told of a game, and where its history grows.

A seat's history is what it was shown (view, whose answer is waited for, who has answered), what it did itself, and when
time was up. Everything else about two games with one history must be told alike, or it tells a secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tableshark.game import Game
from tableshark.rules import Awaiting, Outcome, Rules, Seat
from tableshark.table import encode
from tableshark.testing.walk import Walk
from tableshark.windows import Window, look


@dataclass(frozen=True)
class Face:
    """One game, and all that a seat (or the onlooker) is told of it."""

    rules: Rules[Any, Any, Any, Any]
    game: Game[Any, Any]
    seat: Seat | None
    chances: Sequence[Any]
    """Makers of the chances by which it is redrawn."""

    @cached_property
    def window(self) -> Window[Any, Any]:
        """What the seat may fetch."""
        return look(self.rules, self.game, self.seat)

    @cached_property
    def status(self) -> Awaiting | Outcome:
        """What the rules say of the state."""
        return self.rules.status(self.game.state)

    @cached_property
    def turns(self) -> int | None:
        """How many questions were put to the seat."""
        return None if self.seat is None else self.game.turns[self.seat]

    @cached_property
    def imagined(self) -> list[Any]:
        """The states that it is redrawn as for the seat; none for the onlooker, and none after the end."""
        if self.seat is None or self.game.outcome is not None:
            return []
        return [self.rules.determinize(self.game.state, self.seat, chance()) for chance in self.chances]


@dataclass
class Stretch:
    """Games of a walk between two changes of what a seat sees: all of them have one history."""

    games: list[Game[Any, Any]]
    times: list[float]
    shown: Any
    own: bool
    """Whether it began with an answer of the seat itself, or because time was up."""
    twins: dict[bytes, Game[Any, Any]] = field(default_factory=dict)
    """Other games with the same history, by their states; none has the state of the first."""

    @property
    def first(self) -> Game[Any, Any]:
        """The game of the walk with which it begins."""
        return self.games[0]


def stretches(walk: Walk, seat: Seat | None) -> list[Stretch]:
    """Cut a walk where the seat's history grows."""
    found: list[Stretch] = []
    for game, now in zip(walk.games, walk.times, strict=True):
        assert game.entry is not None
        shown = shown_to(walk.rules, game, seat)
        own = game.entry.kind == "timeout" or (seat is not None and game.entry.seat == seat)
        if found and not own and shown == found[-1].shown:
            found[-1].games.append(game)
            found[-1].times.append(now)
        else:
            found.append(Stretch([game], [now], shown, own))
    return found


def shown_to(rules: Rules[Any, Any, Any, Any], game: Game[Any, Any], seat: Seat | None) -> Any:
    """Give what a seat is shown."""
    return rules.view(game.state, seat), game.waiting, tuple(game.sealed), game.outcome


def differs(one: Game[Any, Any], other: Game[Any, Any]) -> bool:
    """Whether two games differ in what their seats are not told: the state, or what was sealed."""
    return encode(one.state) != encode(other.state) or one.sealed != other.sealed
