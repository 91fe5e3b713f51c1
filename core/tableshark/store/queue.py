"""The queue: a hint to workers that may be lost; what must last stands in the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue as RQQueue
from rq.job import Job
from rq.serializers import JSONSerializer

from tableshark import jobs
from tableshark.asking import Thought
from tableshark.errors import QueueAway

SECONDS = 5.0
JOB_TIMEOUT = 30
"""Seconds after which a job is ended whatever it does."""
KEPT = 3600
"""Seconds that a finished or failed job can still be asked for."""


class Queue:
    """Orders jobs by name on a Redis or Valkey server."""

    def __init__(self, url: str) -> None:
        """Take the URL of the queue's server."""
        self.connection = redis.Redis.from_url(
            url, retry=Retry(NoBackoff(), 0), socket_timeout=SECONDS, socket_connect_timeout=SECONDS
        )
        self._bots = RQQueue(jobs.BOTS, connection=self.connection, serializer=JSONSerializer)

    def wake(self, thoughts: Sequence[Thought]) -> None:
        """Order a job for each machine player that should think now."""
        for thought in thoughts:
            self.play(jobs.for_thought(thought))

    def play(self, play: jobs.Play) -> None:
        """Order one machine player's turn. Ordered twice, it may run twice: the store takes its move once."""
        try:
            self._bots.enqueue_call(
                jobs.PLAY,
                kwargs=play.arguments,
                job_id=play.id,
                timeout=JOB_TIMEOUT,
                result_ttl=KEPT,
                failure_ttl=KEPT,
            )
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error

    def state(self, play: jobs.Play) -> jobs.State | None:
        """Say how far a job is; None where the queue knows nothing of it (any more)."""
        try:
            job: Any = Job.fetch_many([play.id], self.connection, serializer=JSONSerializer)[0]
            status = None if job is None else job.get_status(refresh=False)
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error
        if status is None:
            return None
        return _STATES.get(status.value, "queued")

    def probe(self) -> None:
        """Ask the queue's server whether it is there."""
        try:
            self.connection.ping()
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error


_STATES: dict[str, jobs.State] = {
    "started": "running",
    "finished": "done",
    "failed": "failed",
    "stopped": "failed",
    "canceled": "failed",
}
