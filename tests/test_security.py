"""What SECURITY.md says of running it, done as it says."""

import re
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import redis
from whole_server import start_server, wait_until

from tableshark_workers.embedded import EmbeddedStore

PAGE = (Path(__file__).parents[1] / "SECURITY.md").read_text(encoding="utf-8")
GAME = {"rules": "shark-attacks", "options": {"target": 20}, "others": {"by": "bot", "bot": "random"}}
BATCH = {"rules": "shark-attacks", "bots": [{"bot": "random"}], "episodes": 50}


@pytest.fixture
def stores(tmp_path):
    """A store and a queue in which a user has the rights of the page and no others."""
    [rule] = re.findall(r"user tableshark (.*)", PAGE)
    with ExitStack() as running:
        found = []
        for name, durable in (("store", True), ("queue", False)):
            store = running.enter_context(EmbeddedStore(tmp_path / "stores", name=name, durable=durable))
            admin = running.enter_context(redis.Redis.from_url(store.url))
            admin.execute_command("ACL", "SETUSER", "tableshark", *rule.replace(">PASSWORD", ">secret").split())
            admin.execute_command("ACL", "LOG", "RESET")
            parts = urlsplit(store.url)
            found.append((admin, f"unix://tableshark:secret@{parts.path}?{parts.query}"))
        yield found


def test_a_user_with_few_rights_is_enough(stores, tmp_path):
    (store, store_url), (queue, queue_url) = stores
    server = start_server(tmp_path / "data", tmp_path / "log", TABLESHARK_STORE=store_url, TABLESHARK_QUEUE=queue_url)
    try:
        with httpx.Client(base_url=server.url, timeout=30) as http:
            key = {"Idempotency-Key": "k" * 30}
            game = http.post("/v1/games", json=GAME, headers=key).raise_for_status().json()
            ordered = http.post("/v1/simulations", json=BATCH).raise_for_status().json()
            token = {"Authorization": f"Bearer {ordered['token']}"}
            wait_until(lambda: http.get(f"/v1/games/{game['game']}").json()["status"] == "over")
            where = f"/v1/simulations/{ordered['simulation']}"
            wait_until(lambda: http.get(where, headers=token).json()["state"] == "done")
    finally:
        assert server.stop() == 0
    assert [store.execute_command("ACL", "LOG"), queue.execute_command("ACL", "LOG")] == [[], []], "nothing was denied"
    with redis.Redis.from_url(store_url) as stranger, pytest.raises(redis.exceptions.NoPermissionError):
        stranger.flushall()
