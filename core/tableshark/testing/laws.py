"""What every game owes: one function for each law, which says what was expected where it is broken.

PYTEST_DONT_REWRITE: the messages tell all; pytest would add a page of details to each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import isfinite
from typing import Any

import msgspec

from tableshark.chance import Scripted
from tableshark.game import same_question
from tableshark.rules import Awaiting, Moves, Outcome, Seat, Where, draw_move
from tableshark.table import encode
from tableshark.testing.alike import Face
from tableshark.testing.report import Played
from tableshark.testing.walk import Position, Step

DRAWN = 5
"""Of moves that are described and not listed, so many are looked at."""
TRIED = 12
"""The most moves of one seat at one position that are tried."""
TIMEOUTS = 100
"""After so many steps without an answer, a question with a deadline must be over."""


def state_survives_json(at: Position) -> None:
    """A state that was written as JSON is read back as it was."""
    read = msgspec.json.decode(at.body, type=at.rules.state)
    assert read == at.state, f"the state came back from JSON as {read}, not as {at.state}"
    assert encode(read) == at.body, f"read back from JSON, the state is written as {encode(read)!r}, not {at.body!r}"


def views_survive_json(at: Position) -> None:
    """A view is of the type that the rules name, and is read back from JSON as it was."""
    for seat in (*at.seats, None):
        view = at.rules.view(at.state, seat)
        assert type(view) is at.rules.seen, f"view for {_who(seat)} gives {view!r}, a {at.rules.seen.__name__} expected"
        read = msgspec.json.decode(encode(view), type=at.rules.seen)
        assert read == view, f"the view of {_who(seat)} came back from JSON as {read}, not as {view}"


def news_has_text(at: Position) -> None:
    """Each piece of news tells its story in a sentence of its own."""
    for seat in (*at.seats, None):
        for item in getattr(at.rules.view(at.state, seat), "news", None) or ():
            text = getattr(item, "text", None)
            assert isinstance(text, str), f"news {item!r} for {_who(seat)} has no text"
            assert text.strip(), f"news {item!r} for {_who(seat)} has an empty text"


def somebody_can_move(at: Position) -> None:
    """Until there is an outcome, somebody is awaited, and whoever is awaited has a legal move."""
    status = at.rules.status(at.state)
    if isinstance(status, Outcome):
        return
    assert isinstance(status, Awaiting), f"status is {status!r}, an Awaiting or an Outcome expected"
    assert status.seats, "nobody is awaited and there is no outcome"
    strangers = sorted(status.seats - set(at.seats))
    assert not strangers, f"{strangers} are awaited, but the seats are {list(at.seats)}"
    assert status.seconds is None or status.seconds > 0, f"seconds is {status.seconds}, more than 0 expected"
    for seat in at.awaited:
        moves = at.rules.legal(at.state, seat)
        if isinstance(moves, Where):
            continue
        assert isinstance(moves, tuple), f"legal for seat {seat} gives {moves!r}, a tuple or a Where expected"
        assert moves, f"seat {seat} is awaited and has no legal move"
        assert len(moves) <= at.most, f"seat {seat} has {len(moves)} legal moves, at most {at.most} expected: use Where"


def moves_survive_json(at: Position) -> None:
    """A legal move is one of the rules' moves, and is read back from JSON as it was."""
    for seat in at.awaited:
        legal = at.rules.legal(at.state, seat)
        for move in some(at, legal):
            assert move in legal, f"seat {seat} may play {move}, but it is not in the legal moves"
            assert isinstance(move, at.rules.moves), f"seat {seat} may play {move!r}, which is none of the rules' moves"
            read = msgspec.json.decode(encode(move), type=at.rules.move)
            assert read == move, f"the move {move} came back from JSON as {read}"
            assert read in legal, f"the move {move} is legal, but not once it was read back from JSON"


def legal_moves_are_taken(at: Position) -> None:
    """`apply` takes every legal move."""
    awaiting = at.game.awaiting
    if awaiting is None:
        return
    for seat in at.awaited:
        chance = at.chance(f"others of {seat}")
        others = [other for other in at.awaited if other != seat and awaiting.until == "all"]
        joint = {other: draw_move(at.rules.legal(at.state, other), chance) for other in others}
        for move in some(at, at.rules.legal(at.state, seat)):
            answers = {one: {**joint, seat: move}[one] for one in at.seats if one == seat or one in joint}
            try:
                at.rules.apply(at.state, answers, chance)
            except Exception as error:
                raise AssertionError(f"apply refused the legal answers {answers}: {_told(error)}") from error
    assert encode(at.state) == at.body, f"apply changed the state it was given, from {at.body!r}"


