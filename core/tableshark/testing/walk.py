"""Plays checked games with random answers, and stops at every position and after every step for the laws to look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tableshark.chance import Chance, Draw, Quick
from tableshark.game import Entry, Game, expire, start, submit
from tableshark.rules import Rules, Seat, draw_move
from tableshark.table import encode

TIMEOUTS = 6
"""In a question with a deadline, time is up before the next answer once in so many."""


@dataclass(frozen=True)
class Position:
    """A game between two steps."""

    rules: Rules[Any, Any, Any, Any]
    options: Any
    seed: int
    game: Game[Any, Any]
    body: bytes
    """The state in JSON, as it was when the position arose."""
    most: int
    """The most moves that may be listed."""

    def chance(self, purpose: str) -> Chance:
        """Give luck for a test at this position: always the same, and none of the game's."""
        return Quick.of(f"kit/{self.seed}/{self.game.step}/{purpose}".encode())

    @property
    def state(self) -> Any:
        """The true state."""
        return self.game.state

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order."""
        return tuple(self.game.turns)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that are asked, in order."""
        return self.game.waiting


@dataclass(frozen=True)
class Step:
    """One step: the answers that were in, how luck fell, and where it led."""

    before: Position
    answers: Mapping[Seat, Any]
    draws: tuple[Draw, ...]
    after: Any


class Walk:
    """One random game on the checked path."""

    def __init__(self, rules: Rules[Any, Any, Any, Any], options: Any, seed: int, most: int) -> None:
        self.rules = rules
        self.options = options
        self.seed = seed
        self.most = most
        self.key = self.key_of(seed)
        self.now = 0.0
        self.games: list[Game[Any, Any]] = []
        """The game after every line of its log."""
        self.times: list[float] = []
        """When each of them arose, in the walk's own seconds."""
        self.doing = "setup"
        """What was asked of the rules last: the story of an error that they raise."""

    @staticmethod
    def key_of(seed: int) -> bytes:
        """Give the seed of the game's luck."""
        return f"kit/{seed}/game".encode()

    def play(self, limit: int) -> Iterator[Position | Step]:
        """Play to the end; AssertionError where `limit` steps don't suffice.

        A position comes before the walk goes on from it, so that a law looks before its breach does harm.
        """
        game = self._keep(start(self.rules, self.options, self.key, now=self.now))
        before = self._position(game)
        yield before
        while game.outcome is None:
            if game.step == limit:
                raise AssertionError(f"the game is not over after {limit} steps")
            answers = dict[Seat, Any]()
            players = before.chance("players")
            while game.step == before.game.step:
                game = self._answer(game, answers, players)
            assert game.entry is not None
            inside = {seat: answers[seat] for seat in game.turns if seat in answers}
            yield Step(before, inside, game.entry.draws or (), game.state)
            before = self._position(game)
            yield before

    @property
    def entries(self) -> list[Entry[Any]]:
        """The log so far."""
        return [game.entry for game in self.games if game.entry is not None]

    def _position(self, game: Game[Any, Any]) -> Position:
        self.doing = "the state's JSON"
        return Position(self.rules, self.options, self.seed, game, encode(game.state), self.most)

    def _answer(self, game: Game[Any, Any], answers: dict[Seat, Any], players: Chance) -> Game[Any, Any]:
        """Let one seat answer, or time run out."""
        assert game.awaiting is not None
        self.now += 0.125
        if game.due is not None and players.below(TIMEOUTS) == 0:
            self.now = max(self.now, game.due)
            self.doing = f"apply, when time was up, of {answers}"
            return self._keep(expire(self.rules, game, now=self.now))
        seat = players.pick(game.waiting)
        self.doing = f"legal for seat {seat}"
        move = draw_move(self.rules.legal(game.state, seat), players)
        answers[seat] = move
        self.doing = f"apply of {answers}"
        return self._keep(submit(self.rules, game, seat, move, turn=game.turns[seat], now=self.now))

    def _keep(self, game: Game[Any, Any]) -> Game[Any, Any]:
        self.games.append(game)
        self.times.append(self.now)
        return game
