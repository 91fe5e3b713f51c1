"""The kit's one line: play the rules under several options and seeds, and hold every step to the laws.

PYTEST_DONT_REWRITE: the messages tell all; pytest would add a page of details to each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from tableshark.bots import Bot
from tableshark.chance import Quick
from tableshark.checks import check_rules
from tableshark.errors import BadPlugin
from tableshark.game import replay
from tableshark.plugins import Plugins, load
from tableshark.rules import Rules, Seat
from tableshark.search.any_rules import tableshark_bots
from tableshark.table import decode_line, encode
from tableshark.testing import forms, laws
from tableshark.testing.alike import Face, Stretch, stretches
from tableshark.testing.choices import option_sets
from tableshark.testing.elsewhere import same_everywhere
from tableshark.testing.golden import hold_golden
from tableshark.testing.players import Asked, every_level, hold_bot
from tableshark.testing.plugin import asked_seeds
from tableshark.testing.report import Played, Report
from tableshark.testing.twins import IMAGINED, Search
from tableshark.testing.walk import Position, Walk
from tableshark.windows import LISTED

T = TypeVar("T")

CLOSE = 120
FAR = 5
"""After the first so many steps of a game, every so manieth is looked at."""
SEATS = 4
"""The most seats for which twins are looked for along one game; another game begins with another seat."""
PASSES = 3
"""How many times twins are looked for along each game, for each seat."""
ENOUGH = 40
"""A seat that has so many twins in one game is not looked at again."""
LONG = 100
"""From so many seeds on, every option set is played with each of them."""
PAIRS = 8
"""Each bot at each level is asked at so many pairs of twins, or once for each seed if that is more, under the first
options; under the others at a part of them."""


@dataclass
class _Game:
    """One proven game: the walk, whom it hides something from, and its stretches with their twins."""

    walk: Walk
    hides: set[Seat] = field(default_factory=set)
    searched: list[Seat] = field(default_factory=list)
    """For which of these seats twins were looked for."""
    ways: dict[Seat, list[Stretch]] = field(default_factory=dict)

    def twins(self, seat: Seat) -> int:
        """Count the pairs of one seat."""
        return sum(len(stretch.twins) for stretch in self.ways[seat])


def prove(
    rules: Rules[Any, Any, Any, Any],
    options: Iterable[Any] | None = None,
    seeds: Iterable[int] | None = None,
    *,
    bots: Iterable[Bot] | None = None,
    golden: Path | str | None = None,
    steps: int = 10_000,
    moves: int = LISTED,
) -> Report:
    """Play a random game for each of the options and each seed, and hold it to all that a game owes.

    With None for the seeds there are as many as pytest's option `--tableshark-seeds` says (3 if it is not given).
    With None for the options those are played that their types suggest: the default, and each field at the ends of its
    range, these with a quarter of the seeds, or with all of them where there are a hundred or more. With None for the
    bots, those that are installed for the rules are asked, and those for any rules. `golden` is a folder of golden
    games (`tableshark golden record`). Raises AssertionError with the rules, the options, the seed, the step and what
    was expected, at the first law that is broken, for a game of more than `steps` steps, and for a seat with a list of
    more than `moves` legal moves.
    """
    __tracebackhide__ = True  # pytest then shows the author's line, and the story
    try:
        check_rules(rules)
    except BadPlugin as error:
        raise AssertionError(str(error)) from error
    _hold(rules.id, forms.numbers_have_ends, rules.options)
    seeds = tuple(asked_seeds() if seeds is None else seeds)
    sets = tuple(option_sets(rules) if options is None else options)
    few = seeds[: max(1, len(seeds) // 4)] if options is None and len(seeds) < LONG else seeds
    asked = every_level(_bots(rules) if bots is None else bots)
    pairs = max(PAIRS, len(seeds))
    played = []
    for place, chosen in enumerate(sets):
        where = f"{rules.id} with {chosen}"
        _hold(where, forms.options_survive_json, chosen)
        _hold(where, forms.seats_have_names, _hold(where, rules.seats, chosen))
        games = [_prove_one(rules, chosen, seed, steps, moves) for seed in (few if place else seeds)]
        played.append(_told(chosen, games))
        _ask_bots(games, asked, max(2, pairs // len(sets)) if place else pairs)
    if rules.hides and seeds:
        _hold(rules.id, laws.has_twins, played)
    elsewhere = bool(seeds) and same_everywhere(rules, sets, seeds[0], steps)
    compared = 0 if golden is None else hold_golden(rules, Path(golden))
    return Report(rules.id, tuple(played), {one.name: (one.decisions, one.pairs) for one in asked}, elsewhere, compared)


@cache
def _installed() -> Plugins:
    return load()


def _bots(rules: Rules[Any, Any, Any, Any]) -> list[Bot]:
    """Find the machine players of installed rules; for others there are those that play anything."""
    plugins = _installed()
    return plugins.bots_for(rules.id) if plugins.rules.get(rules.id) is rules else tableshark_bots()


def _told(options: Any, games: Sequence[_Game]) -> Played:
    searched = {seat for game in games for seat in game.searched}
    twins = {seat: sum(game.twins(seat) for game in games) for seat in sorted(searched)}
    return Played(options, len(games), sum(game.walk.games[-1].step for game in games), twins)


def _prove_one(rules: Rules[Any, Any, Any, Any], options: Any, seed: int, steps: int, moves: int) -> _Game:
    """Play one game, and then others that look the same to a seat."""
    __tracebackhide__ = True
    walk = Walk(rules, options, seed, moves)
    game = _Game(walk)
    places = walk.play(steps)
    while (found := _hold(_place(walk), next, places, None, doing=lambda: walk.doing)) is not None:
        step = walk.games[-1].step
        if step > CLOSE and step % FAR and walk.games[-1].outcome is None:
            continue
        if isinstance(found, Position):
            for law in (*laws.POSITION, *forms.POSITION):
                _hold(_place(walk), law, found)
            for seat in found.seats if rules.hides else ():
                if seat not in game.hides and _hold(_place(walk), laws.hides_from, found, seat):
                    game.hides.add(seat)
        else:
            for step_law in laws.PLAYED:
                _hold(_place(walk), step_law, found)
    _hold(_place(walk), _replays, walk)
    hiding = [seat for seat in walk.games[0].turns if seat in game.hides]
    first = seed % len(hiding) if hiding else 0
    game.searched = (hiding[first:] + hiding[:first])[:SEATS]
    for seat in walk.games[0].turns:
        game.ways[seat] = _twins(walk, seat) if seat in game.searched else stretches(walk, seat)
    # In an open game there should be no twins to be found, for anybody.
    for watcher in (None,) if rules.hides else tuple(walk.games[0].turns)[:2]:
        _twins(walk, watcher)
    return game


def _twins(walk: Walk, seat: Seat | None) -> list[Stretch]:
    """Find games that look the same to a seat as this one does, and hold each pair to the laws of twins."""
    __tracebackhide__ = True
    rules, key = walk.rules, f"kit/{walk.seed}/twins/{seat}"
    search = Search(walk, seat, Quick.of(key.encode()))
    chances = [partial(Quick.of, f"{key}/{i}".encode()) for i in range(IMAGINED)]
    faces: dict[int, Face] = {}
    count = 0
    for go in (search.own, *[search.go] * (PASSES if rules.hides else 1)):
        if count >= ENOUGH:
            break
        found = go()
        while (pair := _hold(_place(walk), next, found, None, doing=lambda: "the search for twins")) is not None:
            stretch, twin = pair
            face = faces.setdefault(id(stretch), Face(rules, stretch.first, seat, chances))
            other = Face(rules, twin, seat, chances)
            where = f"{_place(walk, stretch.first.step)}, seat {seat}"
            body = encode(twin.state)
            new = body not in stretch.twins and body != encode(stretch.first.state)
            if not rules.hides and twin.outcome is None:
                _hold(where, laws.nothing_is_hidden, face, other)
            for law in laws.TWINS if new else laws.TWINS[:2]:
                _hold(where, law, face, other)
            if new and twin.outcome is None:
                stretch.twins[body] = twin
                count += 1
    return search.stretches


def _ask_bots(games: Sequence[_Game], asked: Iterable[Asked], pairs: int) -> None:
    """Ask every bot along the way of every seat, two times each, until there are so many pairs of twins.

    Where there are no twins, so many decisions will do.
    """
    __tracebackhide__ = True
    for one in asked:
        before = one.pairs, one.decisions
        for game in games:
            for seat, way in game.ways.items():
                made = one.pairs - before[0] if game.searched else one.decisions - before[1]
                if made < pairs:
                    _hold(f"{_place(game.walk)}, seat {seat}", hold_bot, one, game.walk.rules, seat, way, 2)


def _replays(walk: Walk) -> None:
    """The log, read back from JSON, replays to the same games."""
    rules = walk.rules
    entries = [decode_line(rules, encode(entry)) for entry in walk.entries]
    for was, again in zip(walk.games, replay(rules, walk.options, walk.key, entries), strict=True):
        for name in ("state", "awaiting", "outcome", "sealed", "played", "turns", "numbers", "entry"):
            one, other = getattr(was, name), getattr(again, name)
            assert one == other, f"replayed from its log, {name} at step {again.step} is {other}, not {one}"


def _place(walk: Walk, step: int | None = None) -> str:
    reached = walk.games[-1].step if walk.games else 0
    return f"{walk.rules.id} with {walk.options}, seed {walk.seed}, step {reached if step is None else step}"


def _hold(place: str, law: Callable[..., T], *given: Any, doing: Callable[[], str] | None = None) -> T:
    """Ask a law; tell its breach, or an error that the rules raised, together with its place."""
    __tracebackhide__ = True
    try:
        return law(*given)
    except Exception as error:
        told = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        what = doing() if doing else (law.__doc__ or law.__name__).splitlines()[0]
        # The place and the story say it all, where a law was broken; an error of the author's own keeps its traceback.
        raise AssertionError(f"{place}: {told} ({what})") from (None if isinstance(error, AssertionError) else error)
