"""A simulation over processes of this machine, without a server."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

from tableshark.errors import SimulationFailed
from tableshark.plugins import Plugins, load
from tableshark.simulations import Plan, Playing
from tableshark.simulations.course import Claim, Course, Hopeless
from tableshark.simulations.local import Ledger, Result
from tableshark.simulations.slices import Slice, play_slice

# The games of a notebook need not be importable elsewhere, and nothing here holds threads or connections.
_FORK = multiprocessing.get_context("fork")


def run(
    plan: Plan,
    *,
    plugins: Plugins | None = None,
    workers: int = 1,
    progress: Callable[[Course], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Result:
    """Play a simulation on so many processes; the results are the same for any number of them.

    `progress` is called with its course after each slice; once `stop` says so, or its time is up, it ends with what it
    has.
    A process that dies is replaced, and its episodes are played again; SimulationFailed where that helps nothing.
    """
    plugins = load() if plugins is None else plugins
    ledger, began = Ledger(plan), time.monotonic()

    def over() -> bool:
        late = plan.seconds is not None and time.monotonic() - began >= plan.seconds
        return ledger.complete or late or stop()

    playing = Playing(plugins, plan, time.process_time)
    # More than there are deals would have nothing to do.
    workers = min(workers, plan.episodes // plan.block)
    if workers == 1:
        while not over() and (claim := ledger.claim()) is not None:
            ledger.hand_in(claim, play_slice(playing, claim.start, claim.stop, time.process_time))
            if progress is not None:
                progress(ledger.course)
    else:
        with _Crew(playing, workers) as crew:
            while not over():
                for claim, played in crew.work(ledger):
                    ledger.hand_in(claim, played)
                    if progress is not None:
                        progress(ledger.course)
    return ledger.result()


class _Hand:
    """A process that plays what it is given, and its claim."""

    def __init__(self, process: ForkProcess, pipe: Connection) -> None:
        self.process = process
        self.pipe = pipe
        self.claim: Claim | None = None


class _Crew:
    """Processes that play slices."""

    def __init__(self, playing: Playing, size: int) -> None:
        self._playing = playing
        self._size = size
        self._hands: list[_Hand] = []

    def __enter__(self) -> _Crew:
        self._hands = [self._hire() for _ in range(self._size)]
        return self

    def __exit__(self, *_: object) -> None:
        for hand in self._hands:
            hand.process.kill()
            hand.process.join()
            hand.pipe.close()

    def work(self, ledger: Ledger) -> list[tuple[Claim, Slice]]:
        """Give work to whoever has none, and wait for what is finished."""
        for hand in self._hands:
            if hand.claim is None:
                try:
                    hand.claim = ledger.claim()
                except Hopeless as error:
                    raise SimulationFailed(str(error)) from None
                if hand.claim is not None:
                    with contextlib.suppress(OSError):
                        hand.pipe.send((hand.claim.start, hand.claim.stop))
        ready: set[Any] = set(wait([hand.pipe for hand in self._hands], timeout=0.2))
        done = []
        for place, hand in enumerate(self._hands):
            if hand.pipe in ready:
                try:
                    played = hand.pipe.recv()
                except (EOFError, OSError):
                    # It was killed: what it played is lost, and is played again by another.
                    if hand.claim is not None:
                        ledger.course.release(hand.claim.number)
                    hand.process.join()
                    hand.pipe.close()
                    self._hands[place] = self._hire()
                    continue
                if isinstance(played, BaseException):
                    raise played
                assert hand.claim is not None
                done.append((hand.claim, played))
                hand.claim = None
        return done

    def _hire(self) -> _Hand:
        mine, theirs = _FORK.Pipe()
        process = _FORK.Process(target=_play, args=(self._playing, mine, theirs, os.getpid()), daemon=True)
        process.start()
        theirs.close()
        return _Hand(process, mine)


def _play(playing: Playing, other: Connection, pipe: Connection, parent: int) -> None:
    """Play what comes through the pipe, until it is closed (in the child)."""
    other.close()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            start, stop = pipe.recv()
            try:
                played: Any = play_slice(playing, start, stop, time.process_time)
            except Exception as error:
                played = error
            pipe.send(played)
            if os.getppid() != parent:
                return
