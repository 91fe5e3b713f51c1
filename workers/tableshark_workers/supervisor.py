"""The supervisor of `tableshark serve`: it starts programs, starts dead ones again, and stops them all in order."""

import contextlib
import logging
import os
import selectors
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from subprocess import PIPE, Popen, TimeoutExpired
from typing import IO, Protocol

from .children import spawn
from .signals import Signals

log = logging.getLogger(__name__)

FIRST_DELAY, LONGEST_DELAY = 0.1, 1.0
"""Seconds before a program is started again; doubled each time that it ended at once."""

STDERR = 2
TAIL = 2000


class Startable(Protocol):
    """What a supervisor keeps alive: a `Program` or an `EmbeddedStore`."""

    @property
    def name(self) -> str:
        """What the messages call it."""

    @property
    def stays(self) -> bool:
        """Whether the others stand on it: it is stopped once they have left."""

    def spawn(self) -> "Popen[bytes]":
        """Return its process, a new one if none runs."""


@dataclass(frozen=True)
class Program:
    """A command to keep running; `env` is added to this process's environment."""

    name: str
    command: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    stays: bool = False

    def spawn(self) -> "Popen[bytes]":
        """Start the command; what it writes to standard error comes by a pipe, so that its last line can be told."""
        return spawn(self.command, env=self.env, stderr=PIPE)


class _Child:
    """A program, its process, and how it has fared."""

    def __init__(self, program: Startable) -> None:
        self.program = program
        self.process: Popen[bytes] | None = None
        self.due: float | None = 0.0  # when to start it next; None from its start until its end is dealt with
        self.since = 0.0
        self.quick_ends = 0  # in a row
        self.proven = False  # whether it ever ran long enough to be called healthy
        self.tail = b""

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def last_line(self) -> str:
        lines = self.tail.decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it wrote nothing to standard error")

    def terminate(self) -> None:
        if self.process is not None:
            self.process.terminate()

    def kill(self) -> None:
        """Kill its process group: what a dead master leaves behind would keep its port."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            with contextlib.suppress(TimeoutExpired):
                self.process.wait(2.0)


class Supervisor:
    """Keeps programs running until a signal to stop or until one never gets going; for the main thread."""

    def __init__(
        self, programs: Sequence[Startable], *, grace: float = 8.0, healthy_after: float = 3.0, tries: int = 5
    ) -> None:
        self._children = [_Child(program) for program in programs]
        self._grace = grace
        self._healthy_after = healthy_after
        self._tries = tries

    def run(self) -> int:
        """Start all in order, keep them running, stop them in reverse; 0 when told to stop, 1 when a program failed."""
        with Signals() as self._signals, selectors.DefaultSelector() as self._selector:
            self._selector.register(self._signals.ready, selectors.EVENT_READ, self._signals.drain)
            try:
                failed = self._keep()
            finally:
                self._stop()
        if failed is None:
            return 0
        log.error("gave up: %s ended at once %d times: %s", failed.program.name, failed.quick_ends, failed.last_line())
        return 1

    def _keep(self) -> _Child | None:
        """Run the programs; returns the one that there is no use in starting again, or None when told to stop."""
        while True:
            for child in self._children:
                if child.due is not None and child.due <= time.monotonic():
                    self._start(child)
            self._wait(min((child.due for child in self._children if child.due is not None), default=None))
            if self._signals.stop_at is not None:
                return None
            for child in self._children:
                if child.due is None and not child.runs and self._is_hopeless(child):
                    return child

    def _start(self, child: _Child) -> None:
        child.due, child.since, child.process = None, time.monotonic(), None
        try:
            child.process = child.program.spawn()
        except OSError as error:  # no memory or no process to be had: that may pass
            child.tail = str(error).encode()
            child.due = child.since + LONGEST_DELAY
            return
        if (pipe := child.process.stderr) is not None:
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ, partial(self._relay, child, pipe))

    def _is_hopeless(self, child: _Child) -> bool:
        """Deal with a program's end: set when it is started again, or find that it never gets going."""
        child.kill()
        code = None
        if child.process is not None:
            code = child.process.returncode
            self._relay(child, child.process.stderr)
        if time.monotonic() - child.since >= self._healthy_after:
            child.proven = True
            child.quick_ends = 0
        else:
            child.quick_ends += 1
        # A SIGKILL comes from outside (a fault, an operator, the kernel) and says nothing of the program.
        if child.quick_ends >= self._tries and not child.proven and code != -signal.SIGKILL:
            return True
        delay = min(LONGEST_DELAY, FIRST_DELAY * 2.0**child.quick_ends)
        child.due = time.monotonic() + delay
        log.warning("%s ended (code %s); starting it again in %.1f s", child.program.name, code, delay)
        return False

    def _wait(self, until: float | None) -> None:
        """Wait for a signal, output, an end or the moment, and reap whoever has ended."""
        for key, _ in self._selector.select(None if until is None else max(0.0, until - time.monotonic())):
            key.data()
        # Any child, not only ours: as a container's first process we inherit every orphan.
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                for child in self._children:
                    if child.process is not None and child.process.pid == ended[0]:
                        child.process.returncode = os.waitstatus_to_exitcode(ended[1])

    def _relay(self, child: _Child, pipe: IO[bytes] | None) -> None:
        """Pass on what a program wrote to standard error."""
        if pipe is None or pipe.closed:
            return
        data = pipe.read(65536)  # None: nothing just now
        if data == b"":
            self._selector.unregister(pipe)
            pipe.close()
        elif data:
            child.tail = (child.tail + data)[-TAIL:]
            with contextlib.suppress(OSError):  # a terminal that is gone must not end the programs
                while data:
                    data = data[os.write(STDERR, data) :]

    def _stop(self) -> None:
        """Stop those that use others, the last first, all within one grace; then those that stay, one by one."""
        backwards = list(reversed(self._children))
        users = [child for child in backwards if not child.program.stays]
        for wave in (users, *([child] for child in backwards if child.program.stays)):
            for child in wave:
                child.terminate()
            deadline = time.monotonic() + self._grace
            while any(child.runs for child in wave) and not self._signals.insists and time.monotonic() < deadline:
                self._wait(deadline)
            for child in wave:
                if child.runs:
                    log.warning("%s did not stop: killed", child.program.name)
                if child.due is None:
                    child.kill()
        for child in self._children:
            if child.process is not None and child.process.stderr is not None:
                self._relay(child, child.process.stderr)
                child.process.stderr.close()
