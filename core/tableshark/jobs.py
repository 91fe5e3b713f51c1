"""Names and payloads of jobs: api orders them by name, workers run them."""

from __future__ import annotations

import re
from typing import Any, Literal

from tableshark.asking import Thought
from tableshark.rules import Data, Seat

BOTS = "bots"
"""The queue of machine players."""
PLAY = "tableshark_workers.tasks.play"
"""The job that lets a machine player answer one turn; its arguments are those of Play."""

State = Literal["queued", "running", "done", "failed"]

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


def for_thought(thought: Thought, attempt: int = 0) -> Play:
    """Write a thought as a job."""
    return Play(thought.game, thought.seat, thought.turn, attempt, thought.must)


def parse(job: str) -> Play | None:
    """Read a job's id; None where it is not one of ours."""
    found = _ID.fullmatch(job)
    if found is None:
        return None
    attempt = int(found["attempt"])
    return Play(found["game"], found["seat"], int(found["turn"]), attempt // 2, bool(attempt % 2))
