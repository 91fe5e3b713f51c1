"""Machine players at a live table: who is woken when, passes and who must, decisions that wait for their time."""

import pytest
from hall import Follower, Hall
from toys import THIEF
from toys.bids import Bid
from toys.count import Say
from toys.pig import Bank, Roll
from toys.thief import Rest

from tableshark import Decision, Refused, hookimpl
from tableshark.asking import now_asked, wanted
from tableshark.errors import GameNotStarted, NotYourTurn, StaleTurn, UnknownBot


@pytest.fixture
def follower():
    return Follower()


@pytest.fixture
def hall(store, follower):
    return Hall(store, follower)


def woken(hall):
    """Who was woken since last asked: seat, turn, and whether it must."""
    news = [(one.seat, one.turn, one.must) for one in hall.woken]
    del hall.woken[:]
    return news


def thought(hall, game, seat):
    return next(one for one in wanted(hall.table(game)) if one.seat == seat)


def decide(hall, game, seat, move, delay=0.0, notes=None, **more):
    return hall.desk.decide(thought(hall, game, seat), Decision(move, delay, notes), **more)


# Who is asked


@pytest.mark.parametrize(
    ("waiting", "until", "bots", "passed", "intending", "asked"),
    [
        ("abc", "all", "abc", "", "", [("a", True), ("b", True), ("c", True)]),
        ("abc", "all", "ac", "", "c", [("a", True)]),
        ("abc", "any", "abc", "", "", [("a", False)]),
        ("abc", "any", "bc", "", "", [("b", False)]),
        ("abc", "any", "abc", "a", "", [("b", False)]),
        ("abc", "any", "abc", "abc", "", [("a", True)]),
        ("abc", "any", "bc", "bc", "", []),  # a person may still go first
        ("abc", "any", "abc", "ab", "c", []),  # somebody will
        ("abc", "any", "abc", "a", "b", [("c", False)]),
        ("bc", "any", "abc", "bc", "", [("b", True)]),
        ("", "any", "abc", "", "", []),
        ("", "all", "abc", "", "", []),
    ],
)
def test_now_asked(waiting, until, bots, passed, intending, asked):
    assert now_asked([*waiting], until, {*bots}, [*passed], [*intending]) == asked


def test_a_bot_is_woken_once_for_its_turn(hall):
    game = hall.open("pig", bots=["p1"])
    assert woken(hall) == []
    assert hall.store.find("bots") == []
    while hall.game(game).waiting == ("p0",):
        assert woken(hall) == []
        hall.say(game, "p0", Roll())
    assert woken(hall) == [("p1", 1, True)]
    assert hall.store.find("bots") == [(game, 1000.0)]
    hall.desk.look(game, "p0")
    hall.desk.leave_seat(game, "p0", "key of p0")
    assert woken(hall) == []
    decide(hall, game, "p1", Roll())
    assert woken(hall) == ([("p1", 2, True)] if hall.game(game).waiting == ("p1",) else [])


def test_bots_of_a_joint_question_are_woken_together(hall):
    game = hall.open("bids", bots=["p0", "p2"])
    assert woken(hall) == [("p0", 1, True), ("p2", 1, True)]
    hall.say(game, "p1", Bid(1))
    decide(hall, game, "p2", Bid(2))
    assert woken(hall) == []
    decide(hall, game, "p0", Bid(3))
    assert hall.game(game).step == 1
    assert woken(hall) == [("p0", 2, True), ("p2", 2, True)]


def test_the_level_goes_with_the_thought(hall):
    game = hall.open("pig", bots={"p0": "greedy"})
    assert [(one.game, one.bot, one.level) for one in hall.woken] == [(game, "greedy", "normal")]


def test_bots_of_a_race_are_asked_one_after_the_other(hall):
    game = hall.open("count", bots=["p0", "p1", "p2"])
    assert woken(hall) == [("p0", 1, False)]
    for seat, following in (("p0", ("p1", 1, False)), ("p1", ("p2", 1, False)), ("p2", ("p0", 1, True))):
        decide(hall, game, seat, None)
        assert woken(hall) == [following]
    wrong = Say(24 - hall.game(game).state.picture.count("o"))
    decide(hall, game, "p0", wrong)
    assert woken(hall) == [("p1", 1, False)]  # after a step all that is left of them may pass anew


