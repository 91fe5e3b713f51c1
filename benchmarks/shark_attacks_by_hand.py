"""Shark Attacks! as one mutable loop written by hand: what the plugin's bare path is measured against."""

from __future__ import annotations

from random import Random

FACES = (0, 0, 0, 1, 2, 3)
PLAYERS = 3
TARGET = 100
MEALS: dict[int, tuple[tuple[int, int, int], ...]] = {
    3: ((0, 0, 1), (1, 1, 0), (3, 0, 0), (0, 2, 0), (0, 1, 0), (2, 0, 0), (1, 0, 0)),
    2: ((0, 1, 0), (2, 0, 0), (0, 0, 1), (1, 0, 0)),
    1: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
"""What so many fins eat, the first that fits: dice with one, two and three swimmers."""


def playout(rng: Random) -> int:
    """Play one game of random legal decisions, p0 first, and count the decisions."""
    random = rng.random
    totals = [0] * PLAYERS
    signs = [0] * PLAYERS
    seat = 0
    decisions = 0
    while True:
        dice = 7 - signs[seat]
        thrown = [FACES[int(random() * 6)] for _ in range(dice)]
        waves = thrown.count(0)
        pips = sum(thrown)
        while True:
            decisions += 1
            if random() < 0.5:
                points, back = (pips, 1) if waves else (2 * pips, 2)
                break
            if not waves:
                points, back = pips, 1
                break
            event = int(random() * 3)
            if event == 2:
                points, back = 0, 0
                if waves < dice:
                    points, choices = flee(dice - waves, seat, signs, random)
                    decisions += choices
                break
            if event == 1:
                if dice < 11:
                    dice += 1
                    waves += 1
            else:
                dice -= 1
                waves -= 1
            thrown = [FACES[int(random() * 6)] for _ in range(waves)]
            waves = thrown.count(0)
            pips += sum(thrown)
        totals[seat] += points
        if totals[seat] >= TARGET:
            return decisions
        if back:
            signs[seat] = max(0, signs[seat] - back)
        seat = (seat + 1) % PLAYERS


def flee(blue: int, seat: int, signs: list[int], random) -> tuple[int, int]:
    """Play a shark attack: the points, and the decisions made about signs."""
    red = 1
    escaped = 0
    choices = 0
    while blue:
        thrown = [FACES[int(random() * 6)] for _ in range(blue)]
        fins = [FACES[int(random() * 6)] for _ in range(red)]
        blue = thrown.count(0)
        escaped += sum(thrown)
        ones, twos, threes = thrown.count(1), thrown.count(2), thrown.count(3)
        lost = 0
        for bite in (3, 2, 1):
            for _ in range(fins.count(bite)):
                for one, two, three in MEALS[bite]:
                    if one <= ones and two <= twos and three <= threes:
                        ones -= one
                        twos -= two
                        threes -= three
                        escaped -= one + 2 * two + 3 * three
                        lost += one + two + three
                        break
        if lost:
            red = min(red + 1, 4)
            for _ in range(lost):
                if sum(signs) < 6:
                    signs[seat] += 1
                    continue
                givers = [other for other in range(PLAYERS) if other != seat and signs[other]]
                if not givers:
                    break
                giver = givers[0]
                if len(givers) > 1:
                    choices += 1
                    giver = givers[int(random() * len(givers))]
                signs[giver] -= 1
                signs[seat] += 1
    return (3 * escaped if red == 1 else escaped), choices
