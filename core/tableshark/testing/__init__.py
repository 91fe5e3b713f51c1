"""The conformance kit: one line in a plugin's tests plays its rules through and holds them to what every game owes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tableshark.testing.choices import option_sets
    from tableshark.testing.kit import prove
    from tableshark.testing.report import Report

__all__ = ["Report", "option_sets", "prove"]

PLACES = {"Report": "report", "option_sets": "choices", "prove": "kit"}


def __getattr__(name: str) -> Any:
    """Import a part of the kit when it is asked for: the pytest plugin is loaded with every pytest and needs none."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
