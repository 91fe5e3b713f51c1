"""A table laid out, single steps, and whole rounds with the fish that are to be found."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tableshark import Quick, Vantage
from tableshark_camouflage.corals import CORALS
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Guess, Hide, Options, Ready, State


@pytest.fixture
def luck() -> Callable[..., Quick]:
    """Luck by a number."""
    return lambda seed=0: Quick(Random(seed))


@pytest.fixture
def table(luck: Callable[..., Quick]) -> Callable[..., State]:
    """Lay out the first round."""
    return lambda seed=0, **options: RULES.setup(Options(**options), luck(seed))


@pytest.fixture
def play(luck: Callable[..., Quick]) -> Callable[..., State]:
    """Play legal moves, each of whoever is awaited."""

    def steps(state: State, *moves: Any, seed: int = 0) -> State:
        for move in moves:
            [seat] = RULES.status(state).seats
            assert move in RULES.legal(state, seat)
            state = RULES.apply(state, {seat: move}, luck(seed))
        return state

    return steps


@pytest.fixture
def hidden(play: Callable[..., State]) -> Callable[..., State]:
    """Let the shark turn away and fish hide at these spaces, each with the coral at a place of the row."""

    def hide(state: State, *spaces: int, places: tuple[int, ...] = (), seed: int = 0) -> State:
        state = play(state, Ready())
        for turn, space in enumerate(spaces):
            place = places[turn] if places else 0
            state = play(state, Hide(space, CORALS[state.row[place]]), seed=seed)
        return state

    return hide


@pytest.fixture
def round_of(hidden: Callable[..., State], play: Callable[..., State]) -> Callable[..., State]:
    """Play a whole round in which the shark finds so many fish, the first to hide first."""

    def whole(state: State, finds: int, seed: int = 0) -> State:
        fish = len(state.players) - 1
        state = hidden(state, *range(fish), seed=seed)
        for space in (*range(finds), *range(fish, 99))[:3]:
            if state.phase == "seek" and space < len(state.board):
                state = play(state, Guess(space), seed=seed)
                if finds == fish and space == finds - 1:
                    break
        assert state.past is not None
        assert state.past.turned[:finds] == tuple(range(finds))
        return state

    return whole


@pytest.fixture
def ask(luck: Callable[..., Quick]) -> Callable[..., Any]:
    """Ask a bot for its decision; `mind` plays in place of the level's."""

    def decide(bot: Any, state: State, seat: str, notes: Any = None, mind: Any = None, seed: int = 0) -> Any:
        level = bot.levels[bot.level]
        vantage = Vantage(RULES, state, seat, luck(-1 - seed))
        return bot.choose(vantage, notes, level.settings if mind is None else mind, luck(seed), level.budget)

    return decide
