"""Jaws, one shark against a crew of three, in two acts."""

from __future__ import annotations

from typing import Any

from tableshark import Bot, Rules, hookimpl
from tableshark_jaws.bots import BOTS
from tableshark_jaws.rules import RULES


@hookimpl
def tableshark_rules() -> list[Rules[Any, Any, Any, Any]]:
    """Bring the rules of Jaws."""
    return [RULES]


@hookimpl
def tableshark_bots() -> list[Bot]:
    """Bring the bot that plays the shark and the crew, in both acts."""
    return list(BOTS)
