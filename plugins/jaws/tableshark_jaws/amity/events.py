"""The event phase: a card is turned up, swimmers come, and then its text is followed."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tableshark import Chance
from tableshark_jaws.amity import news
from tableshark_jaws.amity.moves import Fly, PickBeach, PickDock, StayPut
from tableshark_jaws.amity.news import AmityStory
from tableshark_jaws.amity.state import (
    AWAY,
    BRODY,
    GONE,
    HOOPER,
    NOBODY,
    NOWHERE,
    QUINT,
    Amity,
    headcount,
    supply,
)
from tableshark_jaws.amity.tables import (
    BEACHES,
    DOCKS,
    LANDS,
    NUMBER,
    PLACES,
    TABLES,
    Beach,
    Choice,
    Event,
    beach_at,
    event_of,
    titled,
)
from tableshark_jaws.table import CREW, listed

EventMove = PickBeach | PickDock | Fly | StayPut

ASKS: dict[Choice, str] = {
    "closing": "The crew picks a beach to be cleared and closed.",
    "dock": "The crew picks a dock for Brody and Hooper.",
    "michael": "The crew picks the beach where Michael goes swimming.",
    "gathering": "The crew picks the beach to which all three of them go.",
    "helicopter": "Brody may fly to any space of the island.",
}


def turn_up(stage: Amity, chance: Chance) -> tuple[Amity, list[AmityStory]]:
    """Begin a round with the next card; with no card left all of them are shuffled first."""
    told: list[AmityStory] = []
    deck, discards = stage.deck, stage.discards
    if stage.card:
        discards = (*discards, stage.card)
    if not deck:
        deck, discards = chance.shuffle(sorted(discards)), ()
        told.append(news.EventsShuffled(text="All events are shuffled into a new deck."))
    card = event_of(deck[0])
    number = stage.round + 1
    text = f"Round {number}: {card.title}{'' if card.title[-1] in '.!?' else '.'} {card.text}"
    told.append(news.EventTurned(text=text, round=number, card=card.card, title=card.title))
    stage = replace(
        stage, phase="event", round=number, deck=deck[1:], discards=discards, card=card.card, acted=(), extra=NOBODY
    )
    if card.reopen and stage.token != NOWHERE:
        told.append(_token_told(stage.token, None))
        stage = replace(stage, token=NOWHERE, opening=False)
    return _follow(_swim(stage, card, told), card, told), told


def legal(stage: Amity) -> tuple[EventMove, ...]:
    """List the answers to what the event asks."""
    names = [PLACES[space] for space in stage.options]
    if stage.asked == "dock":
        return tuple([PickDock(dock) for dock in names])  # type: ignore[arg-type]
    if stage.asked == "helicopter":
        return (*[Fly(land) for land in names], StayPut())  # type: ignore[arg-type]
    return tuple([PickBeach(beach) for beach in names])  # type: ignore[arg-type]


def answer(stage: Amity, move: EventMove) -> tuple[Amity, list[AmityStory]]:
    """Follow the event as it was chosen."""
    told: list[AmityStory] = []
    asked, stage = stage.asked, replace(stage, asked=None, options=())
    if isinstance(move, StayPut):
        told.append(news.BrodyStayed(text="Brody stays where he is."))
        return stage, told
    if isinstance(move, Fly):
        return _move(stage, (BRODY,), NUMBER[move.to], told), told
    space = NUMBER[move.dock if isinstance(move, PickDock) else move.beach]
    if asked == "dock":
        return _move(stage, (BRODY, HOOPER), space, told), told
    if asked == "gathering":
        return _move(stage, (QUINT, BRODY, HOOPER), space, told), told
    if asked == "michael":
        return _michael(stage, beach_at(space), told), told
    return _clear(stage, beach_at(space), told), told


def close(stage: Amity, beach: int, by: Literal["brody", "event"], told: list[AmityStory]) -> Amity:
    """Lay the token at a beach, wherever it was."""
    told.append(_token_told(beach, "closed", by))
    return replace(stage, token=beach, opening=False)


def _swim(stage: Amity, card: Event, told: list[AmityStory]) -> Amity:
    """Let the card's swimmers come, as far as the supply goes, but not to the beach that bears the token."""
    alert = card.alert if stage.track <= card.calm else {}
    fill = TABLES.swimmers.fill
    wanted = [(beach, counts.get(beach, 0)) for counts in (card.swimmers, alert) for beach in fill]
    shut = PLACES[BEACHES[stage.token]] if stage.token != NOWHERE else None
    there, left = list(stage.swimmers), supply(stage)
    came, lost = dict.fromkeys(fill, 0), 0
    for beach, count in wanted:
        if beach != shut:
            placed = min(count, left)
            left -= placed
            lost += count - placed
            came[beach] += placed
            there[TABLES.board.beaches.index(beach)] += placed
    n, e, s, w = there
    stage = replace(stage, swimmers=(n, e, s, w))
    told.append(_swimmers_told(came, lost))
    if any(beach == shut and count for beach, count in wanted):
        side: news.Side | None = None if stage.opening else "opening_soon"
        told.append(_token_told(stage.token, side))
        stage = replace(stage, token=stage.token if side else NOWHERE, opening=side is not None)
    return stage


