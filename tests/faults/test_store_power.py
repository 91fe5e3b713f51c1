"""Power cuts: what was acknowledged to anybody is there again, by the settings with which the store is shipped."""

import random
import secrets
import time

import pytest
import redis
from acknowledged import Writers
from power import PoweredStore
from tools import need

from tableshark.desk import Desk
from tableshark.plugins import load
from tableshark.store.redis import RedisStore


@pytest.fixture(scope="module")
def desk_at():
    plugins = load()
    return lambda url: Desk(plugins, RedisStore(url), lambda thoughts: None, time.time, secrets.token_bytes)


def cut_again_and_again(folder, desk_at, cuts, appendfsync=None):
    """Let many play, cut the power at some moment, start again; gives how much was acknowledged, cut off and missed.

    In every second life the store writes its file anew meanwhile.
    """
    luck = random.Random(cuts)
    lives, unsynced, missing = [], 0, 0
    store = PoweredStore(folder, appendfsync)
    try:
        for life in range(cuts):
            writers = Writers(desk_at(store.url), seed=life)
            lives.append(writers)
            moment = luck.randrange(100, 500)
            writers.reach(moment // 2)
            if life % 2:
                with redis.Redis.from_url(store.url) as client:
                    client.bgrewriteaof()
            writers.reach(moment)
            unsynced += store.cut_power()
            writers.join()
            store = PoweredStore(folder, appendfsync)
            missing += writers.missing(desk_at(store.url))
        assert sum(writers.missing(desk_at(store.url)) for writers in lives) == missing
    finally:
        store.stop()
    acknowledged = sum(writers.acknowledged for writers in lives)
    print(f"{cuts} cuts, {acknowledged} moves acknowledged, {unsynced} bytes lost, {missing} moves missing")
    return acknowledged, unsynced, missing


@pytest.mark.tools
def test_a_power_cut_takes_nothing_that_was_acknowledged(tmp_path, desk_at, request):
    need("strace")
    acknowledged, _, missing = cut_again_and_again(tmp_path, desk_at, request.config.getoption("kills"))
    assert acknowledged > 0
    assert missing == 0


@pytest.mark.tools
def test_the_same_cuts_take_moves_from_a_store_that_syncs_once_a_second(tmp_path, desk_at):
    need("strace")
    _, unsynced, missing = cut_again_and_again(tmp_path, desk_at, 2, "everysec")
    assert unsynced > 0
    assert missing > 0
