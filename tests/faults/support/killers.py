"""Finds the parts of a running server by their process ids, kills them, and awaits that it has recovered."""

import contextlib
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock
from urllib.error import URLError
from urllib.request import urlopen

from ledger import now
from whole_server import wait_until

API, PARENT, WORKER, CHILD = "API worker", "API parent", "queue worker", "its child"
CLOCK, STORE, QUEUE, FROZEN = "clock", "store", "queue's store", "store frozen"
KINDS = (API, PARENT, WORKER, CHILD, CLOCK, STORE, QUEUE, FROZEN)
"""What is killed; the last one is stopped for a while."""
ENDS = {PARENT: " api", WORKER: " work", CLOCK: " clock", STORE: "/store.sock", QUEUE: "/queue.sock"}
"""How the command lines of the server's own children end."""
FREEZE = 3.0
"""Seconds for which the store stands still."""
FRESH = 0.1
"""Seconds for which the server's last word counts."""
SOON = 60.0
"""Seconds within which a server must be there again at all."""


@dataclass
class Fault:
    """What was done to a server, when, and from when on it was well again."""

    kind: str
    began: float
    over: float = float("inf")


class Killer:
    """Does harm to one server, and remembers what."""

    def __init__(self, server, luck, soon=SOON):
        self.server, self.soon = server, soon
        self.luck = luck
        self.faults = []
        self._lock = Lock()
        self._asked, self._ready = 0.0, False

    def strike(self, kind):
        """Do one kind of harm at once, and return when the server has recovered."""
        while True:
            before = wait_until(lambda: self.find(kind), self.soon)
            victim, fault = self.luck.choice(before), Fault(kind, now())
            with contextlib.suppress(ProcessLookupError):  # a child that has ended by itself: there will be others
                os.kill(victim, signal.SIGSTOP if kind == FROZEN else signal.SIGKILL)
                break
        self.faults.append(fault)
        if kind == FROZEN:
            Event().wait(FREEZE)
            with contextlib.suppress(ProcessLookupError):  # killed meanwhile
                os.kill(victim, signal.SIGCONT)
        # A worker's child is not started again: the next job has its own.
        whole = 0 if kind == CHILD else len(before)

        def recovered():
            found = self.find(kind)
            return (kind == FROZEN or victim not in found) and len(found) >= whole and self.ready(fault.began)

        try:
            wait_until(recovered, self.soon)
        except AssertionError as late:
            raise AssertionError(f"the server has not recovered from: {kind}; {late}") from late
        fault.over = now()
        return fault

    def find(self, kind):
        """The ids of the processes of a kind."""
        if kind in (API, CHILD):
            return [pid for parent in self.find(PARENT if kind == API else WORKER) for pid in children(parent)]
        end = ENDS[STORE if kind == FROZEN else kind]
        return [pid for pid, command in children(self.server.process.pid).items() if command.endswith(end)]

    def ready(self, since):
        """Whether the server has said after this time that all it needs answers; several who wait ask once."""
        with self._lock:
            if self._asked < since or now() - self._asked > FRESH:
                self._asked = now()
                try:
                    with urlopen(f"{self.server.url}/readyz", timeout=2.0) as answer:
                        self._ready = answer.status == 200
                except (URLError, OSError):
                    self._ready = False
            return self._ready


def children(pid):
    """The ids and command lines of a process's children; one that has ended counts no more."""
    found = {}
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            with contextlib.suppress(OSError):
                if command := Path(f"/proc/{child}/cmdline").read_bytes():
                    found[int(child)] = command.replace(b"\0", b" ").decode().strip()
    return found


def frozen(pids):
    """Whether the system has stopped these processes."""
    return all(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T" for pid in pids)


@contextlib.contextmanager
def stopped(pids):
    """Stop processes for as long as the body lasts."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        wait_until(lambda: frozen(pids))
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