def _follow(stage: Amity, card: Event, told: list[AmityStory]) -> Amity:
    """Follow the card's text, up to where the crew has to choose."""
    if card.then == "closing":
        return _ask(stage, card.then, BEACHES, told)
    if card.then == "dock":
        return _ask(stage, card.then, DOCKS, told)
    if card.then == "helicopter":
        return _ask(stage, card.then, tuple([land for land in LANDS if land != stage.brody]), told)
    counts = [headcount(stage, beach) for beach in range(len(BEACHES))]
    if card.then == "gathering":
        spaces = tuple([BEACHES[beach] for beach, count in enumerate(counts) if count == max(counts)])
        if len(spaces) == 1:
            return _move(stage, (QUINT, BRODY, HOOPER), spaces[0], told)
        return _ask(stage, card.then, spaces, told)
    if card.then == "michael" and stage.michael == AWAY:
        least = min(count for beach, count in enumerate(counts) if beach != stage.token)
        beaches = [beach for beach, count in enumerate(counts) if beach != stage.token and count == least]
        if len(beaches) == 1:
            return _michael(stage, beaches[0], told)
        return _ask(stage, card.then, tuple([BEACHES[beach] for beach in beaches]), told)
    return stage


def _ask(stage: Amity, asked: Choice, options: tuple[int, ...], told: list[AmityStory]) -> Amity:
    told.append(news.ChoiceAsked(text=ASKS[asked], asked=asked))
    return replace(stage, asked=asked, options=options)


def _move(stage: Amity, members: tuple[int, ...], to: int, told: list[AmityStory]) -> Amity:
    """Take members to a space, captains with their boats; a captain in the water stays beside his."""
    names = tuple([CREW[member] for member in members])
    verb = "goes" if len(names) == 1 else "go"
    text = f"{listed(tuple([name.title() for name in names]))} {verb} to {titled(to)}."
    told.append(news.EventMoved(text=text, who=names, to=PLACES[to]))
    orca, hoopers = stage.boats
    boats = (to if QUINT in members else orca, to if HOOPER in members else hoopers)
    return replace(stage, boats=boats, brody=to if BRODY in members else stage.brody)


def _michael(stage: Amity, beach: int, told: list[AmityStory]) -> Amity:
    text = f"Michael goes swimming at {titled(BEACHES[beach])}."
    told.append(news.MichaelCame(text=text, beach=TABLES.board.beaches[beach]))
    return replace(stage, michael=beach)


def _clear(stage: Amity, beach: int, told: list[AmityStory]) -> Amity:
    """Have everybody at a beach rescued, and close it."""
    count, michael = headcount(stage, beach), stage.michael == beach
    name = TABLES.board.beaches[beach]
    who = f"{count} swimmer{'' if count == 1 else 's'}" if count else "Nobody"
    text = f"{who} {'is' if count < 2 else 'are'} rescued at {titled(BEACHES[beach])}{', Michael too' * michael}."
    told.append(news.BeachCleared(text=text, beach=name, swimmers=count, michael=michael))
    n, e, s, w = (0 if at == beach else swimmers for at, swimmers in enumerate(stage.swimmers))
    stage = replace(stage, swimmers=(n, e, s, w), michael=GONE if michael else stage.michael)
    return close(stage, beach, "event", told)


def _swimmers_told(came: dict[Beach, int], lost: int) -> AmityStory:
    beaches = {beach: came[beach] for beach in TABLES.board.beaches if came[beach]}
    parts = tuple([f"{count} at {titled(NUMBER[beach])}" for beach, count in beaches.items()])
    text = f"Swimmers come: {listed(parts)}." if parts else "No swimmers come."
    if lost:
        text += f" For {lost} more there {'is' if lost == 1 else 'are'} none left."
    return news.SwimmersCame(text=text, beaches=beaches, lost=lost)


def _token_told(beach: int, side: news.Side | None, by: Literal["brody", "event"] = "event") -> AmityStory:
    says = {"closed": "is closed", "opening_soon": "opens soon", None: "is open again"}[side]
    text = f"{titled(BEACHES[beach])} {says}."
    return news.TokenTurned(text=text, beach=TABLES.board.beaches[beach], side=side, by=by)
