"""The embedded store against real servers: what lasts, who may run one, and that it goes when its parent goes."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tableshark_workers import children
from tableshark_workers.embedded import EmbeddedStore, StoreFailed, StoreLocked

pytestmark = pytest.mark.alone

WRITER = """
import sys
from pathlib import Path
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from tableshark_workers.embedded import EmbeddedStore

store = EmbeddedStore(Path(sys.argv[1]))
store.start()
sys.stdout.write(f"{store.pid}\\n")
client = redis.Redis.from_url(store.url)
while True:
    sys.stdout.write(f"{client.incr('moves')}\\n")
    sys.stdout.flush()
"""


def eventually(holds: Callable[[], bool], seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.01)


def gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"  # an orphan whose adopter is slow to notice


def client(store: EmbeddedStore) -> redis.Redis:
    return redis.Redis.from_url(store.url)


def test_data_outlive_a_stop(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path)
    for expected in (1, 2, 3):
        with store, client(store) as table:
            assert table.incr("games") == expected


def test_a_store_that_need_not_last_forgets(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path, name="queue", durable=False)
    for _ in range(2):
        with store, client(store) as table:
            assert table.incr("jobs") == 1


def test_a_stop_leaves_neither_server_nor_secrets(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path)
    store.start()
    pid = store.pid
    store.stop()
    store.stop()  # once more does no harm
    assert gone(pid)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "store-aof",
        "store.lock",
        "store.log",
        "store.server.lock",
    ]
    with pytest.raises(RuntimeError, match="not running"):
        _ = store.pid


def test_a_second_store_in_the_folder_is_refused(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as first, client(first) as table:
        started = time.monotonic()
        with pytest.raises(StoreLocked) as refusal:
            EmbeddedStore(tmp_path).start()
        assert time.monotonic() - started < 5
        assert str(tmp_path) in str(refusal.value)
        assert "\n" not in str(refusal.value)
        assert table.ping()  # the first's socket and configuration are untouched
        assert (tmp_path / "store.conf").exists()
    with EmbeddedStore(tmp_path):
        pass


def test_stores_of_two_names_share_a_folder(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as store, EmbeddedStore(tmp_path, name="queue", durable=False) as queue:
        assert store.pid != queue.pid
        with client(store) as games, client(queue) as jobs:
            games.set("here", 1)
            assert jobs.get("here") is None


@pytest.mark.parametrize("durable", [True, False])
def test_settings(tmp_path: Path, durable: bool) -> None:
    with EmbeddedStore(tmp_path, durable=durable) as store, client(store) as table:
        expected = {
            "appendonly": "yes" if durable else "no",
            "appendfsync": "always" if durable else "no",
            "maxmemory-policy": "noeviction",
            "save": "",
            "port": "0",
            "unixsocketperm": "700",
            "dir": str(tmp_path.resolve()),
        }
        assert table.config_get(*expected) == expected


def test_only_the_owner_gets_in(tmp_path: Path) -> None:
    leftover = tmp_path / "store.conf"
    leftover.touch(mode=0o644)
    with EmbeddedStore(tmp_path) as store:
        with client(store) as table:
            table.set("a", 1)
        for path in (p for p in tmp_path.rglob("*") if p.is_file() or p.is_socket()):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
        assert stat.S_IMODE(leftover.stat().st_mode) == 0o600
        stranger = redis.Redis(unix_socket_path=str(tmp_path / "store.sock"), protocol=2, retry=Retry(NoBackoff(), 0))
        with stranger, pytest.raises(redis.AuthenticationError, match="Authentication required"):
            stranger.get("a")


@pytest.mark.parametrize("folder", ["f" * 120, 'a b%20"c\\d#é'])
def test_any_folder_will_do(tmp_path: Path, folder: str) -> None:
    store = EmbeddedStore(tmp_path / folder)
    with store, client(store) as table:
        table.set("a", 1)
        socket = Path(table.connection_pool.connection_kwargs["path"])
        assert socket.is_socket()
    assert not socket.exists()
    if len(folder) > 100:
        assert not socket.parent.exists()
    with store, client(store) as table:
        assert table.get("a") == b"1"


def test_a_server_that_cannot_start_says_why_in_one_line(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as store, client(store) as table:
        table.set("a", 1)
    [log] = (tmp_path / "store-aof").glob("*.incr.aof")
    log.write_bytes(b"no such format\r\n" * 10)
    with pytest.raises(StoreFailed, match="Bad file format") as failure:
        store.start()
    assert str(log) in str(failure.value)
    assert "\n" not in str(failure.value)
    log.unlink()
    (tmp_path / "store-aof" / "appendonly.aof.manifest").unlink()
    with store, client(store) as table:  # the failure has let go of the folder
        assert table.get("a") is None


def test_a_folder_that_cannot_be_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match="file"):
        EmbeddedStore(tmp_path / "file").start()


def test_a_torn_tail_is_cut(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as store, client(store) as table:
        table.set("whole", 1)
    [log] = (tmp_path / "store-aof").glob("*.incr.aof")
    with log.open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$4\r\nto")
    with store, client(store) as table:
        assert table.keys() == [b"whole"]


@pytest.mark.parametrize("torn", [b"", b"*3\r\n$3\r\nSET\r\n$4\r\nto"])
@pytest.mark.parametrize("zeros", [512, 65536 * 2])
def test_zero_bytes_at_the_end_are_cut_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, torn: bytes, zeros: int
) -> None:
    with EmbeddedStore(tmp_path) as store, client(store) as table:
        table.set("whole", b"a\0")
    assert caplog.messages == []
    [log] = (tmp_path / "store-aof").glob("*.incr.aof")
    size = log.stat().st_size
    with log.open("ab") as file:
        file.write(torn + b"\0" * zeros)
    with store, client(store) as table:
        assert table.get("whole") == b"a\0"
        assert table.keys() == [b"whole"]
        assert log.stat().st_size == size
    [told] = caplog.messages
    assert told.startswith(f"{log} ended with {zeros} zero bytes")


def test_after_a_rewrite_the_new_file_is_cut(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as store, client(store) as table:
        table.set("a", 1)
        table.bgrewriteaof()
        eventually(lambda: (tmp_path / "store-aof" / "appendonly.aof.2.base.rdb").exists())
        eventually(lambda: not table.info("persistence")["aof_rewrite_in_progress"])
        table.set("b", 2)
    [log] = (tmp_path / "store-aof").glob("*.incr.aof")
    with log.open("ab") as file:
        file.write(bytes(512))
    with store, client(store) as table:
        assert table.mget("a", "b") == [b"1", b"2"]


def test_what_a_killed_rewrite_left_is_removed(tmp_path: Path) -> None:
    leftovers = [tmp_path / f"temp-{name}" for name in ("rewriteaof-1.aof", "rewriteaof-bg-1.aof", "1.rdb")]
    with EmbeddedStore(tmp_path) as store, client(store) as table:
        table.set("a", 1)
        for leftover in leftovers:
            leftover.touch()
        with pytest.raises(StoreLocked):
            EmbeddedStore(tmp_path).start()
        with EmbeddedStore(tmp_path, name="queue", durable=False):
            assert all(leftover.exists() for leftover in leftovers)  # they may be the store's own, at work
    with store, client(store) as table:
        assert not any(leftover.exists() for leftover in leftovers)
        assert table.get("a") == b"1"


def test_a_killed_server_comes_back_at_the_same_address(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as store, client(store) as table:
        table.set("a", 1)
        process = store.spawn()
        assert process.pid == store.pid  # still runs: nothing new
        process.kill()
        process.wait()
        assert store.spawn().pid != process.pid

        def answers() -> bool:
            try:
                return bool(table.get("a") == b"1")
            except redis.ConnectionError:
                return False

        eventually(answers)


def test_loading_is_waited_for(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as store, client(store) as table:
        table.set("a", 1)
    [log] = (tmp_path / "store-aof").glob("*.incr.aof")
    with log.open("ab") as file:
        file.write(b"*2\r\n$4\r\nINCR\r\n$5\r\nmoves\r\n" * 250_000)
    with store, client(store) as table:
        assert table.get("moves") == b"250000"


@pytest.mark.skipif(sys.platform != "linux", reason="the signal of a parent's death is Linux's")
def test_the_server_leaves_with_a_killed_parent_and_what_was_acknowledged_stays(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        server = int(parent.stdout.readline())
        acknowledged = [parent.stdout.readline() for _ in range(200)]
        parent.kill()
        last = int([*acknowledged, *parent.stdout][-1])
    with EmbeddedStore(tmp_path) as store, client(store) as table:  # at once: the start itself waits for the old server
        assert gone(server)
        assert int(table.get("moves")) in (last, last + 1)


@pytest.mark.skipif(sys.platform != "linux", reason="the signal of a parent's death is Linux's")
def test_a_start_waits_for_an_earlier_server_to_leave(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        server = int(parent.stdout.readline())
        os.kill(server, signal.SIGSTOP)
        parent.kill()
    waker = threading.Timer(0.5, os.kill, (server, signal.SIGCONT))
    waker.start()
    with EmbeddedStore(tmp_path) as store:
        assert gone(server)
        assert store.pid != server
    waker.join()


def test_a_frozen_server_is_killed_at_the_stop(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path, stop_wait=0.3)
    store.start()
    pid = store.pid
    os.kill(pid, signal.SIGSTOP)
    store.stop()
    assert gone(pid)


def test_the_terminals_ctrl_c_does_not_reach_the_server(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path) as store:
        assert os.getsid(store.pid) == store.pid != os.getsid(0)


def test_other_children_do_not_hold_the_lock(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path)
    store.start()
    copy = os.fork()
    if copy == 0:
        signal.pause()
    try:
        store.stop()
        with EmbeddedStore(tmp_path):
            pass
    finally:
        os.kill(copy, signal.SIGKILL)
        os.waitpid(copy, 0)


def test_children_are_started_from_the_main_thread() -> None:
    errors: list[BaseException] = []

    def attempt() -> None:
        try:
            children.spawn(["true"])
        except RuntimeError as error:
            errors.append(error)

    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    assert "main thread" in str(errors[0])


def test_a_child_whose_parent_is_gone_already_does_not_begin() -> None:
    orphan = [sys.executable, "-I", "-S", children.__file__, str(os.getpid() + 1), "echo", "begun"]
    done = subprocess.run(orphan, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == "the parent is gone\n"
