"""A view of any game, drawn: structs as tables, dice as boxes, the rest in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tableshark_api.play.dice import as_dice
from tableshark_api.play.words import NOTHING, value, words

TOLD = "news"
"""The field of a view that is told as a story and not drawn."""
WIDE = 60
"""From how many letters on a nested struct gets lines of its own."""


def draw(view: Mapping[str, Any], mark: str | None) -> RenderableType:
    """Draw a view; rows about the seat `mark` stand out."""
    facts = Text()
    empty: list[str] = []
    tables: list[RenderableType] = []
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", vertical="middle")
    rows.add_column()
    for name, thing in view.items():
        if name == TOLD:
            continue
        if value(thing) == NOTHING:
            empty.append(words(name))
        elif not isinstance(thing, list | dict):
            _fact(facts, words(name), value(thing))
        elif (columns := _columns(thing)) is not None:
            tables.append(_table(words(name), columns, _rows(thing), mark))
        else:
            rows.add_row(words(name), _part(name, thing, mark))
    if empty:
        _fact(facts, "none:", ", ".join(empty), "dim")
    parts: list[RenderableType] = [facts] if facts else []
    parts += [Padding(table, (1, 0, 0, 0)) for table in tables]
    if rows.row_count:
        parts.append(Padding(rows, (1, 0, 0, 0)))
    return Group(*parts)


def _fact(facts: Text, name: str, said: str, style: str = "bold") -> None:
    """Add a name and what is said of it; a line never breaks between the two."""
    if facts:
        facts.append("   ")
    facts.append(f"{name} ".replace(" ", "\N{NO-BREAK SPACE}"), "dim")
    facts.append(said.replace(" ", "\N{NO-BREAK SPACE}") if len(said) < WIDE else said, style)


def _part(name: str, thing: Any, mark: str | None) -> RenderableType:
    """Draw one field that is no plain value."""
    dice = as_dice(name, thing)
    if dice is not None:
        return dice
    if isinstance(thing, dict) and len(value(thing)) > WIDE:
        return draw(thing, mark)
    if isinstance(thing, list) and thing and all(isinstance(row, list | str) for row in thing) and _square(thing):
        return _grid(thing)
    return Text(value(thing))


def _square(rows: Sequence[Sequence[Any]]) -> bool:
    return len(rows) > 1 and len(rows[0]) > 1 and all(len(row) == len(rows[0]) for row in rows)


def _grid(rows: Sequence[Sequence[Any]]) -> Table:
    """Draw rows of equal length as the squares of a board."""
    grid = Table.grid(padding=(0, 1))
    for row in rows:
        grid.add_row(*[Text(value(cell)) for cell in row])
    return grid


def _columns(thing: Any) -> list[str] | None:
    """Give the columns of a list of structs, or of structs by name; None for anything else."""
    structs = list(thing.values()) if isinstance(thing, dict) else thing
    if not structs or not all(isinstance(one, dict) for one in structs):
        return None
    return list(dict.fromkeys(name for one in structs for name in one))


def _rows(thing: Any) -> list[tuple[str | None, Mapping[str, Any]]]:
    return list(thing.items()) if isinstance(thing, dict) else [(None, one) for one in thing]


def _table(
    title: str, columns: Sequence[str], rows: Sequence[tuple[str | None, Mapping[str, Any]]], mark: str | None
) -> Table:
    table = Table(title=title, title_justify="left", title_style="dim", box=box.SIMPLE_HEAD, padding=(0, 1))
    table.show_edge = False
    named = rows[0][0] is not None
    if named:
        table.add_column("")
    for name in columns:
        number = all(isinstance(row.get(name), int | float) for _, row in rows)
        table.add_column(words(name), justify="right" if number else "left", header_style="bold")
    for key, row in rows:
        about = mark is not None and mark in (key, row.get("seat"))
        cells = [_cell(name, row.get(name), mark) for name in columns]
        table.add_row(*([Text(words(key or ""))] if named else []), *cells, style="bold green" if about else None)
    return table


def _cell(name: str, thing: Any, mark: str | None) -> RenderableType:
    dice = as_dice(name, thing)
    if dice is not None:
        return dice
    nested = isinstance(thing, dict) and len(value(thing)) > WIDE
    return draw(thing, mark) if nested else Text(value(thing))
