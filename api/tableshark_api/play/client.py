"""The API as a client sees it: each request a method, each refusal an exception."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx

PAUSES = (0.5, 1.0, 2.0, 4.0)
"""Seconds before each new try of a request that got no answer."""
POLL = 20
"""Seconds that one request waits for news."""
SOON = 1.0
"""A server that lets nobody wait, because too many do, is asked again after so many seconds."""
TIMEOUT = httpx.Timeout(10.0, read=POLL + 15.0)

Body = dict[str, Any]


class Problem(Exception):
    """The server says no; the message is its reason, in words."""

    def __init__(self, status: int, code: str, detail: str, errors: tuple[str, ...] = ()) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.errors = errors
        """What is wrong in which part of the request, a line each."""


class Lost(Exception):
    """No answer came."""


class Stranger(Exception):
    """Something answers, but it does not speak as a Tableshark server."""


class Client:
    """The requests of one player. One that can be repeated is, for some seconds, where no answer comes."""

    def __init__(
        self, http: httpx.Client, tell: Callable[[str], None], pause: Callable[[float], None] = time.sleep
    ) -> None:
        """Take an open HTTP client whose base is the server, and what tells the person of a lost connection."""
        self.http = http
        self.token: str | None = None
        self._tell = tell
        self._pause = pause

    def entry(self, rules: str) -> Body:
        """Give the catalogue's entry of these rules. Not repeated: it finds out whether a server is there."""
        return self._body(self._send("GET", f"/v1/rules/{rules}"))

    def document(self) -> Body:
        """Give the OpenAPI document, where schemas that the catalogue refers to stand."""
        return self._body(self._patiently("GET", "/openapi.json"))

    def create(self, wishes: Mapping[str, Any]) -> Body:
        """Create a game. Not repeated: each such request makes a game."""
        return self._body(self._send("POST", "/v1/games", json=wishes))

    def view(self, game: str, after: int | None = None) -> Body | None:
        """Give the seat's window, one newer than `after` if that is given; None while there is none."""
        params = {} if after is None else {"after": after, "wait": POLL}
        began = time.monotonic()
        response = self._patiently("GET", f"/v1/games/{game}/view", params=params)
        if response.status_code != httpx.codes.NOT_MODIFIED:
            return self._body(response)
        if time.monotonic() - began < SOON:
            self._pause(SOON)
        return None

    def move(self, game: str, turn: int, move: Any) -> Body:
        """Play a move and give the window after it."""
        return self._body(self._patiently("POST", f"/v1/games/{game}/moves", json={"turn": turn, "move": move}))

    def bot_move(self, game: str, turn: int, bot: str) -> Body:
        """Have a bot answer this turn and give the job."""
        return self._body(self._patiently("POST", f"/v1/games/{game}/bot-moves", json={"turn": turn, "bot": bot}))

    def job(self, job: str) -> Body:
        """Say how far a job is."""
        return self._body(self._patiently("GET", f"/v1/jobs/{job}"))

    def leave(self, game: str, seat: str) -> None:
        """Give up the seat. Not repeated: who leaves does not wait."""
        self._send("DELETE", f"/v1/games/{game}/seats/{seat}")

    def _patiently(self, method: str, path: str, **parts: Any) -> httpx.Response:
        """Send a request that can be repeated, again after each pause while no answer comes."""
        told = False
        for pause in PAUSES:
            try:
                response = self._send(method, path, **parts)
            except Lost as lost:
                if not told:
                    self._tell(f"{lost}; trying again for some seconds")
                told = True
            except Problem as problem:
                if problem.status != httpx.codes.SERVICE_UNAVAILABLE:
                    raise
                if not told:
                    self._tell(f"the server can't just now: {problem}; trying again for some seconds")
                told = True
            else:
                if told:
                    self._tell("the server is back")
                return response
            self._pause(pause)
        return self._send(method, path, **parts)

    def _send(self, method: str, path: str, **parts: Any) -> httpx.Response:
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        try:
            response = self.http.request(method, path, headers=headers, **parts)
        except httpx.HTTPError as error:
            raise Lost(f"no answer from {self.http.base_url} ({_reason(error)})") from error
        if response.status_code >= httpx.codes.BAD_REQUEST:
            raise _problem(response)
        return response

    def _body(self, response: httpx.Response) -> Body:
        try:
            body = response.json()
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise Stranger(f"{self.http.base_url} does not answer as a Tableshark server does")
        return body


def _problem(response: httpx.Response) -> Problem | Stranger | Lost:
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or "code" not in body:
        if response.is_server_error:  # of something in between, such as a proxy
            return Lost(f"{response.url} answers {response.status_code}")
        return Stranger(f"{response.url} answers {response.status_code}, but not as a Tableshark server does")
    detail = str(body.get("detail") or body.get("title") or body["code"])
    errors = [one for one in body.get("errors") or [] if isinstance(one, dict)]
    lines = tuple([_where(one, detail) for one in errors])
    return Problem(response.status_code, str(body["code"]), detail, lines)


def _where(error: Body, detail: str) -> str:
    """Say what is wrong in a part of the request; what was said of the whole is not said again."""
    pointer, own = str(error.get("pointer", "")), str(error.get("detail", ""))
    return f"at {pointer}" if own == detail else f"at {pointer}: {own}"


def _reason(error: httpx.HTTPError) -> str:
    if isinstance(error, httpx.TimeoutException):
        return "it took too long"
    return re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__
