"""What every store owes, held to both; and what a server makes hard: lost replies, wrong settings, no room."""

import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
from hall import Hall
from lossy import Lossy
from toys.pig import Roll

from tableshark.errors import BadStore, StoreAway
from tableshark.store import INDEXES, Change
from tableshark.store.redis import RedisStore
from tableshark_workers.embedded import EmbeddedStore


def write(body, *lines, first=0, **marks):
    return lambda before: Change(body, lines, first, marks)


def append(store, game, line):
    """Append a line to a game's log, and count its revisions in the body."""

    def change(before):
        count = int(before.body) if before else 0
        time.sleep(0)  # let another thread come between
        return Change(b"%d" % (count + 1), (line,), count, {"running": float(count)})

    return store.update(game, change)


# The contract


def test_there_is_nothing_at_first(store):
    assert store.load("g") is None
    assert store.log("g") == []
    assert [store.find(index) for index in INDEXES] == [[]] * len(INDEXES)
    store.probe()


def test_an_update_is_loaded_as_it_was_written(store):
    seen = []

    def change(before):
        seen.append(before)
        return Change(b"\x00body\xff", (b"one", b"two\n\x00"), 0, {})

    after = store.update("g", change)
    assert after == (1, b"\x00body\xff")
    assert seen == [None]
    assert store.load("g") == after
    assert store.log("g") == [b"one", b"two\n\x00"]
    assert store.log("g", 1) == [b"two\n\x00"]
    assert store.log("g", 2) == []
    assert store.load("h") is None


def test_no_change_leaves_all_as_it_is(store):
    assert store.update("g", lambda before: None) is None
    stored = store.update("g", write(b"a", b"line"))
    assert store.update("g", lambda before: None) == stored
    assert store.load("g") == stored
    assert store.log("g") == [b"line"]


def test_what_was_seen_is_tried_first(store):
    stored = store.update("g", write(b"a", b"1"))
    tried = []

    def change(before):
        tried.append(before)
        return Change(b"b", (b"2",), len(store.log("g")), {})

    assert store.update("g", change, stored) == (2, b"b")
    assert tried[0] is stored, "and not read again"
    # The same again is too late by now: the change is made on what is there.
    assert store.update("g", change, stored) == (3, b"b")
    assert tried[1:] == [stored, (2, b"b")]
    assert store.log("g") == [b"1", b"2", b"2"]
    store.delete("g")
    assert store.update("g", change, stored).revision == 1


def test_an_error_of_the_change_goes_through(store):
    stored = store.update("g", write(b"a"))

    def change(before):
        assert before == stored
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        store.update("g", change)
    assert store.load("g") == stored


def test_a_log_that_is_not_as_long_as_believed_is_not_written(store):
    stored = store.update("g", write(b"a", b"line"))
    with pytest.raises(ValueError, match="1 lines, not 3"):
        store.update("g", write(b"b", b"other", first=3, running=1.0))
    assert store.load("g") == stored
    assert store.log("g") == [b"line"]
    assert store.find("running") == []
    assert store.update("g", write(b"c", first=3)).body == b"c"  # without lines there is nothing to misplace


def test_indexes_are_in_order(store):
    store.update("b", write(b"", waiting=2.0, due=5.5))
    store.update("a", write(b"", waiting=2.0))
    store.update("c", write(b"", waiting=1.25))
    assert store.find("waiting") == [("c", 1.25), ("a", 2.0), ("b", 2.0)]
    assert store.find("waiting", 1.25) == [("c", 1.25)]
    assert store.find("waiting", 1.2) == []
    assert store.find("waiting", limit=2) == [("c", 1.25), ("a", 2.0)]
    assert store.find("due") == [("b", 5.5)]
    store.update("c", write(b"", waiting=3.0))
    store.update("a", write(b"", waiting=None, running=1727000000.123456))
    store.update("b", write(b""))
    assert store.find("waiting") == [("b", 2.0), ("c", 3.0)]
    assert store.find("running") == [("a", 1727000000.123456)]


