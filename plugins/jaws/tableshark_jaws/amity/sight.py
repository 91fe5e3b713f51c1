"""Who sees what of act one, and what whoever can't see it may imagine."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from msgspec.structs import replace

from tableshark import Chance, Seat
from tableshark_jaws.amity import crew, shark
from tableshark_jaws.amity.moves import EndTurn
from tableshark_jaws.amity.news import Side
from tableshark_jaws.amity.state import (
    AWAY,
    GONE,
    NOBODY,
    NOWHERE,
    Amity,
    space_of,
    supply,
)
from tableshark_jaws.amity.tables import (
    BEACHES,
    PLACES,
    SHOP,
    TABLES,
    WATERS,
    Role,
    beach_at,
    dock_at,
    titled,
)
from tableshark_jaws.amity.trace import CLOAK, spaces
from tableshark_jaws.amity.views import (
    AmityEvent,
    AmitySpace,
    AmityView,
    CrewMember,
    EatenAt,
    PastEvent,
    SharkSecrets,
    TokenName,
)
from tableshark_jaws.table import CREW, SHARK, Member

BOAT_WAYS = {str(space): near for space, near in TABLES.board.water.items()}
LAND_WAYS = {str(space): near for space, near in TABLES.board.land.items()}
"""Where boats, and Brody, get from each space that they can be in."""

AT = [(beach_at(space), dock_at(space)) for space in range(len(PLACES))]
"""The beach and the dock in each space, -1 where there is none."""

TOKEN_NAMES: tuple[TokenName, ...] = get_args(TokenName)
"""The power tokens by number, as in `trace.TOKENS`."""

EVENTS = {event.card: AmityEvent(event.card, event.title, event.text) for event in TABLES.events}
PAST = {event.card: PastEvent(event.card, event.title) for event in TABLES.events}


def view(stage: Amity, seat: Seat | None, *, hints: bool, over: bool) -> AmityView:
    """Show the board as it was before the shark's turn, and to the shark as it is; after the end all is open."""
    # The shark sees what it has eaten; whoever else looks must not see it before the report.
    seen = _folded(stage) if seat == SHARK else stage
    possible = tuple([WATERS[space] for space in spaces(stage.ghosts)]) if hints else None
    return AmityView(
        round=stage.round,
        phase=stage.phase,
        turn=_turn(stage),
        asked="start" if stage.phase == "start" else stage.asked,
        event=EVENTS.get(stage.card),
        discards=tuple([PAST[card] for card in stage.discards]),
        events_left=len(stage.deck),
        deck=stage.deck if over else None,
        spaces=_spaces(seen),
        crew=tuple([_member(stage, member) for member in range(len(CREW))]),
        supply=supply(seen),
        michael="away" if seen.michael == AWAY else "gone" if seen.michael == GONE else "swims",
        track=seen.track,
        limit=stage.limit,
        attached=stage.attached,
        revealed=None if stage.revealed == NOWHERE else WATERS[stage.revealed],
        report=stage.report,
        possible=possible,
        secrets=_secrets(stage) if over or seat == SHARK else None,
    )


def determinize(stage: Amity, seat: Seat, chance: Chance) -> Amity:
    """Redraw the order of the events, and for the crew the shark: from what is public alone.

    A crew seat imagines one of the sharks that fit all that was told; in the shark's turn, somewhere
    in the middle of it.
    """
    stage = replace(stage, deck=chance.shuffle(sorted(stage.deck)))
    if seat == SHARK or stage.phase == "start":
        return stage
    space, used, cloaked = chance.pick(stage.ghosts)
    stage = replace(stage, shark=space, used=used, cloaked=bool(cloaked), shark_turn=None)
    if stage.phase != "shark":
        return stage
    stage = shark.begin(stage)
    for _ in range(chance.below(shark.steps_at_most(stage) + 1)):
        moves = [move for move in shark.legal(stage) if not isinstance(move, EndTurn)]
        if not moves:
            break
        stage = shark.act(stage, chance.pick(moves))
    return stage


