"""The second version of bids, with moves that the first one doesn't know."""

import dataclasses

from toys import BIDS
from toys.bids import Bid

from tableshark import Move


class Offer(Move, frozen=True):
    coins: int


class Withdraw(Move, frozen=True): ...


def offers(state, seat):
    return (*(Offer(card) for card in state.hands[int(seat[1:])]), Withdraw())


def apply_offers(state, moves, chance):
    cards = {seat: Bid(move.coins) for seat, move in moves.items() if isinstance(move, Offer)}
    return BIDS.apply(state, cards, chance)


OFFERS = dataclasses.replace(
    BIDS, version=2, move=Offer | Withdraw, legal=offers, apply=apply_offers, upgrades={1: lambda state: state}
)
