"""Whole games: the kit, a golden game, and what the plugin brings."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from tableshark import Awaiting, Player, Seeded, Vantage, simulate
from tableshark.testing import prove
from tableshark_hungry_shark import tableshark_bots, tableshark_rules
from tableshark_hungry_shark.bots import BOTS, CAUTIOUS, COUNTER
from tableshark_hungry_shark.rules import RULES
from tableshark_hungry_shark.state import Options

GOLDEN = Path(__file__).with_name("golden_v1.txt")
GAME = b"golden/0"

SETS = (Options(style="bubbles"), Options(players=3, style="gluttonous", round_seconds=20))


def test_the_kit(tableshark_seeds):
    report = prove(RULES, SETS, tableshark_seeds, golden=Path(__file__).with_name("golden"))
    assert report.golden == 1


def race(state, step):
    """Ask everybody anew, who are wrong more often than their level is; give what happens first, and when."""
    decisions = []
    status = RULES.status(state)
    for seat in sorted(status.seats):
        bot = CAUTIOUS if seat == "p0" else COUNTER
        luck, strength = Seeded(GAME + seat.encode(), step), bot.levels["easy"]
        pace = replace(strength.settings, error=0.4)
        decision = bot.choose(Vantage(RULES, state, seat, luck), None, pace, luck, strength.budget)
        decisions.append((decision.delay, seat, decision.move))
    delay, seat, move = min(decisions, key=lambda one: one[:2])
    return (delay, {seat: move}) if delay < status.seconds else (status.seconds, {})


def told():
    """A whole game, line by line."""
    options = Options(players=3, style="bubbles", round_seconds=7)
    state, step = RULES.setup(options, Seeded(GAME, 0)), 0
    yield from [story.text for story in RULES.view(state, None).news]
    while isinstance(RULES.status(state), Awaiting):
        step += 1
        delay, moves = race(state, step)
        yield f"> {delay:.3f} s {msgspec.json.encode(moves).decode()}"
        state = RULES.apply(state, moves, Seeded(GAME, step))
        yield from [story.text for story in RULES.view(state, None).news]


def test_golden_game():
    assert list(told()) == GOLDEN.read_text().splitlines()


def test_an_episode_can_be_had_again():
    players = {"p0": Player(COUNTER, "easy"), "p1": Player(CAUTIOUS, "normal"), "p2": Player(COUNTER, "normal")}
    options = Options(players=3, style="bubbles")
    one, two, other = (simulate(RULES, players, options=options, seed="s", episode=n) for n in (5, 5, 6))
    assert one == two != other


def test_the_hooks_bring_the_rules_and_two_bots():
    assert tableshark_rules() == [RULES]
    assert tableshark_bots() == list(BOTS)
    assert [bot.id for bot in BOTS] == ["counter", "cautious"]
    assert {bot.rules for bot in BOTS} == {RULES.id} == {"hungry-shark"}
    assert all(set(bot.levels) == {"easy", "normal"} for bot in BOTS)
