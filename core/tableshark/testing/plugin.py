"""The pytest plugin: how many seeds a conformance test plays."""

from __future__ import annotations

import pytest

SEEDS = 3
"""How many games of each option set are played where nobody asks for more."""

_asked = [SEEDS]


def asked_seeds() -> range:
    """Give the seeds that `prove` plays where it is told none: as many as `--tableshark-seeds` says."""
    return range(_asked[0])


def pytest_configure(config: pytest.Config) -> None:
    """Note how much is to be played."""
    _asked[0] = config.getoption("--tableshark-seeds")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that sets how much is played."""
    parser.getgroup("tableshark").addoption(
        "--tableshark-seeds",
        type=int,
        default=SEEDS,
        metavar="N",
        help=f"how many random games a conformance test plays with each option set (default {SEEDS})",
    )


@pytest.fixture(scope="session")
def tableshark_seeds(request: pytest.FixtureRequest) -> range:
    """The seeds that `prove` plays where it is told none, for tests of an author's own."""
    return range(request.config.getoption("--tableshark-seeds"))
