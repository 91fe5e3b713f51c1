"""Writes down every request for a game and its reply, as a client saw them: a line of JSON each."""

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
        "told": told,
    }
