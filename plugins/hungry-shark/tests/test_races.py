"""A race at a live table: what one seat does leaves the clock and the turns of the others alone (HS-4, HS-13)."""

from __future__ import annotations

import hashlib
from importlib.metadata import EntryPoint

import pytest

from tableshark import Decision, Seeded
from tableshark.asking import ask, wanted
from tableshark.desk import Desk
from tableshark.errors import IllegalMove, StaleTurn
from tableshark.game import expire, start, submit
from tableshark.header import Place
from tableshark.plugins import load
from tableshark.store.memory import MemoryStore
from tableshark_hungry_shark.answers import right
from tableshark_hungry_shark.bots import COUNTER
from tableshark_hungry_shark.rules import RULES
from tableshark_hungry_shark.state import Declare, Options, Pass

PLUGIN = EntryPoint("hungry-shark", "tableshark_hungry_shark", "tableshark")


def correct(state):
    [answer] = right(state.style, state.board)
    return Declare(state.round, number=answer)


def wrong(state):
    return Declare(state.round, number=correct(state).number + 1)


# The core's game


def test_hs_4_a_wrong_declaration_restarts_neither_the_clock_nor_the_turns():
    """HS-4."""
    game = start(RULES, Options(players=3, round_seconds=30), b"clock", now=100.0)
    assert game.due == 130.0
    after = submit(RULES, game, "p1", wrong(game.state), turn=1, now=110.0)
    assert after.due == 130.0
    assert after.turns == {"p0": 1, "p1": 1, "p2": 1}
    assert after.waiting == ("p0", "p2")
    passed = submit(RULES, after, "p2", Pass(1), turn=1, now=120.0)
    assert (passed.due, passed.turns, passed.waiting) == (130.0, game.turns, ("p0",))
    # The turn that was quoted before the others answered is good still.
    won = submit(RULES, passed, "p0", correct(game.state), turn=1, now=125.0)
    assert won.state.round == 2
    assert (won.due, won.turns, won.waiting) == (155.0, {"p0": 2, "p1": 2, "p2": 2}, ("p0", "p1", "p2"))


def test_hs_4_time_is_up_30_seconds_after_the_cards_were_turned():
    """HS-4."""
    game = start(RULES, Options(players=3, round_seconds=30), b"clock", now=100.0)
    after = submit(RULES, game, "p1", wrong(game.state), turn=1, now=129.0)
    assert expire(RULES, after, now=129.9) is after
    ended = expire(RULES, after, now=131.0)
    assert (ended.state.round, ended.due) == (2, 161.0)
    assert ended.turns == {"p0": 2, "p1": 2, "p2": 2}
    with pytest.raises(StaleTurn):
        submit(RULES, ended, "p0", correct(game.state), turn=1, now=131.0)
    with pytest.raises(IllegalMove):
        submit(RULES, ended, "p0", correct(game.state), turn=2, now=131.0)


def test_hs_4_without_a_clock_there_is_no_deadline():
    """HS-4."""
    game = start(RULES, Options(players=3), b"clock", now=100.0)
    assert game.due is None
    assert submit(RULES, game, "p1", wrong(game.state), turn=1, now=110.0).due is None


# The desk


class Table:
    """A desk with one game: p0 is a person, the others are counters."""

    def __init__(self, **options):
        self.woken, self.drawn, self.now = [], 0, 1000.0
        plugins = load([PLUGIN])
        assert plugins.broken == []
        self.store = MemoryStore()
        self.desk = Desk(plugins, self.store, self.woken.extend, lambda: self.now, self.entropy)
        options = Options(players=4, **options)
        places = [Place("p0", "person", taken=1)]
        places += [Place(f"p{n}", "bot", "counter", "normal") for n in (1, 2, 3)]
        self.id = self.desk.create("hungry-shark", options, places, keys={"p0": ("key",)}, seed=b"s" * 32).id

    def entropy(self, count):
        self.drawn += 1
        return hashlib.sha256(f"{self.drawn}".encode()).digest()[:count]

    @property
    def table(self):
        return self.desk.load(self.id)[1]

    @property
    def game(self):
        return self.table.game

    def intend(self, **plans):
        """Give bots their decisions, in seat order, as a worker would."""
        for seat, (move, delay) in plans.items():
            [thought] = [one for one in wanted(self.table) if one.seat == seat]
            self.desk.decide(thought, Decision(move, delay))
        del self.woken[:]

    def think(self):
        """Let all bots that are wanted decide for themselves."""
        while thoughts := wanted(self.table):
            for one in thoughts:
                luck = Seeded(one.seat.encode(), self.game.step)
                self.desk.decide(one, ask(
                    RULES, COUNTER, one.level, self.game.state, one.seat,
                    notes=None, must=one.must, window_chance=luck, chance=luck,
                ))  # fmt: skip


