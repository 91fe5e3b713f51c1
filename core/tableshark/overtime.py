"""Ends what takes too long in a thread: the code of a plugin that loops would hold it for ever."""

from __future__ import annotations

import ctypes
import faulthandler
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread, get_ident

from tableshark.errors import Overtime

logger = logging.getLogger(__name__)

SECONDS = 5.0
"""How much CPU time one request, or one look after a game, may take."""
EVERY = 0.25
"""Seconds between two looks."""
IDLE = 40
"""After so many looks at nothing the watcher goes; whoever is watched next calls it back."""
STUCK = 30.0
"""Seconds after which a process ends itself that can't be freed otherwise. Whoever started it starts it again."""


class Watch:
    """Raises Overtime in a thread that has used more CPU time than it may; waiting counts for nothing."""

    def __init__(self, seconds: float = SECONDS, stuck: float = STUCK) -> None:
        self._seconds = seconds
        self._stuck = stuck
        self._watched: dict[int, tuple[int, float]] = {}
        """By thread: its clock, and when its time is up."""
        self._lock = Lock()
        self._watcher: Thread | None = None

    @contextmanager
    def limit(self) -> Iterator[None]:
        """Let the body have so much CPU time and no more."""
        if not hasattr(time, "pthread_getcpuclockid"):
            # A system that does not tell the CPU time of another thread: there nothing is watched.
            yield
            return
        thread = get_ident()
        clock = time.pthread_getcpuclockid(thread)
        with self._lock:
            # Begun by the first who is watched, so that it lives in the process that serves, not where that was forked.
            if self._watcher is None:
                self._watcher = Thread(target=self._watch, name="overtime", daemon=True)
                self._watcher.start()
            self._watched[thread] = clock, time.clock_gettime(clock) + self._seconds
        try:
            yield
        finally:
            while True:
                try:
                    self._release(thread)
                    break
                except Overtime:
                    # It came after all was done.
                    continue

    def _release(self, thread: int) -> None:
        with self._lock:
            self._watched.pop(thread, None)
            # One that is under way would be raised in whatever the thread does next.
            _raise_in(thread, None)

    def _watch(self) -> None:
        idle = 0
        while idle < IDLE:
            # Code that never lets another thread run (a C function) would stop this one too: then the process is
            # ended from outside of Python, with a line for each frame of each thread.
            faulthandler.dump_traceback_later(self._stuck, exit=True, file=2)
            time.sleep(EVERY)
            with self._lock:
                for thread, (clock, until) in self._watched.items():
                    with suppress(OSError):
                        self._look_at(thread, time.clock_gettime(clock) - until)
                idle = 0 if self._watched else idle + 1
                if idle == IDLE:
                    self._watcher = None
                    faulthandler.cancel_dump_traceback_later()

    def _look_at(self, thread: int, over: float) -> None:
        if over > self._stuck:
            # It swallows what is raised in it, again and again.
            logger.critical("a thread can't be freed from what a plugin does in it: this process ends")
            os._exit(70)
        if over > 0:
            _raise_in(thread, Overtime)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    wanted = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted)
