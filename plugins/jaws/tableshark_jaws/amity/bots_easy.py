"""The easy machine players: a crew that runs after the last report, and a shark that eats and slips away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tableshark import Chance
from tableshark_jaws.amity import shark
from tableshark_jaws.amity.bots_hunt import SWIM, WALK
from tableshark_jaws.amity.moves import (
    AmityMove,
    Binoculars,
    Climb,
    Drop,
    Eat,
    EndTurn,
    FeedingFrenzy,
    FishFinder,
    GiveBarrels,
    Launch,
    OutOfSight,
    PickUp,
    Rescue,
    Sail,
    SpeedBurst,
    Swim,
    Walk,
)
from tableshark_jaws.amity.state import BRODY, NOWHERE, Amity, headcount, space_of
from tableshark_jaws.amity.tables import BEACHES, DOCKS, NUMBER, SHOP, beach_at

MANY = 3
"""So many swimmers are worth a frenzy."""
FAR = 9
RARELY = 3
"""Once in so many times it happens."""


def crew(stage: Amity, member: int, legal: tuple[AmityMove, ...], chance: Chance) -> AmityMove:
    """Do what is at hand, else go where the shark was, or where somebody swims."""
    here, target = space_of(stage, member), _last_seen(stage)
    close = target != NOWHERE and SWIM[target].get(here, FAR) < 2
    wanted: list[Callable[[Any], bool]] = [
        lambda move: isinstance(move, Climb),
        lambda move: isinstance(move, Launch) and NUMBER[move.to] == stage.revealed,
        lambda move: isinstance(move, FishFinder | Binoculars) and close,
        lambda move: isinstance(move, Launch) and close and _fresh(stage, NUMBER[move.to], target),
        lambda move: isinstance(move, Rescue | Drop | GiveBarrels),
        lambda move: isinstance(move, PickUp) and (member != BRODY or move.source == "shop"),
    ]
    for want in wanted:
        moves = [move for move in legal if want(move)]
        if moves:
            # Of several pick-ups the last one takes all that is there.
            return moves[-1] if isinstance(moves[-1], PickUp) else chance.pick(moves)
    ways = [move for move in legal if isinstance(move, Sail | Walk)]
    steps = WALK if member == BRODY else SWIM
    goals = [target] if target in steps and not close else []
    goals = goals or [space for beach, space in enumerate(BEACHES) if headcount(stage, beach)]
    if member == BRODY:
        goals = [*DOCKS] if stage.held[BRODY] else goals or [SHOP]
    return _nearer(here, goals, ways, steps, chance)


def eat(stage: Amity, legal: tuple[AmityMove, ...], chance: Chance) -> AmityMove:
    """Play the shark: eat what is near, and keep an action to slip away."""
    left, so_far = shark.actions_left(stage), shark.so_far(stage)
    here = so_far.trail[-1]
    fed = sum(so_far.eaten) + so_far.michael
    prey = [beach for beach in range(len(BEACHES)) if sum(shark.remaining(stage, so_far, beach))]
    beach = beach_at(here)
    if beach in prey and (left > 1 or (left and not fed)):
        if FeedingFrenzy() in legal and sum(shark.remaining(stage, so_far, beach)) >= MANY:
            return FeedingFrenzy()
        return chance.pick([move for move in legal if isinstance(move, Eat)])
    if left and not fed and prey:
        goals = [BEACHES[beach] for beach in prey]
        return _nearer(here, goals, [move for move in legal if isinstance(move, Swim)], SWIM, chance)
    bursts = [move for move in legal if isinstance(move, SpeedBurst)]
    if left and bursts and not chance.below(RARELY):
        return chance.pick(bursts)
    if left:
        return chance.pick([move for move in legal if isinstance(move, Swim)])
    return OutOfSight() if fed and OutOfSight() in legal and not chance.below(RARELY) else EndTurn()


def _last_seen(stage: Amity) -> int:
    """Say where the shark was by the last report, NOWHERE if it did not tell."""
    if stage.revealed != NOWHERE or stage.report is None:
        return stage.revealed
    eaten, sensors = stage.report.eaten, stage.report.sensors
    if eaten:
        return NUMBER[max(eaten, key=lambda beach: eaten[beach])]
    return NUMBER[sensors[0]] if sensors else NOWHERE


def _fresh(stage: Amity, space: int, target: int) -> bool:
    """Whether a barrel makes sense in a space: near the target, where none has missed yet."""
    return SWIM[target][space] < 2 and not stage.floating[space]


def _nearer(
    here: int, goals: Iterable[int], moves: list[Any], steps: dict[int, dict[int, int]], chance: Chance
) -> AmityMove:
    """Go nearer to the nearest of the goals; stay where that is reached."""
    goals = list(goals)

    def away(space: int) -> int:
        return min([steps[goal].get(space, FAR) for goal in goals], default=0)

    least = min([away(NUMBER[move.to]) for move in moves], default=away(here))
    if least >= away(here):
        return EndTurn()
    chosen: AmityMove = chance.pick([move for move in moves if away(NUMBER[move.to]) == least])
    return chosen
