"""Dice as boxes: lists of small numbers whose field's name says that they are dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text

COLOURS = {
    "blue": "bright_blue",
    "red": "bright_red",
    "escaped": "bright_cyan",
    "dice": "white",
    "die": "white",
    "faces": "white",
    "throw": "white",
    "thrown": "white",
}
"""Words in a field's name that make its numbers dice, and their colour."""
MOST = 40
"""The most dice that are drawn."""
HIGHEST = 9
WAVE = "≈"
"""How 0 is drawn: in games with sharks, the face without a number is water."""


@dataclass(frozen=True)
class DiceRow:
    """Dice side by side, on as many lines as the width asks for."""

    faces: tuple[int, ...]
    style: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        top, side, bottom, wave = "╭───╮", "│", "╰───╯", WAVE
        if options.ascii_only:
            top, side, bottom, wave = "+---+", "|", "+---+", "~"
        fit = max(1, (options.max_width + 1) // 6)
        for start in range(0, len(self.faces), fit):
            row = self.faces[start : start + fit]
            middle = Text(" ").join(
                Text.assemble((f"{side} ", self.style), self._face(face, wave), (f" {side}", self.style))
                for face in row
            )
            yield Text(" ".join([top] * len(row)), self.style, no_wrap=True)
            middle.no_wrap = True
            yield middle
            yield Text(" ".join([bottom] * len(row)), self.style, no_wrap=True)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(5, max(5, 6 * len(self.faces) - 1))

    def _face(self, face: int, wave: str) -> tuple[str, str]:
        return (str(face), f"bold {self.style}") if face else (wave, self.style)


def as_dice(name: str, thing: Any) -> DiceRow | None:
    """Make dice of a field's value; None where its name or its value says that it is something else."""
    said = next((word for word in name.lower().split("_") if word in COLOURS), None)
    if said is None or not isinstance(thing, list) or not 0 < len(thing) <= MOST:
        return None
    if not all(type(face) is int and 0 <= face <= HIGHEST for face in thing):
        return None
    return DiceRow(tuple(thing), COLOURS[said])
