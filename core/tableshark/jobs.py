"""Names and payloads of jobs: api orders them by name, workers run them."""

from __future__ import annotations

import re
from typing import Any, Literal

from tableshark.asking import Thought
from tableshark.rules import Data, Seat

BOTS = "bots"
"""The queue of machine players."""
SIMULATIONS = "simulations"
"""The queue of simulations: with workers of its own, so that no game that people play waits for them."""
ADVISE = "tableshark_workers.tasks.advise"
"""The job that asks a machine player what it would do; its arguments are those of Advise."""
PLAY = "tableshark_workers.tasks.play"
"""The job that lets a machine player answer one turn; its arguments are those of Play."""
SIMULATE = "tableshark_workers.simulations.tasks.simulate"
"""The job that plays slices of a simulation; its argument is the simulation's id."""
PRICE = "tableshark_workers.simulations.tasks.price"
"""The job that finds out what an episode costs; its argument is a plan, as JSON."""

State = Literal["queued", "running", "done", "failed"]

_ADVICE = re.compile(r"(?P<game>[0-9a-f]{24})-(?P<seat>[a-z][a-z0-9_-]*)-(?P<turn>[0-9]{1,15})-ask-[a-z0-9-]+")
_ID = re.compile(r"(?P<game>[0-9a-f]{24})-(?P<seat>[a-z][a-z0-9_-]*)-(?P<turn>[0-9]{1,15})-(?P<attempt>[0-9]{1,3})")


class Play(Data, frozen=True):
    """A machine player's turn as a job. What it plays stands in the game; this only says that it should."""

    game: str
    seat: Seat
    turn: int
    attempt: int = 0
    must: bool = False

    @property
    def id(self) -> str:
        """The job's id: only letters, digits, `-` and `_`; one job for one attempt at a turn."""
        # Attempts of a bot that must move after all had passed are jobs of their own.
        return f"{self.game}-{self.seat}-{self.turn}-{2 * self.attempt + self.must}"

    @property
    def arguments(self) -> dict[str, Any]:
        """What the job is called with, as JSON."""
        return {"game": self.game, "seat": self.seat, "turn": self.turn}


class Advise(Data, frozen=True):
    """A question to a machine player, what it would do in a seat's place."""

    game: str
    seat: Seat
    turn: int
    bot: str
    level: str

    @property
    def id(self) -> str:
        """The job's id: the same question is one job."""
        return f"{self.game}-{self.seat}-{self.turn}-ask-{self.bot}-{self.level}"

    @property
    def arguments(self) -> dict[str, Any]:
        """What the job is called with, as JSON."""
        return {"game": self.game, "seat": self.seat, "turn": self.turn, "bot": self.bot, "level": self.level}


def for_thought(thought: Thought, attempt: int = 0) -> Play:
    """Write a thought as a job."""
    return Play(thought.game, thought.seat, thought.turn, attempt, thought.must)


def parse_advice(job: str) -> tuple[str, Seat, int] | None:
    """Read game, seat and turn in the id of a question to a machine player; None where it is not one."""
    found = _ADVICE.fullmatch(job)
    return None if found is None else (found["game"], found["seat"], int(found["turn"]))


def parse(job: str) -> Play | None:
    """Read the id of a machine player's turn; None where it is not one."""
    found = _ID.fullmatch(job)
    if found is None:
        return None
    attempt = int(found["attempt"])
    return Play(found["game"], found["seat"], int(found["turn"]), attempt // 2, bool(attempt % 2))
