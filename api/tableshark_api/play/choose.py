"""The person's answer: one of the listed moves, or one that is typed where there are too many to list."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tableshark_api.play.schemas import Schemas
from tableshark_api.play.show import Screen
from tableshark_api.play.words import fields, plain, value, words

MOST = 30
"""The most moves that are shown at once."""

HELP_LISTED = """\
Type the number of a move, or the beginning of its words.
q leaves the game, ? shows this."""
HELP_TYPED = """\
There are too many moves to list. Type the number of an example, or a move as JSON,
or the name of a kind of move to be asked for its fields one by one.
q leaves the game, ? shows this."""


class Quit(Exception):
    """The person wants to leave."""


class Chooser:
    """Asks a person for moves."""

    def __init__(self, screen: Screen, read: Callable[[str], str], schemas: Schemas) -> None:
        """Take the screen, what reads a line after a prompt, and what is known of moves."""
        self._screen = screen
        self._read = read
        self._schemas = schemas

    def choose(self, legal: Any) -> Any:
        """Get a move from the person; Quit where they leave."""
        return self._listed(legal) if isinstance(legal, list) else self._typed(legal)

    def _listed(self, moves: Sequence[Any]) -> Any:
        told = [fields(move) for move in moves]
        shown = list(range(len(moves)))
        self._list(moves, shown)
        while True:
            line = self._ask("your move", HELP_LISTED)
            if line.isdecimal():
                if 1 <= int(line) <= len(moves):
                    return moves[int(line) - 1]
                self._screen.say(f"There is no {line}; the numbers go from 1 to {len(moves)}.", "red")
                continue
            fitting = [at for at, text in enumerate(told) if text.lower().startswith(line.lower())] if line else []
            if len(fitting) == 1:
                return moves[fitting[0]]
            if fitting:
                self._list(moves, fitting)
            else:
                self._screen.say(f"{line!r} is none of the moves: type a number from 1 to {len(moves)}.", "red")

    def _list(self, moves: Sequence[Any], shown: Sequence[int]) -> None:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold")
        grid.add_column()
        grid.add_column(style="dim")
        for at in shown[:MOST]:
            grid.add_row(str(at + 1), Text(fields(moves[at])), Text(plain(self._schemas.about(moves[at]))))
        self._screen.console.print(Padding(grid, (0, 0, 0, 2)))
        if len(shown) > MOST:
            self._screen.say(f"… and {len(shown) - MOST} more: type the beginning of the words to see others.")

    def _typed(self, described: Mapping[str, Any]) -> Any:
        examples: list[Any] = described["examples"]
        kinds = self._schemas.kinds(described["schema"])
        self._screen.say("Moves are too many to list. Some of them:")
        self._list(examples, range(len(examples)))
        if kinds:
            self._screen.say(f"Kinds: {', '.join(words(kind) for kind in kinds)}")
        while True:
            line = self._ask("your move (number, JSON or kind)", HELP_TYPED)
            if line.isdecimal() and 1 <= int(line) <= len(examples):
                return examples[int(line) - 1]
            if line.startswith("{"):
                try:
                    return json.loads(line)
                except ValueError as error:
                    self._screen.say(f"That is not JSON: {error}", "red")
                    continue
            kind = next((kind for kind in kinds if line.lower() in (kind, words(kind))), None)
            if kind is not None:
                return self._by_fields(kind, kinds[kind])
            self._screen.say(f"{line!r} is neither the number of an example nor JSON nor a kind of move.", "red")

    def _by_fields(self, kind: str, schema: Mapping[str, Any]) -> Any:
        """Ask for the fields of one kind of move, one by one."""
        move: dict[str, Any] = {"type": kind} if "type" in schema.get("properties", {}) else {}
        for name, field in schema.get("properties", {}).items():
            if name == "type":
                continue
            needed = name in schema.get("required", [])
            hint = self._schemas.hint(field)
            usual = "" if needed else f"; empty: {value(field.get('default'))}"
            line = self._ask(f"{words(name)} ({hint}{usual})", HELP_TYPED, empty=not needed)
            if line:
                move[name] = line if self._schemas.is_text(field) else _read_value(line)
        return move

    def _ask(self, prompt: str, about: str, empty: bool = False) -> str:
        """Read a line that is no command; an empty one only where it says something."""
        while True:
            line = self._read(prompt).strip()
            if line.lower() in ("q", "quit"):
                raise Quit
            if line == "?":
                self._screen.say(about)
            elif line or empty:
                return line
            else:
                self._screen.say("Type something, or ? for help.", "red")


def _read_value(line: str) -> Any:
    """Read JSON, or take the line as it is where it is none."""
    try:
        return json.loads(line)
    except ValueError:
        return line
