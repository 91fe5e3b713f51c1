"""Tableshark: tabletop games as frozen records of pure functions."""

from tableshark.bots import Bot, Budget, Decision, Level, Vantage
from tableshark.chance import Chance, Quick, Scripted, Seeded, TooManyBranches, branches
from tableshark.hookspecs import hookimpl
from tableshark.rules import Awaiting, Data, Move, Moves, News, Options, Outcome, Rules, Seat, Where

__all__ = [
    "Awaiting", "Bot", "Budget", "Chance", "Data", "Decision", "Level", "Move", "Moves", "News", "Options", "Outcome",
    "Quick", "Rules", "Scripted", "Seat", "Seeded", "TooManyBranches", "Vantage", "Where", "branches", "hookimpl",
]
