"""How a turn runs once the player has decided: the beach, the sharks, the signs, the next player."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tableshark import Chance
from tableshark_shark_attacks.dice import (
    BLUE,
    BLUE_DICE,
    EVENT,
    HAND,
    RAIN,
    RED_DICE,
    SHARKS,
    SIGNS,
    WAVE,
    Dice,
    feed,
)
from tableshark_shark_attacks.news import POOL, Happening, How
from tableshark_shark_attacks.state import Attack, Flee, State

# States are built by position here, field by field: playouts spend their time on it.


def flee_throw(blue: int, red: int, chance: Chance) -> Flee:
    """Throw so many fleeing dice and red dice, once, and let the sharks bite."""
    # Blue and red dice have the same faces, so that one throw of all serves both colours.
    return _fallen(chance.faces(BLUE, blue + red), blue)


def swim_on(state: State, chance: Chance) -> State:
    """Throw the event die, and then what it says."""
    swimmers = tuple(filter(None, state.blue))
    waves = len(state.blue) - len(swimmers)
    face = chance.face(EVENT)
    if face == SHARKS:
        news: list[Happening] = [("event", (SHARKS, -waves), ())]
        if swimmers:
            return flee(state, state.signs, len(swimmers), 1, (), news, chance)
        return end_turn(state, state.signs, "nobody", 0, 0, (), news, chance)
    joining = -1 if face == RAIN else 1 if len(state.blue) < BLUE_DICE else 0
    thrown = chance.faces(BLUE, waves + joining)
    event: Happening = ("event", (face, joining), thrown)
    return State(state.target, state.totals, state.signs, state.turn, state.seat, swimmers + thrown, (event,))


def flee(state: State, signs: Dice, blue: int, red: int, escaped: Dice, news: list[Happening], chance: Chance) -> State:
    """Throw until no blue die is in play, or somebody has to choose a sign."""
    while blue:
        throw = flee_throw(blue, red, chance)
        news.append(("flee", throw.blue, throw.red))
        blue = throw.waves
        escaped += throw.escaped
        if throw.lost:
            red = min(red + 1, RED_DICE)
            signs, owed = _take(signs, state.seat, throw.lost, news)
            if owed:
                return _wait(state, signs, Attack(blue, throw.red, escaped, owed), news)
    points = sum(escaped)
    # A second red die joins with the first casualty and stays: with one, nobody was eaten.
    if red == 1:
        return end_turn(state, signs, "adventure", 3 * points, 0, escaped, news, chance)
    return end_turn(state, signs, "rescue", points, 0, escaped, news, chance)


def take_sign(state: State, giver: int, chance: Chance) -> State:
    """Take the chosen sign and those that leave no choice, then flee on."""
    attack = state.attack
    assert attack is not None
    news: list[Happening] = []
    signs = _take_one(state.signs, giver, state.seat, news)
    signs, owed = _take(signs, state.seat, attack.owed - 1, news)
    if owed:
        return _wait(state, signs, Attack(attack.waves, attack.red, attack.escaped, owed), news)
    red = min(len(attack.red) + 1, RED_DICE)
    return flee(state, signs, attack.waves, red, attack.escaped, news, chance)


def end_turn(
    state: State, signs: Dice, how: How, points: int, back: int, blue: Dice, news: Iterable[Happening], chance: Chance
) -> State:
    """Score and give back so many signs, and throw for the next player, unless the game is over."""
    seat, target = state.seat, state.target
    totals = _with(state.totals, seat, points) if points else state.totals
    total = totals[seat]
    scored: Happening = (how, (points, total), ())
    if total >= target:
        return State(target, totals, signs, state.turn, seat, blue, (*news, scored))
    if back and signs[seat]:
        back = min(back, signs[seat])
        signs = _with(signs, seat, -back)
        news = (*news, scored, ("signs", (back, seat, POOL), ()))
    else:
        news = (*news, scored)
    seat = (seat + 1) % len(totals)
    thrown = chance.faces(BLUE, HAND - signs[seat])
    return State(target, totals, signs, state.turn + 1, seat, thrown, (*news, ("turn", (seat,), thrown)))


def givers(signs: Dice, seat: int) -> list[int]:
    """List the opponents with signs, clockwise from the seat."""
    around = (*range(seat + 1, len(signs)), *range(seat))
    return [giver for giver in around if signs[giver]]


@lru_cache(maxsize=1 << 14)
def _fallen(thrown: Dice, count: int) -> Flee:
    blue, red = thrown[:count], thrown[count:]
    eaten, escaped = feed(blue, red)
    return Flee(blue, red, eaten, sum(map(len, eaten)), escaped, blue.count(WAVE))


def _take(signs: Dice, seat: int, owed: int, news: list[Happening]) -> tuple[Dice, int]:
    pooled = min(owed, SIGNS - sum(signs))
    if pooled:
        signs = _with(signs, seat, pooled)
        news.append(("signs", (pooled, POOL, seat), ()))
    owed -= pooled
    while owed and (havers := givers(signs, seat)):
        if len(havers) > 1:
            return signs, owed
        signs = _take_one(signs, havers[0], seat, news)
        owed -= 1
    return signs, 0


def _take_one(signs: Dice, giver: int, seat: int, news: list[Happening]) -> Dice:
    news.append(("signs", (1, giver, seat), ()))
    return _with(_with(signs, giver, -1), seat, 1)


def _with(numbers: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    changed = list(numbers)
    changed[seat] += more
    return tuple(changed)


def _wait(state: State, signs: Dice, attack: Attack, news: list[Happening]) -> State:
    blue = (WAVE,) * attack.waves
    return State(state.target, state.totals, signs, state.turn, state.seat, blue, tuple(news), attack)
