"""The jobs that workers run: a machine player answers, from the window of its seat, through the desk."""

from __future__ import annotations

import faulthandler
import logging
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import msgspec

from tableshark.asking import Thought, ask, check_notes, wanted
from tableshark.bots import Bot, Decision, Vantage
from tableshark.desk import Desk
from tableshark.errors import Away, BotFault, IllegalMove, Overtime, Refused, UnknownBot
from tableshark.luck import bot_chance
from tableshark.plugins import Plugins
from tableshark.rules import Rules, Seat, Where
from tableshark.search import RANDOM
from tableshark.settings import Settings
from tableshark.table import Table
from tableshark_workers.shop import open_desk

logger = logging.getLogger(__name__)

SECONDS = 5.0
"""How long one decision may take."""

DEAF, SLOW = 1.5, 4.0
"""After so many times its seconds a process ends that hears no signal, and one that was given them as CPU time."""

TRIES = 64
"""How many moves are drawn, of more than can be listed, to find one that no house rule refuses."""

_prepared: list[tuple[Plugins, Settings]] = []


def prepare(plugins: Plugins, settings: Settings) -> None:
    """Load all that jobs need before the worker forks for them; connections are each job's own."""
    _prepared[:] = [(plugins, settings)]


def prepared() -> tuple[Plugins, Settings]:
    """Give what was loaded."""
    return _prepared[0]


def limit_memory(settings: Settings) -> None:
    """Let this process have no more memory than a machine player may."""
    memory = settings.bot_memory * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def play(game: Any, seat: Any, turn: Any) -> str:
    """Let the machine player that is wanted for this turn answer, and go on while its question stays the same."""
    if not (isinstance(game, str) and isinstance(seat, str) and isinstance(turn, int)):
        raise TypeError("a job names a game, a seat and a turn")
    plugins, settings = prepared()
    desk, _ = open_desk(plugins, settings)
    limit_memory(settings)
    try:
        return play_on(desk, game, seat, turn)
    except Away as error:
        # No failure of the machine player's: it is asked again once the store is back.
        logger.warning("game %s waits: %s", game, error)
        return "away"


def advise(game: Any, seat: Any, turn: Any, bot: Any, level: Any) -> dict[str, Any] | None:
    """Say what a machine player would do in a seat's place; None where that question is over."""
    plugins, settings = prepared()
    desk, _ = open_desk(plugins, settings)
    limit_memory(settings)
    rules, table = desk.load(game)
    if table.game is None or not table.game.waited_for(seat) or table.game.turns[seat] != turn:
        return None
    asked, strength = plugins.bot(rules.id, bot, level)
    # It may not let others go first, for nobody else is asked.
    thought = Thought(game, seat, turn, bot, strength, must=True)
    with at_most(SECONDS):
        decision = _ask(rules, table, thought, asked, strength, None, purpose=f"advice/{bot}/{strength}")
    move: dict[str, Any] = msgspec.to_builtins(decision.move)
    return move


def play_on(desk: Desk, game: str, seat: Seat, turn: int) -> str:
    """Answer one turn after the other while they belong to one question. Says how it ended."""
    while True:
        rules, table = desk.load(game)
        thought = _thought(table, seat, turn)
        if thought is None:
            return "over"
        decision = decide(desk.plugins, rules, table, thought)
        try:
            # Of CPU time: a store that is slow is no fault of the rules.
            with at_most(SECONDS, signal.ITIMER_PROF):
                after = desk.decide(thought, decision, plays_on=True)
        except IllegalMove:
            # In a race others may have been faster, and left it other moves: it decides again.
            if _step(desk.load(game)[1]) == _step(table):
                raise
            continue
        except Refused as refusal:
            logger.warning("another move is sought for %s in %s: %s", seat, game, refusal)
            decision, after = decide_otherwise(desk, rules, table, thought)
        # One that has let others go first, and waits alone, is asked again: now it must move.
        following = next((one for one in wanted(after) if one.seat == seat), None)
        if following is None or _question(after) is None or _question(after) != _question(table):
            return "passed" if decision.move is None else "waits" if decision.delay > 0 else "played"
        turn = following.turn


