"""Who sees what, and what whoever can't see it may imagine: the one place that lets the shark forget."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tableshark import Chance, Seat
from tableshark_camouflage.corals import CORALS, SEATS, Token, named
from tableshark_camouflage.news import NOBODY, Happening, tell
from tableshark_camouflage.rounds import beneath, exchange, fish, turn_away
from tableshark_camouflage.state import Exchange, Hiding, Past, Place, Round, State, Turned, View


def swims(state: State, seat: Seat | None) -> bool:
    """Whether the seat is a fish of this round, so that nothing on the board is hidden from it."""
    number = -1 if seat is None else SEATS.index(seat)
    return number != state.shark and number in state.players


def view(state: State, seat: Seat | None) -> View:
    """Show the board of this round to fish; to the shark and all others only while it lies open."""
    terms, over = state.terms, state.phase == "over"
    knows = over or swims(state, seat)
    order = fish(state.players, state.shark)
    rows, columns = terms.grids[state.shark]
    return View(
        seats=tuple([_place(state, number) for number in range(len(state.track))]),
        finish=terms.finish or None,
        shark_turns=terms.shark_turns or None,
        round=state.round,
        phase=state.phase,
        shark=SEATS[state.shark],
        rows=rows,
        columns=columns,
        board=named(state.board) if knows or state.phase != "hide" else None,
        before=named(state.layout) if knows else None,
        row=named(state.row) if knows and state.phase == "hide" else None,
        hidden=_hidings(state.hides, order) if knows else None,
        guesses=_guesses(state.turned, beneath(state)),
        last=_round(state.past) if state.past else None,
        news=tuple(tell(_whispers(state, order) if knows else state.news)),
    )


def determinize(state: State, seat: Seat, chance: Chance) -> State:
    """Redraw what the seat can't see now.

    A fish sees all but the order of the deck. The shark's past views hold the layout, but CA-3 forbids that any answer
    gives it once more: a machine player has to bring its own memory. So for the shark (and for a seat that is out of
    a tie-break) the layout is redrawn too, from the present view alone; seats with the same view imagine the same.
    Fish are taken to hide anywhere and under anything, each exchange as likely.
    """
    if state.phase == "over":
        return state
    if state.phase == "memorize" or swims(state, seat):
        return replace(state, deck=chance.shuffle(sorted(state.deck)))
    return _hidden_anew(state, chance) if state.phase == "hide" else _seen_again(state, chance)


def _hidden_anew(state: State, chance: Chance) -> State:
    """Redraw a round of which nothing is seen but how many have hidden: play it again."""
    spaces, tokens = len(state.board), chance.shuffle(range(len(CORALS)))
    board = tokens[:spaces]
    world = turn_away(replace(state, layout=board, board=board, deck=tokens[spaces:], hides=()))
    for space in chance.shuffle(range(spaces))[: len(state.hides)]:
        world = exchange(world, space, chance.below(len(world.row)))
    # Turning away told its news anew; public news stay those that were told.
    return replace(world, news=state.news)


def _seen_again(state: State, chance: Chance) -> State:
    """Redraw who hides where beneath the board as it lies, by undoing exchanges from the last fish to the first.

    The tokens lay in random order, and an exchange by places only changes that order: so after the exchanges every
    order of what is not on the board is still as likely, and so are all spaces that were not turned over.
    """
    pool = sorted(set(range(len(CORALS))) - set(state.board))
    free = chance.shuffle([space for space in range(len(state.board)) if space not in state.turned])
    found = {seat: space for space, seat in beneath(state).items() if space in state.turned}
    lost = iter(free)
    spaces = [found[seat] if seat in found else next(lost) for seat in fish(state.players, state.shark)]
    row, layout = list(chance.shuffle(pool)[: len(spaces)]), list(state.board)
    hides: list[tuple[int, Token, Token]] = []
    for space in reversed(spaces):
        place = chance.below(len(row))
        hides.append((space, layout[space], row[place]))
        layout[space], row[place] = row[place], layout[space]
    return replace(state, layout=tuple(layout), deck=chance.shuffle(pool), hides=tuple(reversed(hides)))


def _whispers(state: State, order: tuple[int, ...]) -> tuple[Happening, ...]:
    """Add to the public news what fish alone hear: how the last of them hid."""
    if not state.hides or state.turned:
        return state.news
    hid: Happening = ("hid", (order[len(state.hides) - 1], *state.hides[-1]))
    return (hid, *state.news) if state.phase == "seek" else (hid,)


def _place(state: State, number: int) -> Place:
    plays = number in state.players
    role: Literal["shark", "fish", "out"] = "out" if not plays else "shark" if number == state.shark else "fish"
    extra = state.extra[number] if state.extra and plays else None
    return Place(seat=SEATS[number], role=role, position=state.track[number], extra=extra)


def _hidings(hides: tuple[Exchange, ...], order: tuple[int, ...]) -> tuple[Hiding, ...]:
    pairs = zip(hides, order, strict=False)
    return tuple([Hiding(SEATS[seat], space, CORALS[coral], CORALS[away]) for (space, coral, away), seat in pairs])


def _guesses(turned: tuple[int, ...], under: dict[int, int]) -> tuple[Turned, ...]:
    seats = [(space, under.get(space, NOBODY)) for space in turned]
    return tuple([Turned(space, None if seat == NOBODY else SEATS[seat]) for space, seat in seats])


def _round(past: Past) -> Round:
    order = fish(past.players, past.shark)
    under = {space: seat for (space, _, _), seat in zip(past.hides, order, strict=True)}
    return Round(
        round=past.round,
        shark=SEATS[past.shark],
        before=named(past.layout),
        after=named(past.board),
        hidden=_hidings(past.hides, order),
        guesses=_guesses(past.turned, under),
    )
