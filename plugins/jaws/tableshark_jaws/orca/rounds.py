"""How a round begins and ends: the resurface cards are turned up, and all that belongs to the round goes back."""

from __future__ import annotations

from msgspec.structs import replace

from tableshark import Chance
from tableshark_jaws.orca import tell
from tableshark_jaws.orca.news import Told
from tableshark_jaws.orca.state import NOTHING, Orca, Plan, out
from tableshark_jaws.orca.tables import TABLES
from tableshark_jaws.table import CREW

UNPREPARED: tuple[Plan | None, ...] = (None,) * len(CREW)


def open_round(stage: Orca, chance: Chance, told: Told) -> Orca:
    """Turn up three resurface cards; where the deck is short, the discards make a new one for what is missing."""
    deck, discards, shuffled = stage.deck, stage.discards, False
    options = deck[: TABLES.surfacings]
    if len(options) < TABLES.surfacings:
        new, discards, shuffled = chance.shuffle(discards), (), True
        missing = TABLES.surfacings - len(options)
        options, deck = options + new[:missing], new[missing:]
    else:
        deck = deck[TABLES.surfacings :]
    told.append(tell.options_turned(stage.round + 1, options, shuffled))
    return replace(stage, phase="choose", round=stage.round + 1, deck=deck, discards=discards, options=options)


def close_round(stage: Orca, chance: Chance, told: Told) -> Orca:
    """Send the shark down, give target tokens back, discard the resurface cards, and open the next round."""
    stage = replace(
        stage,
        discards=tuple(sorted(stage.discards + stage.options)),
        option=NOTHING,
        ability=NOTHING,
        shark=NOTHING,
        # Whoever is out is not asked to prepare.
        prepared=tuple([out(stage, member) for member in range(len(CREW))]),
        plans=UNPREPARED,
        chummed=False,
        eager=(),
        asked=NOTHING,
        rammed=False,
        rerolled=False,
        bonus=(),
    )
    return open_round(stage, chance, told)
