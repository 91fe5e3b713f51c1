"""Camouflage, a game of memory, hide and seek for two to six."""

from __future__ import annotations

from typing import Any

from tableshark import Bot, Rules, hookimpl
from tableshark_camouflage.bots import BOTS
from tableshark_camouflage.rules import RULES


@hookimpl
def tableshark_rules() -> list[Rules[Any, Any, Any, Any]]:
    """Bring the rules of Camouflage."""
    return [RULES]


@hookimpl
def tableshark_bots() -> list[Bot]:
    """Bring the two bots with a human memory: they seek alike and hide differently."""
    return list(BOTS)