def test_bots_leave_it_to_a_person(hall):
    game = hall.open("count", bots=["p0", "p1"])
    decide(hall, game, "p0", None)
    decide(hall, game, "p1", None)
    del hall.woken[:]
    assert wanted(hall.table(game)) == []
    assert hall.store.find("bots") == []
    hall.say(game, "p2", Say(24 - hall.game(game).state.picture.count("o")))
    assert woken(hall) == [("p0", 1, False)]


def test_a_decision_for_what_is_over_does_nothing(hall):
    game = hall.open("count", bots=["p0"])
    late = thought(hall, game, "p0")
    hall.say(game, "p1", Say(hall.game(game).state.picture.count("o")))
    before = hall.store.load(game)
    hall.desk.decide(late, Decision(Say(3), notes="seen"))
    assert hall.store.load(game) == before
    assert hall.table(game).notes == {}


def test_the_same_decision_twice_has_one_effect(hall, follower):
    game = hall.open("bids", bots=["p0"])
    one = thought(hall, game, "p0")
    for _ in range(2):
        hall.desk.decide(one, Decision(Bid(2), notes={"n": 1}))
    assert len(hall.store.log(game)) == 2
    assert hall.table(game).notes == {"p0": {"n": 1}}


def test_notes_are_kept_till_others_come(hall):
    game = hall.open("bids", bots=["p0"])
    for notes, kept in (([1, {"a": "b"}], [1, {"a": "b"}]), (None, [1, {"a": "b"}]), ("new", "new")):
        decide(hall, game, "p0", hall.plugins.get("bids").legal(hall.game(game).state, "p0")[0], notes=notes)
        for seat in ("p1", "p2"):
            hall.say(game, seat, hall.plugins.get("bids").legal(hall.game(game).state, seat)[0])
        assert hall.table(game).notes["p0"] == kept


def test_a_bot_that_plays_on_is_not_woken(hall):
    game = hall.open("thief", bots=["thief", "hunter-0"])
    assert woken(hall) == [("thief", 1, True)]
    step = hall.plugins.get("thief").legal(hall.game(game).state, "thief")[0]
    after = decide(hall, game, "thief", step, plays_on=True)
    assert woken(hall) == []
    assert [(one.seat, one.turn) for one in wanted(after)] == [("thief", 2)]
    decide(hall, game, "thief", step if step in hall.plugins.get("thief").legal(after.game.state, "thief") else Rest())
    del hall.woken[:]
    if hall.game(game).waiting == ("thief",):
        decide(hall, game, "thief", Rest(), plays_on=True)
        assert woken(hall) == [("hunter-0", 1, True)]


# Decisions that wait


def test_decisions_come_in_the_order_of_their_times(hall, follower):
    game = hall.open("count", bots=["p0", "p1"], seconds=60.0)
    right = hall.game(game).state.picture.count("o")
    decide(hall, game, "p0", Say(right), delay=5.0)
    decide(hall, game, "p1", Say(24 - right), delay=2.5)
    assert wanted(hall.table(game)) == []
    assert hall.store.find("due") == [(game, 1002.5)]
    assert len(hall.store.log(game)) == 1
    hall.now = 1002.4
    hall.desk.pass_time(game)
    assert len(hall.store.log(game)) == 1
    hall.now = 1010.0
    hall.desk.pass_time(game)
    log = [(b'"seat":"p1"' in line, b'"seat":"p0"' in line) for line in hall.store.log(game)[1:]]
    assert log == [(True, False), (False, True)]
    assert hall.game(game).state.scores == (1, 0, 0)
    assert hall.table(game).intents == {}


def test_equal_times_come_in_seat_order(hall):
    game = hall.open("count", bots=[f"p{i}" for i in range(11)], players=11, seconds=60.0)
    right = hall.game(game).state.picture.count("o")
    for i in range(11):
        decide(hall, game, f"p{i}", Say(right), delay=2.0)
    hall.now += 2
    hall.desk.pass_time(game)
    assert hall.game(game).state.scores == (1, *[0] * 10)


