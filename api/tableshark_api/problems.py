"""Problems: every answer of 4xx and 5xx, as RFC 9457 `application/problem+json` with a stable code."""

from __future__ import annotations

import logging
import secrets
import traceback
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException

from tableshark.discreet import story
from tableshark.errors import TablesharkError, Unfit, UnknownBot
from tableshark.table import encode
from tableshark_api.overtime import TooLong

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"


class Kind(NamedTuple):
    """What all problems of one code have in common."""

    status: int
    title: str


KINDS = {
    "malformed_json": Kind(400, "The body is not JSON that this API reads"),
    "malformed_key": Kind(400, "The Idempotency-Key can't be read"),
    "bad_request": Kind(400, "The request can't be read"),
    "no_token": Kind(401, "A token is needed"),
    "bad_token": Kind(401, "The token opens nothing here"),
    "other_seat": Kind(403, "The token opens another seat"),
    "not_invited": Kind(403, "The seat needs an invitation"),
    "not_found": Kind(404, "There is nothing at this address"),
    "unknown_game": Kind(404, "There is no such game"),
    "unknown_rules": Kind(404, "No such rules are installed"),
    "unknown_seat": Kind(404, "The game has no such seat"),
    "unknown_job": Kind(404, "There is no such job"),
    "unknown_simulation": Kind(404, "There is no such simulation"),
    "method_not_allowed": Kind(405, "This address does not know the method"),
    "game_not_started": Kind(409, "Seats are still open"),
    "not_over": Kind(409, "The game is not over yet"),
    "game_over": Kind(409, "The game has ended"),
    "not_your_turn": Kind(409, "Nothing is asked of this seat"),
    "stale_turn": Kind(409, "The turn that was quoted is over"),
    "already_answered": Kind(409, "The seat has answered otherwise, and answers are final"),
    "illegal_move": Kind(409, "The rules don't allow this move now"),
    "seat_taken": Kind(409, "Somebody sits there"),
    "refused": Kind(409, "A house rule forbids the move"),
    "body_too_large": Kind(413, "The body is too large"),
    "not_json": Kind(415, "The body's media type is not application/json"),
    "malformed_body": Kind(422, "The body does not fit its schema"),
    "malformed_query": Kind(422, "The query does not fit its schema"),
    "malformed_move": Kind(422, "The move fits none of the rules' moves"),
    "malformed_options": Kind(422, "The options don't fit those of the rules"),
    "malformed_seats": Kind(422, "The seats asked for don't fit those of the rules"),
    "malformed_plan": Kind(422, "The simulation can't be run as it is planned"),
    "too_costly": Kind(422, "The simulation would take more CPU time than is allowed"),
    "unknown_bot": Kind(422, "No such bot plays these rules"),
    "key_reused": Kind(422, "Another request was sent with this Idempotency-Key"),
    "too_many_requests": Kind(429, "Too many requests; wait as long as Retry-After says"),
    "internal": Kind(500, "Something went wrong here"),
    "store_away": Kind(503, "The store does not answer"),
    "queue_away": Kind(503, "The queue does not answer"),
    "busy": Kind(503, "Too many requests wait already"),
    "rules_away": Kind(503, "The plugin of this game is not here, or fails"),
}
"""Every code there is."""

POINTERS = {
    "malformed_move": "/move",
    "malformed_options": "/options",
    "malformed_seats": "/seats",
    "malformed_plan": "",
}
"""Where in a body the parts stand that the core looks at."""

ENGINE = {"tableshark.game", "tableshark.windows", "tableshark.table"}
"""Pure functions around those of the rules: an error in one of them that is not foreseen is a plugin's."""

FRAMEWORK = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "body_too_large", 415: "not_json"}
"""The codes of what the framework refuses by itself."""


class Fault(NamedTuple):
    """One place in a body (a JSON Pointer) or in a query (its parameter's name) and what is wrong there."""

    where: str
    detail: str


class Problem(Exception):
    """A request that is refused."""

    def __init__(self, code: str, detail: str, faults: Sequence[Fault] = (), headers: Mapping[str, str] = {}) -> None:
        super().__init__(detail)
        self.code = code
        self.faults = faults
        self.headers = headers


def trace() -> str:
    """Give the request's trace id: it stands in the problem, and in the log where something unexpected is logged."""
    if "trace" not in g:
        g.trace = secrets.token_hex(8)
    return str(g.trace)


def install(app: Flask) -> None:
    """Have every error of the app answered with a problem."""
    app.register_error_handler(Problem, _refused)
    app.register_error_handler(TablesharkError, _from_core)
    app.register_error_handler(HTTPException, _from_framework)
    app.register_error_handler(Exception, _unexpected)


def answer(code: str, detail: str, faults: Sequence[Fault] = (), headers: Mapping[str, str] = {}) -> Response:
    """Write a problem."""
    status, title = KINDS[code]
    g.code = code
    body: dict[str, object] = {
        "type": f"urn:tableshark:problem:{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "trace": trace(),
    }
    if faults:
        place = "parameter" if code == "malformed_query" else "pointer"
        body["errors"] = [{place: fault.where, "detail": fault.detail} for fault in faults]
    response = Response(encode(body), status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer" if code == "no_token" else 'Bearer error="invalid_token"'
    if status in (429, 503):
        response.headers["Retry-After"] = "1"
    response.headers.update(headers)
    return response


def tell(error: BaseException, traced: str, where: str, kind: str = "") -> None:
    """Log what nobody foresaw, without its message."""
    logger.error("trace %s: %s in %s: %s", traced, kind or type(error).__name__, where, story(error))


def _refused(problem: Problem) -> Response:
    return answer(problem.code, str(problem), problem.faults, problem.headers)


def _from_core(error: TablesharkError) -> Response:
    if error.code not in KINDS:
        return _unexpected(error)
    message = str(error)
    if isinstance(error, Unfit):
        return answer(error.code, message, [Fault(POINTERS[error.code] + error.where, message)])
    if isinstance(error, UnknownBot) and error.where:
        return answer(error.code, message, [Fault(error.where, message)])
    return answer(error.code, message)


def _from_framework(error: HTTPException) -> Response:
    status = error.code or 500
    if status >= 500:
        return _unexpected(error)
    code = FRAMEWORK.get(status, "bad_request")
    allow = {name: value for name, value in error.get_headers() if name == "Allow"}
    return answer(code, KINDS[code].title.lower(), headers=allow)


def _unexpected(error: Exception) -> Response:
    # A query may hold a secret, so that the route alone is logged.
    original = getattr(error, "original_exception", None) or error
    rule = request.url_rule.rule if request.url_rule else "-"
    tell(original, trace(), f"{request.method} {rule}", kind=type(error).__name__)
    if isinstance(error, TooLong) or _is_of_rules(original):
        return answer("rules_away", "the rules of this game fail here; the log knows this trace")
    return answer("internal", "something went wrong here; the log knows this trace")


def _is_of_rules(error: BaseException) -> bool:
    """Whether a plugin's rules or a house rule failed, or gave the engine what it can't use."""
    modules = {str(frame.f_globals.get("__name__")) for frame, _ in traceback.walk_tb(error.__traceback__)}
    known = current_app.extensions["tableshark"].plugins.rules.values()
    plugins = {str(getattr(rules.apply, "__module__", "")).partition(".")[0] for rules in known} - {"tableshark"}
    plugins.add("pluggy")  # it calls the house rules; other hooks fail without a request's knowing
    return not modules.isdisjoint(ENGINE) or any(module.partition(".")[0] in plugins for module in modules)
