"""Two machine players that count swimmers and know nothing else."""

from __future__ import annotations

from functools import partial
from typing import Any

from tableshark import Bot, Budget, Chance, Decision, Vantage
from tableshark_shark_attacks.rules import RULES
from tableshark_shark_attacks.state import Party, State, Stop, SwimOn, TakeSign, View

AnyMove = Stop | Party | SwimOn | TakeSign


def stop_at(
    least: int,
    vantage: Vantage[State, AnyMove, View],
    notes: Any,
    settings: Any,
    chance: Chance,
    budget: Budget,
) -> Decision[AnyMove]:
    """Stop once so many swimmers show, swim on before; never miss a party."""
    view = vantage.view
    if view.phase == "sign":
        return Decision(_from_the_leader(vantage))
    if Party() in vantage.legal:
        return Decision(Party())
    return Decision(Stop() if sum(view.blue) >= least else SwimOn())


def _from_the_leader(vantage: Vantage[State, AnyMove, View]) -> TakeSign:
    """Of those who may give, choose the highest total; of equals, the first clockwise from the taker."""
    beaches = vantage.view.beaches
    mine = next(place for place, beach in enumerate(beaches) if beach.seat == vantage.seat)
    around = beaches[mine + 1 :] + beaches[:mine]
    havers = [beach for beach in around if beach.signs]
    return TakeSign(max(havers, key=lambda beach: beach.total).seat)


BOTS = tuple(
    Bot(
        id=f"stop-at-{least}",
        title=f"Stops at {least} swimmers",
        choose=partial(stop_at, least),
        rules=RULES.id,
    )
    for least in (8, 12)
)
