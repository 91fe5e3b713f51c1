"""From Amity Island to the Orca: the track of act one decides how many cards each side gets in act two."""

from __future__ import annotations

from tableshark import Chance
from tableshark_jaws.amity.state import Amity
from tableshark_jaws.orca import act as orca
from tableshark_jaws.orca.news import OrcaStory
from tableshark_jaws.orca.state import Orca
from tableshark_jaws.orca.tables import TABLES

LIMIT = {"both": 9, "one": 7}
"""The slot of the swimmer track with which act one ends for the shark."""


def put_to_sea(island: Amity, chance: Chance) -> tuple[Orca, tuple[OrcaStory, ...]]:
    """Deal act two by the track as act one left it. What was hidden on the island stays behind with it."""
    deal = TABLES.deals[min(island.track, len(TABLES.deals) - 1)]
    return orca.begin(deal.abilities, deal.gear, chance)


def straight_to_sea(chance: Chance) -> tuple[Orca, tuple[OrcaStory, ...]]:
    """Deal act two where it is played alone."""
    return orca.begin(TABLES.alone.abilities, TABLES.alone.gear, chance)
