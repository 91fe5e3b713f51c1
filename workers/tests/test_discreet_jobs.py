"""What fails in a job is kept in the queue, and logged, without its message: that may hold a state."""

import pytest

from tableshark_workers.work import JobFailed, discreet


@pytest.mark.parametrize("kind", [RuntimeError, SystemExit, BaseException])
def test_whatever_is_raised_is_told_by_its_kind_and_place(kind):
    def job():
        raise kind("canary")

    with pytest.raises(JobFailed) as failed:
        discreet(job)()
    assert str(failed.value).startswith(f"{kind.__name__} <- ")
    assert "canary" not in str(failed.value)
    assert failed.value.__cause__ is None
    assert failed.value.__suppress_context__
