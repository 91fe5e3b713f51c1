"""Machine players under the kit: legal, repeatable and honest, asked at games that look the same to their seat.

PYTEST_DONT_REWRITE: the messages tell all; pytest would add a page of details to each.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import msgspec

from tableshark.asking import ask, check_notes
from tableshark.bots import Bot, Budget, Decision
from tableshark.chance import Quick
from tableshark.errors import BotFault
from tableshark.game import Game
from tableshark.rules import Rules, Seat
from tableshark.table import Table
from tableshark.testing.alike import Stretch

ITERATIONS = 4
"""A bot thinks no longer than this: enough to use what it should not have, and cheap."""
SEARCHED = 3
"""So many times what a bot was given is searched for the truth."""
TWINS = 2
"""At one game a bot is asked for so many twins beside it."""
WHOLE = (str, bytes, int, float, bool, type(None), type, ModuleType)
"""What holds nothing that belongs to one game."""


@dataclass
class Asked:
    """A bot at one level: what it was asked so far."""

    bot: Bot
    level: str
    pairs: int = 0
    """How often it was asked at two games that look the same to it."""
    decisions: int = 0
    given: list[Any] = field(default_factory=list)
    """What it got when it was asked last."""

    @property
    def name(self) -> str:
        """The bot and its level."""
        return f"{self.bot.id}/{self.level}"

    def spied(self) -> Bot:
        """Give the bot with a spy before it, which keeps what it gets; and let it think a short time only."""
        choose, strength = self.bot.choose, self.bot.levels[self.level]
        budget = Budget(min(strength.budget.iterations, ITERATIONS))

        def spy(*given: Any) -> Decision[Any]:
            self.given[:] = given
            return choose(*given)

        return replace(self.bot, choose=spy, levels={self.level: replace(strength, budget=budget)})


def every_level(bots: Iterable[Bot]) -> list[Asked]:
    """List the bots at each of their levels."""
    return [Asked(bot, level) for bot in bots for level in bot.levels]


def hold_bot(asked: Asked, rules: Rules[Any, Any, Any, Any], seat: Seat, way: Sequence[Stretch], pairs: int) -> None:
    """Ask a bot along a walk; AssertionError where it raises, plays what is not legal, or sees what it must not.

    It is asked at `pairs` turns of its seat, and at twins of theirs if there are any; at the turns between only when it
    noted something.
    """
    turns = list(_turns(way, seat))
    rich = [turn for turn, (_, twins) in enumerate(turns) if twins] or list(range(len(turns)))
    chosen = set(rich[:: max(1, len(rich) // max(1, pairs))][:pairs])
    notes: Any = None
    for turn, (game, twins) in enumerate(turns):
        if turn not in chosen and notes is None:
            continue
        decision = _ask(asked, rules, game, seat, notes)
        if turn in chosen:
            again = _ask(asked, rules, game, seat, notes)
            assert again == decision, f"bot {asked.name} decided {decision}, and asked again by the same luck, {again}"
            for twin in twins[:TWINS]:
                other = _ask(asked, rules, twin, seat, notes)
                assert other == decision, (
                    f"bot {asked.name} sees through: two games look the same to seat {seat}, but by the same luck it"
                    f" decides {decision} and {other} (the states are {game.state} and {twin.state})"
                )
                asked.pairs += 1
        if decision.notes is not None:
            notes = _kept(asked, decision.notes)


def _turns(way: Iterable[Stretch], seat: Seat) -> Iterator[tuple[Game[Any, Any], list[Game[Any, Any]]]]:
    """Give each game of a walk in which a question was just put to the seat, with its twins."""
    last = 0
    for stretch in way:
        game = stretch.first
        if game.waited_for(seat) and game.turns[seat] != last:
            last = game.turns[seat]
            yield game, list(stretch.twins.values())


def _ask(asked: Asked, rules: Rules[Any, Any, Any, Any], game: Game[Any, Any], seat: Seat, notes: Any) -> Decision[Any]:
    assert game.awaiting is not None
    asked.decisions += 1
    key = f"kit/bot/{seat}/{game.turns[seat]}"
    try:
        decision = ask(
            rules, asked.spied(), asked.level, game.state, seat,
            notes=notes, must=game.awaiting.until == "all",
            window_chance=Quick.of(f"{key}/window".encode()), chance=Quick.of(key.encode()),
        )  # fmt: skip
        if decision.notes is not None:
            _kept(asked, decision.notes)
    except BotFault as fault:
        raise AssertionError(f"at level {asked.level}, {fault}: {fault.__cause__!r}") from fault
    if rules.hides and asked.decisions <= SEARCHED:
        found = truth_in(asked.given, game)
        assert found is None, f"bot {asked.name} was given {found}"
    return decision


def _kept(asked: Asked, notes: Any) -> Any:
    return check_notes(asked.bot, notes)


def truth_in(given: Any, game: Game[Any, Any]) -> str | None:
    """Search all that can be reached from what a bot was given for what it must not have, and say what was found.

    Modules and the globals of functions are not searched: that nothing is kept there, only twins can tell.
    """
    imagined = given[0]._world
    hidden = imagined != game.state
    todo, known = [given], {id(given)}
    while todo:
        one = todo.pop()
        if hidden and type(one) is type(game.state) and (one is game.state or one == game.state):
            return "the true state"
        if isinstance(one, bytes) and one == game.seed:
            return "the seed"
        if isinstance(one, (Game, Table)) or type(one).__module__.startswith("tableshark.store"):
            return f"a {type(one).__name__}"
        for held in _held(one):
            if id(held) not in known:
                known.add(id(held))
                todo.append(held)
    return None


def _held(one: Any) -> list[Any]:
    """List what an object holds of its own."""
    if isinstance(one, WHOLE):
        return []
    if isinstance(one, FunctionType):
        cells = [cell.cell_contents for cell in one.__closure__ or () if _filled(cell)]
        return [*cells, one.__defaults__, one.__kwdefaults__, one.__dict__]
    if isinstance(one, (MethodType, BuiltinFunctionType)):
        return [one.__self__]
    if hasattr(one, "cache_info"):
        return [one.__wrapped__]
    if isinstance(one, msgspec.Struct):
        # The collector is not told of structs that were declared free of cycles.
        return [getattr(one, name) for name in one.__struct_fields__]
    return gc.get_referents(one)


def _filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True
