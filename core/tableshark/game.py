"""The checked path of one game: turns, legality, sealed answers, deadlines and numbers, as pure functions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Generic, Literal

from msgspec.structs import replace

from tableshark.chance import Chance, Draw, Scripted, Seeded
from tableshark.errors import AlreadyAnswered, GameOver, IllegalMove, NotYourTurn, StaleTurn, UnknownSeat
from tableshark.rules import Awaiting, Data, M, Outcome, Rules, S, Seat

ONLOOKER = ""
"""The key under which the onlooker's numbers are kept; no seat can have this id."""

Luck = Callable[[int], Chance]
"""Gives the chance of a step; the game's own seed where none is named."""


class Entry(Data, Generic[M], frozen=True):
    """One line of the log: what was accepted, and how luck fell. Not served while the game runs: it tells secrets."""

    kind: Literal["setup", "answer", "timeout", "away", "back", "abandoned"]
    version: int
    """The rules' version under which it was played."""
    seat: Seat | None = None
    turn: int | None = None
    move: M | None = None
    draws: tuple[Draw, ...] | None = None
    """None: no step was taken; the answer was sealed, or the game was given up."""
    absent: tuple[Seat, ...] = ()
    """Who stayed away, where the game was given up."""


class Game(Data, Generic[S, M], frozen=True):
    """One game between two changes."""

    state: S
    awaiting: Awaiting | None
    """None once there is an outcome."""
    outcome: Outcome | None
    seed: bytes
    step: int
    sealed: dict[Seat, M]
    """Answers already in. Not part of the state, so no view can leak them."""
    played: tuple[Seat, ...]
    """Seats that took a step in the present question and still face it."""
    turns: dict[Seat, int]
    """How many questions have been put to each seat: a move quotes it."""
    numbers: dict[Seat, int]
    """The number of each seat's view, dense for each; the onlooker's is under ONLOOKER."""
    due: float | None
    """When the present question ends by itself, in the caller's seconds."""
    entry: Entry[M] | None
    """The line of the log that made it; not stored here a second time."""

    def waited_for(self, seat: Seat) -> bool:
        """Whether the game can't go on, or need not, without this seat's answer."""
        return self.awaiting is not None and seat in self.awaiting.seats and seat not in self.sealed

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats whose answer is waited for, in seat order."""
        return tuple([seat for seat in self.turns if self.waited_for(seat)])


def start(
    rules: Rules[Any, S, M, Any], options: Any, seed: bytes, *, now: float = 0.0, luck: Luck | None = None
) -> Game[S, M]:
    """Set the game up: step 0."""
    chance = luck(0) if luck else Seeded(seed, 0)
    state = rules.setup(options, chance)
    status = rules.status(state)
    awaiting, outcome = (None, status) if isinstance(status, Outcome) else (status, None)
    seats = rules.seats(options)
    return Game(
        state=state,
        awaiting=awaiting,
        outcome=outcome,
        seed=seed,
        step=0,
        sealed={},
        played=(),
        turns={seat: int(awaiting is not None and seat in awaiting.seats) for seat in seats},
        numbers=dict.fromkeys((*seats, ONLOOKER), 1),
        due=now + awaiting.seconds if awaiting and awaiting.seconds is not None else None,
        entry=Entry("setup", rules.version, draws=tuple(chance.draws)),
    )


def submit(
    rules: Rules[Any, S, M, Any],
    game: Game[S, M],
    seat: Seat,
    move: M,
    *,
    turn: int,
    now: float = 0.0,
    luck: Luck | None = None,
) -> Game[S, M]:
    """Take one seat's answer: seal it, or step when it was the last one missing or the first of a race."""
    check_turn(game, seat, turn)
    awaiting, sealed = game.awaiting, game.sealed
    assert awaiting is not None
    if move not in rules.legal(game.state, seat):
        raise IllegalMove(f"seat {seat} may not do this now")
    if awaiting.until == "any":
        return _step(rules, game, {seat: move}, "answer", seat, turn, move, now, luck)
    if len(sealed) + 1 == len(awaiting.seats):
        answers = {**sealed, seat: move} if sealed else {seat: move}
        return _step(rules, game, answers, "answer", seat, turn, move, now, luck)
    return Game(
        state=game.state,
        awaiting=awaiting,
        outcome=None,
        seed=game.seed,
        step=game.step,
        sealed={**sealed, seat: move},
        played=game.played,
        turns=game.turns,
        numbers={window: number + 1 for window, number in game.numbers.items()},
        due=game.due,
        entry=Entry("answer", rules.version, seat, turn, move),
    )


