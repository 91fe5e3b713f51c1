"""What happens at the table: short in the state, told in sentences where somebody looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from tableshark import News, Seat
from tableshark_camouflage.corals import CORALS, SEATS, Coral

NOBODY = -1
"""What is beneath a coral without a fish."""

Kind = Literal["round", "away", "hid", "looks", "guess", "found", "survived", "revealed", "tie", "won"]

Happening = tuple[Kind, tuple[int, ...]]
"""What it was, and its numbers (seats by number).

("round", (round, shark, rows, columns)), ("away", (shark,)), ("hid", (seat, space, coral, away)), ("looks", (shark,)),
("guess", (space, seat or NOBODY)), ("found", (shark, fish found, position)), ("survived", (seat, position)),
("revealed", (seat, space, seat, space ...)), ("tie", seats), ("won", seats)
"""


class RoundBegan(News, frozen=True):
    """A board is laid out, and the shark memorises it."""

    round: int
    shark: Seat
    rows: int
    columns: int


class TurnedAway(News, frozen=True):
    """The shark looks no longer."""

    shark: Seat


class Hid(News, frozen=True):
    """A fish hid: told to fish alone."""

    seat: Seat
    space: int
    coral: Coral
    away: Coral


class Looks(News, frozen=True):
    """All fish are hidden, and the shark looks again."""

    shark: Seat


class Guessed(News, frozen=True):
    """A coral was turned over."""

    space: int
    found: Seat | None


class Moved(News, frozen=True):
    """The end of a round, for one player."""

    seat: Seat
    steps: int
    position: int


class Revealed(News, frozen=True):
    """Where everybody was; the view's `last` has the whole round."""

    spaces: dict[Seat, int]


class TieBreak(News, frozen=True):
    """Only those who are level go on."""

    seats: tuple[Seat, ...]


class Won(News, frozen=True):
    """The game is over."""

    seats: tuple[Seat, ...]


Story = RoundBegan | TurnedAway | Hid | Looks | Guessed | Moved | Revealed | TieBreak | Won


def tell(happenings: Iterable[Happening]) -> Iterator[Story]:
    """Tell what happened, in order."""
    for kind, numbers in happenings:
        match kind:
            case "round":
                yield _round(*numbers)
            case "away":
                shark = SEATS[numbers[0]]
                yield TurnedAway(text=f"{shark} turns away, and the fish hide.", shark=shark)
            case "hid":
                yield _hid(*numbers)
            case "looks":
                shark = SEATS[numbers[0]]
                yield Looks(text=f"All fish are hidden. {shark} turns back and looks for them.", shark=shark)
            case "guess":
                yield _guess(*numbers)
            case "found":
                yield _found(*numbers)
            case "survived":
                seat, position = SEATS[numbers[0]], numbers[1]
                text = f"{seat} was not found and stands at {position}."
                yield Moved(text=text, seat=seat, steps=1, position=position)
            case "revealed":
                yield _revealed(numbers)
            case "tie":
                seats = tuple([SEATS[seat] for seat in numbers])
                yield TieBreak(text=f"{listed(seats)} are level and go on alone.", seats=seats)
            case "won":
                seats = tuple([SEATS[seat] for seat in numbers])
                text = f"{seats[0]} wins." if len(seats) == 1 else f"{listed(seats)} share the win."
                yield Won(text=text, seats=seats)


def listed(words: tuple[str, ...]) -> str:
    """Write words as a list in a sentence."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _round(number: int, shark: int, rows: int, columns: int) -> RoundBegan:
    seat = SEATS[shark]
    text = f"Round {number}: {seat} is the shark and memorises {rows} x {columns} corals."
    return RoundBegan(text=text, round=number, shark=seat, rows=rows, columns=columns)


def _hid(number: int, space: int, coral: int, away: int) -> Hid:
    seat, laid, taken = SEATS[number], CORALS[coral], CORALS[away]
    text = f"{seat} hides at space {space}, under {laid} in place of {taken}."
    return Hid(text=text, seat=seat, space=space, coral=laid, away=taken)


def _guess(space: int, fish: int) -> Guessed:
    found = None if fish == NOBODY else SEATS[fish]
    return Guessed(text=f"The shark turns over space {space}: {found or 'nobody'}.", space=space, found=found)


def _found(shark: int, count: int, position: int) -> Moved:
    seat = SEATS[shark]
    text = f"{seat} found {count or 'no'} fish and stands at {position}."
    return Moved(text=text, seat=seat, steps=count, position=position)


def _revealed(numbers: tuple[int, ...]) -> Revealed:
    spaces = {SEATS[seat]: space for seat, space in zip(numbers[::2], numbers[1::2], strict=True)}
    where = tuple([f"{seat} at space {space}" for seat, space in spaces.items()])
    return Revealed(text=f"The fish hid: {listed(where)}.", spaces=spaces)
