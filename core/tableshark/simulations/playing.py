"""Plays the episodes of a plan, one after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from tableshark.bots import Bot, Decision
from tableshark.chance import Chance
from tableshark.errors import BadPlan, RulesAway
from tableshark.plugins import Plugins
from tableshark.simulate import Player, Tell, simulate
from tableshark.simulations.plan import Entrant, Plan
from tableshark.simulations.rows import Row


class Playing:
    """A plan, ready to be played: its rules, options and players are found once."""

    def __init__(self, plugins: Plugins, plan: Plan, clock: Callable[[], float] | None = None) -> None:
        """Find what the plan names; RulesAway where the rules are not those it was made for, BadPlan where it does
        not fit them.

        With a clock, the time that each player takes is measured (`spent`), outside of the results.
        """
        rules = plugins.get(plan.rules)
        if rules.version != plan.version:
            raise RulesAway(f"{plan.rules} is version {rules.version} here, not {plan.version}")
        self.plan = plan
        self.rules = rules
        self.options = msgspec.convert(plan.options, rules.options)
        if tuple(rules.seats(self.options)) != plan.seats:
            raise BadPlan(f"{', '.join(plan.seats)} are not the seats of {plan.rules} with these options", "/seats")
        self.spent: dict[str, float] = {}
        """Seconds by the clock, for each player by its label."""
        self._players = {entrant: self._player(plugins, entrant, clock) for entrant in plan.bots}

    def play(self, episode: int, tell: Tell | None = None) -> Row:
        """Play one episode."""
        plan, seats = self.plan, self.plan.seats
        seating = plan.seating(episode)
        players = {seat: self._players[entrant] for seat, entrant in seating.items()}
        deal = plan.deal(episode)
        none = dict.fromkeys(seats, 0)
        base: dict[str, Any] = {
            "episode": episode,
            "deal": deal,
            "seed": plan.seed,
            "players": {seat: entrant.label for seat, entrant in seating.items()},
        }
        try:
            found = simulate(
                self.rules, players,
                options=self.options, seed=plan.seed, episode=episode, deal=deal, steps=plan.steps, tell=tell,
            )  # fmt: skip
        except MemoryError:
            # No mistake of the rules: with more memory it would go well.
            raise
        except Exception as error:
            # A mistake of the rules is a result as well: the same one every time.
            return Row(
                **base, ranks=None, scores=None, reason=None, steps=0, decisions=none, faults=none, seconds=0.0,
                error=type(error).__name__,
            )  # fmt: skip
        outcome = found.outcome
        return Row(
            **base,
            ranks=None if outcome is None else {seat: outcome.ranks[seat] for seat in seats},
            scores=None if outcome is None else {seat: float(outcome.scores[seat]) for seat in seats},
            reason=None if outcome is None else outcome.reason,
            steps=found.steps,
            decisions=found.decisions,
            faults=found.faults,
            seconds=found.seconds,
        )

    def rows(self, start: int, stop: int) -> Iterator[Row]:
        """Play the episodes from `start` to before `stop`."""
        return (self.play(episode) for episode in range(start, stop))

    def _player(self, plugins: Plugins, entrant: Entrant, clock: Callable[[], float] | None) -> Player:
        bot, level = plugins.bot(self.plan.rules, entrant.bot, entrant.level)
        return Player(bot if clock is None else self._timed(bot, entrant.label, clock), level)

    def _timed(self, bot: Bot, label: str, clock: Callable[[], float]) -> Bot:
        choose = bot.choose
        self.spent[label] = 0.0

        def timed(vantage: Any, notes: Any, settings: Any, chance: Chance, budget: Any) -> Decision[Any]:
            began = clock()
            try:
                return choose(vantage, notes, settings, chance, budget)
            finally:
                self.spent[label] += clock() - began

        return replace(bot, choose=timed)
