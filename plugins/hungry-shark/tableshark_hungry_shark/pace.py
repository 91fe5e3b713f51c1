"""How long a person takes to count a board, and how often the count is wrong: a stated model.

The usual time (the median) of a round is, in seconds,

    start + few * min(n, 4) + many * max(0, n - 4) + eyes * (sharks + octopuses) + bubble

with n fish printed on the cards. Up to four things are seen at a glance, more are counted one by one. `eyes` is
`glance` where sharks and octopuses are only to be passed over (childfish), and `sight` where it matters what they see;
`bubble` is for reading and heeding an icon. All of it is visible, and none of it depends on what is right. A time is
the usual one times exp(SPREAD * z), with z standard normal, and never below LEAST.
"""

from __future__ import annotations

from math import exp
from statistics import NormalDist

from tableshark import Chance, Data
from tableshark_hungry_shark.answers import Answer, Style, right
from tableshark_hungry_shark.cards import FISH, Card
from tableshark_hungry_shark.news import kind, number
from tableshark_hungry_shark.sight import Fish, Octopus, Shark
from tableshark_hungry_shark.state import Declare, Pass, View

SPREAD = 0.2
LEAST = 0.35
"""The shortest time in which anybody answers, in seconds."""
FEW = 4
"""So many things are seen without counting."""

FINE = 1 << 32
NORMAL = NormalDist()


class Pace(Data, frozen=True):
    """How fast somebody counts, in seconds, and how well."""

    start: float
    few: float
    """For each of the first FEW fish."""
    many: float
    """For each fish more."""
    glance: float
    sight: float
    bubble: float
    error: float
    """How probable it is that a count is wrong."""
    again: float = 0.0
    """How long a second count takes, as a part of the first one."""


PACES = {
    "easy": Pace(start=0.9, few=0.12, many=0.35, glance=0.1, sight=0.45, bubble=1.0, error=0.15),
    "normal": Pace(start=0.6, few=0.08, many=0.3, glance=0.05, sight=0.25, bubble=0.6, error=0.06),
}
AGAIN = 0.25
"""A second count takes a quarter as long as the first."""


def usual_time(pace: Pace, style: Style, board: tuple[Card, ...]) -> float:
    """Say how long this pace usually takes for a board, in seconds."""
    fish = sum([FISH[card.id] for card in board])
    eyes = sum([type(slot) in (Shark, Octopus) for card in board for slot in card.slots])
    counting = pace.few * min(fish, FEW) + pace.many * max(0, fish - FEW)
    looking = eyes * (pace.glance if style == "childfish" else pace.sight)
    reading = pace.bubble if style == "bubbles" else 0.0
    return (pace.start + counting + looking + reading) * (1 + pace.again)


def draw_time(pace: Pace, view: View, chance: Chance) -> float:
    """Draw how long it takes this time."""
    stretch = exp(SPREAD * NORMAL.inv_cdf(_uniform(chance)))
    # Whole microseconds: the last bits of `exp` are not the same on every machine.
    return max(LEAST, round(usual_time(pace, view.style, view.board) * stretch, 6))


def anybody(view: View, move: Declare | Pass, chance: Chance) -> float:
    """Draw how long a machine player takes that knows nothing of this game: as long as a usual person."""
    return draw_time(PACES["normal"], view, chance)


def draw_count(pace: Pace, view: View, chance: Chance) -> Answer:
    """Count: something right or, as often as the pace says, a near miss."""
    answers = right(view.style, tuple([card.id for card in view.board]))
    if _uniform(chance) >= pace.error:
        return answers[0]
    heard = [said for one in view.declarations if (said := one.kind if one.number is None else one.number) is not None]
    misses = near_misses(answers, view.board)
    # What was heard to be wrong is not said again, if there is anything else to say.
    return chance.pick([miss for miss in misses if miss not in heard] or misses)


def near_misses(answers: tuple[Answer, ...], board: tuple[Card, ...]) -> list[Answer]:
    """List what is nearly right: the numbers next to the right one, or other kinds on the cards."""
    first = answers[0]
    if isinstance(first, int):
        return [near for near in (first - 1, first + 1) if near >= 0]
    shown = sorted({slot.kind for card in board for slot in card.slots if type(slot) is Fish})
    return [kind for kind in shown if kind not in answers] or ["none"]


def declare(view: View, answer: Answer) -> Declare:
    """Make the move that says it."""
    return Declare(view.round, number(answer), kind(answer))


def _uniform(chance: Chance) -> float:
    """Draw a number between 0 and 1, neither of them included."""
    return (chance.below(FINE) + 0.5) / FINE
