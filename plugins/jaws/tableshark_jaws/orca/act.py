"""Act two as the frame plays it: begin, who is asked, what they may do, one move, the end, and what is seen of it."""

from __future__ import annotations

from tableshark import Chance, Seat
from tableshark_jaws.orca import bites, deal, moves, plans, strikes, tell
from tableshark_jaws.orca.asking import asked, legal
from tableshark_jaws.orca.board import GONE, WHOLE
from tableshark_jaws.orca.moves import OrcaMove
from tableshark_jaws.orca.news import OrcaStory, Told
from tableshark_jaws.orca.sight import determinize, view
from tableshark_jaws.orca.state import NOTHING, Ending, Orca, Plan, ending
from tableshark_jaws.orca.tables import ABILITY, GEAR_NUMBER, LETTER, SPOT, TABLES, ZONE
from tableshark_jaws.table import CREW

__all__ = ["REASONS", "asked", "begin", "determinize", "ending", "legal", "play", "standing", "view"]

REASONS: dict[Ending, str] = {
    "shark": "the shark is down",
    "crew": "the crew is out",
    "boat": "the boat is gone",
}


def begin(abilities: int, gear: int, chance: Chance) -> tuple[Orca, tuple[OrcaStory, ...]]:
    """Deal so many abilities to the shark and so many shared gear cards to the crew."""
    told: Told = []
    return deal.deal(abilities, gear, chance, told), tuple(told)


def play(stage: Orca, seat: Seat, move: OrcaMove, chance: Chance) -> tuple[Orca, tuple[OrcaStory, ...]]:
    """Play one move, and go on until somebody is asked again or it is over."""
    told: Told = []
    stage = _play(stage, NOTHING if seat not in CREW else CREW.index(seat), move, chance, told)
    end = ending(stage)
    if end is not None:
        told.append(tell.sea_over(end))
    return stage, tuple(told)


def _play(stage: Orca, member: int, move: OrcaMove, chance: Chance, told: Told) -> Orca:
    match move:
        case moves.Give():
            return deal.give(stage, GEAR_NUMBER[move.card], CREW.index(move.to), told)
        case moves.TakePlace():
            return deal.take_place(stage, member, ZONE[move.space], chance, told)
        case moves.Choose():
            ability = NOTHING if move.ability is None else ABILITY[move.ability]
            return plans.choose(stage, LETTER[move.option], ability, told)
        case moves.Prepare():
            return plans.prepare(stage, member, SPOT[move.to], _plan(move), chance, told)
        case moves.Strike():
            return strikes.strike(stage, member, chance, told)
        case moves.Hold():
            return strikes.hold(stage, member, chance, told)
        case moves.UseAmmo():
            return strikes.use_ammo(stage, move.use, chance, told)
        case moves.UseCage():
            return bites.use_cage(stage, move.use, chance, told)
        case moves.Lunge():
            return bites.lunge(stage, ZONE[move.to], chance, told)
        case moves.Stay():
            return bites.lunge(stage, stage.shark, chance, told)
        case moves.Bite():
            by = "second_helping" if stage.phase == "second_helping" else "bite"
            return bites.attack(stage, by, ZONE[move.space], chance, told)  # type: ignore[arg-type]
        case moves.Maul():
            return bites.attack(stage, "maul", CREW.index(move.member), chance, told)
        case moves.Reroll():
            return bites.reroll(stage, move.dice, chance, told)
        case moves.Keep():
            told.append(tell.dice_kept())
            return bites.land(stage, chance, told)
        case moves.Enough():
            told.append(tell.helping_declined())
            return bites.start_bonus(stage, chance, told)
        case moves.Domino():
            return bites.domino(stage, ZONE[move.space], chance, told)


def _plan(move: moves.Prepare) -> Plan:
    return Plan(
        NOTHING if move.weapon is None else GEAR_NUMBER[move.weapon],
        NOTHING if move.target is None else ZONE[move.target],
        NOTHING if move.chum is None else LETTER[move.chum],
    )


def standing(stage: Orca) -> float:
    """Judge by what each side has lost: the crew its blood or its boat, whichever is nearer to the end."""
    end = ending(stage)
    if end is not None:
        return -1.0 if end == "shark" else 1.0
    blood = sum(stage.wounds) / (len(CREW) * TABLES.crew_wounds)
    # A damaged tile counts as half gone.
    boat = sum(stage.tiles) / ((GONE - WHOLE) * len(stage.tiles))
    return max(blood, boat) - stage.hurt / TABLES.shark_wounds
