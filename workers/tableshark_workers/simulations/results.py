"""Results of simulations as files: what `tableshark simulate --json` prints, and `replay` and `plot` read."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tableshark.errors import BadRecord
from tableshark.rules import Data
from tableshark.simulations import Plan, Report
from tableshark.simulations.local import Result


class Told(Data, frozen=True, kw_only=True):
    """A result without its rows."""

    plan: Plan
    complete: bool
    """Whether all was played that was to be, or its end decided; else it was cut short."""
    hash: str
    """SHA-256 of the rows as NDJSON."""
    report: Report
    cpu: float
    """Seconds of CPU time that it took."""
    thinking: dict[str, float]
    """Seconds of CPU time for one decision, by player."""


def without_rows(result: Result) -> Told:
    """Give a result without its rows."""
    return Told(
        plan=result.plan,
        complete=result.complete,
        hash=result.hash,
        report=result.report,
        cpu=result.cpu,
        thinking=result.thinking,
    )


def read(path: Path) -> Told:
    """Read a result from a file; BadRecord for a file that is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Told)
    except OSError as error:
        raise BadRecord(f"{path} can't be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path} is no result of `tableshark simulate --json`: {error}") from None
