"""The shark as a machine player: it eats what it can get away with."""

from __future__ import annotations

from msgspec.structs import replace

from tableshark import Chance, Data
from tableshark_jaws.amity import shark, trace
from tableshark_jaws.amity.bots_hunt import SWIM, believe
from tableshark_jaws.amity.bots_pursuit import Danger, Pursuit
from tableshark_jaws.amity.bots_turns import Steps, Turn, Turns
from tableshark_jaws.amity.moves import EndTurn, PickStart
from tableshark_jaws.amity.shark import SharkMove
from tableshark_jaws.amity.state import NOBODY, Amity, SharkSoFar
from tableshark_jaws.amity.tables import BEACHES, NEAR, TABLES, WATERS
from tableshark_jaws.amity.trace import CLOAK, Report

PER_SWIMMER = 0.85
"""What is left of the shark's prospects for every swimmer who is still missing on the track."""
TOKEN = 0.87
"""What is left of them when a power token is gone."""
NEXT = 0.02
"""What each swimmer adds who may be eaten in the next turn."""
TIPPED = 0.1
"""What it adds to tip a boat."""
ENOUGH = 2.0
"""What it is worth to fill the track: more than anything else."""


class Intent(Data, frozen=True):
    """What the shark is about to do in its turn."""

    round: int
    so_far: SharkSoFar
    """How the turn stands when the next of the steps is due."""
    steps: Steps


COAST = tuple(sorted({*BEACHES, *[space for beach in BEACHES for space in NEAR[beach]]}))
"""The beaches, and what is next to them."""


def start(chance: Chance) -> PickStart:
    """Start anywhere at the coast."""
    return PickStart(WATERS[chance.pick(COAST)])


def decide(stage: Amity, intent: Intent | None, foresight: float, chance: Chance) -> tuple[SharkMove, Intent]:
    """Take the next step of the turn that was planned, or plan it."""
    so_far = shark.so_far(stage)
    if intent is not None and (intent.round, intent.so_far) == (stage.round, so_far) and intent.steps:
        steps = intent.steps
    else:
        steps = (*best(stage, foresight, chance), EndTurn())
    after = so_far if isinstance(steps[0], EndTurn) else shark.so_far(shark.act(stage, steps[0]))
    return steps[0], Intent(stage.round, after, steps[1:])


def best(stage: Amity, foresight: float, chance: Chance) -> Steps:
    """Choose a turn: swimmers eaten against how likely the crew catches the shark after the report of it."""
    options = [
        (_prospects(stage, turn), chance.below(1 << 30), turn, steps) for turn, steps in Turns(stage).all().items()
    ]
    options.sort(key=lambda option: (-option[0], option[1]))
    dangers: dict[Report, Danger] = {}
    most = -1.0
    chosen: Steps = ()
    scene = shark.scene(stage)
    for worth, _, turn, steps in options:
        if worth <= most:
            break
        if stage.track + turn.food >= stage.limit:
            return steps
        report = turn.report(stage)
        danger = dangers.get(report)
        if danger is None:
            belief = believe(trace.after_turn(stage.ghosts, scene, report))
            danger = dangers[report] = _pursuit(stage, turn).danger(belief)
        own = (danger.veiled if turn.token == CLOAK else danger.seen)[turn.space]
        worth *= 1 - foresight * own - (1 - foresight) * danger.whole
        if worth > most:
            most, chosen = worth, steps
    return chosen


def _prospects(stage: Amity, turn: Turn) -> float:
    """Say what a turn is worth if the shark is not caught after it."""
    missing = stage.limit - stage.track - turn.food
    if missing <= 0:
        return ENOUGH
    near = 0
    for beach, space in enumerate(BEACHES):
        there = stage.swimmers[beach] - turn.eaten[beach] + 1
        near = max(near, min(there, TABLES.shark.actions - SWIM[turn.space][space]))
    worth = PER_SWIMMER**missing * (1 + NEXT * near + TIPPED * sum(turn.tipped))
    return worth if turn.token == NOBODY else worth * TOKEN


def _pursuit(stage: Amity, turn: Turn) -> Pursuit:
    """Give what the crew can do after a turn."""
    quint, hooper = stage.in_water
    orca, hoopers = turn.tipped
    return Pursuit(replace(stage, in_water=(quint or orca, hooper or hoopers), acted=()))
