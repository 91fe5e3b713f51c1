"""The rules of one game: a frozen record of pure functions of plain data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from tableshark.chance import Chance

Seat = str
"""A place or role at the table ("p0", "shark"). Who sits there is the game's business, not the rules'."""

SEAT_ID = re.compile(r"[a-z][a-z0-9_-]{0,31}")


def snake(name: str) -> str:
    """Write a class name in snake_case: the `type` of a move or of a piece of news in JSON."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


class Data(Struct, frozen=True):
    """Base of options, states and views: plain, immutable, JSON by construction."""


class Options(Data, frozen=True, forbid_unknown_fields=True):
    """Base of options: a field that the rules don't know is refused."""


class Move(Struct, frozen=True, tag=snake, forbid_unknown_fields=True):
    """Base of moves. The class name in snake_case is the `type` in JSON."""


class News(Struct, frozen=True, tag=snake, kw_only=True):
    """Base of announcements: what just happened, with a sentence for those who know nothing of the game."""

    text: str


class Awaiting(Data, frozen=True):
    """The game waits for these seats."""

    seats: frozenset[Seat]
    until: Literal["all", "any"] = "all"
    """"all": answers are sealed and applied together. "any": the first accepted answer counts."""
    question: str | None = None
    """A label, never served: while it stays the same after a step, those still asked face the same question."""
    seconds: float | None = None
    """Time from the step in which the label first appeared; then `apply` gets what answers there are, even none."""

    @classmethod
    def of(cls, *seats: Seat, question: str | None = None, seconds: float | None = None) -> Awaiting:
        """Wait for all of these seats."""
        return cls(frozenset(seats), question=question, seconds=seconds)


class Outcome(Data, frozen=True):
    """The game is over: every seat's rank (1 is best; 1, 1, 3 for a shared win) and score, and why."""

    ranks: dict[Seat, int]
    scores: dict[Seat, float]
    reason: str

    @classmethod
    def highest(cls, scores: Mapping[Seat, float], reason: str) -> Outcome:
        """Rank by score, the highest first; equals share a rank."""
        ranks = {seat: 1 + sum(other > score for other in scores.values()) for seat, score in scores.items()}
        return cls(ranks, dict(scores), reason)


O = TypeVar("O", bound=Struct)
S = TypeVar("S", bound=Struct)
M = TypeVar("M")
V = TypeVar("V", bound=Struct)
M_co = TypeVar("M_co", covariant=True)


class Moves(Protocol[M_co]):
    """What a seat may do: a plain tuple, or a `Where` if there are too many to list."""

    def __contains__(self, move: object, /) -> bool: ...


class Where(Generic[M]):
    """A set of moves told by a schema, a test and a way to draw one."""

    def __init__(self, schema: Mapping[str, Any], test: Callable[[M], bool], draw: Callable[[Chance], M]) -> None:
        """Take a JSON Schema of the moves (as clients see it), a test of one, and a draw of a legal one."""
        self.schema = schema
        self.test = test
        self.draw = draw

    def __contains__(self, move: object, /) -> bool:
        return self.test(move)  # type: ignore[arg-type]


def draw_move(moves: Moves[M], chance: Chance) -> M:
    """Draw one of the legal moves, whether they are listed or described."""
    if isinstance(moves, Where):
        return moves.draw(chance)  # type: ignore[no-any-return]
    return chance.pick(moves)  # type: ignore[arg-type]


def nothing_hidden(state: S, seat: Seat, chance: Chance) -> S:
    """Leave the state as it is: the `determinize` of an open game."""
    return state


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(Generic[O, S, M, V]):
    """The rules of one game. Plain functions at module level: no clock, no I/O, no self."""

    id: str
    """Lower case letters, digits and hyphens: the name in URLs and in component names of the contract."""
    title: str
    version: int
    """Grows when the same state and moves would give another result, or when the state's shape changes."""
    options: type[O]
    """Every field has a default, a number has a maximum; ValueError from __post_init__ refuses a combination."""
    state: type[S]
    move: Any
    """One struct, or a union of structs: decoding JSON into it is the schema check."""
    seen: type[V]
    """What `view` returns."""
    seats: Callable[[O], tuple[Seat, ...]]
    setup: Callable[[O, Chance], S]
    status: Callable[[S], Awaiting | Outcome]
    """Public: equal in all states that look the same to any seat."""
    legal: Callable[[S, Seat], Moves[M]]
    """What an awaited seat may do. Asked only of awaited seats."""
    apply: Callable[[S, Mapping[Seat, M], Chance], S]
    """One step: one move, or the joint answers of a simultaneous choice, or fewer, even none, when time is up."""
    view: Callable[[S, Seat | None], V]
    """What a seat sees; None is an onlooker. There is no default: hiding fails closed."""
    determinize: Callable[[S, Seat, Chance], S] = nothing_hidden
    """Redraw all that the seat can't know. The default suits open games."""
    standing: Callable[[S], Mapping[Seat, float]] | None = None
    """How well each seat stands, higher is better: what `greedy` and search cut-offs judge by."""
    pace: Callable[[V, M, Chance], float] | None = None
    """How many seconds a person would take for this answer: the delay of machine players that play any rules."""
    forgets: bool = False
    """A past view must not be shown again."""
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """upgrades[n] turns a stored state (JSON) of version n into one of version n + 1."""

    @property
    def moves(self) -> tuple[type[Struct], ...]:
        """The structs of the move union."""
        return getattr(self.move, "__args__", None) or (self.move,)

    @property
    def hides(self) -> bool:
        """Whether some seat can't know some part of the state."""
        return self.determinize is not nothing_hidden
