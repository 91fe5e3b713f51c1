"""A store under strace, and power cuts: what its files held beyond their last finished sync is lost.

Run as a script, this file keeps a store in a folder until its standard input ends.
"""

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import redis

from tableshark_workers.embedded import EmbeddedStore

TRACED = "openat,write,writev,pwrite64,ftruncate,fdatasync,fsync,rename"
UNFINISHED = "<unfinished ...>"
KILLED = "= ?"
CALL = re.compile(r"(?P<name>\w+)\((?P<given>.*)\) += (?P<result>\d+)(?:<(?P<opened>.*)>)?")
FILE = re.compile(r"\w+\(\d+<(?P<path>/[^>]*)>")
RENAMED = re.compile(r'"(.*)", "(.*)"')
KINDS = (".aof", ".rdb", ".manifest")


@dataclass
class Contents:
    """How long a file is, and how much of it no power cut can take."""

    length: int = 0
    synced: int = 0


class PoweredStore:
    """The embedded store in a process of its own, whose writes and syncs are traced."""

    def __init__(self, folder, appendfsync=None):
        self.data = folder / "data"
        self.trace = folder / "trace"
        self.known = {path: path.stat().st_size for path in self.data.glob("store-aof/*")}
        keep = [sys.executable, __file__, self.data, *([appendfsync] if appendfsync else [])]
        strace = ["strace", "-f", "--seccomp-bpf", "-y", "-s", "0", "-e", f"trace={TRACED}", "-o", self.trace]
        # The store descends from the tracer, so that no right to trace strangers is needed.
        self.keeper = subprocess.Popen([*strace, *keep], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid, self.url = self.keeper.stdout.readline().split()

    def stop(self):
        self.keeper.communicate(timeout=30)

    def cut_power(self):
        """Kill the server and take from its files what was not synced; gives how many bytes were lost."""
        os.kill(int(self.pid), signal.SIGKILL)
        self.stop()
        lost = 0
        for path, contents in contents_after(self.trace.read_text(), self.data, self.known).items():
            if path.exists():
                beyond = path.stat().st_size - contents.synced
                assert beyond >= 0, f"the trace does not tell all of {path}"
                os.truncate(path, contents.synced)
                lost += beyond
        return lost


def contents_after(trace, folder, known):
    """Read from a trace what each of the store's files held at the end; `known` are their lengths at its beginning."""
    files = {path: Contents(length, length) for path, length in known.items()}
    begun, syncing = {}, {}
    for line in trace.splitlines():
        process, text = line.split(maxsplit=1)
        if text.startswith("<... ") and process in begun:
            text = begun.pop(process) + text.partition("resumed>")[2]
        elif text.startswith(("fdatasync", "fsync")):
            # A sync covers what was written before it began.
            syncing[process] = files.get(_path(text), Contents()).length
        if text.endswith((UNFINISHED, KILLED)):
            begun[process] = text.removesuffix(UNFINISHED)
        elif call := CALL.fullmatch(text):
            _follow(files, folder, call, syncing.get(process, 0))
    for text in begun.values():
        # Whether a rename in which the server was killed was done, the folder tells.
        if text.startswith("rename"):
            old, new = _renamed(folder, text)
            if old in files and not old.exists():
                files[new] = files.pop(old)
    return files


def _follow(files, folder, call, covered):
    name, given = call["name"], call["given"]
    if name == "rename":
        old, new = _renamed(folder, given)
        if old in files:
            files[new] = files.pop(old)
        return
    path = Path(call["opened"]) if name == "openat" else _path(call[0])
    if path.suffix not in KINDS or not path.is_relative_to(folder):
        return
    if name == "openat":
        if "O_TRUNC" in given:
            files[path] = Contents()
    elif name in ("fdatasync", "fsync"):
        files[path].synced = max(files[path].synced, covered)
    elif name == "ftruncate":
        length = int(given.rpartition(", ")[2])
        files[path] = Contents(length, min(files[path].synced, length))
    else:
        files.setdefault(path, Contents()).length += int(call["result"])


def _renamed(folder, text):
    old, new = RENAMED.search(text).groups()
    return folder / old, folder / new


def _path(text):
    found = FILE.match(text)
    return Path(found["path"]) if found else Path()


def keep(folder, appendfsync=None):
    """Keep a store until standard input ends."""
    with EmbeddedStore(Path(folder)) as store:
        if appendfsync:
            with redis.Redis.from_url(store.url) as client:
                client.config_set("appendfsync", appendfsync)
        sys.stdout.write(f"{store.pid} {store.url}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    keep(*sys.argv[1:])
