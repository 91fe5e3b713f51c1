"""The desk: one effect for each answer, hooks at their time, and many at the desk at once."""

import dataclasses
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import msgspec
import pytest
from hall import Follower, Hall
from msgspec.structs import replace
from toys import BIDS, COUNT, PIG, THIEF
from toys.bids import Bid
from toys.count import Say
from toys.pig import Bank, Roll
from toys.thief import Rest

from tableshark import Awaiting, Refused, hookimpl, luck
from tableshark.errors import (
    AlreadyAnswered,
    GameOver,
    IllegalMove,
    NotYourTurn,
    Overtime,
    QueueAway,
    RulesAway,
    StaleTurn,
    UnknownGame,
    UnknownRules,
    UnknownSeat,
)
from tableshark.game import replay
from tableshark.overtime import Watch
from tableshark.table import decode_line, encode


@pytest.fixture
def follower():
    return Follower()


@pytest.fixture
def hall(store, follower):
    return Hall(store, follower)


def entries(hall, game):
    rules = hall.plugins.get(hall.table(game).header.rules)
    return [decode_line(rules, line) for line in hall.store.log(game)]


def play_out(hall, game, chooser=0):
    """Answer for whoever is asked, the first legal move of each, until the game is over."""
    luck_of = random.Random(chooser)
    while waiting := hall.game(game).waiting:
        seat = luck_of.choice(waiting)
        legal = hall.desk.look(game, seat)[1].legal
        hall.say(game, seat, luck_of.choice(legal if isinstance(legal, tuple) else legal.examples))


# Creation


def test_a_game_of_bots_starts_at_once(hall, follower):
    game = hall.open("pig", bots=["p0", "p1"])
    header, window = hall.desk.look(game, None)
    assert header.status == "running"
    assert window.waiting == ("p0",)
    assert follower.told == [("created", game)]


def test_the_seed_was_committed_to(hall):
    pig = hall.plugins.get("pig")
    header = hall.desk.create("pig", pig.options(), hall.table(hall.open("pig", bots=["p0", "p1"])).header.seats)
    table = hall.table(header.id)
    assert len(table.seed) == 32
    assert table.seed != table.bot_key
    assert header.commitment == luck.commitment(header.id, table.seed)
    assert not header.seeded
    assert table.game.seed == luck.salted(table.seed, {})
    assert hall.table(hall.open("pig", seed=b"x" * 32)).header.seeded


def test_there_must_be_such_a_game(hall):
    with pytest.raises(UnknownRules, match="poker"):
        hall.desk.create("poker", None, [])
    for ask in (hall.desk.load, hall.desk.pass_time, lambda game: hall.desk.submit(game, "p0", Roll(), 1)):
        with pytest.raises(UnknownGame, match="nowhere"):
            ask("nowhere")
    game = hall.open("pig")
    del hall.plugins.rules["pig"]
    with pytest.raises(RulesAway, match="pig"):
        hall.desk.look(game, "p0")


def test_the_seed_is_in_no_header_and_no_window(hall):
    game = hall.open("thief")
    table = hall.table(game)
    secrets = [msgspec.json.encode(secret) for secret in (table.seed, table.bot_key, table.game.seed)]
    for seat in ("thief", "hunter-0", None):
        told = b"".join(map(encode, hall.desk.look(game, seat)))
        assert not [secret for secret in secrets if secret.strip(b'"') in told]


# Answers


@pytest.mark.parametrize("rules", ["pig", "thief", "bids", "count"])
def test_a_whole_game_and_its_log(hall, follower, rules):
    game = hall.open(rules)
    play_out(hall, game)
    header, window = hall.desk.look(game, None)
    assert header.status == "over"
    assert header.outcome == window.outcome
    assert window.waiting == ()
    table = hall.table(game)
    lines = hall.store.log(game)
    assert table.lines == len(lines)
    chained = table.header.commitment
    for line in lines:
        chained = luck.chain(chained, line)
    assert table.chain == chained
    *_, last = replay(hall.plugins.get(rules), header.options, table.game.seed, entries(hall, game))
    assert last.state == table.game.state
    assert last.numbers == table.game.numbers
    assert [index for index in ("waiting", "running", "ended", "bots", "due") if hall.store.find(index)] == ["ended"]
    assert follower.told[-1] == ("over", header.outcome.reason)
    assert follower.told.count(follower.told[-1]) == 1