def decide(
    plugins: Plugins, rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], thought: Thought
) -> Decision[Any]:
    """Ask the machine player; in the place of one that fails, a random move is drawn."""
    try:
        bot, level = plugins.bot(rules.id, thought.bot, thought.level)
        with at_most(SECONDS):
            # What another one noted for the seat may be nothing that this one can read.
            own = table.noted.get(thought.seat, thought.bot) == thought.bot
            notes = table.notes.get(thought.seat) if own else None
            decision = _ask(rules, table, thought, bot, level, notes)
        if decision.notes is None:
            return decision
        return Decision(decision.move, decision.delay, check_notes(bot, decision.notes))
    except (BotFault, UnknownBot, Overtime) as fault:
        reason = str(fault) or type(fault).__name__
        logger.warning("a random move is played for %s in %s: %s", thought.seat, thought.game, reason)
        return decide_randomly(rules, table, thought)


def decide_otherwise(
    desk: Desk, rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], thought: Thought
) -> tuple[Decision[Any], Table[Any, Any, Any]]:
    """Play a random move that no house rule refuses; Refused where none is left."""
    assert table.game is not None
    chance = bot_chance(table.bot_key, thought.game, thought.seat, thought.turn, purpose="otherwise")
    moves = Vantage(rules, table.game.state, thought.seat, chance).legal
    listed: Any = [moves.draw(chance) for _ in range(TRIES)] if isinstance(moves, Where) else moves
    refusal = Refused("no move is left")
    for move in chance.shuffle(listed):
        decision = Decision(move)
        try:
            return decision, desk.decide(thought, decision, plays_on=True)
        except Refused as error:
            refusal = error
    raise refusal


def decide_randomly(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], thought: Thought) -> Decision[Any]:
    """Draw a legal move in a machine player's place."""
    return _ask(rules, table, thought, RANDOM, RANDOM.level, None)


def _ask(
    rules: Rules[Any, Any, Any, Any],
    table: Table[Any, Any, Any],
    thought: Thought,
    bot: Bot,
    level: str,
    notes: Any,
    purpose: str = "choose",
) -> Decision[Any]:
    assert table.game is not None
    of = (table.bot_key, thought.game, thought.seat, thought.turn)
    return ask(
        rules,
        bot,
        level,
        table.game.state,
        thought.seat,
        notes=notes,
        must=thought.must,
        window_chance=bot_chance(*of, purpose="window"),
        chance=bot_chance(*of, purpose=purpose),
    )


def _thought(table: Table[Any, Any, Any], seat: Seat, turn: int) -> Thought | None:
    return next((one for one in wanted(table) if one.seat == seat and one.turn == turn), None)


def _question(table: Table[Any, Any, Any]) -> str | None:
    return None if table.game is None or table.game.awaiting is None else table.game.awaiting.question


def _step(table: Table[Any, Any, Any]) -> int | None:
    return None if table.game is None else table.game.step


@contextmanager
def at_most(seconds: float, timer: int = signal.ITIMER_REAL) -> Iterator[None]:
    """End the body by Overtime after so many seconds. RQ's own alarm for the whole job goes on afterwards.

    A body that hears no signal, as one deep in a C function, ends the process some seconds later.
    """
    number = signal.SIGALRM if timer == signal.ITIMER_REAL else signal.SIGPROF

    def end(number: int, frame: FrameType | None) -> None:
        raise Overtime(f"not done within {seconds:g} s")

    began = time.monotonic()
    handler = signal.signal(number, end)
    left, _ = signal.setitimer(timer, seconds)
    # By the clock on the wall, of which a body that is limited in CPU time may take more.
    faulthandler.dump_traceback_later(seconds * (DEAF if timer == signal.ITIMER_REAL else SLOW), exit=True, file=2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        rest = max(left - (time.monotonic() - began), 0.001) if left else 0.0
        signal.setitimer(timer, 0)
        signal.signal(number, handler)
        signal.setitimer(timer, rest)
