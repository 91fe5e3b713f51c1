"""The command `tableshark replay`: one episode of a simulation, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from tableshark.errors import BadPlan, BadRecord, UnknownSeat
from tableshark.plugins import Plugins
from tableshark.rules import Data, Seat
from tableshark.simulations import Playing
from tableshark.simulations.local import Summary
from tableshark.simulations.rows import Row, digest
from tableshark.simulations.rows import read as read_rows
from tableshark.table import encode
from tableshark_workers.simulations.results import read, read_bytes

ONLOOKERS = "onlookers"


class Step(Data, frozen=True, omit_defaults=True):
    """What happened in one step; step 0 is the setup."""

    step: int
    answers: dict[Seat, Any]
    """Nobody's where the time was up."""
    view: Any = msgspec.UNSET
    """What the chosen seat saw then."""


@click.command()
@click.argument("source", metavar="RESULT.json", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("episode", type=click.IntRange(0))
@click.option("--view", "viewer", metavar=f"SEAT|{ONLOOKERS}", help="Show what this seat sees after each step.")
@click.option(
    "--rows", "rows_from", metavar="FILE.ndjson", type=click.Path(dir_okay=False, path_type=Path),
    help="Compare with the simulation's own row: what `simulate --rows` wrote.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each step, and the row last.")
@click.pass_obj
def replay(
    plugins: Plugins, source: Path, episode: int, viewer: str | None, rows_from: Path | None, as_json: bool
) -> None:
    """Play an EPISODE of a simulation again, and show it step by step.

    RESULT.json is what `tableshark simulate --json` printed.
    """
    told = read(source)
    steps, row = play_again(plugins, told, episode, viewer)
    if rows_from is not None:
        _compare(told, row, rows_from)
    if as_json:
        for step in steps:
            click.echo(encode(step))
        click.echo(msgspec.json.encode(row))
        return
    players = ", ".join(f"{seat} {label}" for seat, label in row.players.items())
    click.echo(f"episode {episode}, deal {row.deal}, seed {row.seed!r}: {players}")
    for step in steps:
        for line in _lines(step, viewer):
            click.echo(line)
    click.echo(_end(row))
    click.echo("its row:" if rows_from is None else "its row, the same as in the simulation:")
    click.echo(msgspec.json.encode(row))


def play_again(plugins: Plugins, told: Summary, episode: int, viewer: str | None = None) -> tuple[list[Step], Row]:
    """Play an episode of a result: its steps, with the views of a seat (or "onlookers"), and its row.

    Raises BadPlan where the result has no such episode or its options don't fit, UnknownSeat for a seat that is none of
    its, and RulesAway where other rules are installed than those it was made with.
    """
    plan = told.plan
    if viewer is not None and viewer not in (*plan.seats, ONLOOKERS):
        raise UnknownSeat(f"no seat {viewer[:80]!r}; there are {', '.join(plan.seats)}, and {ONLOOKERS}")
    if not 0 <= episode < told.report.episodes:
        raise BadPlan(f"there is no episode {episode}: the result has {told.report.episodes:,}, counted from 0")
    try:
        playing = Playing(plugins, plan)
    except msgspec.ValidationError as error:
        raise BadPlan(f"the options don't fit {plan.rules}: {error}", "/options") from None
    steps: list[Step] = []

    # What is told is kept and shown later: an error in showing it must not look like one of the rules.
    def tell(step: int, answers: Mapping[Seat, Any], state: Any) -> None:
        view = msgspec.UNSET
        if viewer is not None:
            view = playing.rules.view(state, None if viewer == ONLOOKERS else viewer)
        steps.append(Step(step, dict(answers), view))

    return steps, playing.play(episode, tell)


def _compare(told: Summary, row: Row, path: Path) -> None:
    """See that an episode went as in the simulation; BadRecord for rows that are another's, or another row."""
    lines = read_bytes(path)
    if digest([lines]) != told.hash:
        raise BadRecord(f"{path} does not have the rows of this result: their hash is another")
    try:
        rows = read_rows(lines)
    except msgspec.DecodeError as error:
        raise BadRecord(f"{path} has no rows: {error}") from None
    if len(rows) != told.report.episodes:
        raise BadRecord(f"{path} has {len(rows):,} rows, and the result {told.report.episodes:,} episodes")
    if rows[row.episode] != row:
        told_why = "this result, these rows, or something that is installed here is not what it was"
        raise BadRecord(f"episode {row.episode} went otherwise: {told_why}")


def _lines(step: Step, viewer: str | None) -> list[str]:
    lines = [f"{step.step:>5}  {seat}: {encode(move).decode()}" for seat, move in step.answers.items()]
    if not lines:
        lines = [f"{step.step:>5}  {'time is up' if step.step else 'the setup'}"]
    if viewer is not None:
        lines.append(f"       {viewer} see{'' if viewer == ONLOOKERS else 's'} {encode(step.view).decode()}")
    return lines


def _end(row: Row) -> str:
    if row.error is not None:
        return f"given up: the rules raised {row.error}"
    if row.ranks is None or row.scores is None:
        return f"given up after {row.steps} steps, without an outcome"
    ranks = sorted(row.ranks, key=lambda seat: row.ranks[seat] if row.ranks else 0)
    return f"{row.reason}: " + ", ".join(f"{row.ranks[seat]}. {seat} with {row.scores[seat]:g}" for seat in ranks)
