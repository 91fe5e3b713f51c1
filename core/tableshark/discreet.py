"""Errors told by their kind and place alone: the message of one may hold a state, or somebody's secret."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
import warnings
from types import TracebackType
from typing import TypeAlias

from pluggy import PluggyTeardownRaisedWarning

from tableshark.errors import TablesharkError

logger = logging.getLogger(__name__)

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


def log_uncaught() -> None:
    """Log what Python would write to the terminal itself: errors in threads, in finalizers and at the ends of hooks."""

    def in_a_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            logger.error("an error in a thread: %s", story(args.exc_value))

    def nowhere(args: sys.UnraisableHookArgs) -> None:
        logger.error("an error that nobody gets: %s", story(args.exc_value) if args.exc_value else args.exc_type)

    threading.excepthook = in_a_thread
    sys.unraisablehook = nowhere
    # The error that it repeats is raised all the same.
    warnings.filterwarnings("ignore", category=PluggyTeardownRaisedWarning)