def test_what_is_stored_is_what_was_committed(hall):
    """The line of the log is not stored twice, and a table comes back as it was written."""
    game = hall.open("bids")
    hall.say(game, "p0", Bid(2))
    body = hall.store.load(game).body
    assert encode(hall.table(game)) == body
    assert hall.table(game).game.entry is None


def test_the_same_answer_again_has_one_effect(hall, follower):
    game = hall.open("pig")
    first = hall.say(game, "p0", Roll(), turn=1)
    revision, lines = hall.store.load(game).revision, hall.store.log(game)
    told = list(follower.told)
    again = hall.desk.submit(game, "p0", Roll(), 1)
    assert again == first
    assert hall.store.load(game).revision == revision
    assert hall.store.log(game) == lines
    assert follower.told == told


def test_an_answer_to_what_was_seen_counts_for_what_is_there(hall, monkeypatch):
    game = hall.open("pig")
    early = hall.desk.see(game)
    monkeypatch.setattr(hall.store, "load", None)  # what was seen is not read again
    after = hall.desk.answer(game, "p0", Roll(), 1, early)
    monkeypatch.undo()
    assert encode(hall.desk.answer(game, "p0", Roll(), 1, early)) == encode(hall.desk.load(game)[1])
    assert after.lines == 2
    assert len(hall.store.log(game)) == 2