def test_a_decision_is_dropped_when_its_question_is_over(hall):
    game = hall.open("count", bots=["p0"], seconds=60.0)
    right = hall.game(game).state.picture.count("o")
    decide(hall, game, "p0", Say(right), delay=5.0)
    del hall.woken[:]
    hall.say(game, "p1", Say(right))
    assert hall.table(game).intents == {}
    assert woken(hall) == [("p0", 2, False)]
    hall.now += 10
    hall.desk.pass_time(game)
    assert hall.game(game).state.scores == (0, 1, 0)


def test_a_decision_stays_when_another_answer_was_wrong(hall):
    game = hall.open("count", bots=["p0"], seconds=60.0)
    right = hall.game(game).state.picture.count("o")
    decide(hall, game, "p0", Say(right), delay=5.0)
    del hall.woken[:]
    hall.say(game, "p1", Say(24 - right))
    assert woken(hall) == []
    hall.now += 5
    hall.desk.pass_time(game)
    assert hall.game(game).state.scores == (1, 0, 0)


def test_a_delay_counts_from_the_question(hall):
    game = hall.open("count", bots=["p0", "p1"], seconds=60.0)
    hall.now = 1003.0  # the queue was slow
    decide(hall, game, "p0", Say(0), delay=5.0)
    hall.now = 1004.0
    decide(hall, game, "p1", Say(0), delay=2.0)
    assert {seat: intent.due for seat, intent in hall.table(game).intents.items()} == {"p0": 1005.0, "p1": 1002.0}


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_a_turn_of_several_steps_ends_at_a_time_that_does_not_tell_their_number(hall, steps):
    game = hall.open("thief", bots=["thief"])
    for _ in range(steps):
        hall.now += 0.25
        state = hall.game(game).state
        decide(hall, game, "thief", THIEF.legal(state, "thief")[0], plays_on=True)
    hall.now += 0.25
    decide(hall, game, "thief", Rest(), delay=2.0)
    assert hall.store.find("due") == [(game, 1002.0)]
    hall.now = 1002.0
    hall.desk.pass_time(game)
    assert hall.game(game).waiting == ("hunter-0",)
    assert hall.table(game).since["hunter-0"] == 1002.0


def test_in_a_joint_question_a_decision_is_sealed_at_its_time(hall):
    game = hall.open("bids", bots=["p0", "p1"], seconds=60.0)
    decide(hall, game, "p0", Bid(1), delay=5.0)
    decide(hall, game, "p1", Bid(2), delay=1.0)
    hall.now = 1001.0
    hall.desk.pass_time(game)
    assert hall.desk.look(game, None)[1].answered == ("p1",)
    assert hall.store.find("due") == [(game, 1005.0)]
    hall.now = 1005.0
    hall.desk.pass_time(game)
    assert hall.desk.look(game, None)[1].answered == ("p0", "p1")
    assert hall.store.find("due") == [(game, 1060.0)]


@pytest.mark.parametrize(("delay", "scores"), [(7.5, (1, 0, 0)), (8.0, (1, 0, 0)), (8.5, (0, 0, 0))])
def test_decisions_and_deadlines_in_their_order(hall, delay, scores):
    """However late the clock comes: what was due before the deadline counts, what was due after does not."""
    game = hall.open("count", bots=["p0"], seconds=8.0)
    decide(hall, game, "p0", Say(hall.game(game).state.picture.count("o")), delay=delay)
    hall.now += 12
    hall.desk.pass_time(game)
    assert hall.game(game).state.scores == scores
    assert hall.game(game).step == 1
    assert hall.table(game).intents == {}


@pytest.mark.parametrize(("late", "scores"), [(0.0, (1, 0, 0)), (0.001, (0, 0, 0))])
def test_an_answer_after_its_deadline_is_late_however_late_the_clock_is(hall, late, scores):
    game = hall.open("count", seconds=8.0)
    right = hall.game(game).state.picture.count("o")
    hall.now += 8.0 + late
    if late:
        with pytest.raises(StaleTurn):
            hall.say(game, "p0", Say(right))
        assert hall.game(game).due == hall.now + 8.0
    else:
        hall.say(game, "p0", Say(right))
    assert hall.game(game).state.scores == scores


