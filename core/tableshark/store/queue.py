"""The queue: a hint to workers that may be lost; what must last stands in the store."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, TimeoutError
from redis.retry import Retry
from rq import Queue as RQQueue
from rq import Worker
from rq.exceptions import NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import now

from tableshark import jobs
from tableshark.asking import Thought
from tableshark.errors import QueueAway
from tableshark.store.rest import Rest

SECONDS = 3.0
CONNECTIONS = 10_000
"""One for each thread that asks."""
JOB_TIMEOUT = 30
"""Seconds after which a job is ended whatever it does."""
KEPT = 3600
"""Seconds that a finished or failed job can still be asked for."""
SLICE_TIMEOUT = 600
"""The same for a slice of a simulation, whose episodes may be long."""
SLICE_KEPT = 60
"""Seconds that a finished slice can still be asked for: there may be hundreds of thousands."""
PRICE = "price-"
"""What the ids of questions for prices begin with."""
PRICE_SECONDS = 10.0
"""Seconds after which a worker that was asked for a price is thought lost."""
TAKING = 5.0
"""Seconds within which a worker that has taken a job begins with it."""


class Progress(NamedTuple):
    """How far a job is, and for how many seconds it has been running, or waiting to."""

    state: jobs.State
    seconds: float
    result: Any = None
    """What it gave back."""
    lost: bool = False
    """Whether it is neither in the queue nor begun: a worker is just taking it, or died as it did."""
    ahead: int = 0
    """How many jobs stand before it in the queue."""


class Queue:
    """Orders jobs by name on a Redis or Valkey server."""

    def __init__(self, url: str) -> None:
        """Take the URL of the queue's server."""
        self.connection = redis.Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=SECONDS,
            socket_connect_timeout=SECONDS,
            max_connections=CONNECTIONS,
        )
        self.rest = Rest()
        """Shared with whoever else asks this server."""
        self._bots, self._simulations = (
            RQQueue(name, connection=self.connection, serializer=JSONSerializer)
            for name in (jobs.BOTS, jobs.SIMULATIONS)
        )

    def wake(self, thoughts: Sequence[Thought]) -> None:
        """Order a job for each machine player that should think now."""
        for thought in thoughts:
            self.play(jobs.for_thought(thought))

    def play(self, play: jobs.Play) -> None:
        """Order one machine player's turn. Ordered twice, it may run twice: the store takes its move once."""
        self._enqueue(self._bots, jobs.PLAY, play.arguments, play.id)

    def advise(self, advice: jobs.Advise) -> None:
        """Ask a machine player what it would do; asked twice while the answer is kept, it is one question."""
        known = self.progress(advice)
        if known is None or (known.lost and known.seconds > TAKING):
            self._enqueue(self._bots, jobs.ADVISE, advice.arguments, advice.id)

    def simulate(self, simulation: str) -> None:
        """Order slices of a simulation. Ordered too often, some find nothing to do."""
        # Which episodes are played is claimed then, so that orders need not be told apart.
        job = f"{simulation}-{secrets.token_hex(6)}"
        self._enqueue(self._simulations, jobs.SIMULATE, {"simulation": simulation}, job, SLICE_TIMEOUT)

    def price(self, plan: bytes, seconds: int) -> float | None:
        """Ask what an episode of a plan costs, in seconds of CPU time; None where nobody works who could say.

        QueueAway where nobody says so in time: asked again, the answer may be there, for it is kept for a while.
        """
        job = f"{PRICE}{hashlib.sha256(plan).hexdigest()}"
        try:
            if not Worker.count(queue=self._simulations):
                return None
            known = self.progress(job, simulations=True)
            stuck = known is not None and known.state == "running" and known.seconds > PRICE_SECONDS
            if known is None or known.lost or known.state == "failed" or stuck:
                self._enqueue(self._simulations, jobs.PRICE, {"plan": plan.decode()}, job, at_front=True)
            found: Any = Job.fetch(job, self.connection, serializer=JSONSerializer).latest_result(timeout=seconds)
        except (NoSuchJobError, TimeoutError):
            found = None
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error
        answer = None if found is None else found.return_value
        if isinstance(answer, str):
            raise QueueAway(f"a worker can't say what an episode costs: {answer}")
        if not isinstance(answer, (int, float)):
            raise QueueAway("no worker has said in time what an episode costs; try again")
        return float(answer)

    def progress(self, ordered: jobs.Play | jobs.Advise | str, simulations: bool = False) -> Progress | None:
        """Say how far a job is; None where the queue knows nothing of it."""
        job = ordered if isinstance(ordered, str) else ordered.id
        queue = self._simulations if simulations else self._bots
        try:
            found: Any = Job.fetch_many([job], self.connection, serializer=JSONSerializer)[0]
            status = None if found is None else found.get_status(refresh=False)
            if status is None:
                return None
            state = _STATES.get(status.value, "queued")
            # A worker that is killed between taking a job and starting it leaves it "queued" and in no queue.
            place = cast("int | None", self.connection.lpos(queue.key, job)) if state == "queued" else 0
            result = found.return_value() if state == "done" else None
            since = found.started_at or found.enqueued_at
            seconds = (now() - since).total_seconds() if since else 0.0
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error
        except Exception:
            # No job of ours, whatever its id says: it must not stand in the way of one.
            self._forget(job)
            return None
        return Progress(state, seconds, result, place is None, place or 0)

    def _forget(self, job: str) -> None:
        try:
            self.connection.delete(Job.key_for(job))
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error

    def hurry(self, play: jobs.Play) -> None:
        """Put a job that waits before all others."""
        try:
            # Lost in between, it is ordered again as any job that is lost.
            if self.connection.lrem(self._bots.key, 1, play.id):
                self.connection.lpush(self._bots.key, play.id)
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error

    def asks_for_prices(self) -> bool:
        """Whether somebody waits to hear what an episode costs."""
        first = self._waiting(0, 0)
        return bool(first) and first[0].startswith(PRICE)

    def simulations(self) -> set[str]:
        """List the simulations of which slices wait."""
        return {job.rpartition("-")[0] for job in self._waiting(0, -1)}

    def _waiting(self, first: int, last: int) -> list[str]:
        try:
            jobs = cast("list[bytes]", self.connection.lrange(self._simulations.key, first, last))
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error
        return [job.decode(errors="replace") for job in jobs]

    def _enqueue(
        self,
        queue: RQQueue,
        name: str,
        arguments: dict[str, Any],
        job: str,
        timeout: int = JOB_TIMEOUT,
        at_front: bool = False,
    ) -> None:
        if self.rest.on:
            raise QueueAway("the queue did not answer a moment ago")
        try:
            queue.enqueue_call(
                name,
                kwargs=arguments,
                job_id=job,
                timeout=timeout,
                result_ttl=SLICE_KEPT if name == jobs.SIMULATE else KEPT,
                failure_ttl=KEPT,
                at_front=at_front,
            )
        except TimeoutError as error:
            self.rest.begin()
            raise QueueAway("the queue does not answer in time") from error
        except RedisError as error:
            raise QueueAway("the queue does not answer") from error

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
