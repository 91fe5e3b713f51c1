"""Names and payloads of jobs."""

import re

import pytest

from tableshark import jobs
from tableshark.asking import Thought

GAME = "0123456789abcdef01234567"


@pytest.mark.parametrize("seat", ["p0", "hunter-0", "a_b-c-1", "x" * 32])
@pytest.mark.parametrize("attempt", [0, 1, 7])
@pytest.mark.parametrize("must", [False, True])
def test_a_job_has_one_name(seat, attempt, must):
    play = jobs.for_thought(Thought(GAME, seat, 12, "random", "normal", must), attempt)
    assert re.fullmatch(r"[A-Za-z0-9_-]+", play.id)  # all that RQ takes
    assert jobs.parse(play.id) == play
    assert play.arguments == {"game": GAME, "seat": seat, "turn": 12}


def test_no_two_jobs_share_a_name():
    thoughts = [
        jobs.Play(GAME, seat, turn, attempt, must)
        for seat in ("p", "p-1", "p-1-1")
        for turn in (1, 11)
        for attempt in (0, 1, 11)
        for must in (False, True)
    ]
    assert len({play.id for play in thoughts}) == len(thoughts)


@pytest.mark.parametrize("name", ["", "x", f"{GAME}-p0-1", f"{GAME}-P0-1-0", f"{GAME}-p0-1-0\n", f"{GAME[1:]}-p0-1-0"])
def test_other_names_are_not_ours(name):
    assert jobs.parse(name) is None
