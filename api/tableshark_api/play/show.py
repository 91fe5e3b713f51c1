"""The screen of a player: the heading, what happened, the table, questions and the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tableshark_api.play.board import draw
from tableshark_api.play.client import Problem
from tableshark_api.play.words import join, plain, value

COLOURS = ("cyan", "magenta", "yellow", "blue", "red", "bright_cyan", "bright_magenta", "bright_yellow")
MINE = "bold green"


class Screen:
    """Shows one game to the person at one seat of it."""

    def __init__(self, console: Console) -> None:
        """Take where to write."""
        self.console = console
        self.seat: str | None = None
        self._names: dict[str, str] = {}
        self._colours: dict[str, str] = {}

    def heading(self, entry: Mapping[str, Any], game: Mapping[str, Any], seat: str, auto: str | None) -> None:
        """Say what is played by the catalogue's entry, and who sits where."""
        self.seat = seat
        about = {bot["bot"]: bot["title"] for bot in entry["bots"]}
        who = Table.grid(padding=(0, 2))
        others = iter(COLOURS * len(game["seats"]))
        for place in game["seats"]:
            own = place["seat"] == seat
            self._colours[place["seat"]] = MINE if own else next(others)
            self._names[place["seat"]] = _sitter(place, own, auto)
            sits = auto if own else place.get("bot")
            cells = (place["seat"], self._colours[place["seat"]]), (self._names[place["seat"]], "")
            who.add_row(*[Text(*cell) for cell in (*cells, (plain(about.get(sits, "")), "dim"))])
        chosen = ", ".join(f"{name} {value(thing)}" for name, thing in game["options"].items() if thing is not None)
        facts = [chosen, f"game {game['game']}", "its seed was chosen: a practice game" if game["seeded"] else ""]
        below = Text(" · ".join(filter(None, facts)), "dim")
        title = Text(plain(entry["title"]), "bold")
        self.console.print(Panel(Group(who, below), title=title, box=box.HEAVY, border_style="blue", padding=(0, 1)))

    def story(self, news: Sequence[Mapping[str, Any]]) -> None:
        """Tell what happened, a line each."""
        lines = Table.grid(padding=(0, 1))
        for item in news:
            if "text" in item:
                lines.add_row(Text("•", "dim"), self._line(item["text"]))
        self.console.print(lines)

    def missed(self, count: int) -> None:
        """Say that something went by untold."""
        steps = "one step" if count == 1 else f"{count} steps"
        self.say(f"… {steps} went by faster than could be told")

    def table(self, window: Mapping[str, Any]) -> None:
        """Draw the view."""
        whose = "the table" if window["legal"] is None else f"{window['seat']}, it is your turn"
        title = Text.assemble((whose, "bold"), (f" · view {window['number']}", "dim"))
        inner = draw(window["view"], self.seat)
        self.console.print()
        self.console.print(Panel(inner, title=title, title_align="left", border_style="blue", padding=(0, 1)))

    def say(self, text: str, style: str = "dim") -> None:
        """Say something that is not part of the game."""
        for line in text.splitlines():
            self.console.print(Text(plain(line), style))

    def refuse(self, problem: Problem) -> None:
        """Say why the server does not take something."""
        self.say(f"Not taken: {problem}", "red")
        for line in problem.errors:
            self.say(f"  {line}", "red")

    def names(self, seats: Sequence[str]) -> str:
        """Write seats with those who sit there."""
        return join([f"{seat} ({self._names.get(seat, seat)})" for seat in seats])

    def end(self, outcome: Mapping[str, Any]) -> None:
        """Show the outcome, and what it is for this seat."""
        ranks, scores = outcome["ranks"], outcome["scores"]
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        table.add_column("rank", justify="right")
        table.add_column("seat")
        table.add_column("who")
        table.add_column("score", justify="right")
        for seat in sorted(ranks, key=lambda seat: (ranks[seat], seat)):
            style = MINE if seat == self.seat else None
            cells = [str(ranks[seat]), seat, self._names.get(seat, ""), value(scores.get(seat))]
            table.add_row(*[Text(cell) for cell in cells], style=style)
        title = Text(f"The end: {plain(outcome['reason'])}", "bold")
        subtitle = Text(_result(self.seat, ranks), MINE)
        self.console.print(
            Panel(table, title=title, subtitle=subtitle, box=box.HEAVY, border_style="blue", padding=(1, 2))
        )

    def _line(self, text: str) -> Text:
        line = Text(plain(text))
        for seat, colour in self._colours.items():
            line.highlight_regex(rf"(?<![\w-]){re.escape(seat)}(?![\w-])", colour)
        return line


def _sitter(place: Mapping[str, Any], own: bool, auto: str | None) -> str:
    if own:
        return f"you, played by {auto}" if auto else "you"
    if place["by"] == "bot":
        level = place.get("level")
        return f"bot {place['bot']}{f' ({level})' if level else ''}"
    return "a person" if place["by"] == "person" else "nobody yet"


def _result(seat: str | None, ranks: Mapping[str, int]) -> str:
    """Say in a sentence how the seat came out."""
    if seat is None or seat not in ranks:
        return ""
    rank = ranks[seat]
    same = [other for other in ranks if other != seat and ranks[other] == rank]
    with_whom = f" together with {join(sorted(same))}" if same else ""
    if rank == 1:
        return f"You ({seat}) won{with_whom}!"
    return f"You ({seat}) came in at rank {rank} of {len(ranks)}{with_whom}."
