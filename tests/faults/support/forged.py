"""Entries that somebody who may write to the queue's server might put there, none of which is ours."""

import pickle
import subprocess
import sys
from pathlib import Path

from rq import Queue
from rq.serializers import JSONSerializer

from tableshark import jobs

NOWHERE = {"game": "0" * 24, "seat": "p0", "turn": 1}
TOUCH = f"{__name__}.touch"
NO_TEXT = b"\xff\xfe"

PLAIN_WORKER = """
import sys
import redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

with redis.Redis.from_url(sys.argv[1]) as connection:
    queue = Queue(sys.argv[2], connection=connection, serializer=JSONSerializer)
    SimpleWorker([queue], connection=connection, serializer=JSONSerializer).work(burst=True, logging_level="CRITICAL")
"""


def touch(job, *_):
    """A callback that leaves a file."""
    Path(job.description).touch()


class Touches:
    """What leaves a file as it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def flood(client, name, count):
    """Pour jobs of three kinds into a queue: ids without a job, foreign functions, turns of no game."""
    queue = Queue(name, connection=client, serializer=JSONSerializer)
    client.rpush(queue.key, *[f"ghost-{n}" for n in range(count)])
    foreign = [Queue.prepare_data("os.getpid") for _ in range(count)]
    stale = [Queue.prepare_data(jobs.PLAY, kwargs=NOWHERE, timeout=30) for _ in range(count)]
    queue.enqueue_many([job for pair in zip(foreign, stale, strict=True) for job in pair])


def forge(client, name, folder, game):
    """Order what would leave a file, in every way that RQ knows; gives the files. `game` is one that exists."""
    queue = Queue(name, connection=client, serializer=JSONSerializer)
    files = {way: folder / f"{name}-{way}" for way in ("function", "method", "success", "failure", "ours", "pickle")}
    queue.enqueue_call("os.system", args=(f"touch {files['function']}",))
    queue.enqueue_call("pathlib.Path.touch", args=(str(files["method"]),))
    turn = {"game": game, "seat": "p0", "turn": 1}
    for way, function, arguments in (
        ("success", "os.getpid", {}),
        ("failure", "os.no_such_function", {}),
        ("ours", jobs.PLAY, turn),
    ):
        job = queue.enqueue_call(function, kwargs=arguments, description=str(files[way]))
        callbacks = {f"{which}_callback_name": TOUCH for which in ("success", "failure", "stopped")}
        client.hset(job.key, mapping=callbacks)
    job = queue.enqueue_call(jobs.PLAY, kwargs=NOWHERE)
    client.hset(job.key, "data", pickle.dumps(Touches(files["pickle"])))
    queue.enqueue_call("tableshark_workers.tasks.prepare", args=([], []))
    queue.enqueue_call(jobs.PLAY, kwargs={"game": ["x"], "seat": {}, "turn": "1"})
    return files


def spoil(client, name, *ours):
    """Put bytes that are no text, and hashes that are no jobs, wherever workers look; `ours` are ids of true jobs."""
    for job in (*ours, "rubbish"):
        client.hset(f"rq:job:{job}", mapping={"started_at": b"never", "data": NO_TEXT})
    client.rpush(f"rq:queue:{name}", "rubbish", "", "x" * 100_000, NO_TEXT)
    client.zadd(f"rq:wip:{name}", {NO_TEXT: 1})
    client.zadd(f"rq:failed:{name}", {NO_TEXT: 1})


def work_plainly(url, name):
    """Let a worker of RQ as it comes work on a queue until that is empty."""
    command = [sys.executable, "-c", PLAIN_WORKER, url, name]
    subprocess.run(command, cwd=Path(__file__).parent, timeout=30, check=True)
