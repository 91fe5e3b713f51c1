"""What a seat, or an onlooker, may fetch of a game: all of it derived from the rules' `view`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from tableshark.chance import Seeded
from tableshark.game import ONLOOKER, Game
from tableshark.rules import Data, M, Moves, Outcome, Rules, S, Seat, V, Where

LISTED = 2000
"""The most legal moves that are listed; more are described by a schema and examples."""
EXAMPLES = 5


class Described(Data, Generic[M], frozen=True):
    """Legal moves that are too many to list."""

    schema: Mapping[str, Any]
    examples: tuple[M, ...]


class Window(Data, Generic[M, V], frozen=True):
    """One numbered view with what is asked of its seat. A new number is given only when something in here changed."""

    number: int
    seat: Seat | None
    """None for the onlooker."""
    turn: int | None
    """The question now put to this seat; a move quotes it. None while nothing is asked of it."""
    view: V
    waiting: tuple[Seat, ...]
    """Whose answer is waited for."""
    answered: tuple[Seat, ...]
    """Who has answered; what, is sealed until all have."""
    legal: tuple[M, ...] | Described[M] | None
    """None while nothing is asked of this seat."""
    due: float | None
    outcome: Outcome | None


def look(rules: Rules[Any, S, M, V], game: Game[S, M], seat: Seat | None) -> Window[M, V]:
    """Make the window of a seat, or of the onlooker."""
    asked = seat is not None and game.waited_for(seat)
    return Window(
        number=game.numbers[ONLOOKER if seat is None else seat],
        seat=seat,
        turn=game.turns[seat] if asked and seat is not None else None,
        view=rules.view(game.state, seat),
        waiting=game.waiting,
        answered=tuple([other for other in game.turns if other in game.sealed]),
        legal=tell(rules, rules.legal(game.state, seat)) if asked and seat is not None else None,
        due=game.due,
        outcome=game.outcome,
    )


def tell(rules: Rules[Any, Any, M, Any], moves: Moves[M]) -> tuple[M, ...] | Described[M]:
    """List the moves, or describe them where they are too many."""
    if isinstance(moves, Where):
        # A fixed chance: the examples depend on nothing but what the seat may do.
        chance = Seeded(b"examples", 0)
        return Described(moves.schema, tuple([moves.draw(chance) for _ in range(EXAMPLES)]))
    listed = tuple(moves)  # type: ignore[arg-type, var-annotated]
    if len(listed) <= LISTED:
        return listed
    return Described({"$ref": f"/openapi.json#/components/schemas/{rules.id}.Move"}, listed[:EXAMPLES])
