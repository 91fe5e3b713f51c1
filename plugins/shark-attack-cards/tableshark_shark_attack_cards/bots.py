"""Two machine players: one goes by a rule of thumb, one tries its selections out in imagined worlds."""

from __future__ import annotations

from typing import Any, NamedTuple

from tableshark import Bot, Budget, Chance, Decision, Level, Outcome, Quick, Seat, Vantage
from tableshark_shark_attack_cards.aims import ALL, Aims, aim, anything, target
from tableshark_shark_attack_cards.cards import ROUNDS, SEATS, Cards, total
from tableshark_shark_attack_cards.rounds import priced
from tableshark_shark_attack_cards.rules import RULES
from tableshark_shark_attack_cards.state import Player, Select, State, View

Window = Vantage[State, Select, View]

NEAR = (4, 2, 1)
"""How much the result of a selection says of one that is worth as much, a point more or less, and two."""


SELF = Aims()
"""How a player that tries something out goes on afterwards."""
LOWEST, SPREAD = Aims(10, 8), 9
"""The lowest numbers that rivals are thought to aim at, and how many there are of each."""
WORLDS = 1 << 48
"""How many kinds of luck a world is played on with."""
TAME = 21
"""Who showed more than this in round 1 is thought to select anything."""


class Rivals(NamedTuple):
    """What a player takes the others for."""

    wild: int
    """Before anything was shown, of four rivals so many select anything; the rest aim at numbers of their own."""


def keep_below(vantage: Window, notes: Any, settings: Aims, chance: Chance, budget: Budget) -> Decision[Select]:
    """Be low in round 1, just below the highest that is to be expected in round 2, and as high as can be in round 3."""
    view = vantage.view
    mine, others = 0, []
    for player in view.players:
        if player.seat == vantage.seat:
            mine = player.total
        elif player.out is None:
            others.append(player.total)
    return Decision(aim(_hand(vantage), target(settings, view.round, mine, others)))


def try_out(vantage: Window, notes: Any, settings: Rivals, chance: Chance, budget: Budget) -> Decision[Select]:
    """Play what won most often in imagined worlds, `budget.iterations` of them, against rivals of several kinds.

    Of a selection only its points matter for the rest of the game, so that one for each number of points is tried.
    """
    hand, seat, players = _hand(vantage), vantage.seat, vantage.view.players
    if vantage.view.round == ROUNDS:
        return Decision(aim(hand, ALL))
    tried = {total([priced(move)]): move for move in [aim(hand, points) for points in range(ALL + 1)]}
    won = dict.fromkeys(tried, 0.0)
    for _ in range(max(1, budget.iterations)):
        world = vantage.imagine(chance)
        table = [SELF if one.seat == seat else _rival(one, settings, chance) for one in players]
        answers = _answers(world, table, chance)
        seed = chance.below(WORLDS).to_bytes(8)
        for points, move in tried.items():
            # The same luck for each: what differs then is the selections' own doing.
            luck = Quick.of(seed)
            won[points] += _share(RULES.apply(world, {**answers, seat: move}, luck), seat, table, luck)
    # So few worlds tell little of one number of points: its neighbours are asked as well.
    best = max(tried, key=lambda points: _smooth(won, points))
    return Decision(tried[best])


def _hand(vantage: Window) -> Cards:
    hand = vantage.view.players[SEATS.index(vantage.seat)].hand
    assert hand is not None
    return hand


def _rival(rival: Player, settings: Rivals, chance: Chance) -> Aims | None:
    """Draw what a rival aims at, or nothing for one that selects anything."""
    if rival.shown[0].points > TAME if rival.shown else chance.below(4) < settings.wild:
        return None
    return Aims(LOWEST.first + chance.below(SPREAD), LOWEST.above + chance.below(SPREAD))


def _answers(state: State, table: list[Aims | None], chance: Chance) -> dict[Seat, Select]:
    """Let all who are in select."""
    totals = [total(hands) for hands in state.shown]
    within = [place for place, hand in enumerate(state.hands) if hand]
    answers = {}
    for place in within:
        aims, hand = table[place], state.hands[place]
        if aims is None:
            move = anything(hand, chance)
        else:
            others = [totals[other] for other in within if other != place]
            move = aim(hand, target(aims, state.round, totals[place], others))
        answers[SEATS[place]] = move
    return answers


def _share(state: State, seat: Seat, table: list[Aims | None], chance: Chance) -> float:
    """Play a world to its end, and give the seat's share of the win."""
    while SEATS.index(seat) not in state.eaten:
        status = RULES.status(state)
        if isinstance(status, Outcome):
            ranks = list(status.ranks.values())
            return 1 / ranks.count(1) if status.ranks[seat] == 1 else 0.0
        state = RULES.apply(state, _answers(state, table, chance), chance)
    return 0.0


def _smooth(won: dict[int, float], points: int) -> float:
    """Weigh the results of selections that are worth about as much; the nearer, the more they count."""
    near = {other: NEAR[abs(other - points)] for other in won if abs(other - points) < len(NEAR)}
    return sum(weight * won[other] for other, weight in near.items()) / sum(near.values())


BOTS = (
    Bot(
        id="below-the-highest",
        title="Keeps below the highest by rule of thumb",
        choose=keep_below,
        rules=RULES.id,
        levels={"normal": Level(Aims())},
    ),
    Bot(
        id="imagines",
        title="Tries its selections out in imagined worlds",
        choose=try_out,
        rules=RULES.id,
        levels={
            "easy": Level(Rivals(wild=4), Budget(4)),
            "normal": Level(Rivals(wild=1), Budget(24)),
            "hard": Level(Rivals(wild=1), Budget(80)),
        },
    ),
)
