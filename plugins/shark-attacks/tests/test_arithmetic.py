"""The publisher's arithmetic, from the rules themselves: every throw, with its probability."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tableshark import Quick, branches
from tableshark_shark_attacks.rules import RULES, flee_throw
from tableshark_shark_attacks.state import Options, Party, Stop


@cache
def unharmed(blue: int) -> float:
    """The probability that a flee of so many dice, with one red die, loses nobody (SA-9, SA-10)."""
    if blue == 0:
        return 1.0
    goes_on, again = 0.0, 0.0
    for weight, throw in branches(lambda chance: flee_throw(blue, 1, chance)):
        if throw.lost:
            continue
        if throw.waves == blue:
            again += weight
        else:
            goes_on += weight * unharmed(throw.waves)
    # p = goes_on + again * p: a throw of waves only changes nothing.
    return goes_on / (1 - again)


@pytest.mark.parametrize("swimmers", [1, 2, 3, 4])
def test_sa_10_a_flee_of_k_dice_loses_nobody_once_in_k_plus_one(swimmers):
    """SA-10."""
    assert unharmed(swimmers) == pytest.approx(1 / (swimmers + 1), abs=1e-12)


def test_sa_5_always_stopping_scores_455_in_64_a_turn():
    """SA-5."""
    options = Options(first_seat="p0")
    mean, party = 0.0, 0.0
    for weight, state in branches(lambda chance: RULES.setup(options, chance)):
        may_party = Party() in RULES.legal(state, "p0")
        move = Party() if may_party else Stop()
        after = RULES.apply(state, {"p0": move}, Quick(Random(1)))
        mean += weight * after.totals[0]
        party += weight * may_party
    assert mean == pytest.approx(455 / 64, abs=1e-12)
    assert party == pytest.approx(1 / 128, abs=1e-15)
