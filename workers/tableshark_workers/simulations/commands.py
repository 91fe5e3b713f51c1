"""The command `tableshark simulate`: a batch of episodes on the cores of this machine."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tableshark.errors import UnfitOptions
from tableshark.plugins import Plugins
from tableshark.simulate import STEPS
from tableshark.simulations import Plan, make_plan, parse_until, rows
from tableshark.simulations.course import Course
from tableshark.simulations.plan import Rotation
from tableshark_workers.simulations.processes import run
from tableshark_workers.simulations.show import tables

INTERRUPTED = 130
MOST = 256
"""The most processes that can be asked for."""
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command()
@click.argument("rules")
@click.option("--bots", metavar="BOT[/LEVEL],...", required=True, help="One for all seats, or one for each.")
@click.option("--episodes", type=int, required=True, help="How many games to play.")
@click.option("--seed", default="0", show_default=True, help="Any text; the same gives the same episodes anywhere.")
@click.option("--workers", type=click.IntRange(1, MOST), default=CORES, help="Processes; usually one for each core.")
@click.option(
    "--rotation", type=click.Choice(get_args(Rotation)), default="none", show_default=True,
    help="Who sits where: as named; one seat up with each episode; or each deal once for each such rotation.",
)  # fmt: skip
@click.option("--options", "given", metavar="JSON", help="The options of the rules: '{\"players\": 3}'.")
@click.option("--steps", type=int, default=STEPS, show_default=True, help="After so many an episode is given up.")
@click.option("--seconds", type=float, help="End with what there is after so much time.")
@click.option("--until", metavar="interval:WIDTH|sprt:LOW:HIGH", help="End once the first bot is known well enough.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for `replay` and `plot`.")
@click.option("--rows", "rows_to", type=click.Path(dir_okay=False, path_type=Path), help="FILE.ndjson or FILE.csv.")
@click.pass_context
def simulate(
    context: click.Context,
    rules: str,
    bots: str,
    episodes: int,
    seed: str,
    workers: int,
    rotation: Rotation,
    given: str | None,
    steps: int,
    seconds: float | None,
    until: str | None,
    as_json: bool,
    rows_to: Path | None,
) -> None:
    """Play many games of RULES between bots, and say who wins how often.

    Ctrl-C ends it with what was played until then.
    """
    plugins = context.find_object(Plugins)
    assert plugins is not None
    plan = make_plan(
        plugins,
        rules,
        [bot.strip() for bot in bots.split(",")],
        episodes,
        options=None if given is None else _options(plugins, rules, given),
        seed=seed,
        rotation=rotation,
        steps=steps,
        seconds=seconds,
        until=None if until is None else parse_until(until),
    )
    if rows_to is not None:
        _prepare(rows_to)
    with _Stop() as stop, _Bar(plan) as bar:
        result = run(plan, plugins=plugins, workers=workers, progress=bar.show, stop=stop)
    if as_json:
        click.echo(msgspec.json.encode(result.summary))
    else:
        console = Console(highlight=False)
        console.print(tables(result))
        again = "again: add --json > RESULT.json, then `tableshark replay RESULT.json EPISODE`"
        console.print(again, style="dim", soft_wrap=True)
    # Last: what was found is told also where the disk is full.
    if rows_to is not None:
        _write(rows_to, result.rows, plan)
    context.exit(INTERRUPTED if stop.called else 0)


class _Stop:
    """Ctrl-C: the first one is kept for who asks, the next one ends the program."""

    def __init__(self) -> None:
        self.called = False
        self._before: Any = None

    def __enter__(self) -> _Stop:
        self._before = signal.signal(signal.SIGINT, self._call)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def __call__(self) -> bool:
        return self.called

    def _call(self, number: int, frame: FrameType | None) -> None:
        self.called = True
        signal.signal(signal.SIGINT, self._before)


class _Bar:
    """How far it is, on stderr where that is a terminal."""

    def __init__(self, plan: Plan) -> None:
        console = Console(stderr=True)
        # It is drawn when there are news, by this thread: processes are forked while it is shown.
        self._progress = Progress(
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f}  {task.fields[rate]:,.0f} a second "),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=console,
            auto_refresh=False,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task("", total=plan.episodes, rate=0.0)

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, course: Course) -> None:
        """Show what is played until now."""
        played = course.spent.episodes
        elapsed = self._progress.tasks[0].elapsed
        self._progress.update(self._task, completed=played, rate=played / elapsed if elapsed else 0.0)
        self._progress.refresh()


def _options(plugins: Plugins, rules: str, given: str) -> Any:
    """Read the options of the rules; UnfitOptions says which field does not fit."""
    try:
        return msgspec.json.decode(given, type=plugins.get(rules).options)
    except msgspec.DecodeError as error:
        raise UnfitOptions(f"the options don't fit {rules}: {error}") from None


def _prepare(path: Path) -> None:
    """See that rows can be written there before anything is played."""
    if path.suffix not in (".ndjson", ".csv"):
        raise click.BadParameter(f"{path.name!r} ends neither in .ndjson nor in .csv", param_hint="--rows")
    try:
        path.touch()
    except OSError as error:
        raise click.FileError(str(path), error.strerror) from None


def _write(path: Path, lines: bytes, plan: Plan) -> None:
    try:
        if path.suffix == ".ndjson":
            path.write_bytes(lines)
            return
        with path.open("w", encoding="utf-8", newline="") as opened:
            opened.writelines(rows.in_csv(lines.splitlines(keepends=True), plan.seats))
    except OSError as error:
        raise click.ClickException(f"{path} can't be written: {error.strerror}") from None
