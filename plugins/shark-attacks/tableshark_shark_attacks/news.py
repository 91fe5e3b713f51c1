"""What happens at the table: short in the state, told in sentences where somebody looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from tableshark import News, Seat
from tableshark_shark_attacks.dice import SHARKS, SUN, WAVE, Dice, biters, feed

POOL = -1
"""The giver or taker of signs that is no seat."""

SEATS: tuple[Seat, ...] = ("p0", "p1", "p2", "p3", "p4", "p5")
"""Every seat there can be, clockwise; a table of n has the first n."""

How = Literal["stop", "party", "rescue", "adventure", "nobody"]
"""How points were made: "rescue" from an attack, "adventure" when that cost no die, "nobody" if none was there."""

Kind = Literal[How, "start", "turn", "event", "flee", "signs"]

Happening = tuple[Kind, Dice, Dice]
"""What it was, and its numbers. Playouts make many and look at none, so sentences wait for `tell`.

("start", (seat,), red), ("turn", (seat,), blue), ("event", (face, dice joining), blue), ("flee", blue, red),
("signs", (how many, giver, taker), ()) and, for points, (how, (points, total), ()).
"""

WHY: dict[How, str] = {
    "stop": "for the swimmers at the beach",
    "party": "for a beach party",
    "rescue": "for those who escaped",
    "adventure": "for those who escaped, three times as nobody was eaten",
    "nobody": "as nobody was in the water",
}


class StartThrow(News, frozen=True):
    """A throw for the first turn."""

    seat: Seat
    red: Dice
    fins: int


class NextTurn(News, frozen=True):
    """A player's turn begins."""

    seat: Seat
    dice: int
    """Blue dice in hand."""


class Throw(News, frozen=True):
    """A throw of dice: 0 is a wave; swimmers on blue dice, fins on red ones."""

    seat: Seat
    blue: Dice
    red: Dice


class Event(News, frozen=True):
    """The face of the event die."""

    seat: Seat
    face: Literal["rain", "sun", "sharks"]
    joining: int
    """Blue dice that the player takes from the middle; below 0, puts back there."""


class Bite(News, frozen=True):
    """A red die took blue ones."""

    seat: Seat
    red: int
    """Place of the red die in the throw, from 0."""
    fins: int
    eaten: Dice


class Escape(News, frozen=True):
    """Dice reached the beach and are set aside."""

    seat: Seat
    dice: Dice


class SignsMoved(News, frozen=True):
    """Signs went from one place to another."""

    count: int
    giver: Seat | Literal["pool"]
    taker: Seat | Literal["pool"]


class Scored(News, frozen=True):
    """A turn ended with so many points, perhaps none."""

    seat: Seat
    how: How
    points: int
    total: int


class Won(News, frozen=True):
    """The game is over."""

    seat: Seat
    total: int


Story = StartThrow | NextTurn | Throw | Event | Bite | Escape | SignsMoved | Scored | Won


def tell(happenings: Iterable[Happening], mover: Seat) -> Iterator[Story]:
    """Tell what happened in a step of the mover's."""
    for kind, first, second in happenings:
        match kind:
            case "start":
                yield _start(SEATS[first[0]], second)
            case "turn":
                seat, dice = SEATS[first[0]], len(second)
                yield NextTurn(
                    text=f"{seat} is next and has {_count(dice, 'blue die', 'blue dice')}.", seat=seat, dice=dice
                )
                yield _throw(seat, second)
            case "event":
                yield _event(mover, *first)
                if second:
                    yield _throw(mover, second)
            case "flee":
                yield _throw(mover, first, second)
                yield from _flight(mover, first, second)
            case "signs":
                yield _signs(*first)
            case _:
                yield _scored(mover, kind, *first)


def won(seat: Seat, total: int) -> Won:
    """Tell the end."""
    return Won(text=f"{seat} wins with {_count(total, 'point')}.", seat=seat, total=total)


def _start(seat: Seat, red: Dice) -> StartThrow:
    fins = sum(red)
    text = f"{seat} throws {_faces(red)} in red to start: {_count(fins, 'fin')}."
    return StartThrow(text=text, seat=seat, red=red, fins=fins)


def _throw(seat: Seat, blue: Dice, red: Dice = ()) -> Throw:
    text = f"{seat} throws {_faces(blue)} in blue{f' and {_faces(red)} in red' if red else ''}."
    return Throw(text=text, seat=seat, blue=blue, red=red)


def _event(seat: Seat, face: int, joining: int) -> Event:
    if face == SHARKS:
        back = f", and {_count(-joining, 'wave')} of {seat} {'goes' if joining == -1 else 'go'} back to the middle"
        return Event(text=f"Sharks{back}.", seat=seat, face="sharks", joining=joining)
    if face == SUN:
        text = f"Sun: {seat} takes one more blue die." if joining else f"Sun, but no blue die is left for {seat}."
        return Event(text=text, seat=seat, face="sun", joining=joining)
    return Event(text=f"Rain: one wave of {seat} goes back to the middle.", seat=seat, face="rain", joining=joining)


def _flight(seat: Seat, blue: Dice, red: Dice) -> Iterator[Story]:
    meals, escaped = feed(blue, red)
    for place, eaten in zip(biters(red), meals, strict=True):
        if eaten:
            fins = red[place]
            text = f"A shark with {_count(fins, 'fin')} eats {_faces(eaten)} of {seat}."
            yield Bite(text=text, seat=seat, red=place, fins=fins, eaten=eaten)
    if escaped:
        yield Escape(text=f"For {seat}, {_faces(escaped)} escaped.", seat=seat, dice=escaped)


def _signs(count: int, giver: int, taker: int) -> SignsMoved:
    source = "pool" if giver == POOL else SEATS[giver]
    target = "pool" if taker == POOL else SEATS[taker]
    text = f"{_count(count, 'sign')} {'goes' if count == 1 else 'go'} from {_place(source)} to {_place(target)}."
    return SignsMoved(text=text, count=count, giver=source, taker=target)


def _scored(seat: Seat, how: How, points: int, total: int) -> Scored:
    text = f"{seat} scores {_count(points, 'point')} {WHY[how]}, {total} in all."
    return Scored(text=text, seat=seat, how=how, points=points, total=total)


def _place(name: str) -> str:
    return "the pool" if name == "pool" else name


def _faces(dice: Dice) -> str:
    *most, last = [str(die) if die != WAVE else "wave" for die in dice]
    return f"{', '.join(most)} and {last}" if most else last


def _count(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
