"""A boat laid out as a test needs it, dice that fall as it says, and a table that plays only what is legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from tableshark import (
    Awaiting,
    Bot,
    Chance,
    Data,
    Level,
    Options,
    Outcome,
    Quick,
    Rules,
    Scripted,
    Vantage,
)
from tableshark_jaws.orca import act, bots
from tableshark_jaws.orca.board import DAMAGED, GONE, WHOLE
from tableshark_jaws.orca.moves import Choose, OrcaMove, Prepare
from tableshark_jaws.orca.news import OrcaStory
from tableshark_jaws.orca.state import NOTHING, Orca, OrcaView
from tableshark_jaws.orca.tables import ABILITY, GEAR_NUMBER, PERSONAL, SPOT, SPOTS, SURFACINGS, ZONES
from tableshark_jaws.table import CREW, SEATS

STATES = {"whole": WHOLE, "damaged": DAMAGED, "gone": GONE}
FACE = {0: (6, 0), 1: (6, 1), 2: (6, 4)}
"""How a die falls on so many hits: the faces are weighed 1, 3 and 2."""


def luck(seed: int = 0) -> Quick:
    """Luck by a number."""
    return Quick(Random(seed))


def dice(*hits: int) -> Scripted:
    """Dice that show these hits, one after the other, and no other luck."""
    return Scripted([FACE[hit] for hit in hits])


def surfacing(zone: str, evade: int | None = None, dice: int | None = None) -> int:
    """Find a resurface card."""
    return next(
        number
        for number, card in enumerate(SURFACINGS)
        if card.zone == zone and evade in (None, card.evade) and dice in (None, card.dice)
    )


def tiles(**states: str) -> tuple[int, ...]:
    """Lay the tiles: whole but for these."""
    return tuple([STATES[states.get(zone, "whole")] for zone in ZONES])


def cards(*names: str) -> tuple[int, ...]:
    """Name gear cards by number."""
    return tuple(sorted(GEAR_NUMBER[name] for name in names))  # type: ignore[index]


def sea(
    *options: int,
    spots: Mapping[str, str] | None = None,
    hand: Iterable[str] = (),
    gear: Mapping[str, Iterable[str]] | None = None,
    **changes: Any,
) -> Orca:
    """Lay out a first round in which the shark is to choose; by default all stand on B3, far from T1, T2 and T4."""
    options = options or (surfacing("T1", 0), surfacing("T2"), surfacing("T4", 2))
    places = dict.fromkeys(CREW, "B3-boat") | dict(spots or {})
    more = {member: cards(*(gear or {}).get(member, ())) for member in CREW}
    stage, _ = act.begin(0, 0, luck())
    return replace(
        stage,
        phase="choose",
        round=1,
        spots=tuple([SPOT.get(places[member], NOTHING) for member in CREW]),  # type: ignore[call-overload]
        gear=tuple([tuple(sorted((*own, *more[member]))) for own, member in zip(PERSONAL, CREW, strict=True)]),
        hand=tuple(sorted(ABILITY[name] for name in hand)),  # type: ignore[index]
        options=options,
        deck=tuple([card for card in range(len(SURFACINGS)) if card not in options]),
        **changes,
    )


class Table:
    """A stage that is played on, by legal moves of those who are asked."""

    def __init__(self, stage: Orca) -> None:
        self.stage = stage
        self.news: tuple[OrcaStory, ...] = ()
        self.told: list[OrcaStory] = []

    @property
    def asked(self) -> tuple[str, list[str]]:
        """What is asked, and of whom."""
        return self.stage.phase, sorted(act.asked(self.stage).seats)

    def play(self, seat: str, move: Any, *hits: int, chance: Chance | None = None) -> Table:
        """Play a move with dice that fall like this; every die has to be thrown."""
        assert act.ending(self.stage) is None
        assert seat in act.asked(self.stage).seats
        assert move in act.legal(self.stage, seat)
        written = chance or dice(*hits)
        self.stage, self.news = act.play(self.stage, seat, move, written)
        assert not (isinstance(written, Scripted) and written.left), "dice are left"
        self.told += self.news
        return self

    def come_up(self, *hits: int, option: str = "A", ability: str | None = None, **plans: Prepare) -> Table:
        """Let the shark choose, and the crew prepare: who has no plan stays where it is, without a weapon."""
        self.play("shark", Choose(option, ability))  # type: ignore[arg-type]
        asked = [member for member in CREW if member in act.asked(self.stage).seats]
        for member in asked:
            spot = SPOTS[self.stage.spots[CREW.index(member)]]
            last = member == asked[-1]
            self.play(member, plans.get(member, Prepare(spot)), *(hits if last else ()))
        return self

    def view(self, seat: str | None = None) -> Any:
        """Look."""
        return act.view(self.stage, seat, over=act.ending(self.stage) is not None)

    def member(self, name: str) -> Any:
        """Look at a member."""
        return self.view().crew[CREW.index(name)]  # type: ignore[arg-type]

    def tile(self, zone: str) -> str:
        """Look at a tile."""
        [found] = [one.tile for one in self.view().zones if one.zone == zone]
        return str(found)

    def texts(self) -> list[str]:
        """Give the sentences of the last step."""
        return [story.text for story in self.news]


class SeaOptions(Options, frozen=True):
    """Act two alone, by any deal."""

    abilities: Annotated[int, Meta(ge=0, le=16)] = 6
    gear: Annotated[int, Meta(ge=0, le=16)] = 7


class Sea(Data, frozen=True, gc=False):
    """What the frame of the game keeps beside the stage."""

    stage: Orca
    news: tuple[OrcaStory, ...]


class SeaView(Data, frozen=True):
    """What the frame shows."""

    stage: OrcaView
    news: tuple[OrcaStory, ...]


def _setup(options: SeaOptions, chance: Chance) -> Sea:
    return Sea(*act.begin(options.abilities, options.gear, chance))


def _status(sea: Sea) -> Awaiting | Outcome:
    end = act.ending(sea.stage)
    if end is None:
        return act.asked(sea.stage)
    won = float(end != "shark")
    return Outcome.highest({"shark": won, **dict.fromkeys(CREW, 1 - won)}, act.REASONS[end])


def _apply(sea: Sea, answers: Any, chance: Chance) -> Sea:
    ((seat, move),) = answers.items()
    stage, told = act.play(sea.stage, seat, move, chance)
    return Sea(stage, told or sea.news)


def _standing(sea: Sea) -> dict[str, float]:
    worth = act.standing(sea.stage)
    return {"shark": worth, **dict.fromkeys(CREW, -worth)}


SEA: Rules[SeaOptions, Sea, OrcaMove, SeaView] = Rules(
    id="sea",
    title="Act two",
    version=1,
    options=SeaOptions,
    state=Sea,
    move=OrcaMove,
    seen=SeaView,
    seats=lambda options: SEATS,
    setup=_setup,
    status=_status,
    legal=lambda sea, seat: act.legal(sea.stage, seat),
    apply=_apply,
    view=lambda sea, seat: SeaView(act.view(sea.stage, seat, over=act.ending(sea.stage) is not None), sea.news),
    determinize=lambda sea, seat, chance: (
        sea if act.ending(sea.stage) else Sea(act.determinize(sea.stage, seat, chance), sea.news)
    ),
    standing=_standing,
)
"""Act two as rules of its own."""

SAILOR = Bot(
    id="sailor",
    title="The machine player of act two alone",
    choose=bots.choose,
    rules="sea",
    levels={
        "easy": Level(bots.EASY, bots.EASY_BUDGET),
        "normal": Level(bots.NORMAL, bots.NORMAL_BUDGET),
    },
)


def decide(stage: Orca, seat: str, level: str = "normal", seed: int = 0) -> Any:
    """Let the machine player answer from its seat's window."""
    vantage = Vantage(SEA, Sea(stage, ()), seat, luck(seed + 1000))
    strength = SAILOR.levels[level]
    return SAILOR.choose(vantage, None, strength.settings, luck(seed), strength.budget).move
