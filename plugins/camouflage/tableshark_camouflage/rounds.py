"""How a round runs: laying out, turning away, hiding, seeking, scoring, and what comes after it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tableshark import Chance
from tableshark_camouflage.corals import CORALS, GUESSES, Token
from tableshark_camouflage.news import NOBODY, Happening
from tableshark_camouflage.state import Past, State, Terms


def fish(players: Sequence[int], shark: int) -> tuple[int, ...]:
    """List the fish in the order in which they hide: from the shark's left."""
    place = players.index(shark)
    return (*players[place + 1 :], *players[:place])


def open_game(terms: Terms, first_shark: int, chance: Chance) -> State:
    """Lay out the first round."""
    count = len(terms.grids)
    players, last = tuple(range(count)), count * terms.shark_turns
    bare = State(
        terms=terms, players=players, track=(0,) * count, extra=(), round=0, last=last, shark=first_shark,
        phase="memorize", layout=(), board=(), row=(), deck=(), hides=(), turned=(), news=(),
    )  # fmt: skip
    return _lay_out(bare, first_shark, (), chance)


def turn_away(state: State) -> State:
    """Hide the board from the shark, and lay a row for the fish."""
    count = len(state.players) - 1
    news: Happening = ("away", (state.shark,))
    return replace(state, phase="hide", row=state.deck[:count], deck=state.deck[count:], news=(news,))


def hide(state: State, space: int, coral: Token, chance: Chance) -> State:
    """Exchange a coral and hide; after the last fish the row goes into the deck and the shark looks."""
    state = exchange(state, space, state.row.index(coral))
    if len(state.hides) < len(state.players) - 1:
        return state
    # What is left of the row must not lie where somebody could count it out.
    deck = chance.shuffle(state.row + state.deck)
    return replace(state, phase="seek", row=(), deck=deck, news=(("looks", (state.shark,)),))


def exchange(state: State, space: int, place: int) -> State:
    """Exchange the coral of a space for the one at a place of the row, with a fish beneath."""
    coral, away = state.row[place], state.board[space]
    board = (*state.board[:space], coral, *state.board[space + 1 :])
    row = (*state.row[:place], away, *state.row[place + 1 :])
    return replace(state, board=board, row=row, hides=(*state.hides, (space, coral, away)))


def guess(state: State, space: int, chance: Chance) -> State:
    """Turn over a space; the round is scored after the last guess, or with the last fish."""
    turned = (*state.turned, space)
    under = beneath(state)
    news: Happening = ("guess", (space, under.get(space, NOBODY)))
    state = replace(state, turned=turned, news=(news,))
    if len(turned) < GUESSES and not under.keys() <= set(turned):
        return state
    return _score(state, chance)


def beneath(state: State) -> dict[int, int]:
    """Say which fish is at which space."""
    order = fish(state.players, state.shark)
    return {space: seat for (space, _, _), seat in zip(state.hides, order, strict=False)}


def leaders(track: Sequence[int], players: Sequence[int]) -> tuple[int, ...]:
    """List those of the players who are furthest."""
    most = max(track[seat] for seat in players)
    return tuple([seat for seat in players if track[seat] == most])


def _score(state: State, chance: Chance) -> State:
    under, shark, terms = beneath(state), state.shark, state.terms
    found = {under[space] for space in state.turned if space in under}
    hidden = fish(state.players, shark)
    steps = {shark: len(found), **{seat: 1 for seat in hidden if seat not in found}}
    tie = bool(state.extra)
    # Only the first track has an end, and only where no number of turns was agreed on.
    end = terms.finish if terms.finish and not tie else None
    was = state.extra if tie else state.track
    track = tuple([_moved(at, steps.get(seat, 0), end) for seat, at in enumerate(was)])
    news: list[Happening] = [*state.news, ("found", (shark, len(found), track[shark]))]
    news += [("survived", (seat, track[seat])) for seat in hidden if seat not in found]
    news.append(("revealed", tuple([number for space, seat in under.items() for number in (seat, space)])))
    past = Past(state.round, state.players, shark, state.layout, state.board, state.hides, state.turned)
    state = replace(state, past=past, **{"extra" if tie else "track": track})
    # A tie-break counts its rounds; the track ends a game only where no number of turns was agreed on.
    over = state.round == state.last if state.last else max(track) == end
    if not over:
        return _lay_out(state, fish(state.players, shark)[0], news, chance)
    first = leaders(track, state.players)
    if tie or len(first) == 1:
        return replace(state, phase="over", news=(*news, ("won", first)))
    return _break_tie(state, first, news, chance)


def _break_tie(state: State, tied: tuple[int, ...], news: list[Happening], chance: Chance) -> State:
    """Go on with the tied alone: each of them is the shark once, the first of them after the last shark begins."""
    shark = next((seat for seat in tied if seat > state.shark), tied[0])
    extra, last = (0,) * len(state.track), state.round + len(tied)
    state = replace(state, players=tied, extra=extra, last=last)
    return _lay_out(state, shark, (*news, ("tie", tied)), chance)


def _lay_out(state: State, shark: int, news: Sequence[Happening], chance: Chance) -> State:
    rows, columns = state.terms.grids[shark]
    spaces = rows * columns
    tokens = chance.shuffle(range(len(CORALS)))
    board, number = tokens[:spaces], state.round + 1
    return replace(
        state, round=number, shark=shark, phase="memorize", layout=board, board=board, row=(), deck=tokens[spaces:],
        hides=(), turned=(), news=(*news, ("round", (number, shark, rows, columns))),
    )  # fmt: skip


def _moved(at: int, steps: int, end: int | None) -> int:
    return at + steps if end is None else min(at + steps, end)
