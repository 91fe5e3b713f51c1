"""The supervisor against real processes, really killed: each test runs one in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

pytestmark = pytest.mark.alone

SUPERVISE = """
import json, signal, sys
from tableshark_workers.supervisor import Program, Supervisor

# As at a terminal, even where nohup began the tests.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
programs, settings = json.loads(sys.argv[1])
sys.exit(Supervisor([Program(**program) for program in programs], **settings).run())
"""

CHILD = """
import os, signal, sys, time

name, on_term = sys.argv[1:]

def leave(number, frame):
    tell("told")
    if on_term == "leave":
        time.sleep(0.05)
        tell("left")
        sys.exit(3)

def tell(event):
    with open("events", "a") as file:
        file.write(f"{event} {name} {os.getpid()}\\n")

signal.signal(signal.SIGTERM, leave)
tell("began")
while True:
    signal.pause()
"""


def eventually(holds: Callable[[], Any], seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.01)


def gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"  # an orphan whose adopter is slow to notice


def answers(table: redis.Redis) -> bool:
    try:
        return bool(table.ping())
    except redis.ConnectionError:
        return False


class Serving:
    """A running supervisor whose programs write what happens to them into a file."""

    def __init__(self, folder: Path, programs: list[dict[str, Any]], settings: dict[str, Any]) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", SUPERVISE, json.dumps([programs, settings])],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def events(self, kind: str) -> list[str]:
        """The programs to which it happened, in order."""
        return [line.split()[1] for line in self._lines() if line.startswith(kind)]

    def pids(self, name: str) -> list[int]:
        return [int(line.split()[2]) for line in self._lines() if line.startswith(f"began {name} ")]

    def end(self) -> tuple[int, str]:
        """Wait for the end; returns the exit code and what was written to standard error."""
        _, errors = self.process.communicate(timeout=15)
        return self.process.returncode, errors

    def _lines(self) -> list[str]:
        file = self.folder / "events"
        return file.read_text().splitlines() if file.exists() else []


def child(name: str, on_term: str = "leave", **more: Any) -> dict[str, Any]:
    return {"name": name, "command": [sys.executable, "-S", "-c", CHILD, name, on_term], **more}


def script(name: str, text: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "command": [sys.executable, "-S", "-c", textwrap.dedent(text)], **more}


Serve = Callable[..., Serving]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    started: list[Serving] = []

    def start(*programs: dict[str, Any], **settings: Any) -> Serving:
        serving = Serving(tmp_path, list(programs), settings)
        started.append(serving)
        waited = {program["name"] for program in programs if CHILD in program["command"]}
        eventually(lambda: waited <= set(serving.events("began")))
        return serving

    yield start
    for serving in started:
        with serving.process:
            serving.process.kill()


def test_a_killed_program_is_started_again(serve: Serve) -> None:
    serving = serve(child("api"), child("clock"), tries=2)
    [clock] = serving.pids("clock")
    for kills in (1, 2):  # as often as would be too much if it failed by itself
        os.kill(serving.pids("api")[-1], signal.SIGKILL)
        eventually(lambda: len(serving.pids("api")) > kills)  # noqa: B023 - called at once
    assert len(set(serving.pids("api"))) == 3
    assert serving.pids("clock") == [clock]
    serving.process.terminate()
    code, errors = serving.end()
    assert code == 0
    assert "api ended (code -9); starting it again in 0.2 s" in errors


def test_it_comes_back_within_a_second(serve: Serve) -> None:
    serving = serve(child("api"))
    started = time.monotonic()
    os.kill(serving.pids("api")[0], signal.SIGKILL)
    eventually(lambda: len(serving.pids("api")) == 2)
    assert time.monotonic() - started < 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_all_in_reverse(serve: Serve, number: int) -> None:
    serving = serve(child("store", stays=True), child("queue", stays=True), child("api"), child("clock"))
    serving.process.send_signal(number)
    assert serving.end()[0] == 0
    assert sorted(serving.events("told")[:2]) == ["api", "clock"]
    assert sorted(serving.events("left")[:2]) == ["api", "clock"]
    assert serving.events("told")[2:] == serving.events("left")[2:] == ["queue", "store"]
    lines = [line.rpartition(" ")[0] for line in (serving.folder / "events").read_text().splitlines()]
    assert lines[-4:] == ["told queue", "left queue", "told store", "left store"]
    assert all(gone(pid) for name in ("store", "queue", "api", "clock") for pid in serving.pids(name))


def test_the_terminals_ctrl_c_reaches_the_supervisor_alone(serve: Serve) -> None:
    serving = serve(child("store", stays=True), child("api"))
    os.killpg(serving.process.pid, signal.SIGINT)
    assert serving.end()[0] == 0
    assert serving.events("left") == ["api", "store"]


def test_one_that_ignores_the_signal_is_killed_after_the_grace(serve: Serve) -> None:
    serving = serve(child("store", stays=True), child("stubborn", on_term="stay"), child("api"), grace=0.6)
    started = time.monotonic()
    serving.process.terminate()
    code, errors = serving.end()
    assert 0.6 <= time.monotonic() - started < 3
    assert code == 0
    assert serving.events("left") == ["api", "store"]
    assert gone(serving.pids("stubborn")[0])
    assert "stubborn did not stop: killed" in errors


def test_a_second_ctrl_c_kills_at_once(serve: Serve) -> None:
    serving = serve(child("stubborn", on_term="stay"), grace=60.0)
    serving.process.send_signal(signal.SIGHUP)
    serving.process.send_signal(signal.SIGINT)  # an echo of the first (two of a kind would be one)
    eventually(lambda: serving.events("told"))
    time.sleep(0.5)
    assert not gone(serving.pids("stubborn")[0])
    serving.process.send_signal(signal.SIGINT)
    assert serving.end()[0] == 0
    assert gone(serving.pids("stubborn")[0])


def test_a_program_that_never_gets_going_ends_the_rest_and_is_named(serve: Serve) -> None:
    broken = script("worker", "import sys; sys.stderr.write('first\\nno queue of that name\\n\\n'); sys.exit(4)")
    serving = serve(child("store", stays=True), broken, tries=3)
    code, errors = serving.end()
    assert code == 1
    assert errors.splitlines()[-1] == "gave up: worker ended at once 3 times: no queue of that name"
    assert errors.count("first\nno queue of that name") == 3  # what it wrote was passed on
    assert serving.events("left") == ["store"]


def test_a_command_that_does_not_exist_is_named(serve: Serve) -> None:
    serving = serve({"name": "api", "command": ["/no/such/program"]}, tries=2)
    code, errors = serving.end()
    assert code == 1
    assert errors.splitlines()[-1].startswith("gave up: api ended at once 2 times: cannot start /no/such/program")


def test_a_program_that_was_healthy_once_is_never_given_up(serve: Serve, tmp_path: Path) -> None:
    text = """
        import os, time
        count = len(os.listdir("runs"))
        open(f"runs/{count}", "w").close()
        if count == 0: time.sleep(0.4)
        if count == 3: time.sleep(60)
    """
    runs = tmp_path / "runs"
    runs.mkdir()
    serving = serve(script("api", text), healthy_after=0.3, tries=2)
    eventually(lambda: len(list(runs.iterdir())) == 4)
    serving.process.terminate()
    assert serving.end()[0] == 0


def test_output_and_environment_pass_through(serve: Serve) -> None:
    text = """
        import os, sys, time
        sys.stdout.write(os.environ["STAKE"] + os.environ["HOME"] + chr(10)); sys.stdout.flush()
        sys.stderr.write("x" * 200_000 + chr(10)); sys.stderr.flush()
        time.sleep(60)
    """
    serving = serve(script("api", text, env={"STAKE": "12"}))
    assert serving.process.stdout is not None
    assert serving.process.stderr is not None
    assert serving.process.stdout.readline() == f"12{os.environ['HOME']}\n"
    assert serving.process.stderr.readline() == "x" * 200_000 + "\n"
    serving.process.terminate()
    assert serving.end() == (0, "")


def test_what_a_killed_master_leaves_behind_is_killed_too(serve: Serve) -> None:
    text = """
        import os, signal
        if os.fork() == 0:
            os.execv(CHILD[0], CHILD)
        signal.pause()
    """
    serving = serve(script("master", f"CHILD = {child('forked')['command']!r}\n" + textwrap.dedent(text)))
    eventually(lambda: serving.pids("forked"))
    [forked] = serving.pids("forked")
    os.kill(os.getpgid(forked), signal.SIGKILL)
    eventually(lambda: len(serving.pids("forked")) == 2)
    eventually(lambda: gone(forked))
    serving.process.terminate()
    assert serving.end()[0] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the signal of a parent's death is Linux's")
def test_the_programs_leave_with_a_killed_supervisor(serve: Serve) -> None:
    serving = serve(child("api"), child("clock"))
    serving.process.kill()
    eventually(lambda: all(gone(pid) for name in ("api", "clock") for pid in serving.pids(name)))


def test_it_waits_without_turning(serve: Serve) -> None:
    serving = serve(child("api"))
    stat = Path(f"/proc/{serving.process.pid}/stat")

    def ticks() -> int:
        return sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13]))

    before = ticks()
    time.sleep(0.5)  # nothing happens: there is no event to wait for
    assert ticks() - before <= 1


def test_an_embedded_store_is_kept_too(tmp_path: Path) -> None:
    text = """
        import sys
        from pathlib import Path
        from tableshark_workers.embedded import EmbeddedStore
        from tableshark_workers.supervisor import Program, Supervisor

        with EmbeddedStore(Path.cwd()) as store:
            sys.stdout.write(f"{store.pid}\\n{store.url}\\n")
            sys.stdout.flush()
            code = Supervisor([store, Program("api", ["sleep", "60"])]).run()
        sys.exit(code)
    """
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(text)]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        assert serving.stderr is not None
        store, url = int(serving.stdout.readline()), serving.stdout.readline().strip()
        with redis.Redis.from_url(url) as table:
            table.set("a", 1)
            os.kill(store, signal.SIGKILL)
            assert "store ended (code -9)" in serving.stderr.readline()
            eventually(lambda: answers(table))
            assert table.get("a") == b"1"
        serving.terminate()
        assert serving.wait(10) == 0
        assert serving.stderr.read() == ""
    assert not (tmp_path / "store.conf").exists()
