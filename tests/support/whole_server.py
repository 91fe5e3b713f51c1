"""A whole running Tableshark, as a person would start it."""

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from tableshark_workers.children import spawn


@dataclass
class Server:
    """`tableshark serve` as a process of its own."""

    url: str
    port: int
    data: Path
    process: subprocess.Popen
    log: Path
    metrics: str = ""

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(20)

    def members(self):
        """The ids and command lines of the processes that it started, as the system lists them."""
        found = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    words = (entry / "cmdline").read_bytes().split(b"\0")
                    parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                except (OSError, ValueError, IndexError):
                    continue
                if parent == self.process.pid:
                    found[int(entry.name)] = b" ".join(words).decode().strip()
        return found


def importable(*folders):
    """PYTHONPATH for a process that imports from these folders too, beside what this one was given."""
    return os.pathsep.join(filter(None, [*map(str, folders), os.environ.get("PYTHONPATH")]))


def free_port():
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(holds, seconds=20.0):
    """Wait for something to become true; what it gives then is given back."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.02)
    return found


def start_server(data, log, port=None, python=sys.executable, **environment):
    """Start `tableshark serve` and wait until it answers."""
    port = port or free_port()
    told = len(log.read_text()) if log.exists() else 0
    with log.open("ab") as output:
        # It ends with this process, so that tests that are ended from outside leave no server running.
        process = spawn(
            [python, "-m", "tableshark", "serve"],
            env={"TABLESHARK_PORT": str(port), "TABLESHARK_DATA": str(data), **environment},
            stdout=output,
            stderr=output,
        )
    server = Server(f"http://127.0.0.1:{port}", port, data, process, log)

    def ready():
        assert process.poll() is None, log.read_text()
        # Its own word: at this port the last process of a server that was killed may still answer.
        if f"listens on {server.url}" not in log.read_text()[told:]:
            return False
        try:
            with urlopen(f"{server.url}/readyz", timeout=2.0) as answer:
                return answer.status == 200
        except OSError:
            return False

    wait_until(ready, seconds=60.0)
    return server