def time_can_run_out(at: Position) -> None:
    """Where there are seconds, `apply` takes no answers at all, and at last the question is over."""
    awaiting, state = at.game.awaiting, at.state
    if awaiting is None or awaiting.seconds is None:
        return
    chance = at.chance("timeout")
    for _ in range(TIMEOUTS):
        try:
            state = at.rules.apply(state, {}, chance)
        except Exception as error:
            raise AssertionError(f"there are seconds, but apply of no answers raised {_told(error)}") from error
        status = at.rules.status(state)
        if isinstance(status, Outcome) or not same_question(awaiting, status):
            return
    raise AssertionError(
        f"time was up {TIMEOUTS} times, but the question is still {awaiting.question!r}: a step that keeps the label"
        " keeps the deadline, which would pass for ever"
    )


def outcome_names_everybody(at: Position) -> None:
    """An outcome gives every seat a rank and a score, and a reason."""
    outcome = at.rules.status(at.state)
    if not isinstance(outcome, Outcome):
        return
    for what, given in (("ranks", outcome.ranks), ("scores", outcome.scores)):
        assert set(given) == set(at.seats), (
            f"the outcome has {what} for {sorted(given)}, the seats are {list(at.seats)}"
        )
    ranks = outcome.ranks.values()
    fit = {seat: 1 + sum(other < rank for other in ranks) for seat, rank in outcome.ranks.items()}
    assert outcome.ranks == fit, f"the outcome's ranks are {outcome.ranks}, {fit} expected (1 is best; 1, 1, 3)"
    assert outcome.reason.strip(), "the outcome gives no reason"


def standing_names_everybody(at: Position) -> None:
    """A standing gives every seat a finite number."""
    if at.rules.standing is None or at.game.awaiting is None:
        return
    standing = at.rules.standing(at.state)
    assert set(standing) == set(at.seats), f"standing is for {sorted(standing)}, the seats are {list(at.seats)}"
    assert all(map(isfinite, standing.values())), f"standing is {standing}, finite numbers expected"


def imagined_looks_the_same(at: Position) -> None:
    """First law of honesty: what is redrawn for a seat looks to it as the truth does, to its moves and the status."""
    rules, truth = at.rules, at.state
    for seat in at.seats:
        imagined = rules.determinize(truth, seat, at.chance(f"first {seat}"))
        shown, seen = rules.view(imagined, seat), rules.view(truth, seat)
        assert shown == seen, f"redrawn for seat {seat}, it sees {shown}, not {seen}"
        # Who sits there can leave the token away: an onlooker sees nothing that the seat can't know.
        shown, seen = rules.view(imagined, None), rules.view(truth, None)
        assert shown == seen, f"redrawn for seat {seat}, an onlooker sees {shown}, not {seen}"
        status, real = rules.status(imagined), rules.status(truth)
        assert status == real, f"redrawn for seat {seat}, the status is {status}, not {real}"
        if seat in at.awaited:
            given, wanted = rules.legal(imagined, seat), rules.legal(truth, seat)
            assert _alike(at, given, wanted), (
                f"redrawn for seat {seat}, it may play {_told(given)}, not {_told(wanted)}"
            )
    assert encode(truth) == at.body, f"determinize changed the state it was given, from {at.body!r}"


def redrawn_twice_is_redrawn_once(at: Position) -> None:
    """Second law of honesty: a redrawn state keeps nothing that the seat can't know."""
    redraw = at.rules.determinize
    for seat in at.seats:
        once = redraw(at.state, seat, at.chance(f"second {seat}"))
        twice = redraw(redraw(at.state, seat, at.chance(f"first {seat}")), seat, at.chance(f"second {seat}"))
        assert twice == once, (
            f"for seat {seat}, the truth is redrawn as {once}, but a redrawn state by the same luck as {twice}"
        )


def nothing_is_hidden_after_the_end(at: Position) -> None:
    """After the end every seat can know everything."""
    if at.game.outcome is None:
        return
    for seat in at.seats:
        imagined = at.rules.determinize(at.state, seat, at.chance("end"))
        assert imagined == at.state, f"the game is over, but for seat {seat} it is redrawn as {imagined}"


def replays_from_its_draws(played: Step) -> None:
    """`apply` depends on nothing but the state as JSON holds it, the answers and the luck."""
    at, answers = played.before, dict(played.answers)
    # Read back from JSON, dictionaries have their keys in the order of the alphabet: it must not reach the result.
    for state in (at.state, msgspec.json.decode(at.body, type=at.rules.state)):
        chance = Scripted(played.draws)
        try:
            after = at.rules.apply(state, answers, chance)
        except ValueError as error:
            raise AssertionError(f"apply of {answers} drew otherwise at the second time: {error}") from error
        assert not chance.left, f"apply of {answers} drew less at the second time"
        assert after == played.after, f"apply of {answers} gave {played.after}, and then {after}"


