"""Two requests at once, the one in the middle of the other; and features that seldom meet."""

import dataclasses
import json

import pytest
from hall import Hall
from toys.bids import Bid
from toys.count import Say
from toys.pig import Roll
from toys.thief import Rest

from tableshark import Awaiting, Bot, Data, Decision, Move, Options, Outcome, Rules
from tableshark.asking import wanted
from tableshark.errors import GameOver, StaleTurn
from tableshark.header import Place, Terms
from tableshark.sweeping import Retention, sweep
from tableshark_api.answers import told
from tableshark_workers.tasks import play_on


@pytest.fixture
def hall():
    return Hall()


def open_game(hall, rules="pig", **terms):
    options = hall.plugins.get(rules).options()
    seats = hall.plugins.get(rules).seats(options)
    places = [Place(seat, "person", taken=1) for seat in seats]
    keys = {seat: (f"key of {seat}",) for seat in seats}
    return hall.desk.create(rules, options, places, keys=keys, seed=b"s" * 32, terms=Terms(**terms)).id


def swept(hall, meanwhile):
    """Sweep, and do something after a game was found and before it is looked after."""

    def tend(game, care):
        meanwhile(game)
        care()

    sweep(hall.desk, Retention(waiting=100.0, idle=200.0, ended=300.0), hall.now, tend)


def test_a_game_that_begins_as_it_is_swept_goes_on(hall):
    game = hall.open("pig", by="open")
    hall.desk.take_seat(game, "p0", "one")
    hall.now += 100
    swept(hall, lambda game: hall.desk.take_seat(game, "p1", "two"))
    assert hall.table(game).header.status == "running"


def test_a_game_in_which_somebody_plays_as_it_is_swept_goes_on(hall):
    game = hall.open("pig")
    hall.now += 200
    swept(hall, lambda game: hall.say(game, "p0", Roll()))
    assert hall.table(game).header.status == "running"


def asked(hall, game):
    return [(one.seat, one.bot) for one in wanted(hall.table(game))]


@pytest.mark.parametrize("delay", [0.0, 10.0])
def test_a_decision_of_another_machine_player_than_the_one_that_is_ordered_now_does_nothing(hall, delay):
    game = open_game(hall)
    hall.desk.order(game, "p0", 1, "greedy", None)
    (thought,) = wanted(hall.table(game))
    hall.desk.order(game, "p0", 1, "random", None)
    before = hall.store.load(game)
    hall.desk.decide(thought, Decision(Roll(), delay=delay, notes="of the other"))
    assert hall.store.load(game) == before


@pytest.mark.parametrize("decision", [Decision(Say(1), delay=5.0), Decision(None)])
def test_who_is_ordered_instead_of_another_plays(hall, decision):
    game = open_game(hall, "count")
    hall.desk.order(game, "p0", 1, "greedy", None)
    hall.desk.decide(wanted(hall.table(game))[0], decision)
    hall.desk.order(game, "p0", 1, "random", None)
    assert asked(hall, game) == [("p0", "random")]
    assert [(one.seat, one.bot) for one in hall.woken] == [("p0", "greedy"), ("p0", "random")]
    hall.now += 5
    hall.desk.pass_time(game)
    assert hall.game(game).step == 0


def test_who_is_ordered_while_another_stands_in_plays(hall):
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    hall.now += 30
    hall.desk.pass_time(game)
    hall.desk.decide(wanted(hall.table(game))[0], Decision(Roll(), delay=5.0))
    hall.desk.order(game, "p0", 1, "greedy", None)
    assert asked(hall, game) == [("p0", "greedy")]


def shown(hall, game, *seats):
    """The number of each window, and all that is served of it."""
    table = hall.table(game)
    windows = [hall.desk.look(game, seat)[1] for seat in seats]
    return [(window.number, told(table, window)) for window in windows]


def test_a_seat_whose_person_is_away_can_be_left_and_everything_stays_as_it_was_shown(hall):
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    hall.now += 30
    hall.desk.pass_time(game)
    before = shown(hall, game, "p0", "p1", None)
    hall.desk.leave_seat(game, "p0", "key of p0")
    assert shown(hall, game, "p0", "p1", None) == before
    hall.desk.take_seat(game, "p0", "another key")
    assert shown(hall, game, "p0", "p1", None) == before
    assert asked(hall, game) == [("p0", "random")]


def test_what_was_decided_for_a_seat_that_is_left_and_taken_is_played_while_it_is_away(hall):
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    hall.now += 30
    hall.desk.pass_time(game)
    hall.desk.decide(wanted(hall.table(game))[0], Decision(Roll(), delay=10.0))
    hall.desk.leave_seat(game, "p0", "key of p0")
    hall.desk.take_seat(game, "p0", "another key")
    assert hall.table(game).header.place("p0").away
    hall.now += 10
    hall.desk.pass_time(game)
    assert [json.loads(line)["kind"] for line in hall.store.log(game)] == ["setup", "away", "answer"]


