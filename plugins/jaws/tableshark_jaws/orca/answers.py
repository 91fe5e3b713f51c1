"""How machine players answer what is asked once the shark is up: by the averages of the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tableshark import Chance, Seat
from tableshark_jaws.orca import moves
from tableshark_jaws.orca.asking import legal
from tableshark_jaws.orca.moves import OrcaMove
from tableshark_jaws.orca.odds import thrown
from tableshark_jaws.orca.state import NOTHING, Attack, Orca, evade
from tableshark_jaws.orca.tables import (
    CARDS,
    DOMINO_EFFECT,
    MAUL_AGAIN,
    RAMMING_SPEED,
    SECOND_HELPING,
    SURFACINGS,
    TABLES,
    TRICKS,
    ZONE,
)
from tableshark_jaws.orca.worth import Blow, Places, Points, Scene, bite, blows, maul, strike_worth
from tableshark_jaws.table import CREW

LEVEL = 1e-9
"""Worths that differ by less are equal."""


def answer(stage: Orca, seat: Seat, points: Points, chance: Chance) -> OrcaMove | None:
    """Answer by what is worth most, equals by luck; None lets others go first."""
    match stage.phase:
        case "strike":
            return _strike(stage, [*CREW].index(seat), points)  # type: ignore[arg-type]
        case "ammo":
            return moves.UseAmmo(True)
        case "cage":
            return _cage(stage)
        case _:
            weigh = _scales(stage, Scene.of(stage, points), tuple([(spot,) for spot in stage.spots]))
            found: Iterable[OrcaMove] = legal(stage, seat)  # type: ignore[assignment]
            worths = [(weigh(move), move) for move in found]
            best = max([worth for worth, _ in worths])
            return chance.pick([move for worth, move in worths if worth > best - LEVEL])


def _strike(stage: Orca, member: int, points: Points) -> OrcaMove | None:
    """Attach first, attack then; decline where the weapon is worth more later."""
    weapons = {other: plan.weapon for other, plan in enumerate(stage.plans) if plan is not None}
    attaching = [other for other in stage.eager if CARDS[weapons[other]].kind == "attachable"]
    if attaching and member not in attaching:
        # Whatever is attached counts for the attacks after it.
        return None
    worth = strike_worth(stage, member, weapons[member], evade(stage), points)
    return moves.Strike() if worth > 0 else moves.Hold()


def _cage(stage: Orca) -> moves.UseCage:
    """Use it against more than one wound, or the last."""
    attack = stage.attack
    assert attack is not None
    left = TABLES.crew_wounds - stage.wounds[attack.at]
    return moves.UseCage(attack.hits > 1 or attack.hits >= left)


def _scales(stage: Orca, scene: Scene, places: Places) -> Callable[[OrcaMove], float]:
    """Make the scales for what the shark is asked."""
    spots, zone = stage.spots, stage.shark

    def best(front: int, plus: int) -> float:
        found = blows(scene, front, _dice(stage), NOTHING, places, plus)
        return max([blow.worth(spots) for blow in found], default=0.0)

    def weigh(move: OrcaMove) -> float:
        match move:
            case moves.Lunge():
                return best(ZONE[move.to], TRICKS[RAMMING_SPEED].hits)
            case moves.Stay():
                return best(zone, 0)
            case moves.Bite():
                return _bite(stage, scene, ZONE[move.space], places).worth(spots)
            case moves.Maul():
                return maul(scene, zone, [*CREW].index(move.member), _odds(stage), places).worth(spots)
            case moves.Domino():
                odds = thrown(0, TRICKS[DOMINO_EFFECT].hits)
                return bite(scene, zone, ZONE[move.space], odds, NOTHING, places).worth(spots)
            case moves.Reroll():
                return _again(stage, scene, move.dice, places)
            case moves.Keep():
                return _again(stage, scene, (), places)
            case _:
                return 0.0

    return weigh


def _bite(stage: Orca, scene: Scene, target: int, places: Places) -> Blow:
    if stage.phase == "second_helping":
        odds = thrown(TRICKS[SECOND_HELPING].dice)
        return bite(scene, stage.shark, target, odds, NOTHING, places)
    return bite(scene, stage.shark, target, _odds(stage), stage.ability, places)


def _again(stage: Orca, scene: Scene, dice: tuple[int, ...], places: Places) -> float:
    """Weigh a throw with some of its dice thrown again."""
    attack = stage.attack
    assert attack is not None
    kept = attack.plus + sum([hits for place, hits in enumerate(attack.dice) if place not in dice])
    odds = thrown(len(dice), kept)
    return _landed(stage, scene, attack, places, odds)


def _landed(stage: Orca, scene: Scene, attack: Attack, places: Places, odds: tuple[float, ...]) -> float:
    if attack.by == "bite":
        return bite(scene, stage.shark, attack.at, odds, NOTHING, places).worth(stage.spots)
    if attack.by == "maul":
        return maul(scene, stage.shark, attack.at, odds, places).worth(stage.spots)
    return scene.harm(attack.at, odds)


def _odds(stage: Orca) -> tuple[float, ...]:
    plus = TRICKS[RAMMING_SPEED].hits if stage.rammed else 0
    return thrown(_dice(stage), plus, stage.ability == MAUL_AGAIN)


def _dice(stage: Orca) -> int:
    return SURFACINGS[stage.options[stage.option]].dice