def check_turn(game: Game[Any, Any], seat: Seat, turn: int) -> None:
    """Raise the reason why an answer of this seat to this turn can't be taken, if there is one."""
    if seat not in game.turns:
        raise UnknownSeat(f"there is no seat {seat!r} in this game")
    awaiting, asked = game.awaiting, game.turns[seat]
    if awaiting is None:
        raise GameOver("the game is over")
    if seat not in awaiting.seats:
        if 0 < turn <= asked:
            raise StaleTurn(f"turn {turn} of seat {seat} is over")
        raise NotYourTurn(f"nothing is asked of seat {seat} now")
    if turn != asked:
        if 0 < turn < asked:
            raise StaleTurn(f"turn {turn} of seat {seat} is over; the present one is {asked}")
        raise NotYourTurn(f"seat {seat} has no turn {turn}; the present one is {asked}")
    if seat in game.sealed:
        raise AlreadyAnswered(f"seat {seat} has answered turn {turn}; an answer is final")


def expire(rules: Rules[Any, S, M, Any], game: Game[S, M], *, now: float, luck: Luck | None = None) -> Game[S, M]:
    """End the question whose time is up with what answers there are; a game with time left comes back as it is."""
    if game.awaiting is None or game.due is None or now < game.due:
        return game
    return _step(rules, game, game.sealed, "timeout", None, None, None, now, luck)


def _step(
    rules: Rules[Any, S, M, Any],
    game: Game[S, M],
    answers: Mapping[Seat, M],
    kind: Literal["answer", "timeout"],
    seat: Seat | None,
    turn: int | None,
    move: M | None,
    now: float,
    luck: Luck | None,
) -> Game[S, M]:
    """Apply the answers. `seat`, `turn` and `move` are of the one that came last, for the log."""
    before = game.awaiting
    assert before is not None
    step = game.step + 1
    chance = luck(step) if luck else Seeded(game.seed, step)
    # Seat order, so that neither the order of arrival nor that of a set can reach the rules.
    if len(answers) > 1:
        answers = {other: answers[other] for other in game.turns if other in answers}
    state = rules.apply(game.state, answers, chance)
    status = rules.status(state)
    draws = tuple(chance.draws)
    turns = game.turns
    played: tuple[Seat, ...] = ()
    awaiting: Awaiting | None
    outcome: Outcome | None
    if isinstance(status, Outcome):
        awaiting, outcome = None, status
        due, same, open_change = None, False, True
    else:
        awaiting, outcome = status, None
        # What keeps its label when its time was up is asked anew: else its deadline would lie in the past for ever.
        same = kind == "answer" and same_question(before, status)
        open_change = status.seats != before.seats or bool(game.sealed)
        if same:
            due = game.due
        elif status.seconds is not None:
            due, open_change = now + status.seconds, True
        else:
            due, open_change = None, open_change or game.due is not None
        turns = dict(turns)
        for asked in status.seats:
            if not same or asked in answers or asked not in before.seats:
                turns[asked] += 1
        if same:
            going_on = status.seats & {*game.played, *answers}
            played = tuple([other for other in turns if other in going_on])
    if open_change:
        numbers = {window: number + 1 for window, number in game.numbers.items()}
    else:
        numbers = {
            window: number + (_changed(rules, game, state, turns, window)) for window, number in game.numbers.items()
        }
    return Game(
        state=state,
        awaiting=awaiting,
        outcome=outcome,
        seed=game.seed,
        step=step,
        sealed={},
        played=played,
        turns=turns,
        numbers=numbers,
        due=due,
        entry=Entry(kind, rules.version, seat, turn, move, draws),
    )


