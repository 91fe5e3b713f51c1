"""`make bench`: prints each figure as a ratio with its floor and its goal; then what requests and streams cost."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from benchmarks import requests, shark_attacks_by_hand, simulations, streams
from benchmarks.measure import Ratio, ratio
from benchmarks.reference import playout as reference
from tableshark.chance import Quick
from tableshark.game import start, submit
from tableshark.plugins import load
from tableshark.rules import Outcome

sys.path.insert(0, str(Path(__file__).parent.parent / "docs" / "examples" / "tableshark-tic-tac-toe"))
# The tutorial's own game is what is measured: it is written for its readers.
TIC_TAC_TOE = import_module("tableshark_tic_tac_toe.rules").TIC_TAC_TOE
OPTIONS = TIC_TAC_TOE.options()


def bare_path() -> Ratio:
    """P1: `legal` and `apply` of tic-tac-toe, moves by random, over REF."""
    return ratio(_counting(TIC_TAC_TOE, OPTIONS), _reference())


def checked_path() -> Ratio:
    """P2: turns, legality, log and numbers for each seat, over REF."""
    random = Random(1)
    rules, seed = TIC_TAC_TOE, bytes(32)

    def ours() -> int:
        game = start(rules, OPTIONS, seed)
        log = [game.entry]
        while game.awaiting is not None:
            [seat] = game.awaiting.seats
            moves = rules.legal(game.state, seat)
            game = submit(rules, game, seat, moves[int(random.random() * len(moves))], turn=game.turns[seat])  # type: ignore[index]
            log.append(game.entry)
        return len(log) - 1

    return ratio(ours, _reference())


def shark_attacks() -> Ratio:
    """P3: the bare path of Shark Attacks!, over the same rules by hand."""
    rules = load().rules["shark-attacks"]
    random = Random(1)
    return ratio(_counting(rules, rules.options(players=3)), lambda: shark_attacks_by_hand.playout(random))


def setting_up() -> Ratio:
    """P8: one setup of Shark Attacks! with its first seat given, in moves of REF."""
    rules = load().rules["shark-attacks"]
    options, chance = rules.options(first_seat="p0"), Quick(Random(1))

    def ours() -> int:
        rules.setup(options, chance)
        return 1

    return ratio(_reference(), ours)


def _counting(rules, options) -> Callable[[], int]:
    """Random playouts on the bare path that count decisions, as the loops by hand do."""
    chance = Quick(Random(1))
    status_of, legal, apply, pick = rules.status, rules.legal, rules.apply, chance.pick

    def ours() -> int:
        state, moves = rules.setup(options, chance), 0
        while not isinstance(status := status_of(state), Outcome):
            [seat] = status.seats
            state = apply(state, {seat: pick(legal(state, seat))}, chance)
            moves += 1
        return moves

    return ours


def _reference() -> Callable[[], int]:
    random = Random(1)
    return lambda: reference(random)


FIGURES = (
    ("P1", "bare path, tic-tac-toe / REF", bare_path, 0.50, 0.75, True),
    ("P2", "checked path, tic-tac-toe / REF", checked_path, 0.20, 0.30, True),
    ("P3", "bare path, shark-attacks / by hand", shark_attacks, 0.60, 0.80, True),
    ("P5", "two processes / one, over two that spin / one", simulations.two_processes, 0.90, 0.97, True),
    ("P6", "a simulation through the queue / inline, CPU", simulations.through_the_queue, 1.10, 1.05, False),
    ("P7", "an HTTP move / Flask with its round trips", requests.http_move, 3.0, 2.0, False),
    ("P8", "setting up shark-attacks, in REF moves", setting_up, 15.0, 6.0, False),
)


MORE = {"requests": requests.table, "streams": streams.table, "simulations": simulations.table}


def main() -> None:
    """Measure all, or those named on the command line."""
    table = Table("", "what", "median", "lowest", "highest", "floor", "goal", "")
    missed = False
    for name, what, figure, floor, goal, more in FIGURES:
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        found = figure()
        held = found.median >= floor if more else found.median <= floor
        missed |= not held
        word = ("goal" if (found.median >= goal if more else found.median <= goal) else "floor") if held else "MISSED"
        sign = "≥" if more else "≤"
        table.add_row(name, what, *(f"{x:.2f}" for x in found), f"{sign} {floor}", f"{sign} {goal}", word)
    if table.row_count:
        Console().print(table)
    for name, told in MORE.items():
        if len(sys.argv) == 1 or name in sys.argv[1:]:
            Console().print(told())
    sys.exit(missed)


if __name__ == "__main__":
    main()
