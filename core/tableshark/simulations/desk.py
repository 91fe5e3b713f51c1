"""The desk of simulations: each call is a load, one function of the course, and a commit. Nothing is known twice."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal

import msgspec

from tableshark.errors import QueueAway, UnknownSimulation
from tableshark.rules import Data
from tableshark.simulations import rows
from tableshark.simulations.course import Claim, Course, Hopeless
from tableshark.simulations.plan import Plan
from tableshark.simulations.slices import Slice
from tableshark.store.port import Change, Store, Stored

State = Literal["queued", "running", "done", "cancelled", "out_of_time", "failed"]


class Simulation(msgspec.Struct, kw_only=True):
    """A simulation as it is kept."""

    id: str
    plan: Plan
    owner: str
    """The key of the token that ordered it."""
    created: float
    state: State = "queued"
    reason: str | None = None
    """Why it failed."""
    began: float | None = None
    ended: float | None = None
    course: Course = msgspec.field(default_factory=Course)
    hash: str | None = None
    """SHA-256 of all rows as NDJSON; there once it is done."""
    lines: int = 0

    @property
    def ends(self) -> bool:
        """Whether nothing will be played any more."""
        return self.ended is not None


class _Owned(Data, frozen=True):
    simulations: tuple[str, ...]


Wake = Callable[[str], None]
"""Order that some slices of a simulation are played. It grows by itself where workers are free."""


class Simulations:
    """Orders, claims, results: over a store, with a clock and a way to have slices played."""

    def __init__(self, store: Store, wake: Wake, now: Callable[[], float], most: float = math.inf) -> None:
        """Take a store, how slices are ordered, a clock, and how many seconds of CPU time one simulation may take."""
        self.store = store
        self.most = most
        self._wake = wake
        self._now = now

    def order(self, simulation: str, plan: Plan, owner: str, price: float | None = None) -> Simulation:
        """Keep a simulation, to be played from now on. Ordered twice under one id, it is one.

        `price` is what an episode is thought to take, in seconds of CPU time.
        """
        made = Simulation(id=simulation, plan=plan, owner=owner, created=self._now())
        made.course.price = price

        def change(before: Stored | None) -> Change | None:
            return None if before else _commit(made)

        self._own(owner, add=simulation)
        kept = self.store.update(simulation, change)
        assert kept is not None
        found = _decoder.decode(kept.body)
        # What can't be ordered now is ordered by the reconciler.
        with suppress(QueueAway):
            self._wake(simulation)
        return found

    def load(self, simulation: str) -> Simulation:
        """Read a simulation; UnknownSimulation where there is none."""
        kept = self.store.load(simulation) if simulation.startswith(PREFIX) else None
        if kept is None:
            raise UnknownSimulation(f"there is no simulation {simulation[:80]!r}")
        return _decoder.decode(kept.body)

    def claim(self, simulation: str) -> tuple[Simulation, Claim | None]:
        """Claim episodes to be played; None where there are none to be had."""
        claims: list[Claim | None] = []

        def change(found: Simulation) -> bool:
            claims.clear()
            if found.ended is not None:
                return False
            try:
                claim = found.course.claim(found.plan, self._now())
            except Hopeless as error:
                self._end(found, "failed", str(error))
                return True
            claims.append(claim)
            if claim is not None and found.began is None:
                found.began, found.state = self._now(), "running"
            return True

        found = self._change(simulation, change)
        return found, claims[0] if claims else None

    def renew(self, simulation: str, number: int) -> bool:
        """Hold a claim for longer; False where its episodes are not wanted any more."""
        held = False

        def change(found: Simulation) -> bool:
            nonlocal held
            held = found.ended is None and found.course.renew(number, self._now())
            return held

        self._change(simulation, change)
        return held

    def release(self, simulation: str, number: int, reason: str) -> None:
        """Give a claim back whose episodes could not be played, and say why."""

        def change(found: Simulation) -> bool:
            found.course.release(number, reason)
            return found.ended is None

        self._change(simulation, change)

    def hand_in(self, simulation: str, number: int, played: Slice) -> Simulation:
        """Take episodes that were played; once, however often they are handed in. The last ones end the simulation."""
        line = b""

        def change(found: Simulation) -> bool:
            nonlocal line
            line = b""
            if found.ended is not None:
                return False
            claim = next((one for one in found.course.claims if one.number == number), None)
            if claim is None or not found.course.hand_in(found.plan, number, played.stop, played.tally, played.spent):
                return False
            line = _pack(claim.start, played.stop, played.lines)
            if found.course.spent.cpu > self.most and not found.course.complete(found.plan):
                self._end(found, "failed", f"it took more than {self.most:,.0f} s of CPU time")
            return True

        found = self._change(simulation, change, lambda: (line,))
        return self.finish(found) if found.course.complete(found.plan) else found

    def finish(self, found: Simulation) -> Simulation:
        """End a simulation all of whose episodes are played, and give its results their hash."""
        if found.ended is not None:
            return found
        return self._end_as(found.id, "done", hash=rows.digest(self.rows(found)))

    def cancel(self, simulation: str) -> Simulation:
        """End a simulation now, with the episodes that are counted."""
        return self._end_as(simulation, "cancelled")

    def tend(self, simulation: str) -> Simulation:
        """End a simulation whose time is up, or that is complete; else give it as it is."""
        found = self.load(simulation)
        if found.ended is not None or found.course.complete(found.plan):
            return self.finish(found)
        limit = found.plan.seconds
        if limit is None or found.began is None or self._now() < found.began + limit:
            return found
        return self._end_as(simulation, "out_of_time")

    def order_again(self, simulation: str, missed: bool) -> bool:
        """Look after a simulation that waits nowhere in the queue: give whether it is to be played, and nobody does.

        It is ordered again where it was missed before: one that was just taken from the queue may not have begun.
        """
        found, now = self.tend(simulation), self._now()
        missing = found.ended is None and not found.course.played(now) and found.course.open(found.plan, now)
        if missing and missed:
            self._wake(simulation)
        return missing

    def others(self, simulation: str) -> bool:
        """Whether other simulations than this one are to be played."""
        return any(name != simulation for name, _ in self.store.find("simulating", limit=2))

    def rows(self, found: Simulation, first: int = 0) -> Iterator[bytes]:
        """Give the rows of all episodes that count, from one on, in their order, as NDJSON in parts."""
        parts = sorted(_unpack(line) for line in self.store.log(found.id))
        # The store is read at once: what fails, fails before the first part is given.
        return (
            zlib.decompress(packed)
            if start >= first
            else b"".join(zlib.decompress(packed).splitlines(keepends=True)[first - start :])
            for start, stop, packed in parts
            if first < stop <= found.course.merged
        )

    def owned(self, owner: str) -> list[Simulation]:
        """List the simulations that a token ordered, the newest first."""
        kept = self.store.load(_owner(owner))
        names = () if kept is None else _owned.decode(kept.body).simulations
        found = [_decoder.decode(one.body) for name in names if (one := self.store.load(name)) is not None]
        return sorted(found, key=lambda one: (-one.created, one.id))

    def remove(self, simulation: str) -> None:
        """Remove a simulation with its results."""
        try:
            found = self.load(simulation)
        except UnknownSimulation:
            return
        self._own(found.owner, drop=simulation)
        self.store.delete(simulation)

    def _own(self, owner: str, add: str | None = None, drop: str | None = None) -> None:
        name = _owner(owner)

        def change(before: Stored | None) -> Change | None:
            names = () if before is None else _owned.decode(before.body).simulations
            kept = tuple(one for one in names if one not in (add, drop)) + ((add,) if add else ())
            return Change(msgspec.json.encode(_Owned(kept)), (), 0, {})

        left = self.store.update(name, change)
        if left is not None and not _owned.decode(left.body).simulations:
            self.store.delete(name)

    def _end_as(self, simulation: str, state: State, hash: str | None = None) -> Simulation:
        """End a simulation; one that is over stays as it is."""

        def change(found: Simulation) -> bool:
            if found.ended is not None:
                return False
            found.hash = hash
            self._end(found, state)
            return True

        return self._change(simulation, change)

    def _end(self, found: Simulation, state: State, reason: str | None = None) -> None:
        found.state, found.reason, found.ended = state, reason, self._now()
        found.course.claims, found.course.free, found.course.waiting = [], [], {}

    def _change(
        self,
        simulation: str,
        change: Callable[[Simulation], bool],
        lines: Callable[[], tuple[bytes, ...]] = tuple,
    ) -> Simulation:
        def commit(before: Stored | None) -> Change | None:
            if before is None:
                raise UnknownSimulation(f"there is no simulation {simulation[:80]!r}")
            found = _decoder.decode(before.body)
            if not change(found):
                return None
            more, first = lines(), found.lines
            found.lines += len(more)
            return _commit(found, more, first)

        kept = self.store.update(simulation, commit)
        assert kept is not None
        return _decoder.decode(kept.body)


PREFIX = "sim-"
"""What the ids of simulations begin with: no game's does."""


def _owner(key: str) -> str:
    return f"owner-{key[:32]}"


def _commit(made: Simulation, lines: tuple[bytes, ...] = (), first: int = 0) -> Change:
    ended = made.ended
    marks: dict[Any, float | None] = {"simulating": made.created if ended is None else None, "simulated": ended}
    return Change(msgspec.json.encode(made), lines, first, marks)


def _pack(start: int, stop: int, lines: bytes) -> bytes:
    return msgspec.msgpack.encode((start, stop, zlib.compress(lines)))


def _unpack(line: bytes) -> tuple[int, int, bytes]:
    return msgspec.msgpack.decode(line, type=tuple[int, int, bytes])


_decoder = msgspec.json.Decoder(Simulation)
_owned = msgspec.json.Decoder(_Owned)
