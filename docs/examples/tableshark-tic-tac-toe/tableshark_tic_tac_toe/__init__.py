"""Tic-tac-toe, as a plugin of Tableshark."""

from tableshark import Bot, Rules, hookimpl
from tableshark_tic_tac_toe.bots import BLOCKER
from tableshark_tic_tac_toe.rules import TIC_TAC_TOE


@hookimpl
def tableshark_rules() -> list[Rules]:
    return [TIC_TAC_TOE]


@hookimpl
def tableshark_bots() -> list[Bot]:
    return [BLOCKER]
