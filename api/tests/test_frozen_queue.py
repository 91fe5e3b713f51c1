"""A queue whose server is frozen: one request waits for it, and the others go on without."""

import os
import signal
import time

import pytest
from serving import start
from tables import MINE, Table
from whole_server import wait_until

from tableshark_workers.embedded import EmbeddedStore

pytestmark = pytest.mark.alone

MOVES = 5
TIMEOUT = 3.0
"""Seconds after which a server that is silent counts as away."""


def test_a_frozen_queue_holds_up_one_request_and_no_more(valkey, tmp_path):
    with EmbeddedStore(tmp_path / "queue", name="queue", durable=False) as queue:
        server = start(tmp_path, valkey.url, queue=queue.url, api_workers=1)
        try:
            with server.client() as web:
                table = Table(web, seats={**MINE, "p1": {"by": "bot", "bot": "random"}}, options={"target": 500})
                os.kill(queue.pid, signal.SIGSTOP)
                began = time.monotonic()
                views = [table.get("/view", "p0").status_code for _ in range(MOVES)]
                made = [web.post("/v1/games", json={"rules": "shark-attacks"}).status_code for _ in range(MOVES)]
                took = time.monotonic() - began
                assert views == [200] * MOVES
                assert made == [201] * MOVES
                assert took < 2 * TIMEOUT, "only the first has waited for it"
                os.kill(queue.pid, signal.SIGCONT)
                wait_until(lambda: web.get("/readyz").status_code == 200)
        finally:
            os.kill(queue.pid, signal.SIGCONT)
            assert server.stop() == 0
