"""Errors of others' code are told by kind and place: what they say may be a hidden state."""

import logging
import sys
from functools import partial

import pytest

from tableshark import jobs
from tableshark.discreet import Discreet
from tableshark.errors import BotFault
from tableshark_workers import tasks
from tableshark_workers.work import RUN, JobFailed, discreet

CANARY = "canary-7f3a"


def fails(*args, kind=RuntimeError):
    raise kind(f"the shark is at {CANARY}")


def faulty(*args):
    try:
        fails()
    except RuntimeError as error:
        raise BotFault("bot odd raised RuntimeError") from error


FAILURES = [
    (fails, "RuntimeError"),
    (partial(fails, kind=SystemExit), "SystemExit"),
    (partial(fails, kind=BaseException), "BaseException"),
    (faulty, "BotFault: bot odd raised RuntimeError"),
]


@pytest.mark.parametrize(("job", "kind"), FAILURES)
def test_a_job_that_fails_leaves_neither_message_nor_cause(job, kind):
    with pytest.raises(JobFailed) as failed:
        discreet(job)("game")
    told = str(failed.getrepr(style="native"))
    assert CANARY not in told
    assert failed.value.__suppress_context__
    assert str(failed.value).startswith(f"{kind} <- ")
    assert f"{__file__}:" in str(failed.value)


def test_the_log_tells_an_error_in_one_line_without_its_message():
    try:
        faulty()
    except BotFault:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "a job failed", (), None)
        record.exc_info = sys.exc_info()
    told = Discreet("%(message)s").format(record)
    assert CANARY not in told
    assert told.startswith("a job failed\nBotFault: bot odd raised RuntimeError <- ")


def test_all_jobs_are_discreet():
    assert {job.__wrapped__ for job in RUN.values()} >= {tasks.play, tasks.advise}
    assert set(RUN) == {jobs.PLAY, jobs.ADVISE, jobs.SIMULATE, jobs.PRICE}