def note(rules: Rules[Any, S, M, Any], game: Game[S, M], kind: Literal["away", "back"], seat: Seat) -> Game[S, M]:
    """Note that a machine player answers for a seat from now on, or no longer: everybody's window says so."""
    numbers = {window: number + 1 for window, number in game.numbers.items()}
    return replace(game, numbers=numbers, entry=Entry(kind, rules.version, seat))


def abandon(rules: Rules[Any, S, M, Any], game: Game[S, M], absent: Collection[Seat]) -> Game[S, M]:
    """End a game that somebody has left for good: they share the last rank, and all others the first."""
    if game.outcome is not None:
        raise GameOver("the game is over")
    present = sum(seat not in absent for seat in game.turns)
    outcome = Outcome(
        {seat: 1 + present * (seat in absent) for seat in game.turns},
        {seat: float(seat not in absent) for seat in game.turns},
        "abandoned",
    )
    return replace(
        game,
        awaiting=None,
        outcome=outcome,
        sealed={},
        played=(),
        numbers={window: number + 1 for window, number in game.numbers.items()},
        due=None,
        entry=Entry("abandoned", rules.version, absent=tuple([seat for seat in game.turns if seat in absent])),
    )


def same_question(before: Awaiting, after: Awaiting) -> bool:
    """Whether those who are still asked face the question they faced before; without a label every step asks anew."""
    return after.question is not None and after.question == before.question


def _changed(rules: Rules[Any, S, M, Any], game: Game[S, M], state: S, turns: dict[Seat, int], window: Seat) -> bool:
    """Whether a window shows something new although the same seats are waited for."""
    if window == ONLOOKER:
        return bool(rules.view(game.state, None) != rules.view(state, None))
    return turns[window] != game.turns[window] or rules.view(game.state, window) != rules.view(state, window)


def questions_over(before: Game[S, M], after: Game[S, M]) -> tuple[Seat, ...]:
    """The seats that had answered a question which this change ended, in seat order: each is named once a question."""
    if after.step == before.step or after.entry is None:
        return ()
    answering = {*before.played, *before.sealed, after.entry.seat} - set(after.played)
    return tuple([seat for seat in before.turns if seat in answering])


def replay(
    rules: Rules[Any, S, M, Any],
    options: Any,
    seed: bytes,
    entries: Iterable[Entry[M]],
    game: Game[S, M] | None = None,
) -> Iterator[Game[S, M]]:
    """Play a log again from its draws, with every check, and give the game after each line.

    With a `game` it goes on from there: the entries are those that follow.
    Raises the error of a move that the rules refuse, or ValueError for draws that are not those the rules ask for.
    """
    for entry in entries:
        scripted = Scripted(entry.draws or ())
        luck: Luck = lambda step, chance=scripted: chance  # type: ignore[misc]  # noqa: E731
        if game is None:
            game = start(rules, options, seed, luck=luck)
        elif entry.kind in ("away", "back"):
            assert entry.seat is not None
            game = note(rules, game, entry.kind, entry.seat)
        elif entry.kind == "abandoned":
            game = abandon(rules, game, entry.absent)
        elif entry.kind == "timeout":
            game = _step(rules, game, game.sealed, "timeout", None, None, None, 0.0, luck)
        else:
            assert entry.seat is not None
            assert entry.turn is not None
            game = submit(rules, game, entry.seat, entry.move, turn=entry.turn, luck=luck)  # type: ignore[arg-type]
        if scripted.left:
            raise ValueError(f"step {game.step}: {len(scripted.left)} draws more than the rules ask for")
        yield game
