"""Hasty: rules that let the order of a set reach their state and their moves. Broken on purpose."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from toys.bids import BIDS, Bid
from toys.pig import PIG

NAMES = frozenset({"anna", "bob", "carla", "dave", "eve", "fred", "gina", "hal"})


def sets_up_by_a_set(options, chance):
    """Begin with a pot that tells the order of a set: it is another in every process."""
    places = [sorted(NAMES).index(name) for name in NAMES]
    return replace(PIG.setup(options, chance), pot=int("".join(map(str, places))))


def lists_a_set(state, seat):
    """List the bids in the order of a set of texts."""
    return tuple(Bid(int(text)) for text in {str(card) for card in state.hands[int(seat[1:])]})


HASTY = dataclasses.replace(PIG, id="hasty", setup=sets_up_by_a_set)
HASTY_MOVES = dataclasses.replace(BIDS, id="hasty-moves", legal=lists_a_set)
