"""The Flask app: routes, problems and the document, around one desk."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

import flask_smorest
from flask import Flask, Response, request

from tableshark.desk import Desk
from tableshark.plugins import Plugins
from tableshark.store import Store
from tableshark.table import encode
from tableshark_api import bodies, document, problems
from tableshark_api.house import House, Orders
from tableshark_api.routes import games, health, jobs, moves, pages, rules, seats, views
from tableshark_api.waiting import Waiting

CONFIG = {
    "MAX_CONTENT_LENGTH": bodies.LIMIT + 1,  # a chunked body is cut off there without a word
    "API_TITLE": document.TITLE,
    "API_VERSION": document.VERSION,
    "OPENAPI_VERSION": "3.1.0",
}

PARTS = (rules, games, seats, views, moves, jobs, health, pages)

SPEC = "tableshark-spec"
"""Under which name the app keeps its document as data."""


class _Api(flask_smorest.Api):  # type: ignore[misc]
    """Gathers the documentation; problems are this package's own."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Leave errors to `problems`."""

    def _register_responses(self) -> None:
        """Leave refusals to `document`."""

    def _register_etag_headers(self) -> None:
        """Leave headers to `document`."""

    def _register_pagination_header(self) -> None:
        """Nothing has pages."""


def create_app(
    plugins: Plugins,
    store: Store,
    queue: Orders,
    *,
    waiters: int = 48,
    now: Callable[[], float] = time.time,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> Flask:
    """Make the app. `waiters` requests may wait for a change at once; the process needs more threads than that."""
    app = Flask(__name__, static_folder=None)
    app.config.update(CONFIG)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["tableshark"] = House(
        plugins, Desk(plugins, store, queue.wake, now, entropy), store, queue, Waiting(store.changes, waiters)
    )
    problems.install(app)
    api = _Api(app)
    for part in PARTS:
        api.register_blueprint(part.routes)
    app.register_blueprint(pages.docs())
    app.before_request(_drain)
    app.after_request(_guard)
    finished = document.finish(api.spec, plugins)
    app.extensions[SPEC] = finished
    app.extensions[pages.DOCUMENT] = encode(finished)
    return app


def _drain() -> None:
    """Read a small body before anything is refused: an answer that leaves one unread ends the client's connection."""
    if 0 < (request.content_length or 0) <= bodies.LIMIT:
        request.get_data()


def _guard(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    return response
