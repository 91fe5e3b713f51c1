"""Hungry Shark, a counting race in real time for two to eight."""

from __future__ import annotations

from typing import Any

from tableshark import Bot, Rules, hookimpl
from tableshark_hungry_shark.bots import BOTS
from tableshark_hungry_shark.rules import RULES


@hookimpl
def tableshark_rules() -> list[Rules[Any, Any, Any, Any]]:
    """Bring the rules of Hungry Shark."""
    return [RULES]


@hookimpl
def tableshark_bots() -> list[Bot]:
    """Bring the bots that count about as fast, and as badly, as people do."""
    return list(BOTS)
