"""A store that would lose moves: every process refuses to start on it, in one line that says what to change."""

import os
import subprocess
import sys

import pytest
import redis
from whole_server import free_port

from tableshark_workers.embedded import EmbeddedStore

WRONG = {"appendonly": "no", "appendfsync": "no", "maxmemory-policy": "allkeys-lru"}
RIGHT = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    with EmbeddedStore(tmp_path_factory.mktemp("wrong"), durable=False) as store:
        yield store


def refusal(url, *command):
    """Start a part on this store; it must end by itself, and in one line. Gives the line."""
    done = subprocess.run(
        [sys.executable, "-m", "tableshark", *command],
        env={**os.environ, "TABLESHARK_STORE": url, "TABLESHARK_PORT": str(free_port())},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 1
    [line] = (done.stdout + done.stderr).strip().splitlines()
    assert "requirepass" not in line
    return line


@pytest.mark.parametrize("command", ["serve", "api", "work", "work --simulations", "clock"])
def test_no_part_starts_on_a_store_that_would_lose_moves(outside, command):
    with redis.Redis.from_url(outside.url) as client:
        for name, value in WRONG.items():
            client.config_set(name, value)
    line = refusal(outside.url, *command.split())
    assert "would lose moves" in line
    for name, value in WRONG.items():
        assert f"{name} is {value}, not {RIGHT[name]}" in line


def test_a_single_wrong_setting_is_enough(outside):
    """Syncing once a second is what most servers are set to."""
    with redis.Redis.from_url(outside.url) as client:
        for name, value in {**RIGHT, "appendfsync": "everysec"}.items():
            client.config_set(name, value)
    line = refusal(outside.url, "serve")
    assert "appendfsync is everysec, not always" in line
    assert "appendonly" not in line