def leaves_the_old_state(played: Step) -> None:
    """`apply` changes nothing in the state that it is given."""
    now = encode(played.before.state)
    assert now == played.before.body, f"apply turned the old state {played.before.body!r} into {now!r}"


def twins_have_one_status(one: Face, other: Face) -> None:
    """The status is public: equal in games that look the same to a seat."""
    assert one.status == other.status, (
        f"two games look the same to {_who(one.seat)}, but their status is {one.status} and {other.status}"
        f" {_apart(one, other)}"
    )


def twins_have_one_window(one: Face, other: Face) -> None:
    """What a seat is told (number, turn, legal moves, deadline) depends on nothing but what it was shown before."""
    for name in one.window.__struct_fields__:
        told, wanted = getattr(other.window, name), getattr(one.window, name)
        assert told == wanted, (
            f"two games look the same to {_who(one.seat)}, but its {name} is {wanted} in one, {told} in the other"
            f" {_apart(one, other)}"
        )
    assert one.turns == other.turns, (
        f"two games look the same to {_who(one.seat)}, but {one.turns} questions were put to it in one, {other.turns}"
        f" in the other {_apart(one, other)}"
    )


def twins_are_imagined_alike(one: Face, other: Face) -> None:
    """Third law of honesty: states with one history for a seat are redrawn for it as one, by the same luck."""
    for imagined, again in zip(one.imagined, other.imagined, strict=False):
        assert imagined == again, (
            f"two games look the same to {_who(one.seat)}, but by the same luck one is redrawn for it as {imagined},"
            f" the other as {again} {_apart(one, other)}"
        )


POSITION: tuple[Callable[[Position], None], ...] = (
    state_survives_json,
    views_survive_json,
    news_has_text,
    somebody_can_move,
    moves_survive_json,
    imagined_looks_the_same,
    redrawn_twice_is_redrawn_once,
    legal_moves_are_taken,
    time_can_run_out,
    outcome_names_everybody,
    standing_names_everybody,
    nothing_is_hidden_after_the_end,
)
"""The laws of a position, in the order in which they are asked."""

PLAYED: tuple[Callable[[Step], None], ...] = (leaves_the_old_state, replays_from_its_draws)
"""The laws of a step."""

TWINS: tuple[Callable[[Face, Face], None], ...] = (
    twins_have_one_status,
    twins_have_one_window,
    twins_are_imagined_alike,
)
"""The laws of two games with one history for a seat."""


def nothing_is_hidden(one: Face, other: Face) -> None:
    """Rules without a `determinize` hide nothing: what looks the same to a seat is the same."""
    here, there = one.game.state, other.game.state
    assert here == there, (
        f"two games look the same to {_who(one.seat)}, but they are {here} and {there}: rules that hide"
        f" something bring a determinize, or their bots are handed the truth {_apart(one, other)}"
    )


def hides_from(at: Position, seat: Seat) -> bool:
    """Whether the state is redrawn for a seat otherwise than it is."""
    chances = (at.chance(f"hidden {seat}/{time}") for time in range(2))
    return any(at.rules.determinize(at.state, seat, chance) != at.state for chance in chances)


def has_twins(played: Iterable[Played]) -> None:
    """A game that hides has twins, for every seat that can't know all: else nobody knows whether it peeks."""
    twins = Counter[Seat]()
    for one in played:
        twins.update(one.twins)
    assert twins, "determinize never changed anything: a machine player would see through the cards"
    without = [seat for seat, found in twins.items() if not found]
    assert not without, (
        f"determinize redraws the state for {without}, but no two games were found that look the same to them"
    )


def _apart(one: Face, other: Face) -> str:
    return (
        f"(after {one.game.step} and {other.game.step} steps, the states are {one.game.state} and {other.game.state})"
    )


def some(at: Position, legal: Moves[Any]) -> list[Any]:
    """Give some of the moves: all of a short list, or some that are drawn."""
    chance = at.chance("moves")
    if isinstance(legal, Where):
        return [legal.draw(chance) for _ in range(DRAWN)]
    listed = list(legal)  # type: ignore[call-overload]
    return listed if len(listed) <= TRIED else list(chance.shuffle(listed)[:TRIED])


def _alike(at: Position, one: Moves[Any], other: Moves[Any]) -> bool:
    if isinstance(one, Where) and isinstance(other, Where):
        drawn = [*some(at, one), *some(at, other)]
        return one.schema == other.schema and all(move in one and move in other for move in drawn)
    return one == other


def _who(seat: Seat | None) -> str:
    return "the onlooker" if seat is None else f"seat {seat}"


def _told(what: Any) -> str:
    if isinstance(what, Exception):
        return f"{type(what).__name__}: {what}"
    return f"moves of {what.schema}" if isinstance(what, Where) else str(what)
