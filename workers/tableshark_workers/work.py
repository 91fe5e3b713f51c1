"""An RQ worker that runs our jobs and no others."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from functools import wraps
from typing import Any, Self, cast

import redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue, Worker
from rq.exceptions import NoSuchJobError
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.timeouts import BaseTimeoutException
from rq.utils import now

from tableshark import jobs
from tableshark.discreet import story
from tableshark.plugins import Plugins
from tableshark.settings import Settings
from tableshark.store.queue import JOB_TIMEOUT
from tableshark_workers import tasks
from tableshark_workers.children import die_with
from tableshark_workers.shop import open_checked
from tableshark_workers.simulations import tasks as simulations

logger = logging.getLogger(__name__)


class JobFailed(Exception):
    """A job has failed, and this is all that the queue and the log are told of it."""


def discreet(job: Callable[..., Any]) -> Callable[..., Any]:
    """Tell errors of a job by their stories: RQ keeps and logs the messages of what is raised, and of its causes."""

    @wraps(job)
    def run(*args: Any, **rest: Any) -> Any:
        try:
            return job(*args, **rest)
        except (RedisError, BaseTimeoutException):
            raise
        except BaseException as error:  # rules may raise a SystemExit, too
            raise JobFailed(story(error)) from None

    return run


RUN: dict[str, Callable[..., Any]] = {
    jobs.PLAY: discreet(tasks.play),
    jobs.ADVISE: discreet(tasks.advise),
    jobs.SIMULATE: discreet(simulations.simulate),
    jobs.PRICE: discreet(simulations.price),
}
"""The functions that may be run, by the name that a job gives."""

# An idle worker blocks for its lifetime less 15 s: these make a dead one noticed within half a minute.
NICE = 10
LIFETIME, MAINTENANCE, MONITORING = 30, 15, 5


class OurJob(Job):
    """A job that can only be one of ours: RQ alone would import and run whatever dotted path a queue entry holds."""

    @property
    def func(self) -> Any:
        """Give the function, if it is one of ours."""
        name = self.func_name
        if self.instance is not None or name not in RUN:
            raise PermissionError("the queue holds a job that is none of ours")
        return RUN[name]

    @property
    def success_callback(self) -> Any:
        """None: we have no callbacks, so an entry that names one is forged."""
        return None

    @property
    def failure_callback(self) -> Any:
        """None, likewise."""
        return None

    @property
    def stopped_callback(self) -> Any:
        """None, likewise."""
        return None

    @classmethod
    def fetch(cls, id: str, connection: Any = None, serializer: Any = None) -> Self:
        """Read a job; an entry that can't be read is passed over as none. RQ would let the worker die of it."""
        try:
            found = super().fetch(id, connection, serializer)
        except (NoSuchJobError, RedisError):
            raise
        except Exception as error:
            raise NoSuchJobError(f"an entry of the queue can't be read: {type(error).__name__}") from error
        # A webhook would make the worker call somewhere.
        found.webhooks = []
        return cast("Self", found)


class OurQueue(Queue):
    """The queue of such jobs."""

    job_class = OurJob


class OurWorker(Worker):
    """A forking worker that ends a job which does not end itself, and that no entry of its queue can stop."""

    job_class = OurJob
    queue_class = OurQueue

    def setup_work_horse_signals(self) -> None:
        """See to it that a job ends with its worker: it is no member of the worker's group, and may hear no signal."""
        super().setup_work_horse_signals()  # type: ignore[no-untyped-call]
        if not die_with(self.pid or 0, signal.SIGKILL):
            os._exit(1)

    def clean_registries(self) -> None:
        """Look after what is left of jobs."""
        try:
            super().clean_registries()  # type: ignore[no-untyped-call]
        except Exception as error:
            if not _is_unreadable(error):
                raise
            self._empty(error)
            self.last_cleaned_at = now()  # type: ignore[assignment]

    def dequeue_job_and_maintain_ttl(self, timeout: int | None, max_idle_time: int | None = None) -> Any:
        """Wait for a job."""
        while True:
            try:
                return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
            except Exception as error:
                if not _is_unreadable(error):
                    raise
                self._empty(error)

    def _empty(self, error: Exception) -> None:
        """Empty a queue that RQ can't read: each of its workers would die of it, again and again.

        It holds no more than hints: what is lost is ordered again.
        """
        for queue in self.queues:
            logger.warning("the queue %s can't be read, and is emptied: %s", queue.name, type(error).__name__)
            lists = [queue.started_job_registry, queue.finished_job_registry, queue.failed_job_registry]
            lists += [queue.deferred_job_registry, queue.scheduled_job_registry, queue.canceled_job_registry]
            self.connection.delete(queue.key, queue.intermediate_queue_key, *[one.key for one in lists])

    def maintain_heartbeats(self, job: Job, execution: Execution) -> None:
        """Keep the job known as running, and kill it when even its own alarm has not ended it."""
        super().maintain_heartbeats(job, execution)
        limit = int(job.timeout or JOB_TIMEOUT) + MONITORING
        if job.started_at is not None and (now() - job.started_at).total_seconds() > limit:
            self.kill_horse()


def _is_unreadable(error: Exception) -> bool:
    """Whether what a queue holds is no text, or no list."""
    return isinstance(error, ValueError) or str(error).startswith("WRONGTYPE")


def _in_one_line(record: logging.LogRecord) -> bool:
    """Tell of a server that is away without a trace: it is nobody's mistake."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, RedisError):
        record.msg, record.args = f"the queue does not answer: {type(error).__name__}", ()
        record.exc_info = record.exc_text = None
    return True


def run_worker(plugins: Plugins, settings: Settings, queue: str = jobs.BOTS) -> None:
    """Work on one queue until SIGTERM. One queue for each worker: on two, a kill just after a pop loses jobs."""
    open_checked(plugins, settings)
    tasks.prepare(plugins, settings)
    if queue == jobs.SIMULATIONS:
        # Whoever plays a game goes before whoever counts some.
        os.nice(NICE)
    retry = Retry(ExponentialBackoff(cap=1.0, base=0.05), 10)
    connection = redis.Redis.from_url(settings.queue_url, retry=retry)
    worker = OurWorker(
        [OurQueue(queue, connection=connection, serializer=JSONSerializer)],
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=LIFETIME,
        maintenance_interval=MAINTENANCE,
        job_monitoring_interval=MONITORING,
        log_job_description=False,
    )
    for name in ("rq.worker", "rq.job", "rq.scheduler"):
        logging.getLogger(name).addFilter(_in_one_line)
    worker.work(logging_level="WARNING")
