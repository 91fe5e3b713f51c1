"""Tableshark: tabletop games as frozen records of pure functions."""

from tableshark.bots import Bot, Budget, Decision, Level, Vantage
from tableshark.chance import Chance, Quick, Scripted, Seeded, TooManyBranches, branches
from tableshark.errors import Refused
from tableshark.header import Header
from tableshark.hookspecs import hookimpl
from tableshark.rules import Awaiting, Data, Move, Moves, News, Options, Outcome, Rules, Seat, Where
from tableshark.simulate import Episode, Player, simulate

__all__ = [
    "Awaiting",
    "Bot",
    "Budget",
    "Chance",
    "Data",
    "Decision",
    "Episode",
    "Header",
    "Level",
    "Move",
    "Moves",
    "News",
    "Options",
    "Outcome",
    "Player",
    "Quick",
    "Refused",
    "Rules",
    "Scripted",
    "Seat",
    "Seeded",
    "TooManyBranches",
    "Vantage",
    "Where",
    "branches",
    "hookimpl",
    "simulate",
]
