"""A simulation without a server or a store: in this process."""

from __future__ import annotations

from tableshark.rules import Data
from tableshark.simulations import rows
from tableshark.simulations.course import Claim, Course
from tableshark.simulations.plan import Plan
from tableshark.simulations.report import Report, report
from tableshark.simulations.slices import Slice


class Summary(Data, frozen=True, kw_only=True):
    """What a simulation gave, without the rows of its episodes: as it is kept in a file."""

    plan: Plan
    complete: bool
    """Whether all was played that was to be, or its end decided; else it was cut short."""
    hash: str
    """SHA-256 of the rows as NDJSON."""
    report: Report
    cpu: float
    """Seconds of CPU time that it took."""
    thinking: dict[str, float]
    """Seconds of CPU time for one decision, by player."""


class Result(Summary, frozen=True, kw_only=True):
    """What a simulation gave, with the rows of its episodes."""

    rows: bytes
    """NDJSON."""

    @property
    def summary(self) -> Summary:
        """All but the rows."""
        return Summary(**{name: getattr(self, name) for name in Summary.__struct_fields__})


class Ledger:
    """The course of a simulation in memory, with the rows that were handed in."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.course = Course()
        self._parts: dict[int, tuple[int, bytes]] = {}

    def claim(self) -> Claim | None:
        """Claim episodes. Here claims don't run out: who plays them is known to live."""
        return self.course.claim(self.plan, 0.0)

    def hand_in(self, claim: Claim, played: Slice) -> None:
        """Take episodes that were played."""
        if self.course.hand_in(self.plan, claim.number, played.stop, played.tally, played.spent):
            self._parts[claim.start] = played.stop, played.lines

    @property
    def complete(self) -> bool:
        """Whether all episodes that count are there."""
        return self.course.complete(self.plan)

    def result(self) -> Result:
        """Sum up the episodes that count until now."""
        course = self.course
        lines = b"".join(part for _, (stop, part) in sorted(self._parts.items()) if stop <= course.merged)
        found = report(self.plan, course.tally)
        return Result(
            plan=self.plan,
            complete=self.complete,
            hash=rows.digest([lines]),
            report=found,
            cpu=course.spent.cpu,
            thinking=course.thinking(),
            rows=lines,
        )
