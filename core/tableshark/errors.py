"""The errors of Tableshark, each with a stable code that clients switch on.

TablesharkError
├── NotNow                the game as it stands says no; nothing was changed
│   ├── GameNotStarted    game_not_started
│   ├── GameOver          game_over
│   ├── NotYourTurn       not_your_turn
│   ├── StaleTurn         stale_turn
│   ├── AlreadyAnswered   already_answered
│   ├── IllegalMove       illegal_move
│   ├── SeatTaken         seat_taken
│   ├── NotInvited        not_invited
│   └── Refused           refused            a plugin's `tableshark_before_move` forbids the move
├── Unfit                 the request does not fit the rules' schema
│   ├── UnfitMove         malformed_move
│   ├── UnfitOptions      malformed_options
│   ├── UnfitSeats        malformed_seats
│   └── BadPlan           malformed_plan     of a simulation
├── Unknown               there is no such thing
│   ├── UnknownRules      unknown_rules
│   ├── UnknownGame       unknown_game
│   ├── UnknownSeat       unknown_seat
│   ├── UnknownBot        unknown_bot
│   └── UnknownSimulation unknown_simulation
├── Away                  something this needs is away; try again later
│   ├── StoreAway         store_away
│   ├── QueueAway         queue_away
│   └── RulesAway         rules_away         the game's plugin is not here, is too old for it, or fails
├── BotFault              bot_fault          a machine player answered with something that can't be played
├── SimulationFailed      simulation_failed  some episodes of a simulation can't be played
├── BadRecord             bad_record         a record that does not hold together
├── BadStore              bad_store          a store whose settings would lose moves
└── LoadError             plugins that can't be loaded together
    ├── BadPlugin         bad_plugin         this plugin is disabled, the others play on
    └── Clash             clash              two plugins bring one id: the start stops

Overtime is none of them, and no Exception.

Messages hold the value that offended, but never a hidden fact: they may be shown to whoever asked.
"""

from __future__ import annotations

from typing import ClassVar


class TablesharkError(Exception):
    """Base of all errors of Tableshark."""

    code: ClassVar[str] = "error"


class NotNow(TablesharkError):
    """The game as it stands says no; nothing was changed."""


class GameNotStarted(NotNow):
    """Seats are still open."""

    code = "game_not_started"


class GameOver(NotNow):
    """The game has ended."""

    code = "game_over"


class NotYourTurn(NotNow):
    """Nothing is asked of this seat."""

    code = "not_your_turn"


class StaleTurn(NotNow):
    """The question that the move answers is over."""

    code = "stale_turn"


class AlreadyAnswered(NotNow):
    """The seat has answered this question otherwise; answers are final."""

    code = "already_answered"


class IllegalMove(NotNow):
    """The rules don't allow this move now."""

    code = "illegal_move"


class SeatTaken(NotNow):
    """Somebody sits there, or the seat is a machine player's."""

    code = "seat_taken"


class NotInvited(NotNow):
    """The seat is kept for those who were invited."""

    code = "not_invited"


class Refused(NotNow):
    """A plugin forbids the move."""

    code = "refused"


class Unfit(TablesharkError):
    """The request does not fit the schema; `where` is a JSON Pointer into the part that was decoded."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


class UnfitMove(Unfit):
    """The move fits none of the rules' moves."""

    code = "malformed_move"


class UnfitOptions(Unfit):
    """The options don't fit the rules' options."""

    code = "malformed_options"


class UnfitSeats(Unfit):
    """The seats asked for are not those of the rules under these options."""

    code = "malformed_seats"


class BadPlan(Unfit):
    """A simulation that can't be run as it is planned."""

    code = "malformed_plan"


class Unknown(TablesharkError):
    """There is no such thing."""


class UnknownRules(Unknown):
    """No installed plugin brings these rules."""

    code = "unknown_rules"


class UnknownGame(Unknown):
    """There is no such game."""

    code = "unknown_game"


class UnknownSeat(Unknown):
    """The game has no such seat."""

    code = "unknown_seat"


class UnknownBot(Unknown):
    """No installed plugin brings this bot, or it has no such level; `where` is a JSON Pointer to whoever named it."""

    code = "unknown_bot"
    where = ""


class UnknownSimulation(Unknown):
    """There is no such simulation."""

    code = "unknown_simulation"


class Away(TablesharkError):
    """Something this needs is away; try again later."""


class StoreAway(Away):
    """The store does not answer."""

    code = "store_away"


class QueueAway(Away):
    """The queue does not answer."""

    code = "queue_away"


class RulesAway(Away):
    """The plugin of this game is not here, is too old for it, or fails."""

    code = "rules_away"


class BotFault(TablesharkError):
    """A machine player answered with something that can't be played."""

    code = "bot_fault"


class SimulationFailed(TablesharkError):
    """Some episodes of a simulation can't be played: whoever tries is lost."""

    code = "simulation_failed"


class BadRecord(TablesharkError):
    """A record that does not hold together; `line` is the first one that differs, where it is one."""

    code = "bad_record"

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class BadStore(TablesharkError):
    """The store has settings under which it would lose moves."""

    code = "bad_store"


class LoadError(TablesharkError):
    """Plugins that can't be loaded together."""


class BadPlugin(LoadError):
    """A plugin that is disabled: it fails to load, or what it brings can't be used."""

    code = "bad_plugin"


class Clash(LoadError):
    """Two plugins bring the same id."""

    code = "clash"


class Overtime(BaseException):
    """Something took too long. Not an Exception, so that no `except Exception` of a plugin can swallow it."""
