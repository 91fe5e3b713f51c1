"""Logs: a line of JSON for each request and mishap, with its trace id, and nothing that is anybody's secret.

A request is told by its route, not by its path or query: no id of a game, no token and no move gets here.
"""

from __future__ import annotations

import json
import logging
import time
from datetime import UTC, datetime

from flask import Flask, Response, g, has_request_context, request

from tableshark.discreet import Discreet, log_uncaught
from tableshark_api.problems import trace

logger = logging.getLogger("tableshark.requests")

SERVER = "_granian"
"""The logger of the server in front of the app."""
MORE = ("method", "route", "status", "milliseconds", "code")
"""What a request's line has beside those of every line."""


class InJson(logging.Formatter):
    """Writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if has_request_context():
            told["trace"] = trace()
        told |= {name: getattr(record, name) for name in MORE if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            # Its message may hold a state or a secret.
            told["error"] = record.exc_info[0].__name__
        return json.dumps(told)


def begin(kind: str) -> None:
    """Log to the terminal's error output, as the settings say: `text`, or `json` with every request."""
    handler = logging.StreamHandler()
    if kind == "json":
        handler.setFormatter(InJson())
    else:
        handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logger.setLevel(logging.INFO if kind == "json" else logging.WARNING)
    # What the server itself finds wrong comes as a text with the traceback, and so the error's message, in it.
    curt = logging.StreamHandler()
    curt.setFormatter(handler.formatter)
    curt.addFilter(_first_line)
    server = logging.getLogger(SERVER)
    server.handlers, server.propagate = [curt], False
    log_uncaught()


def _first_line(record: logging.LogRecord) -> bool:
    record.msg, record.args = record.getMessage().partition("\n")[0], ()
    return True


def install(app: Flask) -> None:
    """Tell of each request."""
    app.before_request(_before)
    app.after_request(_after)


def _before() -> None:
    g.began = time.perf_counter()


def _after(response: Response) -> Response:
    took = (time.perf_counter() - g.began) * 1000 if "began" in g else 0.0
    more = {
        "method": request.method,
        "route": request.url_rule.rule if request.url_rule else "-",
        "status": response.status_code,
        "milliseconds": round(took, 2),
    }
    if "code" in g:
        more["code"] = g.code
    if logger.isEnabledFor(logging.INFO):
        logger.info("%s %s %s", more["method"], more["route"], more["status"], extra=more)
    return response
