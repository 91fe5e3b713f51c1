"""Rows of episodes that nobody played, for tests of what is counted and told."""

from __future__ import annotations

from tableshark.simulations import Entrant, Plan, Row


def plan_of(*bots, **given):
    """A plan of a game of as many seats as there are bots; each plays at the level "normal"."""
    seats = tuple(f"p{place}" for place in range(len(bots)))
    base = {"rules": "none", "version": 1, "options": {}, "episodes": 1000}
    return Plan(seats=seats, bots=tuple(Entrant(bot, "normal") for bot in bots), **base | given)


def row_of(plan, episode, scores, **given):
    """The row of an episode with these scores, seat by seat; without any, one that has no outcome."""
    seats = plan.seats
    ranks = None if scores is None else {s: 1 + sum(o > n for o in scores) for s, n in zip(seats, scores, strict=True)}
    base = {
        "reason": None if scores is None else "over",
        "steps": 5,
        "decisions": dict.fromkeys(seats, 2),
        "faults": dict.fromkeys(seats, 0),
        "seconds": 0.0,
    }
    return Row(
        episode=episode,
        deal=plan.deal(episode),
        seed=plan.seed,
        players={seat: entrant.label for seat, entrant in plan.seating(episode).items()},
        ranks=ranks,
        scores=None if scores is None else dict(zip(seats, map(float, scores), strict=True)),
        **base | given,
    )


def rows_of(plan, *scores):
    return [row_of(plan, episode, found) for episode, found in enumerate(scores)]
