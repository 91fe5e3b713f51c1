"""Servers with a fault in them, for the proof that what looks for it finds it."""

import time
from contextlib import contextmanager
from dataclasses import replace
from threading import Thread

import msgspec
from werkzeug.serving import WSGIRequestHandler, make_server

from tableshark.plugins import load
from tableshark.store.memory import MemoryStore
from tableshark.store.port import Stored
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue

HOARDER = """
import time

from flask import Request

KEPT = []
read = Request.get_data


def get_data(self, *args, **more):
    data = read(self, *args, **more)
    KEPT.append(bytes(bytearray(data)))
    if b"UTF" in data or b"\\\\ud800" in data:
        raise RuntimeError("a planted fault")
    if b"shark\\x00attacks" in data and self.environ.setdefault("dawdled", self) is self:
        self.environ["dawdled"] = True
        time.sleep(1.2)
    return data


Request.get_data = get_data
"""
"""A plugin that keeps every body, fails at half a surrogate pair, and takes its time over NUL."""


def install(folder, name, source):
    """Write a plugin into a folder, so that every process with the folder on its path has it."""
    (folder / f"{name}.py").write_text(source)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tableshark]\n{name} = {name}\n")


class Careless(MemoryStore):
    """A store that does not look whether another writer was faster."""

    def update(self, game, change, seen=None):
        before = self._games.get(game)
        wanted = change(before)
        if wanted is None:
            return before
        # Long enough for others to come in between.
        time.sleep(0.02)
        after = self._games[game] = Stored((before.revision if before else 0) + 1, wanted.body)
        self._logs.setdefault(game, []).extend(wanted.lines)
        return after


class Quiet(WSGIRequestHandler):
    """Logs nothing."""

    def log_request(self, *args):
        """Say nothing."""


@contextmanager
def in_here(store=None, plugins=None):
    """Serve an app in this process."""
    app = create_app(plugins or load(), store or MemoryStore(), IdleQueue())
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def lying_rules():
    """All that is installed, but Shark Attacks! shows a target that it has not."""
    plugins = load()
    true = plugins.rules["shark-attacks"]
    plugins.rules["shark-attacks"] = replace(
        true, view=lambda state, seat: msgspec.structs.replace(true.view(state, seat), target=99)
    )
    return plugins