def unlabelled(status):
    """The same questions, each step of which asks anew."""

    def asked_anew(state):
        found = status(state)
        return Awaiting(found.seats) if isinstance(found, Awaiting) else found

    return asked_anew


@pytest.mark.parametrize("label", [True, False])
def test_a_hidden_step_does_not_show_by_the_time_that_is_left(hall, label):
    if not label:
        thief = hall.plugins.rules["thief"]
        hall.plugins.rules["thief"] = dataclasses.replace(thief, status=unlabelled(thief.status))
    game = open_game(hall, "thief", turn_seconds=30.0, absent="bot", bot="random")
    before = shown(hall, game, "hunter-0", "hunter-1", None)
    hall.now += 5
    hall.say(game, "thief", next(move for move in hall.desk.look(game, "thief")[1].legal if move != Rest()))
    assert shown(hall, game, "hunter-0", "hunter-1", None) == before


class Busy(Data, frozen=True):
    taken: tuple[int, ...] = ()


class Take(Move, frozen=True):
    number: int


BUSY = Rules(
    id="busy",
    title="Busy: whoever is faster takes one of four numbers; what is taken is no one else's",
    version=1,
    options=Options,
    state=Busy,
    move=Take,
    seen=Busy,
    seats=lambda options: ("a", "b"),
    setup=lambda options, chance: Busy(),
    status=lambda state: (
        Outcome.highest({"a": 0.0, "b": 0.0}, "all taken")
        if len(state.taken) == 4
        else Awaiting(frozenset("ab"), until="any", question="take")
    ),
    legal=lambda state, seat: tuple(Take(number) for number in range(4) if number not in state.taken),
    apply=lambda state, moves, chance: Busy((*state.taken, *(move.number for move in moves.values()))),
    view=lambda state, seat: state,
)


def test_a_machine_player_whose_move_was_taken_meanwhile_decides_again(hall):
    hall.plugins.rules["busy"] = BUSY
    rivals = [Take(0)]

    def choose(vantage, notes, settings, chance, budget):
        if rivals:
            hall.say(game, "a", rivals.pop())
        return Decision(vantage.legal[0])

    hall.plugins.bots[None, "tried"] = Bot(id="tried", title="tried", choose=choose)
    game = hall.open("busy", bots={"b": "tried"})
    assert play_on(hall.desk, game, "b", 1) == "played"
    assert hall.game(game).state.taken == (0, 1, 2, 3)


def test_a_machine_player_that_is_alone_in_a_race_and_passes_must_move_at_once(hall):
    def choose(vantage, notes, settings, chance, budget):
        return Decision(None)

    hall.plugins.bots[None, "tried"] = Bot(id="tried", title="tried", choose=choose)
    game = hall.open("count", bots={"p0": "tried"}, players=1)
    assert play_on(hall.desk, game, "p0", 1) == "played"
    steps = [line for line in map(json.loads, hall.store.log(game)) if line["kind"] == "answer"]
    assert [(line["seat"], line["turn"]) for line in steps] == [("p0", 1)]


@pytest.mark.parametrize(("rules", "terms"), [("count", {}), ("pig", {"turn_seconds": 8.0, "absent": "end"})])
def test_nothing_is_ordered_for_a_turn_whose_time_is_up(hall, rules, terms):
    game = open_game(hall, rules, **terms)
    hall.now += 9
    with pytest.raises(GameOver if terms else StaleTurn):
        hall.desk.order(game, "p0", 1, "random", None)
    assert hall.woken == []


def test_a_machine_player_gets_what_it_noted_itself(hall):
    got = []

    def noting(name):
        def choose(vantage, notes, settings, chance, budget):
            got.append((name, notes))
            return Decision(vantage.legal[0], notes=f"of {name}")

        return Bot(id=name, title=name, choose=choose)

    for name in ("one", "two"):
        hall.plugins.bots[None, name] = noting(name)
    game = open_game(hall, "bids")
    for turn, bot in ((1, "one"), (2, "one"), (3, "two")):
        hall.desk.order(game, "p0", turn, bot, None)
        play_on(hall.desk, game, "p0", turn)
        hall.say(game, "p1", Bid(turn))
        hall.say(game, "p2", Bid(turn))
    assert got == [("one", None), ("one", "of one"), ("two", None)]


def test_an_upgrade_on_top_of_another_that_was_only_looked_at_has_a_number_of_its_own(hall):
    game = open_game(hall)
    numbers = [hall.desk.look(game, None)[1].number]
    for version in (2, 3):
        before = hall.plugins.rules["pig"]
        upgrades = {**before.upgrades, version - 1: lambda state: state}
        hall.plugins.rules["pig"] = dataclasses.replace(
            before, version=version, upgrades=upgrades, view=lambda state, seat, told=version: (told, state)
        )
        numbers.append(hall.desk.look(game, None)[1].number)
    assert numbers == [1, 2, 3]