def standing(stage: Amity) -> float:
    """Judge how well the shark stands: swimmers eaten and still to eat against barrels and being tracked down."""
    barrels = stage.attached / TABLES.barrels.attached
    if barrels >= 1:
        return -1.0
    seen = _folded(stage)
    eaten = min(1.0, seen.track / stage.limit)
    if eaten >= 1:
        return 1.0
    prey = sum(seen.swimmers) / TABLES.swimmers.ordinary
    hiding = len(spaces(stage.ghosts)) / len(WATERS)
    return max(-1.0, min(1.0, 0.8 * eaten - 0.7 * barrels + 0.1 * prey + 0.1 * hiding - 0.1))


def _folded(stage: Amity) -> Amity:
    """Show the water as it is after what the shark has eaten in its turn."""
    turn = stage.shark_turn
    if turn is None:
        return stage
    n, e, s, w = [there - eaten for there, eaten in zip(stage.swimmers, turn.eaten, strict=True)]
    michael = GONE if turn.michael else stage.michael
    return replace(stage, swimmers=(n, e, s, w), michael=michael, track=stage.track + shark.meal(turn))


def _turn(stage: Amity) -> Role | None:
    if stage.phase in ("start", "shark"):
        return "shark"
    if stage.asked == "helicopter":
        return "brody"
    return CREW[stage.crew_turn.member] if stage.crew_turn else None


def _spaces(stage: Amity) -> tuple[AmitySpace, ...]:
    """Show every space, with what lies in it."""
    crew = [space_of(stage, member) for member in range(len(CREW))]
    token: Side = "opening_soon" if stage.opening else "closed"
    told = []
    for space, (beach, dock) in enumerate(AT):
        on_beach = beach >= 0
        told.append(
            _space(
                space,
                stage.swimmers[beach] if on_beach else 0,
                on_beach and stage.michael == beach,
                token if on_beach and stage.token == beach else None,
                stage.docked[dock] if dock >= 0 else stage.shop if space == SHOP else 0,
                stage.floating[space] if space < len(WATERS) else 0,
                tuple([name for name, at in zip(CREW, crew, strict=True) if at == space]) if space in crew else (),
            )
        )
    return tuple(told)


# A space looks the same in most views of most games: it is made once. Some hundreds of looks are in use at a time.
@lru_cache(4096)
def _space(
    space: int, swimmers: int, michael: bool, token: Side | None, barrels: int, floating: int, crew: tuple[Member, ...]
) -> AmitySpace:
    return AmitySpace(
        space=PLACES[space],
        title=titled(space),
        water=BOAT_WAYS.get(PLACES[space], ()),
        land=LAND_WAYS.get(PLACES[space], ()),
        swimmers=swimmers,
        michael=michael,
        token=token,
        barrels=barrels,
        floating=floating,
        crew=crew,
    )


def _member(stage: Amity, member: int) -> CrewMember:
    quint, hooper = stage.in_water
    return CrewMember(
        member=CREW[member],
        space=PLACES[space_of(stage, member)],
        barrels=stage.held[member],
        in_water=(quint, False, hooper)[member],
        acted=member in stage.acted,
        actions=crew.actions_left(stage, member),
    )


def _secrets(stage: Amity) -> SharkSecrets:
    turn = stage.shark_turn
    known = SharkSecrets(
        space=None if stage.shark == NOWHERE else WATERS[stage.shark],
        tokens=tuple([name for bit, name in enumerate(TOKEN_NAMES) if not shark.used(stage) >> bit & 1]),
        out_of_sight=stage.cloaked,
        actions=0,
        trail=(),
        eaten=(),
        tipped=(),
        token=None,
    )
    if turn is None:
        return known
    meals = [(turn.eaten[beach], turn.michael and stage.michael == beach) for beach in range(len(BEACHES))]
    return replace(
        known,
        space=WATERS[turn.trail[-1]],
        out_of_sight=turn.token == CLOAK,
        actions=shark.actions_left(stage),
        trail=tuple([WATERS[space] for space in turn.trail]),
        eaten=tuple(
            [EatenAt(beach, *meal) for beach, meal in zip(TABLES.board.beaches, meals, strict=True) if any(meal)]
        ),
        tipped=shark.named_boats(turn.tipped),
        token=None if turn.token == NOBODY else TOKEN_NAMES[turn.token],
    )
