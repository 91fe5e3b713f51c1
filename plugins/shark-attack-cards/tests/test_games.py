"""Whole games, and the machine players."""

from __future__ import annotations

import pytest

from tableshark import Player, Quick, Vantage, simulate
from tableshark.search import RANDOM
from tableshark_shark_attack_cards import tableshark_bots, tableshark_rules
from tableshark_shark_attack_cards.aims import ALL, Aims, aim, anything, target
from tableshark_shark_attack_cards.bots import BOTS
from tableshark_shark_attack_cards.cards import in_order, total
from tableshark_shark_attack_cards.rounds import priced, selections
from tableshark_shark_attack_cards.rules import RULES
from tableshark_shark_attack_cards.state import Options

SEATS = ("p0", "p1", "p2", "p3")
BELOW, IMAGINES = BOTS


def choose(bot, state, seat, level="normal", luck=b"bot"):
    """Ask a bot for its move."""
    chance = Quick.of(luck)
    strength = bot.levels[level]
    return bot.choose(Vantage(RULES, state, seat, chance), None, strength.settings, chance, strength.budget).move


def worth(cards):
    """The points of a move."""
    return total([priced(cards)])


def test_the_hooks_bring_the_rules_and_two_bots():
    assert tableshark_rules() == [RULES]
    assert [bot.id for bot in tableshark_bots()] == ["below-the-highest", "imagines"]
    assert {bot.rules for bot in tableshark_bots()} == {RULES.id}


@pytest.mark.parametrize("jokers", [False, True])
def test_aim_comes_as_near_as_any_selection(jokers):
    for seed in range(60):
        chance = Quick.of(f"aim/{seed}".encode())
        state = RULES.setup(Options(jokers=jokers), chance)
        hand = state.hands[0]
        if seed % 4 == 1 and jokers:
            hand = in_order(["X1", *[card for card in hand if card[0] != "X"][:5]])
        legal = selections(hand)
        for points in (0, 10, 14, 20, 27, 33, ALL):
            move = aim(hand, points)
            assert move in legal
            assert (abs(worth(move) - points), worth(move)) == min(
                (abs(worth(other) - points), worth(other)) for other in legal
            )


def test_aim_gives_both_jokers_about_as_much():
    hand = in_order(["2C", "AD", "KD", "QD", "X1", "X2"])
    assert [given.value for given in aim(hand, 25).values] == [11, 12]
    assert [given.value for given in aim(hand, ALL).values] == [15, 15]


def test_anything_can_be_selected_and_all_of_it_comes():
    hand = in_order(["2C", "3C", "4C", "5C", "6C", "X1"])
    chance = Quick.of(b"anything")
    assert {anything(hand, chance) for _ in range(4000)} == set(selections(hand))


def test_targets():
    assert target(Aims(), 1, 0, [0, 0, 0]) == 14
    assert target(Aims(), 2, 14, [20, 10]) == 19
    assert target(Aims(), 3, 40, [20]) == ALL


def test_below_the_highest_keeps_low_then_below_and_then_goes_up(table):
    first = [("2C 3C 9C",), ("2D 3D 5D",), ("2H 3H 4H",), ("QS KS JS",)]
    state = table(["2S 3S 4S 9S 10S AS", "4C 5C 6C 7C 8C 10C", "5H 6H 7H 8H 9H 10H", ""], first, (3,))
    # p0 has 14 and the best of the others 10: nine points more is the aim; p1 (10) and p2 (9) look at the 14 of p0.
    assert [worth(choose(BELOW, state, seat)) for seat in ("p0", "p1", "p2")] == [9, 17, 18]
    last = table(["2S 3S 4S 9S 10S AS", "4C 5C 6C 7C 8C 10C", "", ""], [*first[:2], (*first[2], "5H 6H 7H"), first[3]],
                 (3, 2))  # fmt: skip
    for bot in BOTS:
        for level in bot.levels:
            assert worth(choose(bot, last, "p0", level)) == 34


def share(bot, level, games, seed, jokers=False):
    """Play with three that select anything, each deal in all rotations: the part of the wins, and the faults."""
    won, faults = 0.0, 0
    for number in range(games):
        seat = SEATS[number % 4]
        players = dict.fromkeys(SEATS, Player(RANDOM, "normal")) | {seat: Player(bot, level)}
        options = Options(jokers=jokers)
        episode = simulate(RULES, players, options=options, seed=seed, episode=number // 4)
        ranks = list(episode.outcome.ranks.values())
        won += (episode.outcome.ranks[seat] == 1) / ranks.count(1)
        faults += sum(episode.faults.values())
    return won / games, faults


@pytest.mark.parametrize("jokers", [False, True])
def test_below_the_highest_beats_random(jokers):
    won, faults = share(BELOW, "normal", 200, "test", jokers)
    assert faults == 0
    assert won > 0.5


@pytest.mark.parametrize(("level", "games"), [("easy", 60), ("normal", 24)])
def test_imagines_beats_random(level, games):
    won, faults = share(IMAGINES, level, games, "test")
    assert faults == 0
    assert won > 0.45


def test_a_bot_decides_alike_for_alike_views():
    """The true cards of others don't reach a decision."""
    state = RULES.setup(Options(jokers=True), Quick.of(b"alike"))
    for number in range(5):
        other = RULES.determinize(state, "p1", Quick.of(f"hidden/{number}".encode()))
        assert other != state
        for bot in BOTS:
            assert choose(bot, other, "p1", "normal") == choose(bot, state, "p1", "normal")


def test_standing_is_worst_for_those_who_went_first(table):
    first = [("2C 3C 9C",), ("2D 3D 5D",), ("2H 3H 4H",), ("QS KS JS",)]
    state = table(["2S 3S 4S 9S 10S AS", "4C 5C 6C 7C 8C 10C", "5H 6H 7H 8H 9H 10H", ""], first, (3,))
    assert RULES.standing(state) == {"p0": 4, "p1": -4, "p2": -5, "p3": -100}
