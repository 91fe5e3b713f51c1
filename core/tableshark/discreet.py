"""Errors told by their kind and place alone: the message of one may hold a state, or somebody's secret."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType
from typing import TypeAlias

from tableshark.errors import TablesharkError

FRAMES = 12
"""So many places are told, those nearest to the error."""

_Error: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def story(error: BaseException) -> str:
    """Tell the kind of an error and where it came from, the nearest place first; our own errors hold no secret."""
    kind = type(error).__name__
    told = f"{kind}: {error}" if isinstance(error, TablesharkError) else kind
    frames = list(traceback.extract_tb(error.__traceback__))[: -1 - FRAMES : -1]
    return " <- ".join([told, *[f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]])


class Discreet(logging.Formatter):
    """Writes records with the stories of their errors in place of tracebacks, which end in the messages."""

    def formatException(self, ei: _Error) -> str:  # noqa: N802
        """Tell an error."""
        return story(ei[1]) if ei[1] is not None else ""
