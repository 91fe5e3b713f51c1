"""The Flask app: routes, problems and the document, around one desk."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable
from contextlib import nullcontext
from urllib.parse import urlsplit, urlunsplit

import flask_smorest
from flask import Flask, Response, request
from flask_cors import CORS
from limits.storage import MemoryStorage
from werkzeug.middleware.proxy_fix import ProxyFix

from tableshark.desk import Desk
from tableshark.overtime import Watch
from tableshark.plugins import Plugins
from tableshark.simulations.desk import Simulations
from tableshark.store import Store
from tableshark.table import encode
from tableshark_api import bodies, document, logs, problems, repeats
from tableshark_api.house import House, Orders
from tableshark_api.incoming import Incoming
from tableshark_api.limits import Allowed, Limits
from tableshark_api.overtime import Punctual
from tableshark_api.routes import games, health, jobs, moves, pages, records, rules, seats, simulations, streams, views
from tableshark_api.waiting import Waiting

CONFIG = {
    "MAX_CONTENT_LENGTH": bodies.LIMIT + 1,  # a chunked body is cut off there without a word
    "API_TITLE": document.TITLE,
    "API_VERSION": document.VERSION,
    "OPENAPI_VERSION": "3.1.0",
}

PARTS = (rules, games, seats, views, streams, moves, records, jobs, simulations, health, pages)

EXPOSED = [
    "ETag",
    "Location",
    "Link",
    "Retry-After",
    "Allow",
    "WWW-Authenticate",
    "Idempotency-Replayed",
    "RateLimit-Limit",
    "RateLimit-Remaining",
]
"""Headers that scripts of any page may read: there are no cookies here that another page could abuse."""

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
    senders: int = 64,
    limits: Limits | None = None,
    proxies: int = 0,
    most_cpu: float = math.inf,
    watch: Watch | None = None,
    now: Callable[[], float] = time.time,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> Flask:
    """Make the app. `waiters` requests may wait for a change at once; the process needs more threads than that.

    So many bodies (`senders`) of one address may be on their way at once: each holds a thread until it is there. So
    many `proxies` in front of it are believed when they say which address a request comes from. A simulation may take
    at most so many seconds of CPU time (`most_cpu`). A `watch` ends requests that the rules of a game hold up.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(CONFIG)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    limits = limits or Limits(Allowed(), MemoryStorage())
    desk = Desk(plugins, store, queue.wake, now, entropy)
    batches = Simulations(store, queue.simulate, now, most_cpu)
    waiting = Waiting(store.changes, waiters)
    limit = watch.limit if watch else nullcontext
    app.extensions["tableshark"] = House(plugins, desk, batches, store, queue, waiting, limits, limit)
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    problems.install(app)
    if watch:
        Punctual(watch).install(app)
    CORS(app, send_wildcard=True, expose_headers=EXPOSED, max_age=24 * 3600)
    api = _Api(app)
    for part in PARTS:
        api.register_blueprint(part.routes)
    app.register_blueprint(pages.docs())
    logs.install(app)
    Incoming(senders).install(app)
    app.before_request(_drain)
    limits.install(app)
    app.after_request(_guard)
    repeats.install(app)
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
    if "Location" in response.headers:
        # Never to another host, whatever a request calls ours.
        where = urlsplit(response.headers["Location"])
        response.headers["Location"] = urlunsplit(("", "", "/" + where.path.lstrip("/"), where.query, where.fragment))
    return response
