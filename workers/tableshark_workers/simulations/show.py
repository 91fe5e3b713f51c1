"""Results of simulations for people: tables with rounded figures."""

from __future__ import annotations

import math

from rich.console import Group
from rich.table import Table
from rich.text import Text

from tableshark.simulations.intervals import Estimate
from tableshark.simulations.local import Summary
from tableshark.simulations.plan import Plan
from tableshark.simulations.report import Report, Standing


def tables(told: Summary) -> Group:
    """Lay out all that a simulation found, 80 columns wide."""
    plan, found = told.plan, told.report
    parts: list[Table | Text] = [_head(told), Text()]
    if found.episodes:
        parts += [_standings("player", found.players), Text(), _work(told), Text()]
        parts += [_standings("seat", found.seats), Text()]
        if found.paired is not None:
            parts += [_paired(found), Text()]
    parts += _facts(plan, found)
    parts.append(Text(f"hash: {told.hash}", "dim"))
    return Group(*parts)


def share(value: float, reach: float, *, signed: bool = False) -> str:
    """Write a share in per cent, without the sign for that, and finer where it is known well."""
    places = 1 if reach >= 0.001 else 2
    return f"{100 * value:{'+' if signed else ''}.{places}f}"


def about(found: Estimate) -> str:
    """Write a figure with its interval, to the second digit of how far that reaches."""
    if found.width == 0.0:
        return f"{found.mean:g}"
    places = max(0, 1 - math.floor(math.log10(found.width)))
    return f"{found.mean:.{places}f} ± {found.width:.{places}f}"


def duration(seconds: float) -> str:
    """Write a time in the unit that fits it."""
    for factor, unit in ((1e6, "µs"), (1e3, "ms")):
        if seconds * factor < 1000:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s" if seconds < 1000 else f"{seconds / 60:.0f} min"


def _head(told: Summary) -> Text:
    plan, found = told.plan, told.report
    options = ", ".join(f"{name} {value}" for name, value in plan.options.items() if value is not None)
    text = Text.assemble((plan.rules, "bold"), f" (version {plan.version}): ", options, "\n" if options else "")
    text.append(f"{found.episodes:,} of {plan.episodes:,} episodes, seed {plan.seed!r}, rotation {plan.rotation}, ")
    text.append(f"{duration(told.cpu)} of CPU time")
    if not told.complete:
        text.append("\ncut short: it ends with what was played until then", "yellow")
    return text


def _table(*heads: str) -> Table:
    """Begin a table; all columns but the first hold figures."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, head in enumerate(heads):
        table.add_column(Text(head), justify="right" if place else "left")
    return table


def _standings(what: str, standings: dict[str, Standing]) -> Table:
    table = _table(what, "wins %", "95 % interval", "par %", "÷ par", "score", "rank")
    for label, standing in standings.items():
        wins, times = standing.wins, sum(standing.ranks.values())
        rank = sum(rank * count for rank, count in standing.ranks.items()) / times if times else None
        cells = [label, *_wins(wins), share(standing.par, 1.0)]
        cells.append("-" if standing.against_par is None else f"{standing.against_par:.2f}")
        cells.append("-" if standing.score is None else about(standing.score))
        cells.append("-" if rank is None else f"{rank:.2f}")
        table.add_row(*map(Text, cells))
    return table


def _wins(wins: Estimate | None) -> tuple[str, str]:
    if wins is None:
        return "-", "-"
    reach = wins.width
    return share(wins.mean, reach), f"{share(wins.low, reach)} to {share(wins.high, reach)}"


def _work(told: Summary) -> Table:
    table = _table("player", "seats", "decisions a game", "CPU time of one", "faults")
    for label, standing in told.report.players.items():
        took = told.thinking.get(label)
        cells = [label, str(standing.seats), f"{standing.decisions * standing.seats:.1f}"]
        cells += ["-" if took is None else duration(took), f"{standing.faults:,}"]
        table.add_row(*map(Text, cells))
    return table


def _paired(found: Report) -> Table:
    table = _table("over whole deals", "deals", "wins less par, %", "95 % interval")
    for label, paired in (found.paired or {}).items():
        it = paired.difference
        between = f"{share(it.low, it.width, signed=True)} to {share(it.high, it.width, signed=True)}"
        cells = label, f"{paired.deals:,}", share(it.mean, it.width, signed=True), between
        table.add_row(*map(Text, cells))
    return table


def _facts(plan: Plan, found: Report) -> list[Table | Text]:
    told = []
    if (first := found.first_seat) is not None:
        mean, low, high = (share(it, first.width, signed=True) for it in (first.mean, first.low, first.high))
        told.append(f"first seat: {plan.seats[0]} wins {mean} % against par ({low} to {high})")
    if found.length is not None:
        told.append(f"length: {about(found.length)} steps, from {min(found.lengths)} to {max(found.lengths)}")
    if found.reasons:
        ends = (f"{reason or 'no reason'} {times:,}" for reason, times in found.reasons.items())
        told.append(f"ends: {', '.join(ends)}")
    if found.unfinished:
        told.append(f"unfinished after {plan.steps:,} steps: {found.unfinished:,}")
    if found.errors:
        raised = ", ".join(f"{error} {times:,}" for error, times in found.errors.items())
        told.append(f"given up because the rules raised: {raised}")
    if (until := found.until) is not None:
        ratio = "" if until.likelihood is None else f" (log-likelihood ratio {until.likelihood:+.2f})"
        told.append(f"until: {'' if until.decided else 'not yet: '}{until.says}{ratio}")
    return [Text(line) for line in told]
