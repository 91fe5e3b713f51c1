"""Results of simulations as files: what `tableshark simulate --json` prints, and `replay` and `plot` read."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tableshark.errors import BadRecord
from tableshark.simulate import STEPS
from tableshark.simulations.local import Summary
from tableshark.simulations.plan import EPISODES


def read(path: Path) -> Summary:
    """Read a result from a file; BadRecord for a file that is none, or does not hold together."""
    try:
        found = msgspec.json.decode(read_bytes(path), type=Summary)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path} is no result of `tableshark simulate --json`: {error}") from None
    told, plan = found.report, found.plan
    labels = {entrant.label for entrant in plan.bots}
    if not told.episodes <= plan.episodes <= EPISODES or not 1 <= plan.steps <= STEPS:
        raise BadRecord(f"{path} does not hold together: no simulation has such numbers of episodes or steps")
    if len(plan.bots) != len(plan.seats) or set(told.seats) != set(plan.seats) or set(told.players) != labels:
        raise BadRecord(f"{path} does not hold together: its report is of other seats or players than its plan")
    return found


def read_bytes(path: Path) -> bytes:
    """Read a file; BadRecord for one that can't be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadRecord(f"{path} can't be read: {error.strerror}") from None
