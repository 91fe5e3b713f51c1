"""`random` and `greedy`: the two machine players that every rules has, a third party's too."""

from __future__ import annotations

from typing import Any

from tableshark.bots import Bot, Budget, Decision, Level, Vantage
from tableshark.chance import Chance
from tableshark.hookspecs import hookimpl
from tableshark.rules import Awaiting, Outcome, Rules, Seat, Where, draw_move
from tableshark.search.playout import playout

CANDIDATES = 32
"""The most moves that `greedy` compares; where there are more, it draws this many."""
END = 1e9
"""What a won game is worth beside a standing; a lost one is worth as much less than nothing."""


def choose_random(
    vantage: Vantage[Any, Any, Any], notes: Any, settings: Any, chance: Chance, budget: Budget
) -> Decision[Any]:
    """Play any legal move, each as likely (of those that are described, as the rules draw them)."""
    return Decision(draw_move(vantage.legal, chance))


def choose_greedy(
    vantage: Vantage[Any, Any, Any], notes: Any, settings: Any, chance: Chance, budget: Budget
) -> Decision[Any]:
    """Play the move after which the seat stands best on average over imagined worlds, `budget.iterations` of them.

    Standing is what the rules say it is; where they say nothing, the mean result of a playout. The same worlds and
    the other seats' same answers serve every candidate. The first of equals is played.
    """
    rules, seat = vantage.rules, vantage.seat
    candidates = _candidates(vantage, chance)
    if len(candidates) == 1:
        return Decision(candidates[0])
    totals = [0.0] * len(candidates)
    for _ in range(max(1, budget.iterations)):
        world = vantage.imagine(chance)
        answers = _others(rules, world, seat, chance)
        for i, move in enumerate(candidates):
            totals[i] += _worth(rules, rules.apply(world, {**answers, seat: move}, chance), seat, chance)
    best = max(range(len(candidates)), key=totals.__getitem__)
    return Decision(candidates[best])


def _candidates(vantage: Vantage[Any, Any, Any], chance: Chance) -> list[Any]:
    moves = vantage.legal
    if isinstance(moves, Where):
        return list(dict.fromkeys(moves.draw(chance) for _ in range(CANDIDATES)))
    listed = list(moves)  # type: ignore[call-overload]
    return listed if len(listed) <= CANDIDATES else list(chance.shuffle(listed)[:CANDIDATES])


def _others(rules: Rules[Any, Any, Any, Any], world: Any, seat: Seat, chance: Chance) -> dict[Seat, Any]:
    status = rules.status(world)
    if not isinstance(status, Awaiting) or status.until == "any":
        return {}
    return {other: draw_move(rules.legal(world, other), chance) for other in sorted(status.seats) if other != seat}


def _worth(rules: Rules[Any, Any, Any, Any], state: Any, seat: Seat, chance: Chance) -> float:
    status = rules.status(state)
    if isinstance(status, Outcome):
        # An end outweighs any standing, for good or ill.
        return END * (reward(status.ranks, seat) - 0.5)
    if rules.standing is not None:
        return rules.standing(state)[seat]
    outcome = playout(rules, state, chance)
    return 0.0 if outcome is None else END * (reward(outcome.ranks, seat) - 0.5)


def reward(ranks: dict[Seat, int], seat: Seat) -> float:
    """Map a rank to 1 (best) ... 0 (worst), shared ranks in the middle of the places they take."""
    if len(ranks) == 1:
        return 1.0
    rank = ranks[seat]
    shared = sum(other == rank for other in ranks.values())
    return 1 - (rank - 1 + (shared - 1) / 2) / (len(ranks) - 1)


RANDOM = Bot(id="random", title="Plays any legal move", choose=choose_random)
GREEDY = Bot(
    id="greedy",
    title="Plays the move after which it stands best",
    choose=choose_greedy,
    levels={"normal": Level(budget=Budget(8))},
)


@hookimpl
def tableshark_bots() -> list[Bot]:
    """Bring the machine players for any rules."""
    return [RANDOM, GREEDY]