def test_the_same_answer_again_long_after_and_after_the_end(hall):
    game = hall.open("pig", target=15)
    answers = []
    while waiting := hall.game(game).waiting:
        turn, legal = hall.game(game).turns[waiting[0]], hall.desk.look(game, waiting[0])[1].legal
        answers.append((waiting[0], legal[-1], turn))
        hall.desk.submit(game, *answers[-1])
        for answer in answers[:: max(1, len(answers) // 4)]:
            hall.desk.submit(game, *answer)
    assert len(hall.store.log(game)) == len(answers) + 1
    for seat, move, turn in answers:
        window = hall.desk.submit(game, seat, move, turn)
        assert window.seat == seat
        assert window.outcome is not None
        other = Bank() if move == Roll() else Roll()
        with pytest.raises(GameOver):
            hall.desk.submit(game, seat, other, turn)
    assert len(hall.store.log(game)) == len(answers) + 1


def test_a_sealed_answer_again_and_another_one(hall):
    game = hall.open("bids")
    hall.say(game, "p1", Bid(4), turn=1)
    assert hall.desk.submit(game, "p1", Bid(4), 1).answered == ("p1",)
    with pytest.raises(AlreadyAnswered):
        hall.desk.submit(game, "p1", Bid(5), 1)
    hall.say(game, "p0", Bid(1))
    hall.say(game, "p2", Bid(1))
    assert hall.desk.submit(game, "p1", Bid(4), 1).number == 4
    with pytest.raises(StaleTurn):
        hall.desk.submit(game, "p1", Bid(5), 1)
    # What was never answered is not taken for answered because another seat played it, or in another turn.
    with pytest.raises(StaleTurn):
        hall.desk.submit(game, "p0", Bid(4), 1)
    with pytest.raises(IllegalMove):
        hall.desk.submit(game, "p1", Bid(4), 2)


def test_a_race_lost_is_refused_and_the_wrong_answer_again_is_not(hall):
    game = hall.open("count")
    right = hall.game(game).state.picture.count("o")
    hall.say(game, "p0", Say(right + 1))
    hall.say(game, "p1", Say(right), turn=1)
    assert hall.desk.submit(game, "p0", Say(right + 1), 1).turn == 2
    with pytest.raises(StaleTurn):
        hall.desk.submit(game, "p2", Say(right), 1)


@pytest.mark.parametrize("seats", [("zoe", "abe", "kim"), ("p10", "p9", "p1")])
def test_seats_keep_the_order_of_the_rules(hall, seats):
    """JSON orders its keys by the alphabet: that must not become the order in which the rules hear the answers."""
    heard = []

    def apply(state, moves, chance):
        heard.append(list(moves))
        return BIDS.apply(state, {f"p{i}": moves[seat] for i, seat in enumerate(seats)}, chance)

    def status(state):
        found = BIDS.status(state)
        return replace(found, seats=frozenset(seats)) if isinstance(found, Awaiting) else found

    hall.plugins.rules["bids"] = dataclasses.replace(
        BIDS, seats=lambda options: seats, apply=apply, status=status, legal=lambda state, seat: BIDS.legal(state, "p0")
    )
    game = hall.open("bids")
    assert hall.desk.look(game, None)[1].waiting == seats
    for seat in sorted(seats):
        hall.say(game, seat, Bid(2))
    assert heard == [list(seats)]


def test_refused_answers_change_nothing(hall, follower):
    game = hall.open("pig")
    before, told = hall.store.load(game), list(follower.told)
    for seat, move, turn, error in (
        ("p0", Bank(), 1, IllegalMove),
        ("p0", Roll(), 2, NotYourTurn),
        ("p1", Roll(), 1, NotYourTurn),
        ("p9", Roll(), 1, UnknownSeat),
    ):
        with pytest.raises(error):
            hall.desk.submit(game, seat, move, turn)
    assert hall.store.load(game) == before
    assert follower.told == told


# Hooks


def test_hooks_are_called_once_a_question(hall, follower):
    game = hall.open("thief", rounds=1)
    del follower.told[:]
    thief = hall.plugins.get("thief")
    for _ in range(2):
        hall.say(game, "thief", next(iter(thief.legal(hall.game(game).state, "thief"))))
    assert follower.told == []
    hall.say(game, "thief", Rest())
    assert follower.told == [("played", "thief")]
    play_out(hall, game)
    played = [seat for what, seat in follower.told if what == "played"]
    assert played[:2] == ["thief", "hunter-0"]
    assert len(played) == len(set(played))
    assert follower.told[-1][0] == "over"


def test_a_joint_question_is_told_in_seat_order(hall, follower):
    game = hall.open("bids")
    del follower.told[:]
    for seat in ("p2", "p1", "p0"):
        hall.say(game, seat, Bid(1))
    assert follower.told == [("played", "p0"), ("played", "p1"), ("played", "p2")]


class House:
    """A house rule: nobody banks less than so many."""

    def __init__(self, error):
        self.error = error
        self.asked = []

    @hookimpl
    def tableshark_before_move(self, header, seat, move):
        self.asked.append((header.rules, seat, move))
        if move == Bank():
            raise self.error


def test_a_house_rule_forbids_a_move(store, follower):
    house = House(Refused("not in this house"))
    hall = Hall(store, follower, house)
    game = hall.open("pig")
    while not hall.game(game).state.pot:
        hall.say(game, hall.game(game).waiting[0], Roll())
    seat = hall.game(game).waiting[0]
    before, told = hall.store.load(game), list(follower.told)
    with pytest.raises(Refused, match="not in this house"):
        hall.say(game, seat, Bank())
    assert hall.store.load(game) == before
    assert follower.told == told
    assert house.asked[-1] == ("pig", seat, Bank())
    asked = len(house.asked)
    with pytest.raises(NotYourTurn):
        hall.say(game, seat, Roll(), turn=99)
    assert len(house.asked) == asked  # the house hears of moves that could be played only
    hall.say(game, seat, Roll())


def test_a_house_rule_that_breaks_changes_nothing(store):
    hall = Hall(store, House(ZeroDivisionError()))
    game = hall.open("pig")
    while not hall.game(game).state.pot:
        hall.say(game, hall.game(game).waiting[0], Roll())
    before = hall.store.load(game)
    with pytest.raises(ZeroDivisionError):
        hall.say(game, hall.game(game).waiting[0], Bank())
    assert hall.store.load(game) == before


@pytest.mark.parametrize("error", [RuntimeError, SystemExit, BaseException, Overtime])
def test_a_follower_that_fails_does_not_undo_the_move(store, caplog, error):
    class Broken:
        @hookimpl
        def tableshark_game_created(self, header):
            raise error("created")

        @hookimpl
        def tableshark_move_played(self, header, seat):
            raise error("played")

    hall = Hall(store, Broken())
    with caplog.at_level(logging.ERROR):
        game = hall.open("pig")
        window = hall.say(game, "p0", Roll())
    assert window.number == 2
    assert len(hall.store.log(game)) == 2
    assert [record.exc_info[1].args for record in caplog.records] == [("created",), ("played",)]


def test_a_follower_that_loops_is_ended_and_the_move_counts(store, caplog):
    class Endless:
        @hookimpl
        def tableshark_move_played(self, header, seat):
            while True:
                pass

    hall = Hall(store, Endless())
    game = hall.open("pig")
    with Watch(seconds=0.2).limit():
        window = hall.say(game, "p0", Roll())
    assert window.number == 2
    assert "a follower failed" in caplog.text


def test_an_interrupt_in_a_follower_stays_one(store):
    class Interrupted:
        @hookimpl
        def tableshark_game_created(self, header):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Hall(store, Interrupted()).open("pig")


def test_a_queue_that_is_away_does_not_undo_the_move(hall, follower, caplog):
    def away(news):
        raise QueueAway("no queue")

    hall.wake = away
    game = hall.open("pig", bots=["p1"])
    while hall.game(game).waiting == ("p0",):
        hall.say(game, "p0", Roll())
    assert hall.game(game).waiting == ("p1",)
    assert "queue away" in caplog.text
    assert ("played", "p0") in follower.told
    assert hall.store.find("bots")


# Many at once


def at_once(tasks):
    """Run these together; give what each returned or raised."""
    barrier = Barrier(len(tasks))

    def run(task):
        barrier.wait()
        try:
            return task()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_many_race_on_one_turn(hall, follower):
    game = hall.open("count", players=16, rounds=1)
    right = hall.game(game).state.picture.count("o")
    results = at_once([lambda i=i: hall.desk.submit(game, f"p{i}", Say(right), 1) for i in range(16)])
    won = [result for result in results if not isinstance(result, Exception)]
    assert len(won) == 1
    assert {type(result) for result in results if isinstance(result, Exception)} == {GameOver}
    assert len(hall.store.log(game)) == 2
    assert follower.told[17:] == [("played", won[0].seat), ("over", "all rounds played")]


def test_many_answers_for_one_seat(hall):
    game = hall.open("bids", players=2)
    results = at_once([lambda i=i: hall.desk.submit(game, "p0", Bid(1 + i % 4), 1) for i in range(12)])
    sealed = hall.game(game).sealed["p0"]
    for i, result in enumerate(results):
        assert isinstance(result, AlreadyAnswered) == (Bid(1 + i % 4) != sealed), result
    assert len(hall.store.log(game)) == 2


def test_many_seal_at_once(hall, follower):
    game = hall.open("bids", players=12, cards=2)
    results = at_once([lambda i=i: hall.desk.submit(game, f"p{i}", Bid(1 + i % 2), 1) for i in range(12)])
    assert [result for result in results if isinstance(result, Exception)] == []
    state = hall.game(game)
    assert state.step == 1
    assert state.state.news[0].bids == tuple(1 + i % 2 for i in range(12))
    assert state.numbers[""] == 13
    log = entries(hall, game)
    assert sorted(entry.seat for entry in log[1:]) == sorted(f"p{i}" for i in range(12))
    assert [entry.draws is not None for entry in log] == [True, *[False] * 11, True]
    assert [told for told in follower.told if told[0] == "played"] == [("played", f"p{i}") for i in range(12)]


def test_the_same_request_many_times_at_once(hall, follower):
    game = hall.open("pig")
    results = at_once([lambda: hall.desk.submit(game, "p0", Roll(), 1) for _ in range(16)])
    assert [result for result in results if isinstance(result, Exception)] == []
    assert {result.number for result in results} == {2}
    assert len(hall.store.log(game)) == 2
    assert follower.told.count(("played", "p0")) == 1


def test_time_is_up_once_however_many_say_so(hall):
    game = hall.open("count", seconds=8.0)
    hall.now += 8
    at_once([lambda: hall.desk.pass_time(game) for _ in range(8)])
    assert [entry.kind for entry in entries(hall, game)] == ["setup", "timeout"]
    assert hall.store.find("due") == [(game, 1016.0)]


def test_the_toys_are_what_the_hall_plays(hall):
    assert [hall.plugins.get(rules.id) for rules in (PIG, THIEF, BIDS, COUNT)] == [PIG, THIEF, BIDS, COUNT]