def test_hs_4_a_wrong_declaration_at_the_desk_leaves_clock_turns_and_intents():
    """HS-4, HS-13."""
    live = Table(round_seconds=60)
    state = live.game.state
    live.intend(p1=(wrong(state), 4.0), p2=(correct(state), 6.0), p3=(Pass(1), 5.0))
    assert {seat: intent.due for seat, intent in live.table.intents.items()} == {"p1": 1004, "p2": 1006, "p3": 1005}
    before = live.table
    live.now = 1002.0
    live.desk.submit(live.id, "p0", wrong(state), 1)
    # A person was wrong: the bots' plans, their turns and the clock are what they were, and nobody is woken.
    assert live.table.intents == before.intents
    assert (live.game.turns, live.game.due) == (before.game.turns, 1060.0)
    assert wanted(live.table) == live.woken == []
    live.now = 1003.9
    live.desk.pass_time(live.id)
    assert live.game.step == 1
    live.now = 1005.5
    live.desk.pass_time(live.id)
    # The wrong one of p1 and the pass of p3 have come in; p2 is the last.
    assert [call[0] for call in live.game.state.calls] == [0, 1, 3]
    assert set(live.table.intents) == {"p2"}
    assert (live.game.turns, live.game.due) == (before.game.turns, 1060.0)
    assert wanted(live.table) == live.woken == []
    live.now = 1006.0
    live.desk.pass_time(live.id)
    assert (live.game.state.last.winner, live.game.state.round) == (2, 2)
    assert (live.game.due, set(live.game.turns.values())) == (1066.0, {2})
    assert [one.seat for one in live.woken] == ["p1"]


def test_hs_4_a_person_who_is_faster_wins_and_the_bots_count_anew():
    """HS-4, HS-13."""
    live = Table()
    state = live.game.state
    live.intend(p1=(correct(state), 4.0), p2=(correct(state), 6.0), p3=(correct(state), 5.0))
    live.now = 1003.0
    shown = live.desk.submit(live.id, "p0", correct(state), 1)
    assert (shown.view.last.winner, shown.turn, shown.view.round) == ("p0", 2, 2)
    assert live.table.intents == {}
    live.now = 1010.0
    live.desk.pass_time(live.id)
    assert live.game.step == 1


def test_hs_4_a_person_who_is_slower_is_refused_and_loses_nothing():
    """HS-4."""
    live = Table()
    state = live.game.state
    live.intend(p1=(correct(state), 4.0), p2=(correct(state), 6.0), p3=(correct(state), 5.0))
    live.now = 1004.0
    live.desk.pass_time(live.id)
    late = [(correct(state), 1, StaleTurn), (wrong(state), 1, StaleTurn), (correct(state), 2, IllegalMove)]
    for move, turn, error in late:
        with pytest.raises(error):
            live.desk.submit(live.id, "p0", move, turn)
    assert live.game.step == 1


def test_hs_4_the_clock_at_the_desk_passes_for_all():
    """HS-4."""
    live = Table(round_seconds=3)
    state = live.game.state
    live.intend(p1=(correct(state), 4.0), p2=(wrong(state), 2.0), p3=(correct(state), 3.5))
    live.now = 1003.2
    live.desk.pass_time(live.id)
    assert [call[0] for call in live.game.state.last.calls] == [2]
    assert live.game.state.last.timeout
    assert (live.game.due, live.table.intents) == (1006.2, {})


def test_hs_13_a_whole_game_at_the_desk():
    """HS-13."""
    live, winners, opened = Table(), set(), 1000.0
    while live.game.outcome is None:
        live.think()
        first = min(intent.due for intent in live.table.intents.values())
        # Never at once.
        assert first >= opened + 0.35
        live.now = first - 0.001
        step = live.game.step
        live.desk.pass_time(live.id)
        assert live.game.step == step
        live.now = first
        live.desk.pass_time(live.id)
        assert live.game.step == step + 1
        if live.game.waiting == ("p0",):
            live.desk.submit(live.id, "p0", Pass(live.game.state.round), live.game.turns["p0"])
        state = live.game.state
        if not state.calls:
            winners.add(state.last.winner)
            opened = live.now
    assert winners >= {1, 2, 3}
    assert live.game.outcome.scores["p0"] == 0
