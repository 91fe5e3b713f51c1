"""What happens at the table, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tableshark import News, Seat
from tableshark_hungry_shark.answers import Answer, Called


class Declared(News, frozen=True):
    """A player declared: a number or a kind, whichever the round asks for."""

    seat: Seat
    number: int | None
    kind: Called | None
    right: bool
    lost: int
    """Cards that it cost."""


class Passed(News, frozen=True):
    """A player gave the round up."""

    seat: Seat


class TimeUp(News, frozen=True):
    """The clock ended the round."""

    seats: tuple[Seat, ...]
    """Who had neither declared nor passed."""


class RoundOver(News, frozen=True):
    """A round is over, and what was right is told."""

    round: int
    number: int | None
    """What was right, where a number was asked for."""
    kinds: tuple[Called, ...]
    """What was right, where a kind was asked for; each of them."""
    winner: Seat | None
    cards: int
    """Cards that the winner got, or that are discarded where there is none."""


class RoundOpens(News, frozen=True):
    """Three cards are turned up."""

    round: int
    opener: Seat


class GameOver(News, frozen=True):
    """The last round is over."""

    winners: tuple[Seat, ...]
    cards: int
    fish: int
    """Fish printed on the cards of a winner."""


Story = Declared | Passed | TimeUp | RoundOver | RoundOpens | GameOver


def declared(seat: Seat, answer: Answer, right: bool, lost: int) -> Declared:
    text = f"{seat} says {answer}, which is {'right' if right else 'wrong'}{f': {_cards(lost)} lost' if lost else ''}."
    return Declared(text=text, seat=seat, number=number(answer), kind=kind(answer), right=right, lost=lost)


def passed(seat: Seat) -> Passed:
    return Passed(text=f"{seat} passes.", seat=seat)


def time_up(seats: tuple[Seat, ...]) -> TimeUp:
    return TimeUp(text=f"Time is up for {_and(seats)}.", seats=seats)


def round_over(turn: int, answers: tuple[Answer, ...], winner: Seat | None, cards: int) -> RoundOver:
    end = f"{winner} wins {_cards(cards)}" if winner else f"{_cards(cards)} are discarded"
    return RoundOver(
        text=f"Round {turn} is over: {_and(answers, 'or')} was right, and {end}.",
        round=turn,
        number=number(answers[0]),
        kinds=kinds(answers),
        winner=winner,
        cards=cards,
    )


def round_opens(turn: int, opener: Seat) -> RoundOpens:
    return RoundOpens(text=f"{opener} opens round {turn}.", round=turn, opener=opener)


def game_over(winners: tuple[Seat, ...], cards: int, fish: int) -> GameOver:
    won = f"{_and(winners)} {'win' if len(winners) > 1 else 'wins'}"
    return GameOver(text=f"{won} with {_cards(cards)} and {fish} fish.", winners=winners, cards=cards, fish=fish)


def number(answer: Answer | None) -> int | None:
    """Give an answer that is a number."""
    return answer if isinstance(answer, int) else None


def kind(answer: Answer | None) -> Called | None:
    """Give an answer that is a kind."""
    return None if isinstance(answer, int) else answer


def kinds(answers: Sequence[Answer]) -> tuple[Called, ...]:
    """Give the answers that are kinds."""
    return tuple([answer for answer in answers if not isinstance(answer, int)])


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _and(items: Sequence[object], word: str = "and") -> str:
    *most, last = map(str, items)
    return f"{', '.join(most)} {word} {last}" if most else last
