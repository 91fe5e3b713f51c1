"""The limits of a server, served as the API is: a WSGI callable, Flask, and Flask with the round trips of a move.

`python -m benchmarks.bare PORT` answers; the store is TABLESHARK_STORE.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, request
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from benchmarks.served import THREADS
from tableshark.store import Change, Stored
from tableshark.store.redis import RedisStore

GAME = "0" * 24
BODY = b"x" * 2600
"""As large as a game of Shark Attacks! in the store; an answer is half of that, a line of its log an eighth."""
ANSWER, LINE = BODY[:1300], BODY[:325]


def build() -> Callable[..., Iterable[bytes]]:
    """Make what a process answers with."""
    flask = Flask(__name__, static_folder=None)
    store = RedisStore(os.environ["TABLESHARK_STORE"])
    store.update(GAME, lambda before: Change(BODY, (), 0, {}) if before is None else None)

    @flask.get("/flask")
    def answer() -> Response:
        return Response(ANSWER, content_type="application/json")

    @flask.get("/read")
    def read() -> Response:
        store.load(GAME)
        return Response(ANSWER, content_type="application/json")

    @flask.post("/write")
    def write() -> Response:
        request.get_json()
        store.update(GAME, _next)
        return Response(ANSWER, content_type="application/json")

    def dispatch(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/callable":
            start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(ANSWER)))])
            return [ANSWER]
        return flask(environ, start_response)

    return dispatch


def _next(before: Stored | None) -> Change:
    assert before is not None
    return Change(BODY, (LINE,), before.revision - 1, {"idle": float(before.revision)})


def main() -> None:
    """Serve, with the API's own settings of the server."""
    Granian(
        "benchmarks.bare:build",
        factory=True,
        port=int(sys.argv[1]),
        interface=Interfaces.WSGI,
        blocking_threads=THREADS,
        backpressure=2 * THREADS,
        workers_kill_timeout=2,
        websockets=False,
        log_level=LogLevels.error,
    ).serve()


if __name__ == "__main__":
    main()
