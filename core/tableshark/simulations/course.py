"""The course of a simulation: which episodes are played, by whom, and which are counted, each exactly once.

Whoever plays claims a range of episodes, plays as many of them as the time for a slice allows, and hands them in; what
is left of the range is claimed by the next. A claim that nobody hands in runs out, and its range is claimed again.
"""

from __future__ import annotations

import math

import msgspec

from tableshark.simulations.plan import Plan
from tableshark.simulations.report import judge
from tableshark.simulations.tally import Tally

SLICE = 0.5
"""Seconds of CPU time that one claim is meant to take."""
LEASE = 10.0
"""Seconds within which a claim must be handed in, or renewed."""
TRIES = 3
"""How many times a range may be claimed in vain before the simulation has failed."""
LONGEST = 100_000
"""The most episodes of one claim."""
LOST = "their workers were lost"


class Claim(msgspec.Struct):
    """A range of episodes that somebody plays: `start` is the first, `stop` is behind the last."""

    number: int
    start: int
    stop: int
    until: float
    tries: int = 1


class Free(msgspec.Struct):
    """A range that was claimed before and is free again."""

    start: int
    stop: int
    tries: int = 0
    reason: str = LOST
    """Why it was not played."""


class Waiting(msgspec.Struct):
    """A range that is played, while one before it is not."""

    stop: int
    tally: Tally


class Spent(msgspec.Struct):
    """What it took, measured by those who played: no part of the results."""

    episodes: int = 0
    cpu: float = 0.0
    """Seconds of CPU time."""
    players: dict[str, float] = msgspec.field(default_factory=dict)
    """Seconds of CPU time of each player's decisions."""


class Course(msgspec.Struct):
    """How far a simulation is."""

    next: int = 0
    """The first episode that nobody has claimed."""
    claimed: int = 0
    """How many claims there were: their numbers."""
    claims: list[Claim] = msgspec.field(default_factory=list)
    free: list[Free] = msgspec.field(default_factory=list)
    waiting: dict[int, Waiting] = msgspec.field(default_factory=dict)
    merged: int = 0
    """All episodes before this one are in the tally."""
    tally: Tally = msgspec.field(default_factory=Tally)
    stopped: int | None = None
    """How many episodes count, where it was decided before all were played."""
    spent: Spent = msgspec.field(default_factory=Spent)
    price: float | None = None
    """Seconds of CPU time that an episode is thought to take, until some are played."""

    def complete(self, plan: Plan) -> bool:
        """Whether all episodes that count are in the tally."""
        return self.merged == (plan.episodes if self.stopped is None else self.stopped)

    def claim(self, plan: Plan, now: float) -> Claim | None:
        """Claim a range; None where none is left that is not claimed. Raises Hopeless for one that can't be played."""
        self._expire(now)
        if self.complete(plan):
            return None
        if self.free:
            self.free.sort(key=lambda one: one.start)
            found = self.free[0]
            if found.tries >= TRIES:
                raise Hopeless(f"the episodes from {found.start} to {found.stop - 1} can't be played: {found.reason}")
            # One that was lost before is tried alone, so that it takes no others with it.
            size = plan.block if found.tries else self._size(plan)
            start, stop = found.start, min(found.stop, found.start + size)
            if stop == found.stop:
                del self.free[0]
            else:
                found.start = stop
            tries = found.tries + 1
        else:
            start, tries = self.next, 1
            stop = min(start + self._size(plan), plan.check_after(start))
            if start == stop:
                return None
            self.next = stop
        self.claimed += 1
        claim = Claim(self.claimed, start, stop, now + LEASE, tries)
        self.claims.append(claim)
        return claim

    def renew(self, number: int, now: float) -> bool:
        """Hold a claim for longer; False where it is nobody's any more."""
        claim = self._find(number)
        if claim is not None:
            claim.until = now + LEASE
        return claim is not None

    def hand_in(self, plan: Plan, number: int, stop: int, tally: Tally, spent: Spent) -> bool:
        """Take the episodes of a claim up to before `stop`; False where it has run out: another one plays them."""
        claim = self._find(number)
        if claim is None or not claim.start < stop <= claim.stop:
            return False
        self.claims.remove(claim)
        if stop < claim.stop:
            self.free.append(Free(stop, claim.stop))
        self.waiting[claim.start] = Waiting(stop, tally)
        self.spent.episodes += tally.episodes
        self.spent.cpu += spent.cpu
        for label, seconds in spent.players.items():
            self.spent.players[label] = self.spent.players.get(label, 0.0) + seconds
        self._merge(plan)
        return True

    def thinking(self) -> dict[str, float]:
        """Give the seconds of CPU time of one decision, by player, from all that was played."""
        # All that was played is in what was spent, also what does not count.
        part = self.tally.episodes / self.spent.episodes if self.spent.episodes else 0.0
        made = {label: sum(cell.decisions for cell in cells.values()) for label, cells in self.tally.cells.items()}
        spent = self.spent.players
        return {label: part * seconds / made[label] for label, seconds in spent.items() if made.get(label)}

    def left(self, plan: Plan) -> float | None:
        """Estimate the seconds of CPU time until all episodes are played; None before any was."""
        if not self.spent.episodes:
            return None
        return (plan.episodes - self.merged) * self.spent.cpu / self.spent.episodes

    def _merge(self, plan: Plan) -> None:
        """Count what follows on what is counted, and judge at the numbers of episodes that are fixed for it."""
        while self.stopped is None and (following := self.waiting.pop(self.merged, None)) is not None:
            before, self.merged = self.merged, following.stop
            self.tally.add(following.tally)
            if plan.until is not None and self.merged == plan.check_after(before):
                verdict = judge(plan, self.tally)
                if verdict is not None and verdict.decided:
                    self.stopped = self.merged
        if self.complete(plan):
            self.claims, self.free, self.waiting = [], [], {}

    def _expire(self, now: float) -> None:
        for claim in [claim for claim in self.claims if claim.until < now]:
            self.release(claim.number)

    def release(self, number: int, reason: str = LOST) -> None:
        """Free a claim whose episodes could not be played, or whose player is known to be lost."""
        claim = self._find(number)
        if claim is not None:
            self.claims.remove(claim)
            self.free.append(Free(claim.start, claim.stop, claim.tries, reason))

    def open(self, plan: Plan, now: float) -> bool:
        """Whether there are episodes that nobody plays."""
        if self.complete(plan):
            return False
        return self.next < plan.episodes or bool(self.free) or any(claim.until < now for claim in self.claims)

    def played(self, now: float) -> bool:
        """Whether somebody plays."""
        return any(claim.until >= now for claim in self.claims)

    def _find(self, number: int) -> Claim | None:
        return next((claim for claim in self.claims if claim.number == number), None)

    def _size(self, plan: Plan) -> int:
        """Say how many episodes fill a slice, in whole deals: one where nothing is known of what they take.

        Towards the end slices become shorter, so that nobody plays on for long while others have nothing to do.
        """
        each = self.spent.cpu / self.spent.episodes if self.spent.episodes else self.price
        if not each:
            return plan.block
        blocks = min(math.floor(SLICE / each), LONGEST) // plan.block
        if not self.claims:
            return max(1, blocks) * plan.block
        left = (plan.episodes - self.next) // plan.block
        share = left // (2 * (len(self.claims) + 1))
        return max(1, min(blocks, max(share, blocks // 8))) * plan.block


class Hopeless(Exception):
    """Some episodes can't be played: whoever tries is lost."""
