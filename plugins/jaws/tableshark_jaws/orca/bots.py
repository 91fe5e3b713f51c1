"""The machine player of act two, for the shark and for each of the crew.

The secret choice is a mixture: the round is played out as a contest of options against plans, and the answer is drawn
from what comes of it, so that no fixed answer can be learned. All else is chosen by the averages of the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tableshark import Budget, Chance, Decision, Vantage
from tableshark_jaws.orca import minds
from tableshark_jaws.orca.answers import answer
from tableshark_jaws.orca.contest import FINE, draw, play_out
from tableshark_jaws.orca.moves import Choose, OrcaMove, Prepare
from tableshark_jaws.orca.sharing import share, stand
from tableshark_jaws.orca.state import NOTHING, Orca
from tableshark_jaws.orca.tables import ABILITIES, CHUM, LETTERS, SPOTS, TABLES, WEAPONS, ZONES
from tableshark_jaws.orca.worth import MEMBERS, Points, Scene, option_zones
from tableshark_jaws.table import CREW

Window = Vantage[Any, OrcaMove, Any]


POINTS = Points()


@dataclass(frozen=True, slots=True)
class SeaMind:
    """How a machine player of act two judges."""

    points: Points = POINTS
    slips: float = 0.0
    """How often it answers without a thought."""
    keep: float = 0.1
    """What an ability is worth to keep while there are fewer of them than rounds to come."""
    pace: float = 2.0
    """Wounds of the shark in a round, by which it counts the rounds to come."""


EASY = SeaMind(slips=0.4)
EASY_BUDGET = Budget(4)
NORMAL = SeaMind()
NORMAL_BUDGET = Budget(120)


def choose(vantage: Window, notes: Any, settings: SeaMind, chance: Chance, budget: Budget) -> Decision[OrcaMove]:
    """Answer whatever is asked at sea."""
    # An imagined world shows all that is public in numbers; of what is hidden only its own hand is looked at.
    stage: Orca = vantage.imagine(chance).stage
    slips = chance.below(FINE) < settings.slips * FINE
    # Who does not play the contest out takes any of the choices that are worth a thought.
    rounds = 0 if slips else budget.iterations
    match stage.phase:
        case "choose":
            return Decision(_choose(stage, settings, chance, rounds))
        case "prepare":
            return Decision(_prepare(stage, [*CREW].index(vantage.seat), settings, chance, rounds))  # type: ignore[arg-type]
        case "give":
            return Decision(share(stage, chance))
        case "take_place":
            return Decision(stand(stage, chance))
    if slips:
        return Decision(chance.pick(tuple(vantage.legal)))  # type: ignore[arg-type]
    return Decision(answer(stage, vantage.seat, settings.points, chance))


def _choose(stage: Orca, mind: SeaMind, chance: Chance, rounds: int) -> Choose:
    """Choose an option and an ability from the mixture of the contest."""
    scene = Scene.of(stage, mind.points)
    places = minds.places_of(stage)
    plain = minds.plain_rows(stage, scene, places)
    cost = _cost(stage, mind)
    choices = [
        (option, ability, 0.0 if ability == NOTHING else cost)
        for option in range(len(stage.options))
        for ability in (NOTHING, *sorted(set(stage.hand)))
    ]
    # The crew is taken to go only where it pays: that much is weighed with every ability.
    likely = tuple(
        [
            tuple(sorted({arms.spot for arms in minds.arms_of(stage, member, plain, plain, mind.points)}))
            for member in MEMBERS
        ]
    )
    rows = minds.rows_of(stage, scene, choices, likely)
    plans = [minds.arms_of(stage, member, plain, rows, mind.points) for member in MEMBERS]
    mix, _ = play_out(rows, plans, chance, rounds)
    row = rows[draw(mix, chance)]
    return Choose(LETTERS[row.option], None if row.ability == NOTHING else ABILITIES[row.ability])


def _cost(stage: Orca, mind: SeaMind) -> float:
    """Say what it costs to play an ability now: nothing where there are enough for all rounds to come."""
    rounds = max(1.0, (TABLES.shark_wounds - stage.hurt) / mind.pace)
    return mind.keep * max(0.0, 1 - len(stage.hand) / rounds)


def _prepare(stage: Orca, member: int, mind: SeaMind, chance: Chance, rounds: int) -> Prepare:
    """Choose a plan from the mixture of the contest, with the others' plans as they are known."""
    scene = Scene.of(stage, mind.points)
    plain = minds.plain_rows(stage, scene, minds.places_of(stage))
    plans = [minds.arms_of(stage, other, plain, plain, mind.points) for other in MEMBERS]
    mix, mixes = play_out(plain, plans, chance, rounds)
    arms = plans[member][draw(mixes[member], chance)]
    weapon = target = None
    if arms.weapon != NOTHING:
        weapon, target = WEAPONS[arms.weapon], ZONES[arms.target]
    return Prepare(SPOTS[arms.spot], weapon, target, _chum(stage, member, arms.target, mix))


def _chum(stage: Orca, member: int, target: int, mix: Sequence[float]) -> Any:
    """Name an option for the chum where two or more aim at it."""
    if CHUM not in stage.gear[member] or target == NOTHING:
        return None
    aimed = [plan.target for plan in stage.plans if plan is not None]
    for option, zone in enumerate(option_zones(stage)):
        if zone == target and aimed.count(zone) and mix[option] > 1 / (1 + len(stage.options)):
            return LETTERS[option]
    return None
