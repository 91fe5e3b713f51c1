"""A model of a game against the real server: whatever is done in whatever order, both say the same."""

from collections import Counter

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from model_machine import Life

STEPS = 40
MUST = {
    ("join", 201), ("join", "seat_taken"), ("join", "not_invited"), ("leave", 204), ("leave", "bad_token"),
    ("leave", "other_seat"), ("leave", "no_token"), ("exchange", 201), ("exchange", "bad_token"), ("move", 200),
    ("move at random", "bad_token"), ("late", "stale_turn"), ("again", 200), ("view", 200), ("bot", 202),
    ("view", "game_not_started"), ("view", "bad_token"),
}  # fmt: skip
"""What must have come up, or the model has shown little."""


def lives(machine, count, **more):
    """Play so many courses; the same ones each time, so that one that fails need not be made simpler."""
    given = {
        "max_examples": count,
        "stateful_step_count": STEPS,
        "derandomize": True,
        "database": None,
        "phases": [Phase.generate],
    }
    run_state_machine_as_test(
        machine, settings=settings(deadline=None, suppress_health_check=list(HealthCheck), **given, **more)
    )


def test_the_server_does_what_the_model_does(open_server, request):
    Life.server, Life.seen = open_server, Counter()
    lives(Life, request.config.getoption("--lives"))
    assert set(Life.seen) >= MUST, MUST - set(Life.seen)
