"""A torn tail: the server starts on a file whose last command is cut off, misses that command alone, and says so."""

import os
import random
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

from hand_play import ByHand
from sound_store import breaks, embedded_url, missing
from whole_server import start_server, wait_until

from tableshark_workers.embedded import EmbeddedStore

PAGE = (Path(__file__).parents[2] / "docs/operate.md").read_text(encoding="utf-8")


def start(data, log, **more):
    """Nobody is needed but the API: no machine player sits at these games."""
    return start_server(data, log, TABLESHARK_BOT_WORKERS="0", TABLESHARK_SIMULATION_WORKERS="0", **more)


def kill(server):
    """End everything at once, as a machine that falls does."""
    members = server.members()
    server.process.kill()
    for pid in members:
        os.killpg(pid, signal.SIGKILL)
    server.process.wait()
    wait_until(lambda: not [pid for pid in members if os.path.exists(f"/proc/{pid}")])


def tear(data, size):
    """Take the last bytes of the append-only file."""
    [file] = (data / "store-aof").glob("*.incr.aof")
    os.truncate(file, file.stat().st_size - size)


def lengthen(data, tail):
    """Put bytes behind the last command, as some file systems do at a power cut; gives the file."""
    [file] = (data / "store-aof").glob("*.incr.aof")
    with file.open("ab") as content:
        content.write(tail)
    return file


def mend(home):
    """Do what the page says, as its reader would; gives what the commands told."""
    [commands] = re.findall(r"## A damaged file\n.*?```sh\n(.*?)```", PAGE, re.DOTALL)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-ec", commands],
        env={**os.environ, "HOME": str(home), "PATH": path},
        input="y\n",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def fill_disk(server):
    """Let the store write a few bytes more, in the middle of a command; the one that is started next has room again."""
    [pid] = [pid for pid, command in server.members().items() if "store.sock" in command]
    [file] = (server.data / "store-aof").glob("*.incr.aof")
    limit = file.stat().st_size + 100
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    return pid


def test_a_torn_tail_takes_the_last_command_at_most(tmp_path):
    server = start(tmp_path / "data", tmp_path / "log")
    luck = random.Random(1)
    with ByHand(server.url, luck) as early, ByHand(server.url, luck) as late:
        early.play(6)
        late.play(6)
        kill(server)
        tear(server.data, 100)
        again = start(server.data, server.log, port=server.port)
        try:
            url = embedded_url(server.data)
            assert missing(url, early.game["game"], early.acknowledged) == []
            assert missing(url, late.game["game"], late.acknowledged) == late.acknowledged[-1:]
            assert breaks(url) == []
            assert "Truncating the AOF" in (server.data / "store.log").read_text()
            # Whoever sends the lost move again, and plays on, meets no trouble.
            late.send(late.acknowledged[-1]).raise_for_status()
            # A full disk tears the file too: the store ends, and is started again.
            answer, pid = early.next(), fill_disk(again)
            wait_until(lambda: early.send(answer).status_code == 200)
            assert not os.path.exists(f"/proc/{pid}")
            early.play(3)
            late.play(3)
            assert missing(url, early.game["game"], early.acknowledged) == []
            assert missing(url, late.game["game"], late.acknowledged) == []
            assert breaks(url) == []
        finally:
            assert again.stop() == 0
    # A tear that takes more than a command is seen: the checks above are not blind.
    tear(server.data, 10_000)
    with EmbeddedStore(server.data) as store:
        assert len(missing(store.url, late.game["game"], late.acknowledged)) > 1


def test_what_a_power_cut_put_behind_the_last_command_costs_no_move(tmp_path, caplog):
    data = tmp_path / ".local/share/tableshark"
    server = start(data, tmp_path / "log")
    with ByHand(server.url, random.Random(2)) as player:
        player.play(6)
        kill(server)
    file = lengthen(data, bytes(512))
    with EmbeddedStore(data) as store:
        assert missing(store.url, player.game["game"], player.acknowledged) == []
        assert breaks(store.url) == []
    assert f"{file} ended with 512 zero bytes" in caplog.text
    size = file.stat().st_size
    lengthen(data, random.Random(1).randbytes(300))
    # Bytes that mean nothing are not cut unasked: the start fails, and the page tells the way out.
    refused = subprocess.run(
        [sys.executable, "-m", "tableshark", "serve"],
        env={**os.environ, "TABLESHARK_DATA": str(data), "TABLESHARK_PORT": str(server.port)},
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode == 1
    [line] = refused.stderr.splitlines()
    assert f'Bad file format in {file}; see "A damaged file" in docs/operate.md' in line
    assert f"from {size + 300} bytes, with 300 bytes, to {size} bytes" in mend(tmp_path)
    assert file.stat().st_size == size
    assert (data / "store-aof.damaged" / file.name).stat().st_size == size + 300
    with EmbeddedStore(data) as store:
        assert missing(store.url, player.game["game"], player.acknowledged) == []
        assert breaks(store.url) == []
    # A damaged command in the middle costs all that follows, and the commands tell it.
    begin = file.read_bytes().index(b"\r\n*", size // 2) + 2
    with file.open("r+b") as content:
        content.seek(begin)
        content.write(random.Random(1).randbytes(300))
    cut = int(re.search(r"with (\d+) bytes, to", mend(tmp_path))[1])
    assert cut > 1000
    with EmbeddedStore(data) as store:
        assert missing(store.url, player.game["game"], player.acknowledged) != []
