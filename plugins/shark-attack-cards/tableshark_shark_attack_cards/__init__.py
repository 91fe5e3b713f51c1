"""Shark Attack, a card game of secret selections for four."""

from __future__ import annotations

from typing import Any

from tableshark import Bot, Rules, hookimpl
from tableshark_shark_attack_cards.bots import BOTS
from tableshark_shark_attack_cards.rules import RULES


@hookimpl
def tableshark_rules() -> list[Rules[Any, Any, Any, Any]]:
    """Bring the rules of Shark Attack."""
    return [RULES]


@hookimpl
def tableshark_bots() -> list[Bot]:
    """Bring the bot that swims below the highest, and the one that tries its hands out."""
    return list(BOTS)
