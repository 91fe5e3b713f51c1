"""Signals as something to wait for beside pipes and clocks: no handler runs more than a note."""

import contextlib
import signal
import socket
import time
from types import FrameType, TracebackType
from typing import Self

ECHO = 0.3
"""Seconds in which a second signal is the first one's echo: `timeout` and some shells send each twice."""


class Signals:
    """While open, signals are only noted, and `ready` becomes readable with each."""

    def __init__(self) -> None:
        self.ready, self._write = socket.socketpair()
        self.stop_at: float | None = None
        """When the first SIGINT, SIGTERM or SIGHUP came."""
        self.insists = False
        """Whether Ctrl-C came once more."""

    def __enter__(self) -> Self:
        self.ready.setblocking(False)
        self._write.setblocking(False)
        self._wakeup = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        noted = [signal.SIGCHLD, signal.SIGINT, signal.SIGTERM]
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup leaves it
            noted.append(signal.SIGHUP)
        self._handlers = {number: signal.signal(number, self._note) for number in noted}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        signal.set_wakeup_fd(self._wakeup)
        self.ready.close()
        self._write.close()

    def drain(self) -> None:
        """Make `ready` wait for the next one."""
        with contextlib.suppress(BlockingIOError):
            self.ready.recv(4096)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if number == signal.SIGCHLD:
            return
        if self.stop_at is None:
            self.stop_at = time.monotonic()
        elif number == signal.SIGINT and time.monotonic() - self.stop_at > ECHO:
            self.insists = True