def test_an_index_is_read_from_its_end(store):
    for game, mark in (("a", 1.0), ("b", 2.0), ("c", 2.0), ("d", 2.0), ("e", 3.0)):
        store.update(game, write(b"x", waiting=mark))
    everything = [("e", 3.0), ("d", 2.0), ("c", 2.0), ("b", 2.0), ("a", 1.0)]
    assert store.page("waiting", None, 10) == everything
    for size in (1, 2, 3):
        read, before = [], None
        while page := store.page("waiting", before, size):
            assert len(page) <= size
            read += page
            before = page[-1][1], page[-1][0]
        assert read == everything
    assert store.page("running", None, 10) == []


def test_what_is_kept_stays_until_it_is_replaced(store):
    assert store.kept("name") is None
    assert store.keep("name", b"one", 60) == b"one"
    assert store.keep("name", b"two", 60) == b"one"
    assert store.kept("name") == b"one"
    store.replace("name", b"three", 60)
    assert store.kept("name") == b"three"
    assert store.kept("other") is None


def test_a_deleted_game_is_gone(store):
    store.update("g", write(b"a", b"line", waiting=1.0, due=2.0))
    store.update("h", write(b"b", b"line", waiting=1.0))
    store.delete("g")
    store.delete("nowhere")
    assert store.load("g") is None
    assert store.log("g") == []
    assert store.find("due") == []
    assert store.find("waiting") == [("h", 1.0)]
    assert store.update("g", write(b"new", b"line")).revision == 1


def test_concurrent_updates_are_all_counted(store):
    with ThreadPoolExecutor(8) as pool:
        lines = [b"%d" % i for i in range(160)]
        list(pool.map(lambda line: append(store, "g", line), lines))
    assert store.load("g") == (160, b"160")
    assert sorted(store.log("g")) == sorted(lines)
    assert store.find("running") == [("g", 159.0)]


def test_changes_are_told(store):
    changes = store.changes()
    store.update("g", write(b"a"))
    store.update("h", lambda before: None)
    store.update("h", write(b"b"))
    with contextlib.closing(changes):
        assert [next(changes), next(changes)] == ["g", "h"]
        before = time.monotonic()
        assert next(changes) is None
        assert time.monotonic() - before < 2


def test_all_listeners_are_told(store):
    with contextlib.closing(store.changes()) as one, contextlib.closing(store.changes()) as other:
        store.update("g", write(b"a"))
        assert (next(one), next(other)) == ("g", "g")


# Lost replies


@pytest.fixture
def lossy(valkey):
    with Lossy(valkey.url) as proxy:
        yield proxy


def test_a_lost_reply_does_not_commit_twice(lossy, redis_store):
    store = RedisStore(lossy.url)
    for i in range(200):
        if i % 2:
            lossy.lose.set()
        assert append(store, "g", b"%d" % i) == (i + 1, b"%d" % (i + 1))
    assert lossy.lost == 100
    assert redis_store.load("g") == (200, b"200")
    assert redis_store.log("g") == [b"%d" % i for i in range(200)]


def test_a_lost_reply_and_a_faster_writer(lossy, redis_store):
    """Others have committed between the commit whose reply was lost and its next try: it is still known as done."""
    store = RedisStore(lossy.url)
    lossy.meanwhile = lambda: [append(redis_store, "g", b"other") for _ in range(3)]
    expected = []
    for i in range(20):
        lossy.lose.set()
        after = append(store, "g", b"%d" % i)
        expected += [b"%d" % i, *[b"other"] * 3]
        assert after.revision == 4 * i + 1
    assert redis_store.log("g") == expected
    assert redis_store.load("g").revision == 80


def test_moves_over_a_lossy_line_are_exact(lossy, redis_store):
    hall = Hall(RedisStore(lossy.url))
    game = hall.open("pig", target=100)
    moves = 0
    while moves < 40 and (waiting := hall.game(game).waiting):
        lossy.lose.set()
        hall.say(game, waiting[0], Roll())
        moves += 1
    assert lossy.lost == moves
    assert len(redis_store.log(game)) == moves + 1
    assert hall.table(game).lines == moves + 1


