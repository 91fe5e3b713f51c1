"""A round as a contest of secret choices: the shark's options against the crew's plans, played until both are mixed.

Each player keeps its regrets (regret matching+): how much better each of its choices would have done against what the
others did. The average of what they play then is a mixture that no single answer beats by much.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import mul

from tableshark import Chance
from tableshark_jaws.orca.worth import Blow

FINE = 1 << 30
"""Probabilities are thrown as one of so many."""


@dataclass(frozen=True, slots=True)
class Row:
    """A choice of the shark: an option and an ability, the attacks that it allows, and what the ability costs."""

    option: int
    ability: int
    blows: Sequence[Blow]
    cost: float
    weighed: dict[tuple[int, ...], float] = field(default_factory=dict, compare=False)

    def worth(self, spots: tuple[int, ...]) -> float:
        """Weigh the best attack with the members in these places; none is worth nothing."""
        found = self.weighed.get(spots)
        if found is None:
            # A maul that can't be made is far below nothing.
            found = max([0.0, *[blow.worth(spots) for blow in self.blows]])
            self.weighed[spots] = found
        return found


@dataclass(frozen=True, slots=True)
class Arms:
    """A plan of a member, and what its weapon is worth against each row of the contest."""

    spot: int
    weapon: int
    target: int
    pays: tuple[float, ...]


class Mixture:
    """One player's regrets and the average of what it played."""

    def __init__(self, count: int) -> None:
        self.regrets = [0.0] * count
        self.sums = [0.0] * count

    def now(self) -> list[float]:
        """Give the mixture to play now."""
        return shares(self.regrets)

    def learn(self, played: list[float], worths: list[float], weight: float) -> None:
        """Take in what each choice would have been worth."""
        mean = sum(map(mul, played, worths))
        grown = [regret + worth - mean for regret, worth in zip(self.regrets, worths, strict=True)]
        self.regrets = [regret if regret > 0 else 0.0 for regret in grown]
        self.sums = [total + weight * share for total, share in zip(self.sums, played, strict=True)]

    def average(self) -> list[float]:
        """Give the average mixture."""
        return shares(self.sums)


def play_out(
    rows: Sequence[Row], plans: Sequence[Sequence[Arms]], chance: Chance, rounds: int
) -> tuple[list[float], list[list[float]]]:
    """Play the contest so many times; give the shark's mixture of rows and each member's of plans."""
    shark, crew = Mixture(len(rows)), [Mixture(len(own)) for own in plans]
    thinking = [member for member, own in enumerate(plans) if len(own) > 1]
    costs = [row.cost for row in rows]
    spots = [own[0].spot for own in plans]
    fixed = [sum([own[0].pays[at] for own in plans if len(own) == 1]) + costs[at] for at in range(len(rows))]
    # What each plan of a member pays, row by row.
    pays = [[[arms.pays[at] for arms in own] for at in range(len(rows))] for own in plans]
    places = [[arms.spot for arms in own] for own in plans]
    for time in range(1, rounds + 1):
        mix, mixes = shark.now(), {member: crew[member].now() for member in thinking}
        paid = fixed
        for member in thinking:
            taken = plans[member][draw(mixes[member], chance)]
            spots[member] = taken.spot
            paid = [sum(pair) for pair in zip(paid, taken.pays, strict=True)]
        here = tuple(spots)
        shark.learn(mix, [row.worth(here) - less for row, less in zip(rows, paid, strict=True)], time)
        at = draw(mix, chance)
        row = rows[at]
        for member in thinking:
            worth = {spot: row.worth((*here[:member], spot, *here[member + 1 :])) for spot in set(places[member])}
            worths = [pay - worth[spot] for pay, spot in zip(pays[member][at], places[member], strict=True)]
            crew[member].learn(mixes[member], worths, time)
    return shark.average(), [own.average() for own in crew]


def draw(mix: Sequence[float], chance: Chance) -> int:
    """Draw a place by these shares."""
    sums = list(accumulate(mix))
    return min(bisect_right(sums, chance.below(FINE) / FINE * sums[-1]), len(mix) - 1)


def shares(values: Sequence[float]) -> list[float]:
    """Give each value's share of all; equal shares where all are nothing."""
    total = sum(values)
    return [value / total for value in values] if total > 0 else [1 / len(values)] * len(values)