def test_an_answer_comes_after_the_decisions_that_were_due_before(hall):
    game = hall.open("count", bots=["p0"], seconds=60.0)
    right = hall.game(game).state.picture.count("o")
    decide(hall, game, "p0", Say(right), delay=2.0)
    hall.now += 2.03
    with pytest.raises(StaleTurn):
        hall.say(game, "p1", Say(right))
    assert hall.game(game).state.scores == (1, 0, 0)


def test_the_delay_of_a_machine_player_that_was_called_in_runs_from_the_call(hall):
    game = hall.open("count", seconds=60.0)
    hall.now += 12
    hall.desk.order(game, "p1", 1, "random", None)
    hall.now += 1
    decide(hall, game, "p1", Say(0), delay=4.0)
    assert hall.table(game).intents["p1"].due == 1016.0


def test_several_deadlines_never_pass_at_once(hall):
    """The next question's time runs from when it was put, not from when the last one should have ended."""
    game = hall.open("count", seconds=8.0)
    hall.now += 100
    hall.desk.pass_time(game)
    assert hall.game(game).state.round == 1
    assert hall.game(game).due == 1108.0


def test_a_decision_that_a_house_rule_forbids_is_asked_for_again(store):
    class House:
        strict = True

        @hookimpl
        def tableshark_before_move(self, header, seat, move):
            if self.strict and move == Bank():
                raise Refused("no")

    house = House()
    hall = Hall(store, house)
    game = hall.open("pig", bots=["p0", "p1"])
    while not hall.game(game).state.pot:
        decide(hall, game, hall.game(game).waiting[0], Roll())
    seat = hall.game(game).waiting[0]
    for delay in (0.0, 1.0):
        with pytest.raises(Refused):
            decide(hall, game, seat, Bank(), delay=delay)
    assert hall.table(game).intents == {}
    house.strict = False
    decide(hall, game, seat, Bank(), delay=1.0)
    house.strict = True
    turn = hall.game(game).turns[seat]
    del hall.woken[:]
    hall.now += 1
    hall.desk.pass_time(game)
    assert woken(hall) == [(seat, turn, True)]
    assert hall.table(game).intents == {}


# Orders


def test_a_bot_in_a_persons_place_answers_one_turn(hall):
    game = hall.open("bids")
    one = hall.desk.order(game, "p1", 1, "greedy", None)
    assert (one.seat, one.turn, one.bot, one.level, one.must) == ("p1", 1, "greedy", "normal", True)
    assert woken(hall) == [("p1", 1, True)]
    hall.desk.order(game, "p1", 1, "greedy", None)
    assert woken(hall) == []
    hall.desk.decide(one, Decision(Bid(3)))
    assert hall.desk.look(game, None)[1].answered == ("p1",)
    assert hall.table(game).orders == {}
    hall.say(game, "p0", Bid(1))
    hall.say(game, "p2", Bid(1))
    assert woken(hall) == []  # the next turn is the person's again


def test_an_order_is_dropped_when_the_person_answers(hall):
    game = hall.open("bids")
    one = hall.desk.order(game, "p1", 1, "random", None)
    hall.say(game, "p1", Bid(3))
    assert hall.table(game).orders == {}
    hall.desk.decide(one, Decision(Bid(4)))
    assert hall.game(game).sealed == {"p1": Bid(3)}


def test_an_order_must_fit(hall):
    game = hall.open("pig")
    for seat, turn, bot, error in (
        ("p0", 1, "nobody", UnknownBot),
        ("p1", 1, "random", NotYourTurn),
        ("p0", 7, "random", NotYourTurn),
    ):
        with pytest.raises(error):
            hall.desk.order(game, seat, turn, bot, None)
    hall.say(game, "p0", Roll())
    with pytest.raises(StaleTurn):
        hall.desk.order(game, "p0", 1, "random", None)
    with pytest.raises(GameNotStarted):
        hall.desk.order(hall.open("pig", by="open"), "p0", 1, "random", None)
