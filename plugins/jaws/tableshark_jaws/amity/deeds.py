"""What the actions of the crew do, one function for each."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tableshark_jaws.amity import news, trace
from tableshark_jaws.amity.events import close
from tableshark_jaws.amity.moves import (
    Binoculars,
    Climb,
    Close,
    Drop,
    EndTurn,
    FishFinder,
    GiveBarrels,
    Launch,
    PickUp,
    Rescue,
    Sail,
    Walk,
)
from tableshark_jaws.amity.news import AmityStory
from tableshark_jaws.amity.state import BRODY, GONE, HOOPER, QUINT, Amity, CrewSoFar, space_of
from tableshark_jaws.amity.tables import (
    BEACHES,
    NUMBER,
    PLACES,
    TABLES,
    WATERS,
    beach_at,
    dock_at,
    titled,
)
from tableshark_jaws.table import CREW

CrewMove = (
    Sail | Walk | Rescue | PickUp | Drop | Launch | GiveBarrels | FishFinder | Binoculars | Close | Climb | EndTurn
)

Done = tuple[Amity, list[AmityStory]]

FOUND: dict[trace.Answer, str] = {
    "here": "the shark is right here",
    "nearby": "the shark is nearby",
    "neither": "the shark is neither here nor nearby",
}


def do(stage: Amity, turn: CrewSoFar, move: CrewMove) -> Done:
    """Do what the move says; what it costs is paid."""
    member = turn.member
    match move:
        case Sail(to):
            return _sail(stage, member, NUMBER[to])
        case Walk(to):
            text = f"Brody walks to {titled(NUMBER[to])}."
            return replace(stage, brody=NUMBER[to]), [news.BrodyWalked(text=text, to=to)]
        case Rescue(who):
            return _rescue(stage, member, who)
        case PickUp(source, count):
            return _pick_up(stage, turn, source, count)
        case Drop():
            return _drop(stage, turn)
        case Launch(to):
            return _launch(stage, NUMBER[to])
        case GiveBarrels(count):
            held = _moved(_moved(stage.held, HOOPER, -count), QUINT, count)
            text = f"Hooper gives Quint {_barrels(count)}."
            return replace(stage, held=held), [news.BarrelsGiven(text=text, count=count)]
        case FishFinder():
            return _find(stage, turn)
        case Binoculars():
            return _look(stage, turn)
        case Close(beach):
            told: list[AmityStory] = []
            stage = replace(stage, crew_turn=replace(turn, closed=True))
            return close(stage, TABLES.board.beaches.index(beach), "brody", told), told
        case Climb():
            return _climb(stage, member)
        case EndTurn():
            raise AssertionError("the end of a turn is no deed")


def _sail(stage: Amity, member: int, to: int) -> Done:
    orca, hoopers = stage.boats
    boats = (to, hoopers) if member == QUINT else (orca, to)
    text = f"{_name(member)} sails to {titled(to)}."
    return replace(stage, boats=boats), [news.BoatSailed(text=text, member=CREW[member], to=WATERS[to])]


def _rescue(stage: Amity, member: int, who: Literal["swimmer", "michael"]) -> Done:
    beach = beach_at(space_of(stage, member))
    text = f"{_name(member)} rescues {'Michael' if who == 'michael' else 'a swimmer'} at {titled(BEACHES[beach])}."
    told = news.SwimmerRescued(text=text, member=CREW[member], who=who, beach=TABLES.board.beaches[beach])
    if who == "michael":
        return replace(stage, michael=GONE), [told]
    return replace(stage, swimmers=_moved(stage.swimmers, beach, -1)), [told]


def _pick_up(stage: Amity, turn: CrewSoFar, source: Literal["dock", "floating", "shop"], count: int) -> Done:
    member = turn.member
    space = space_of(stage, member)
    stage = replace(stage, held=_moved(stage.held, member, count))
    if source == "shop":
        stage, where = replace(stage, shop=stage.shop - count), "in the Shop"
    elif source == "floating":
        stage, where = replace(stage, floating=_moved(stage.floating, space, -count)), f"afloat in {titled(space)}"
    else:
        dock = dock_at(space)
        taken = (*turn.taken, dock)
        stage = replace(stage, docked=_moved(stage.docked, dock, -count), crew_turn=replace(turn, taken=taken))
        where = f"at {titled(space)}"
    text = f"{_name(member)} picks up {_barrels(count)} {where}."
    return stage, [
        news.BarrelsPickedUp(text=text, member=CREW[member], source=source, count=count, space=PLACES[space])
    ]


def _drop(stage: Amity, turn: CrewSoFar) -> Done:
    dock = dock_at(stage.brody)
    stage = replace(
        stage,
        held=_moved(stage.held, BRODY, -1),
        docked=_moved(stage.docked, dock, 1),
        crew_turn=replace(turn, dropped=(*turn.dropped, dock)),
    )
    text = f"Brody drops a barrel at {titled(stage.brody)}."
    return stage, [news.BarrelDropped(text=text, space=PLACES[stage.brody])]  # type: ignore[arg-type]


def _launch(stage: Amity, to: int) -> Done:
    """Launch a barrel: no token keeps the shark from saying that it was hit."""
    hit = stage.shark == to
    attached = stage.attached + hit
    stage = replace(
        stage,
        held=_moved(stage.held, QUINT, -1),
        floating=stage.floating if hit else _moved(stage.floating, to, 1),
        attached=attached,
        revealed=to if hit else stage.revealed,
        ghosts=trace.after_launch(stage.ghosts, to, hit),
    )
    result = f"the shark is hit, and bears {_barrels(attached)}" if hit else "it hits nothing and floats"
    text = f"Quint launches a barrel into {titled(to)}: {result}."
    return stage, [news.BarrelLaunched(text=text, to=WATERS[to], hit=hit, attached=attached)]


def _find(stage: Amity, turn: CrewSoFar) -> Done:
    space = stage.boats[1]
    answer = trace.finder((stage.shark, stage.used, int(stage.cloaked)), space)
    stage = replace(
        stage,
        crew_turn=replace(turn, asked=True),
        revealed=space if answer == "here" else stage.revealed,
        ghosts=trace.after_finder(stage.ghosts, space, answer),
    )
    text = f"Hooper's fish finder at {titled(space)}: {FOUND[answer]}."
    return stage, [news.FinderAnswered(text=text, space=WATERS[space], answer=answer)]


def _look(stage: Amity, turn: CrewSoFar) -> Done:
    space = stage.brody
    here = stage.shark == space and not stage.cloaked
    stage = replace(
        stage,
        crew_turn=replace(turn, asked=True),
        revealed=space if here else stage.revealed,
        ghosts=trace.after_binoculars(stage.ghosts, space, here),
    )
    text = f"Brody's binoculars at {titled(space)}: the shark is {'right here' if here else 'not here'}."
    return stage, [news.BinocularsAnswered(text=text, beach=TABLES.board.beaches[beach_at(space)], here=here)]


def _climb(stage: Amity, member: int) -> Done:
    quint, hooper = stage.in_water
    in_water = (False, hooper) if member == QUINT else (quint, False)
    text = f"{_name(member)} climbs back on board."
    return replace(stage, in_water=in_water), [news.CaptainClimbed(text=text, member=CREW[member])]


def _moved(counts: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])


def _name(member: int) -> str:
    return CREW[member].title()


def _barrels(count: int) -> str:
    return "a barrel" if count == 1 else f"{count} barrels"
