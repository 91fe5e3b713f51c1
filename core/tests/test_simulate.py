"""Episodes: the same from the same seed anywhere, faults counted, virtual time, and as at a live table."""

import subprocess
import sys
from pathlib import Path

import pytest
from hall import Hall
from toys import BIDS, COUNT, PIG, THIEF, TOYS
from toys.bids import Bid
from toys.count import Say
from toys.pig import Bank, Roll
from toys.thief import Rest

from tableshark import Bot, Decision, Player, simulate
from tableshark.asking import ask, wanted
from tableshark.bots import NOTES_LIMIT
from tableshark.luck import bot_chance
from tableshark.search import GREEDY, RANDOM
from tableshark.table import encode

RANDOMLY = Player(RANDOM, "normal")


def player(choose):
    return Player(Bot(id="bot", title="Bot", choose=choose), "normal")


def all_play(rules, one, options=None):
    return dict.fromkeys(rules.seats(options or rules.options()), one)


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.id)
def test_an_episode_comes_from_its_seed_and_number(rules):
    players = all_play(rules, RANDOMLY)
    one = simulate(rules, players, seed="a", episode=1)
    assert simulate(rules, players, seed="a", episode=1) == one
    others = [simulate(rules, players, seed=seed, episode=episode) for seed in "ab" for episode in range(6)]
    assert len({encode(other) for other in others}) > 1


PROGRAM = """
import sys
from tableshark import Player, simulate
from tableshark.search import GREEDY, RANDOM
from tableshark.table import encode
from toys import TOYS

for rules in TOYS:
    seats = rules.seats(rules.options())
    for bot in (RANDOM, GREEDY):
        players = dict.fromkeys(seats, Player(bot, "normal"))
        for episode in range(2):
            sys.stdout.buffer.write(encode(simulate(rules, players, seed="hash", episode=episode)) + b"\\n")
"""


def test_episodes_are_equal_under_any_hash_seed():
    support = str(Path(__file__).parent / "support")
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONPATH": support, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    told = [run.communicate(timeout=60)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert told[0].count(b"\n") == 16
    assert told[0] == told[1]


def test_options_and_players_must_fit():
    with pytest.raises(ValueError, match="p1"):
        simulate(PIG, {"p0": RANDOMLY})
    options = PIG.options(players=3)
    found = simulate(PIG, all_play(PIG, RANDOMLY, options), options=options)
    assert set(found.outcome.ranks) == {"p0", "p1", "p2"}


def test_an_episode_has_a_limit():
    found = simulate(PIG, all_play(PIG, RANDOMLY), steps=3)
    assert (found.outcome, found.steps) == (None, 3)


def test_a_bot_plays_as_it_chooses():
    """Always rolling loses to always banking."""
    players = {"p0": player(lambda *_: Decision(Roll())), "p1": player(lambda v, *_: Decision(v.legal[-1]))}
    found = [simulate(PIG, players, episode=episode).outcome.ranks["p1"] for episode in range(5)]
    assert found == [1] * 5


def rubbish(vantage, notes, settings, chance, budget):
    return [Decision("roll"), None, Decision(Bank()), Decision(Roll(), "soon")][chance.below(4)]


def test_faults_are_counted_and_a_random_move_is_played():
    found = simulate(PIG, {"p0": player(rubbish), "p1": RANDOMLY}, options=PIG.options(target=6))
    assert found.outcome is not None
    assert 0 < found.faults["p0"] <= found.decisions["p0"]
    assert found.faults["p1"] == 0
    raising = player(lambda *_: {}["nothing"])
    found = simulate(BIDS, all_play(BIDS, raising))
    assert found.outcome is not None
    assert found.faults == found.decisions == {"p0": 7, "p1": 7, "p2": 7}


def test_notes_come_back_and_too_many_are_a_fault():
    seen = []

    def choose(vantage, notes, *_):
        seen.append(notes)
        return Decision(vantage.legal[0], 0.0, [len(seen)] if len(seen) < 3 else None)

    simulate(BIDS, {"p0": player(choose), "p1": RANDOMLY, "p2": RANDOMLY})
    assert seen == [None, [1], [2], [2], [2], [2], [2]]
    greedy_notes = player(lambda vantage, *_: Decision(vantage.legal[0], 0.0, "x" * NOTES_LIMIT))
    found = simulate(BIDS, {"p0": greedy_notes, "p1": RANDOMLY, "p2": RANDOMLY})
    assert found.faults == {"p0": 7, "p1": 0, "p2": 0}


# Virtual time


def says(number, delay):
    """Say the right number plus this one, after so long."""
    return player(lambda vantage, *_: Decision(Say(vantage.view.picture.count("o") + number), delay))


def test_the_fastest_wins_a_race():
    players = {"p0": says(0, 3.0), "p1": says(0, 2.0), "p2": says(0, 2.5)}
    found = simulate(COUNT, players)
    assert found.outcome.scores == {"p0": 0.0, "p1": 3.0, "p2": 0.0}
    assert found.seconds == 6.0
    assert found.steps == 3
    assert found.decisions == {"p0": 3, "p1": 3, "p2": 3}


def test_equal_times_go_to_the_first_seat():
    assert simulate(COUNT, all_play(COUNT, says(0, 1.0))).outcome.scores == {"p0": 3.0, "p1": 0.0, "p2": 0.0}


