"""One episode: a game between machine players on the bare path, in virtual time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tableshark.asking import ask, check_notes, now_asked
from tableshark.bots import Bot, Decision
from tableshark.chance import Chance, Quick
from tableshark.errors import BotFault
from tableshark.game import same_question
from tableshark.rules import Awaiting, Data, Outcome, Rules, Seat
from tableshark.search.any_rules import RANDOM

STEPS = 10_000
"""After this many steps an episode is given up."""


Tell = Callable[[int, Mapping[Seat, Any], Any], None]
"""Called after each step, and with 0 and no answers after the setup: the step's number, its answers, the state then."""


class Player(NamedTuple):
    """A machine player and how strong it plays."""

    bot: Bot
    level: str


class Episode(Data, frozen=True):
    """How one game went."""

    outcome: Outcome | None
    """None where the limit of steps came first."""
    steps: int
    decisions: dict[Seat, int]
    faults: dict[Seat, int]
    """How often a random move was played in place of an answer that could not be."""
    seconds: float
    """How long it would have taken, by the delays that the players named."""


def simulate(
    rules: Rules[Any, Any, Any, Any],
    players: Mapping[Seat, Player],
    *,
    options: Any = None,
    seed: str = "0",
    episode: int = 0,
    deal: int | None = None,
    steps: int = STEPS,
    tell: Tell | None = None,
) -> Episode:
    """Play one episode between machine players, one for each seat.

    All luck, the players' included, comes from (seed, episode): the same call gives the same episode anywhere. Episodes
    of the same `deal` have the luck of the game in common, though not that of the players; without it each has its own.
    """
    options = rules.options() if options is None else options
    table = _Play(rules, options, players, seed, episode, episode if deal is None else deal)
    return table.run(steps, tell)


def chance_of(seed: str, episode: int, purpose: str) -> Chance:
    """The chance of one episode for one purpose: the game's own, or a seat's player."""
    digest = hashlib.sha256(f"tableshark/episode/{seed}/{episode}/{purpose}".encode()).digest()
    return Quick.of(digest)


class _Intent(NamedTuple):
    due: float
    place: int
    seat: Seat
    move: Any


class _Play:
    """The changing facts of one episode."""

    def __init__(
        self,
        rules: Rules[Any, Any, Any, Any],
        options: Any,
        players: Mapping[Seat, Player],
        seed: str,
        episode: int,
        deal: int,
    ) -> None:
        self.rules = rules
        self.seats = rules.seats(options)
        if set(players) != set(self.seats):
            raise ValueError(f"players for {sorted(players)}, but the seats are {sorted(self.seats)}")
        self.players = players
        self.chance = chance_of(seed, deal, "game")
        self.chances = {seat: chance_of(seed, episode, f"bot/{seat}") for seat in self.seats}
        self.notes: dict[Seat, Any] = {}
        self.decisions = dict.fromkeys(self.seats, 0)
        self.faults = dict.fromkeys(self.seats, 0)
        self.now = self.since = 0.0
        self.asked: dict[Seat, float] = {}
        """Since when each seat faces its question."""
        self.late = False
        """Whether the time was up before the last step could be taken otherwise."""
        self.intents: dict[Seat, _Intent] = {}
        self.state = rules.setup(options, self.chance)

    def run(self, limit: int, tell: Tell | None) -> Episode:
        """Play on to the end, or to the limit."""
        rules, taken = self.rules, 0
        if tell is not None:
            tell(0, {}, self.state)
        status = rules.status(self.state)
        while isinstance(status, Awaiting) and taken < limit:
            answers = self._answers(status)
            self.state = rules.apply(self.state, answers, self.chance)
            taken += 1
            if tell is not None:
                tell(taken, answers, self.state)
            before, status = status, rules.status(self.state)
            if isinstance(status, Awaiting) and not self.late and same_question(before, status):
                self.intents = {
                    seat: intent
                    for seat, intent in self.intents.items()
                    if seat in status.seats and seat in before.seats and seat not in answers
                }
                self.asked = {seat: when for seat, when in self.asked.items() if seat in status.seats}
            else:
                self.intents, self.asked = {}, {}
                self.since = self.now
        outcome = status if isinstance(status, Outcome) else None
        return Episode(outcome, taken, self.decisions, self.faults, self.now)

    def _answers(self, status: Awaiting) -> dict[Seat, Any]:
        """Ask until a step can be taken, and let the time pass that it takes."""
        waiting = [seat for seat in self.seats if seat in status.seats]
        due = float("inf") if status.seconds is None else self.since + status.seconds
        self.late = False
        for seat in waiting:
            self.asked.setdefault(seat, self.now)
        passed: set[Seat] = set()
        ready: dict[Seat, Any] = {}
        while asked := now_asked(
            [seat for seat in waiting if seat not in ready], status.until, self.seats, passed, self.intents
        ):
            for seat, must in asked:
                decision = self._ask(seat, must)
                if decision.move is None:
                    passed.add(seat)
                elif decision.delay > 0:
                    when = max(self.now, self.asked[seat] + decision.delay)
                    self.intents[seat] = _Intent(when, self.seats.index(seat), seat, decision.move)
                elif status.until == "any":
                    return {seat: decision.move}
                else:
                    ready[seat] = decision.move
        if status.until == "any":
            first = min(self.intents.values())
            self.now, self.late = min(first.due, due), first.due > due
            return {} if self.late else {first.seat: first.move}
        in_time = [intent for intent in self.intents.values() if intent.due <= due]
        self.late = len(in_time) < len(self.intents)
        self.now = due if self.late else max([self.now, *(intent.due for intent in in_time)])
        ready |= {intent.seat: intent.move for intent in in_time}
        return {seat: ready[seat] for seat in self.seats if seat in ready}

    def _ask(self, seat: Seat, must: bool) -> Decision[Any]:
        player, chance = self.players[seat], self.chances[seat]
        self.decisions[seat] += 1
        notes = self.notes.get(seat)
        try:
            decision = self._hear(player, seat, must, notes, chance)
            if decision.notes is not None:
                self.notes[seat] = check_notes(player.bot, decision.notes)
        except BotFault:
            self.faults[seat] += 1
            decision = self._hear(Player(RANDOM, RANDOM.level), seat, must, None, chance)
        return decision

    def _hear(self, player: Player, seat: Seat, must: bool, notes: Any, chance: Chance) -> Decision[Any]:
        return ask(
            self.rules, player.bot, player.level, self.state, seat,
            notes=notes, must=must, window_chance=chance, chance=chance,
        )  # fmt: skip
