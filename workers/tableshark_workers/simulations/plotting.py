"""The command `tableshark plot`: a picture of what a simulation found. It needs matplotlib, which is an extra."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tableshark.simulations.local import Summary
from tableshark.simulations.report import Standing
from tableshark_workers.simulations.results import read

if TYPE_CHECKING:
    from matplotlib.axes import Axes

try:
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, PercentFormatter
except ImportError as error:
    MISSING: str | None = f"plots need matplotlib ({error}): pip install 'tableshark-workers[plot]'"
else:
    MISSING = None

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#b0a000")
"""Told apart also by those who see few colours."""
BINS = 40
"""The most bars of a histogram."""


@click.command()
@click.argument("source", metavar="RESULT.json", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Usually RESULT.png beside it.")
def plot(source: Path, output: Path | None) -> None:
    """Draw what a simulation found as a PNG: win shares, scores, lengths, and the seats.

    RESULT.json is what `tableshark simulate --json` printed.
    """
    if MISSING is not None:
        raise click.ClickException(MISSING)
    told = read(source)
    if not told.report.episodes:
        raise click.ClickException(f"{source} has no episode to draw")
    output = source.with_suffix(".png") if output is None else output
    try:
        draw(told).savefig(output, format="png", dpi=100)
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from None
    click.echo(f"{output}")


def draw(told: Summary) -> Figure:
    """Draw the four panels of a result."""
    figure = Figure(figsize=(12, 8), layout="constrained")
    shares, scores, lengths, seats = figure.subplots(2, 2).flat
    plan, found = told.plan, told.report
    figure.suptitle(f"{plan.rules}: {found.episodes:,} episodes, seed {plan.seed!r}, rotation {plan.rotation}")
    colours = {label: COLOURS[place % len(COLOURS)] for place, label in enumerate(found.players)}
    _shares(shares, found.players, colours)
    shares.set_title("Wins of each player, with 95 % intervals")
    _scores(scores, found.players, colours)
    _lengths(lengths, found.lengths)
    _shares(seats, found.seats, dict.fromkeys(found.seats, COLOURS[-2]))
    seats.set_title("Balance of the seats: wins, with 95 % intervals")
    for axes in (shares, scores, lengths, seats):
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def _shares(axes: Axes, standings: dict[str, Standing], colours: dict[str, str]) -> None:
    """Draw win shares as points with intervals, each beside the line of its par."""
    for place, (label, standing) in enumerate(standings.items()):
        axes.hlines(place, 0, 1, color="#e8e8e8", linewidth=1, zorder=0)
        axes.vlines(
            standing.par, place - 0.35, place + 0.35, color="black", linestyles="dashed", linewidth=1.5,
            label="par: the share of an equal" if place == 0 else "_another",
        )  # fmt: skip
        if (wins := standing.wins) is not None:
            reach = [[wins.mean - wins.low], [wins.high - wins.mean]]
            axes.errorbar(wins.mean, place, xerr=reach, fmt="o", color=colours[label], capsize=5, markersize=7)
            told = f"{100 * wins.mean:.1f} %"
            axes.annotate(
                told, (wins.mean, place), (0, 9), textcoords="offset points", ha="center", fontsize=9,
                bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"},
            )  # fmt: skip
    axes.set_yticks(range(len(standings)), list(standings))
    # The legend has the room above the first.
    axes.set_ylim(len(standings) - 0.5, -0.6 - 0.1 * len(standings))
    shown = [one for standing in standings.values() for one in (standing.par, *_ends(standing))]
    margin = max(0.05, 0.15 * (max(shown) - min(shown)))
    axes.set_xlim(max(-0.05, min(shown) - margin), min(1.05, max(shown) + margin))
    axes.xaxis.set_major_locator(MaxNLocator(7))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axes.set_xlabel("share of the games won")
    axes.legend(fontsize=8, loc="upper right")


def _ends(standing: Standing) -> tuple[float, ...]:
    return () if standing.wins is None else (standing.wins.low, standing.wins.high)


def _scores(axes: Axes, players: dict[str, Standing], colours: dict[str, str]) -> None:
    axes.set_title("Scores at the end")
    axes.set_xlabel("score")
    axes.set_ylabel("share of the player's seats")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    values = [score for standing in players.values() for score in standing.scores]
    if not values:
        axes.text(0.5, 0.5, "no game was finished", ha="center", transform=axes.transAxes)
        return
    edges = _edges(values)
    for label, standing in players.items():
        times = sum(standing.scores.values())
        weights = [count / times for count in standing.scores.values()]
        axes.hist(list(standing.scores), edges, weights=weights, color=colours[label], alpha=0.25)
        axes.hist(
            list(standing.scores), edges, weights=weights,
            color=colours[label], histtype="step", linewidth=1.5, label=label,
        )  # fmt: skip
    axes.legend(fontsize=8)


def _lengths(axes: Axes, lengths: dict[int, int]) -> None:
    axes.set_title("Lengths of the games")
    axes.set_xlabel("steps")
    axes.set_ylabel("games")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    if not lengths:
        axes.text(0.5, 0.5, "no game was finished", ha="center", transform=axes.transAxes)
        return
    edges = _edges([float(steps) for steps in lengths])
    axes.hist(list(lengths), edges, weights=list(lengths.values()), color=COLOURS[-2], alpha=0.7)
    mean = sum(steps * times for steps, times in lengths.items()) / sum(lengths.values())
    axes.axvline(mean, color="black", linestyle="dotted", label=f"mean {mean:.1f}")
    axes.legend(fontsize=8)


def _edges(values: list[float]) -> list[float]:
    """Lay bars over these values: whole numbers in the middle of theirs, each bar holding as many of them."""
    low, high = min(values), max(values)
    if low == high:
        return [low - 0.5, low + 0.5]
    if all(value.is_integer() for value in values):
        width = float(-(-int(high - low + 1) // BINS))
        count = int(high - low) // int(width) + 1
        return [low - 0.5 + width * place for place in range(count + 1)]
    width = (high - low) / BINS
    return [low + width * place for place in range(BINS)] + [high]