def test_a_wrong_answer_lets_the_next_one_have_its_time():
    """The others' decisions stay: they are not asked anew, and their delays run from the question."""
    players = {"p0": says(1, 1.0), "p1": says(0, 4.0), "p2": says(0, 9.0)}
    found = simulate(COUNT, players)
    assert found.outcome.scores == {"p0": 0.0, "p1": 3.0, "p2": 0.0}
    assert found.seconds == 12.0
    assert found.steps == 6
    assert found.decisions == {"p0": 3, "p1": 3, "p2": 3}


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_the_time_of_a_turn_of_several_steps_runs_from_its_beginning(steps):
    def choose(vantage, *_):
        walked = 3 - vantage.view.left
        return Decision(vantage.legal[0], 0.5 * walked) if walked < steps else Decision(Rest(), 2.0)

    players = all_play(THIEF, RANDOMLY) | {"thief": player(choose)}
    options = THIEF.options(rounds=3)
    found = simulate(THIEF, players, options=options)
    assert found.faults["thief"] == 0
    assert found.seconds == 2.0 * found.decisions["thief"] / (steps + 1)


def test_time_is_up_in_a_simulation_too():
    found = simulate(COUNT, all_play(COUNT, says(0, 9.0)))
    assert found.outcome.scores == {"p0": 0.0, "p1": 0.0, "p2": 0.0}
    assert found.seconds == 24.0
    in_time = simulate(COUNT, all_play(COUNT, says(0, 8.0)))
    assert in_time.outcome.scores["p0"] == 3.0


def test_a_wrong_answer_does_not_renew_the_deadline():
    players = {"p0": says(1, 7.0), "p1": says(0, 8.5), "p2": says(0, 9.0)}
    found = simulate(COUNT, players)
    assert found.seconds == 24.0
    assert set(found.outcome.scores.values()) == {0.0}


def bids(card, delay):
    def choose(vantage, *_):
        hand = [move.card for move in vantage.legal]
        return Decision(Bid(hand[card]), delay)

    return player(choose)


def test_a_joint_question_takes_as_long_as_the_slowest():
    options = BIDS.options(players=2, cards=2)
    found = simulate(BIDS, {"p0": bids(-1, 1.5), "p1": bids(0, 4.0)}, options=options)
    assert found.seconds == 8.0


def test_who_is_late_in_a_joint_question_has_not_answered():
    options = BIDS.options(players=2, cards=1, seconds=3.0)
    found = simulate(BIDS, {"p0": bids(-1, 1.0), "p1": bids(-1, 5.0)}, options=options)
    assert found.seconds == 3.0
    assert found.steps == 1
    assert found.faults == {"p0": 0, "p1": 0}


def passes(then, delay=0.0):
    def choose(vantage, notes, *_):
        return Decision(None, 0.0, "passed") if notes != "passed" else Decision(Say(then), delay, "")

    return player(choose)


def test_when_all_let_others_go_first_the_first_must():
    found = simulate(COUNT, all_play(COUNT, player(lambda *_: Decision(None))), options=COUNT.options(rounds=1))
    assert found.outcome is not None
    assert found.decisions["p0"] == 2


# As at a live table


def recorded(asked):
    def choose(vantage, notes, settings, chance, budget):
        asked.append(vantage.seat)
        return Decision(None) if len(asked) % 4 else Decision(Say(25 - len(asked) % 25))

    return Bot(id="bot", title="Bot", choose=choose)


def test_live_and_simulated_tables_ask_the_same_ones_first():
    live, simulated = [], []
    options = COUNT.options(players=4, rounds=2)
    simulate(COUNT, all_play(COUNT, Player(recorded(simulated), "normal"), options), options=options, steps=4)
    hall = Hall()
    game = hall.open("count", bots=["p0", "p1", "p2", "p3"], options=options)
    machine = recorded(live)
    while hall.game(game).step < 4 and hall.game(game).waiting:
        [one] = wanted(hall.table(game))
        of = (b"key", game, one.seat, one.turn)
        decision = ask(
            COUNT, machine, "normal", hall.game(game).state, one.seat,
            notes=None, must=one.must, window_chance=bot_chance(*of, purpose="window"), chance=bot_chance(*of),
        )  # fmt: skip
        hall.desk.decide(one, decision)
    assert len(simulated) >= 4
    assert live[: len(simulated)] == simulated[: len(live)]


@pytest.mark.parametrize("rules", [PIG, THIEF, BIDS], ids=lambda rules: rules.id)
def test_live_games_wake_in_the_order_of_simulations(rules):
    simulated = []

    def choose(vantage, *_):
        simulated.append(vantage.seat)
        return Decision(vantage.legal[0])

    simulate(rules, all_play(rules, player(choose)), steps=6)
    hall = Hall()
    game = hall.open(rules.id, bots=rules.seats(rules.options()))
    live = []
    while len(live) < 4:
        one = wanted(hall.table(game))[0]
        live.append(one.seat)
        hall.desk.decide(one, Decision(rules.legal(hall.game(game).state, one.seat)[0]))
    if rules is not PIG:  # pig's order is a matter of luck after the first
        assert live == simulated[: len(live)]
    assert live[0] == simulated[0]
    assert GREEDY.level == "normal"
