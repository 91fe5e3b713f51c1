"""Simulations: batches of episodes between machine players, and what can be learned from them."""

from tableshark.simulations.plan import Entrant, Interval, Plan, Sprt, make_plan, parse_until
from tableshark.simulations.playing import Playing
from tableshark.simulations.report import Report, report
from tableshark.simulations.rows import Row
from tableshark.simulations.tally import Tally

__all__ = [
    "Entrant",
    "Interval",
    "Plan",
    "Playing",
    "Report",
    "Row",
    "Sprt",
    "Tally",
    "make_plan",
    "parse_until",
    "report",
]
