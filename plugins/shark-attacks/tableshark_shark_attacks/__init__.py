"""Shark Attacks!, a push-your-luck dice game for two to six."""

from __future__ import annotations

from typing import Any

from tableshark import Bot, Rules, hookimpl
from tableshark_shark_attacks.bots import BOTS
from tableshark_shark_attacks.rules import RULES


@hookimpl
def tableshark_rules() -> list[Rules[Any, Any, Any, Any]]:
    """Bring the rules of Shark Attacks!."""
    return [RULES]


@hookimpl
def tableshark_bots() -> list[Bot]:
    """Bring the two bots that stop at a number of swimmers."""
    return list(BOTS)
