"""The kit's one line: play the rules under several options and seeds, and hold every step to the laws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from tableshark.checks import check_rules
from tableshark.errors import BadPlugin
from tableshark.game import replay
from tableshark.rules import Rules
from tableshark.table import decode_line, encode
from tableshark.testing import laws
from tableshark.testing.walk import Position, Walk
from tableshark.windows import LISTED

T = TypeVar("T")


def prove(
    rules: Rules[Any, Any, Any, Any],
    options: Iterable[Any] | None = None,
    seeds: Iterable[int] = range(3),
    *,
    steps: int = 2000,
    moves: int = LISTED,
) -> None:
    """Play a random game for each of the options (the default ones for None) and each seed.

    Raises AssertionError with the rules, the options, the seed, the step and what was expected, at the first law that
    is broken, for a game of more than `steps` steps, and for a seat with a list of more than `moves` legal moves.
    """
    __tracebackhide__ = True  # pytest then shows the author's line, and the story
    try:
        check_rules(rules)
    except BadPlugin as error:
        raise AssertionError(str(error)) from error
    seeds = tuple(seeds)
    hidden = False
    for chosen in (rules.options(),) if options is None else options:
        place = f"{rules.id} with {chosen}"
        _hold(place, laws.options_survive_json, chosen)
        _hold(place, laws.seats_have_names, _hold(place, rules.seats, chosen))
        for seed in seeds:
            hidden |= _prove_one(rules, chosen, seed, steps, moves)
    if rules.hides and seeds and not hidden:
        raise AssertionError(
            f"{rules.id}: determinize never changed anything: a machine player would see through the cards"
        )


def _prove_one(rules: Rules[Any, Any, Any, Any], options: Any, seed: int, steps: int, moves: int) -> bool:
    """Play one game; give whether something was hidden in it."""
    __tracebackhide__ = True
    walk = Walk(rules, options, seed, moves)
    hidden = False
    places = walk.play(steps)
    while (found := _hold(_place(walk), next, places, None, doing=lambda: walk.doing)) is not None:
        if isinstance(found, Position):
            for law in laws.POSITION:
                _hold(_place(walk), law, found)
            hidden = hidden or (rules.hides and _hold(_place(walk), laws.hides_something, found))
        else:
            for step_law in laws.PLAYED:
                _hold(_place(walk), step_law, found)
    _hold(_place(walk), _replays, walk)
    return hidden


def _replays(walk: Walk) -> None:
    """The log, read back from JSON, replays to the same games."""
    rules = walk.rules
    entries = [decode_line(rules, encode(entry)) for entry in walk.entries]
    for was, again in zip(walk.games, replay(rules, walk.options, walk.key, entries), strict=True):
        for name in ("state", "awaiting", "outcome", "sealed", "played", "turns", "numbers", "entry"):
            one, other = getattr(was, name), getattr(again, name)
            assert one == other, f"replayed from its log, {name} at step {again.step} is {other}, not {one}"


def _place(walk: Walk) -> str:
    step = walk.games[-1].step if walk.games else 0
    return f"{walk.rules.id} with {walk.options}, seed {walk.seed}, step {step}"


def _hold(place: str, law: Callable[..., T], *given: Any, doing: Callable[[], str] | None = None) -> T:
    """Ask a law; tell its breach, or an error that the rules raised, together with its place."""
    __tracebackhide__ = True
    try:
        return law(*given)
    except Exception as error:
        told = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        what = doing() if doing else (law.__doc__ or law.__name__).splitlines()[0]
        raise AssertionError(f"{place}: {told} ({what})") from error
