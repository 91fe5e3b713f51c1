"""What everybody sees of the table, and hears."""

from __future__ import annotations

from collections.abc import Iterator

from tableshark import Seat
from tableshark_hungry_shark.answers import Answer, asks, right
from tableshark_hungry_shark.cards import DECK, FISH, ROUNDS, Card, Numbers
from tableshark_hungry_shark.news import (
    Story,
    declared,
    game_over,
    kind,
    kinds,
    number,
    passed,
    round_opens,
    round_over,
    time_up,
)
from tableshark_hungry_shark.state import NOBODY, SEATS, Call, Declaration, Ended, Pile, Result, State, View


def view(state: State, seat: Seat | None) -> View:
    """Show the same to all: what is hidden, is hidden from everybody."""
    running = bool(state.board)
    return View(
        style=state.style,
        round=state.round,
        rounds=ROUNDS,
        phase="round" if running else "over",
        opener=_opener(state),
        board=_cards(state.board),
        asks=asks(state.style, state.board) if running else None,
        stake=len(state.board) + len(state.lost),
        declarations=_declarations(state.calls, ()),
        piles=tuple([Pile(owner, len(pile)) for owner, pile in zip(SEATS, state.piles, strict=False)]),
        last=_result(state, state.last) if state.last else None,
        news=tuple(_tell(state)),
    )


def worth(pile: Numbers) -> tuple[int, int]:
    """Say how many cards a pile has, and how many fish are printed on them: what players are ranked by."""
    return len(pile), sum([FISH[card] for card in pile])


def _opener(state: State) -> Seat:
    return SEATS[(state.round - 1) % len(state.piles)]


def _cards(board: Numbers) -> tuple[Card, ...]:
    return tuple([DECK[card] for card in board])


def _declarations(calls: tuple[Call, ...], answers: tuple[Answer, ...]) -> tuple[Declaration, ...]:
    return tuple(
        [
            Declaration(SEATS[seat], answer is None, number(answer), kind(answer), answer in answers)
            for seat, answer, _ in calls
        ]
    )


def _result(state: State, ended: Ended) -> Result:
    answers = right(state.style, ended.board)
    return Result(
        round=ended.round,
        board=_cards(ended.board),
        number=number(answers[0]),
        kinds=kinds(answers),
        declarations=_declarations(ended.calls, answers),
        winner=_winner(ended),
        cards=ended.cards,
    )


def _winner(ended: Ended) -> Seat | None:
    return None if ended.winner == NOBODY else SEATS[ended.winner]


def _tell(state: State) -> Iterator[Story]:
    """Tell the last step. It can be read off the state: a declaration, or the end of the round before."""
    ended = state.last
    if state.calls:
        yield _call(state.calls[-1], ())
        return
    if ended is not None:
        answers = right(state.style, ended.board)
        if ended.timeout:
            heard = {seat for seat, _, _ in ended.calls}
            yield time_up(tuple([SEATS[seat] for seat in range(len(state.piles)) if seat not in heard]))
        else:
            yield _call(ended.calls[-1], answers)
        yield round_over(ended.round, answers, _winner(ended), ended.cards)
    if state.board:
        yield round_opens(state.round, _opener(state))
    else:
        best = max(map(worth, state.piles))
        winners = [owner for owner, pile in zip(SEATS, state.piles, strict=False) if worth(pile) == best]
        yield game_over(tuple(winners), *best)


def _call(call: Call, answers: tuple[Answer, ...]) -> Story:
    seat, answer, cost = call
    return passed(SEATS[seat]) if answer is None else declared(SEATS[seat], answer, answer in answers, int(cost))
