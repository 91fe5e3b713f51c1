"""Games that can't go on rest ever longer by a fault of their own, never for long where something is away."""

import pytest

from tableshark.errors import Overtime, QueueAway, StoreAway
from tableshark_workers.resting import LONGEST, SHORTEST, Resting


class Care:
    """Care for a game that fails as long as there is an error; `times` are those at which it was tried."""

    def __init__(self):
        self.now, self.error, self.times = 0.0, None, []
        self.resting = Resting(lambda: self.now)

    def until(self, end):
        """Look after the game every second."""
        while self.now < end:
            self.resting.tend("game", self.once)
            self.now += 1.0

    def once(self):
        self.times.append(self.now)
        if self.error is not None:
            raise self.error


@pytest.fixture
def care():
    return Care()


@pytest.mark.parametrize("error", [ValueError, SystemExit, Overtime])
def test_a_game_that_fails_is_tried_ever_less_often(care, error):
    care.error = error("no")
    care.until(3000.0)
    pauses = [after - before for before, after in zip(care.times, care.times[1:], strict=False)]
    assert pauses[:4] == [SHORTEST, 2 * SHORTEST, 4 * SHORTEST, 8 * SHORTEST]
    assert pauses[-1] == LONGEST


@pytest.mark.parametrize("away", [StoreAway, QueueAway])
def test_a_game_goes_on_soon_after_however_long_something_was_away(care, away):
    care.error = away("it does not answer")
    care.until(1000.0)
    care.error = None
    care.until(1000.0 + SHORTEST + 1)
    assert care.times[-1] > 1000.0, "it was tried within the shortest rest, and then at each look"
    assert len(care.resting) == 0
