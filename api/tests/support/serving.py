"""API processes as they are really served, over a real store."""

import os
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import httpx

COMMAND = [sys.executable, "-c", "from tableshark.cli import main; main()"]


@dataclass
class Served:
    """A server process."""

    process: subprocess.Popen
    url: str
    log: Path

    def client(self, **more):
        return httpx.Client(base_url=self.url, timeout=30, **more)

    def ready(self):
        try:
            return httpx.get(f"{self.url}/readyz").is_success
        except httpx.TransportError:
            return False

    def stop(self):
        """Give the exit code."""
        self.process.terminate()
        try:
            return self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(**settings):
    plain = {name: value for name, value in os.environ.items() if not name.startswith("TABLESHARK_")}
    return {**plain, **{f"TABLESHARK_{name.upper()}": str(value) for name, value in settings.items()}}


def start(folder, store_url, **settings):
    port = free_port()
    log = folder / "api.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            [*COMMAND, "api"], env=environment(store=store_url, port=port, **settings), stdout=output, stderr=output
        )
    served = Served(process, f"http://127.0.0.1:{port}", log)
    deadline = time.monotonic() + 60
    while not served.ready():
        if process.poll() is not None or time.monotonic() > deadline:
            served.stop()
            raise AssertionError(f"the server did not start: {log.read_text()}")
        time.sleep(0.05)
    return served
