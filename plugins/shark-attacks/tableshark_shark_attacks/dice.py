"""The dice, the signs, and what sharks eat: the game's numbers as data."""

from __future__ import annotations

from functools import lru_cache

Dice = tuple[int, ...]
"""Faces of dice, as they lie on the table."""

WAVE = 0
BLUE: Dice = (WAVE, WAVE, WAVE, 1, 2, 3)
"""The faces of a blue die: how many swimmers it shows."""
RED: Dice = (WAVE, WAVE, WAVE, 1, 2, 3)
"""The faces of a red die: how many fins it shows."""

RAIN, SUN, SHARKS = range(3)
EVENT: Dice = (RAIN, RAIN, SUN, SUN, SHARKS, SHARKS)

BLUE_DICE = 11
RED_DICE = 4
SIGNS = 6
"""Signs in the whole game, and so the most that one beach can have."""
HAND = 7
"""Blue dice for a turn from a beach without signs."""

EATS: dict[int, tuple[Dice, ...]] = {
    3: ((3,), (2, 1), (1, 1, 1), (2, 2), (2,), (1, 1), (1,)),
    2: ((2,), (1, 1), (3,), (1,)),
    1: ((1,), (2,), (3,)),
}
"""What so many fins on one red die eat: the first line for which there are dice. Where no line fits, nothing."""


def biters(red: Dice) -> list[int]:
    """Say which red dice bite, by their place in the throw, in the order in which they bite."""
    return sorted((place for place, fins in enumerate(red) if fins), key=lambda place: -red[place])


def feed(blue: Dice, red: Dice) -> tuple[tuple[Dice, ...], Dice]:
    """Let red dice bite among blue ones: what each of `biters` ate, and the dice with swimmers that are left."""
    return _feed(tuple(sorted(filter(None, blue))), tuple(sorted(filter(None, red), reverse=True)))


@lru_cache(maxsize=1 << 14)
def _feed(swimmers: Dice, bites: Dice) -> tuple[tuple[Dice, ...], Dice]:
    left = list(swimmers)
    meals: list[Dice] = []
    for fins in bites:
        meal = next((line for line in EATS[fins] if _holds(left, line)), ())
        for die in meal:
            left.remove(die)
        meals.append(meal)
    return tuple(meals), tuple(left)


def _holds(dice: list[int], line: Dice) -> bool:
    return all(dice.count(die) >= line.count(die) for die in line)
