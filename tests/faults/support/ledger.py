"""Writes down every request for a game and its reply, as a client saw them: a line of JSON each."""

import hashlib
import json
import time
from threading import Lock

now = time.monotonic
"""The clock of all rows and faults."""


class Ledger:
    """The rows of one game, in a file."""

    def __init__(self, file):
        self.file = file
        self._lock = Lock()

    def write(self, row):
        with self._lock, self.file.open("a") as file:
            file.write(json.dumps(row) + "\n")

    def rows(self):
        """Give all rows, in the order of their replies."""
        return sorted(map(json.loads, self.file.read_text().splitlines()), key=lambda row: row["at"])


def mark(secret):
    """What a row says of a token or a key: enough to know it again, not to use it."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()[:16]


def request(headers):
    """What a row says of who asks, and whether the request may be sent again."""
    token = headers.get("Authorization")
    return {"token": token and mark(token.removeprefix("Bearer ")), "key": mark(headers.get("Idempotency-Key"))}


def reply(answer):
    """What a row says of a reply; status 0: none came."""
    if answer is None:
        return {"status": 0, "code": None, "media": None, "retry": None, "told": None}
    media = answer.headers.get("Content-Type", "")
    told = answer.json() if "json" in media else None
    code = told.get("code") if answer.status_code >= 400 and isinstance(told, dict) else None
    return {
        "status": answer.status_code,
        "code": code,
        "media": media,
        "retry": answer.headers.get("Retry-After"),
        "told": _marked(told) if isinstance(told, dict) else told,
    }


def _marked(told):
    if "token" in told:
        told["token"] = mark(told["token"])
    if "tokens" in told:
        told["tokens"] = {seat: mark(token) for seat, token in told["tokens"].items()}
    return told