def test_a_store_that_never_answers_is_away(valkey, server):
    with Lossy(valkey.url) as proxy:
        store = RedisStore(proxy.url)
        stored = store.update("g", write(b"0"))
        proxy.meanwhile = proxy.lose.set  # every reply is lost
        proxy.lose.set()
        with pytest.raises(StoreAway):
            append(store, "g", b"line")
        proxy.meanwhile = lambda: None
        proxy.lose.clear()
        assert store.load("g").revision in (stored.revision, stored.revision + 1)
        assert len(store.log("g")) <= 1
    with pytest.raises(StoreAway):
        store.load("g")
    for ask in (store.probe, store.check, lambda: store.find("due"), lambda: store.log("g"), store.changes):
        with pytest.raises(StoreAway):
            ask()


# Settings and room


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("appendonly", "no", "yes"),
        ("appendfsync", "everysec", "always"),
        ("maxmemory-policy", "allkeys-lru", "noeviction"),
    ],
)
def test_a_store_that_would_lose_moves_is_refused(server, redis_store, name, wrong, right):
    redis_store.check()
    server.config_set(name, wrong)
    try:
        with pytest.raises(BadStore, match=f"{name} is {wrong}, not {right}"):
            redis_store.check()
    finally:
        server.config_set(name, right)
    redis_store.check()


def test_a_store_without_persistence_is_refused(tmp_path):
    with EmbeddedStore(tmp_path, durable=False) as quick, pytest.raises(BadStore, match=r"appendonly.*appendfsync"):
        RedisStore(quick.url).check()


def test_a_full_store_refuses_before_it_writes(server, redis_store):
    stored = append(redis_store, "g", b"line")
    server.config_set("maxmemory", 1)
    for change in (write(b"b", b"more", first=1, running=9.0), write(b"b")):
        with pytest.raises(StoreAway):
            redis_store.update("g", change)
    with pytest.raises(StoreAway):
        redis_store.update("new", write(b"b", b"line", waiting=1.0))
    with pytest.raises(StoreAway):
        redis_store.probe()
    assert redis_store.load("g") == stored
    assert redis_store.log("g") == [b"line"]
    assert redis_store.find("running") == [("g", 0.0)]
    assert redis_store.load("new") is None
    server.config_set("maxmemory", 0)
    assert append(redis_store, "g", b"two").revision == 2
    assert sorted(key.decode() for key in server.keys("g:*")) == ["g:{g}", "g:{g}:log"]


def test_a_server_that_forgot_the_script_learns_it_again(server, redis_store):
    append(redis_store, "g", b"one")
    server.script_flush()
    assert append(redis_store, "g", b"two").revision == 2


def test_a_store_too_busy_is_away(redis_store, valkey):
    """A writer that always loses gives up and says so; it neither hangs nor writes over the others."""
    other = RedisStore(valkey.url)

    def change(before):
        append(other, "g", b"other")
        return Change(b"0", (), 0, {})

    with pytest.raises(StoreAway, match="busy"):
        redis_store.update("g", change)
    assert int(redis_store.load("g").body) == redis_store.load("g").revision


def test_what_is_not_an_absence_is_not_called_one(server, redis_store):
    """A broken key is an error of its own, not a store that is away."""
    server.set("g:{g}", "not a hash")
    with pytest.raises(redis.ResponseError):
        redis_store.load("g")


def test_threads_share_a_store(redis_store):
    errors = []

    def work(name):
        try:
            for i in range(10):
                append(redis_store, name, b"%d" % i)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(f"g{i}",)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert [redis_store.load(f"g{i}").revision for i in range(8)] == [10] * 8


def test_as_many_threads_as_ask_are_answered(redis_store):
    redis_store.update("a", write(b"body"))
    together = threading.Barrier(300)

    def load(_):
        together.wait(30)
        return redis_store.load("a").body

    with ThreadPoolExecutor(300) as pool:
        assert set(pool.map(load, range(300))) == {b"body"}
