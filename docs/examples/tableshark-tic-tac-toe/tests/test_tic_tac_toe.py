"""Tic-tac-toe keeps the promises of a game of Tableshark."""

from tableshark import Player, Quick, simulate
from tableshark.search import RANDOM
from tableshark.testing import prove
from tableshark_tic_tac_toe.bots import BLOCKER
from tableshark_tic_tac_toe.rules import TIC_TAC_TOE, Mark, State, apply, status


def test_it_keeps_every_promise():
    prove(TIC_TAC_TOE)


def test_three_in_a_row_win():
    state = State((1, 1, 0, 2, 2, 0, 0, 0, 0))
    outcome = status(apply(state, {"x": Mark(2)}, Quick.of(b"")))
    assert outcome.ranks == {"x": 1, "o": 2}


def test_the_blocker_beats_random_play():
    players = {"x": Player(RANDOM, "normal"), "o": Player(BLOCKER, "normal")}
    lost = sum(simulate(TIC_TAC_TOE, players, episode=n).outcome.ranks["o"] == 2 for n in range(200))
    assert lost < 40
