"""Which machine players are asked, in what order, and with what: one answer for live games and for simulations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from tableshark.bots import NOTES_LIMIT, Bot, Decision, Vantage
from tableshark.chance import Chance
from tableshark.errors import BotFault
from tableshark.rules import Rules, Seat, draw_move
from tableshark.table import Table


class Thought(NamedTuple):
    """A machine player that should think now: for which seat and turn, and whether it may let others go first."""

    game: str
    seat: Seat
    turn: int
    bot: str
    level: str
    must: bool


def now_asked(
    waiting: Sequence[Seat],
    until: Literal["all", "any"],
    bots: Collection[Seat],
    passed: Collection[Seat],
    intending: Collection[Seat],
) -> list[tuple[Seat, bool]]:
    """Say whose machine players are asked now, and whether each must move.

    `waiting` are the seats whose answer is waited for, in seat order; `bots` those of machine players; `intending`
    those whose decision waits for its time. In a joint question all are asked; in a race one after the other, in seat
    order; when all let others go first and nobody else can, the first must move.
    """
    free = [seat for seat in waiting if seat in bots and seat not in intending]
    if until == "all":
        return [(seat, True) for seat in free]
    eager = [seat for seat in free if seat not in passed]
    if eager:
        return [(eager[0], False)]
    if free and len(free) == len(waiting):
        return [(free[0], True)]
    return []


def wanted(table: Table[Any, Any, Any]) -> list[Thought]:
    """List the machine players that should think now in this game."""
    game = table.game
    if game is None or game.awaiting is None:
        return []
    players, terms = {}, table.header.terms
    for place in table.header.seats:
        order = table.orders.get(place.seat)
        if place.by == "bot" and place.bot is not None:
            players[place.seat] = (place.bot, place.level or "")
        elif order is not None and order.turn == game.turns[place.seat]:
            players[place.seat] = (order.bot, order.level)
        elif place.away and terms.bot is not None:
            players[place.seat] = (terms.bot, terms.level or "")
    asked = now_asked(
        game.waiting,
        game.awaiting.until,
        players,
        [seat for seat, turn in table.passes.items() if turn == game.turns[seat]],
        [seat for seat, intent in table.intents.items() if intent.turn == game.turns[seat]],
    )
    return [Thought(table.header.id, seat, game.turns[seat], *players[seat], must) for seat, must in asked]


def ask(
    rules: Rules[Any, Any, Any, Any],
    bot: Bot,
    level: str,
    state: Any,
    seat: Seat,
    *,
    notes: Any,
    must: bool,
    window_chance: Chance,
    chance: Chance,
) -> Decision[Any]:
    """Let a machine player decide from its seat's window; BotFault for an answer that can't be played.

    Where it lets others go first but must move, a legal move is drawn for it.
    """
    vantage = Vantage(rules, state, seat, window_chance)
    strength = bot.levels[level]
    try:
        decision = bot.choose(vantage, notes, strength.settings, chance, strength.budget)
    except (Exception, SystemExit) as error:  # whatever else is raised may be from who ends it from outside
        raise BotFault(f"bot {bot.id} raised {type(error).__name__}") from error
    if not isinstance(decision, Decision):
        raise BotFault(f"bot {bot.id} answered with a {type(decision).__name__}, not a Decision")
    if bot.rules is None and rules.pace is not None and decision.move is not None:
        # A machine player that knows nothing of the game knows nothing of its pace either.
        pace = rules.pace(vantage.view, decision.move, chance)
        decision = Decision(decision.move, max(decision.delay, pace), decision.notes)
    if decision.move is None and must:
        decision = Decision(draw_move(vantage.legal, chance), 0.0, decision.notes)
    if decision.move is not None and not _playable(vantage, decision.move):
        raise BotFault(f"bot {bot.id} answered with a move that is not legal")
    delay = decision.delay
    if not isinstance(delay, (int, float)) or not 0.0 <= delay < float("inf"):
        raise BotFault(f"bot {bot.id} answered with a delay of {delay!r}")
    return decision


def _playable(vantage: Vantage[Any, Any, Any], move: Any) -> bool:
    """Whether a move is legal and of the types that it names: what can't be read back must not reach the store."""
    if not isinstance(move, vantage.rules.moves):
        return False
    try:
        msgspec.convert(msgspec.to_builtins(move), type(move))
    except (TypeError, msgspec.ValidationError):
        return False
    return move in vantage.legal


def check_notes(bot: Bot, notes: Any) -> Any:
    """Give notes back as the JSON that will be kept of them; BotFault where they are none, or too many."""
    try:
        kept = msgspec.json.encode(notes)
    except (TypeError, ValueError) as error:
        raise BotFault(f"bot {bot.id} noted something that has no JSON form") from error
    if len(kept) > NOTES_LIMIT:
        raise BotFault(f"bot {bot.id} noted {len(kept)} bytes; {NOTES_LIMIT} is the most")
    return msgspec.json.decode(kept)
