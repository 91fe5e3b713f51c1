"""Four toy games, as a plugin: dice, hidden movement, sealed bids, a race."""

from tableshark import hookimpl
from toys.bids import BIDS
from toys.count import COUNT
from toys.pig import PIG
from toys.thief import THIEF

TOYS = (PIG, THIEF, BIDS, COUNT)


@hookimpl
def tableshark_rules():
    return list(TOYS)
