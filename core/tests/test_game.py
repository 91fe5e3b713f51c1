"""The checked path: turns, sealed answers, races, deadlines, numbers, the log and its replay."""

import dataclasses
from itertools import pairwise

import pytest
from msgspec.structs import replace
from toys import BIDS, COUNT, PIG, THIEF, TOYS
from toys.bids import Bid
from toys.count import Say
from toys.pig import Bank, Roll
from toys.thief import Go, Rest

from tableshark import Awaiting, Scripted
from tableshark.errors import AlreadyAnswered, GameOver, IllegalMove, NotYourTurn, StaleTurn, UnknownSeat
from tableshark.game import ONLOOKER, expire, questions_over, replay, start, submit
from tableshark.table import decode_line, encode
from tableshark.testing.walk import Walk
from tableshark.windows import look

SEED = b"g" * 32


def one_label(state):
    """Pig as if the whole game were one question: those who come to be asked under the same label are asked anew."""
    found = PIG.status(state)
    return replace(found, question="the game") if isinstance(found, Awaiting) else found


CREW = dataclasses.replace(PIG, id="crew", status=one_label)
VARIANTS = [
    (CREW, PIG.options(players=3)),
    (PIG, PIG.options(players=3)),
    (THIEF, THIEF.options()),
    (THIEF, THIEF.options(hunters=3, seconds=3.0)),
    (BIDS, BIDS.options()),
    (BIDS, BIDS.options(players=4, seconds=2.0)),
    (COUNT, COUNT.options()),
    (COUNT, COUNT.options(players=1)),
]
variants = pytest.mark.parametrize(("rules", "options"), VARIANTS, ids=lambda given: getattr(given, "id", ""))


def walked(rules, options, seed):
    walk = Walk(rules, options, seed, 2000)
    for _ in walk.play(2000):
        pass
    return walk


def say(rules, game, seat, move, now=0.0, luck=None):
    return submit(rules, game, seat, move, turn=game.turns[seat], now=now, luck=luck)


def rolling(*faces):
    """Luck for pig: these faces, whatever the step."""
    chance = Scripted([face - 1 for face in faces])
    return lambda step: chance


# Turns


def turns_anew(before, after, seats):
    """The rule of the architecture page, from its words."""
    if after.step == before.step or after.awaiting is None:
        return before.turns
    moved = {*before.sealed, after.entry.seat}
    turns = {}
    for seat in seats:
        grows = seat in after.awaiting.seats and (
            seat not in before.awaiting.seats
            or after.awaiting.question is None
            or after.awaiting.question != before.awaiting.question
            or seat in moved
        )
        turns[seat] = before.turns[seat] + grows
    return turns


@variants
def test_turns_grow_by_the_rule(rules, options):
    for seed in range(6):
        games = walked(rules, options, seed).games
        seats = rules.seats(options)
        assert games[0].turns == {seat: int(seat in games[0].awaiting.seats) for seat in seats}
        for before, after in pairwise(games):
            assert after.turns == turns_anew(before, after, seats)


def test_a_turn_grows_when_a_seat_was_not_awaited_before():
    game = start(PIG, PIG.options(), SEED)
    assert game.turns == {"p0": 1, "p1": 0}
    game = say(PIG, game, "p0", Roll(), luck=rolling(1))
    assert game.turns == {"p0": 1, "p1": 1}


def test_a_turn_grows_with_a_new_label():
    game = start(COUNT, COUNT.options(), SEED)
    right = game.state.picture.count("o")
    game = say(COUNT, game, "p1", Say(right))
    assert game.turns == {"p0": 2, "p1": 2, "p2": 2}


def test_a_turn_grows_with_a_step_of_the_seats_own_and_no_other():
    game = start(THIEF, THIEF.options(), SEED)
    step = say(THIEF, game, "thief", next(iter(THIEF.legal(game.state, "thief"))))
    assert step.turns == {**game.turns, "thief": 2}
    game = start(COUNT, COUNT.options(), SEED)
    wrong = Say(24 - game.state.picture.count("o"))
    step = say(COUNT, game, "p0", wrong)
    assert step.awaiting.question == game.awaiting.question
    assert step.turns == game.turns == {"p0": 1, "p1": 1, "p2": 1}


def test_a_turn_grows_for_whoever_joins_under_the_same_label():
    game = start(CREW, CREW.options(), SEED)
    game = say(CREW, game, "p0", Roll(), luck=rolling(1))
    assert game.turns == {"p0": 1, "p1": 1}
    game = say(CREW, game, "p1", Roll(), luck=rolling(1))
    assert game.turns == {"p0": 2, "p1": 1}


def test_without_a_label_every_step_asks_anew():
    bare = dataclasses.replace(COUNT, status=lambda s: replace(COUNT.status(s), question=None))
    game = start(bare, COUNT.options(), SEED)
    game = say(bare, game, "p0", Say(24 - game.state.picture.count("o")))
    assert game.turns == {"p0": 1, "p1": 2, "p2": 2}


# Refusals


def test_refusals_each_for_its_reason():
    game = start(PIG, PIG.options(target=5), SEED)
    with pytest.raises(NotYourTurn):
        submit(PIG, game, "p1", Roll(), turn=0)
    with pytest.raises(NotYourTurn):
        submit(PIG, game, "p1", Roll(), turn=1)
    with pytest.raises(UnknownSeat):
        submit(PIG, game, "p9", Roll(), turn=1)
    with pytest.raises(UnknownSeat):
        submit(PIG, game, ONLOOKER, Roll(), turn=1)
    with pytest.raises(IllegalMove):
        submit(PIG, game, "p0", Bank(), turn=1)
    for turn in (0, -1, 2):
        with pytest.raises(NotYourTurn):
            submit(PIG, game, "p0", Roll(), turn=turn)
    game = say(PIG, game, "p0", Roll(), luck=rolling(5))
    with pytest.raises(StaleTurn):
        submit(PIG, game, "p0", Roll(), turn=1)
    game = say(PIG, game, "p0", Roll(), luck=rolling(1))
    with pytest.raises(StaleTurn):
        submit(PIG, game, "p0", Roll(), turn=2)
    with pytest.raises(NotYourTurn):
        submit(PIG, game, "p0", Roll(), turn=3)
    game = say(PIG, game, "p1", Roll(), luck=rolling(6))
    game = say(PIG, game, "p1", Bank())
    assert game.outcome.ranks == {"p0": 2, "p1": 1}
    assert game.awaiting is None
    assert game.waiting == ()
    for seat, turn in (("p0", 3), ("p1", 2), ("p0", 1)):
        with pytest.raises(GameOver):
            submit(PIG, game, seat, Roll(), turn=turn)


def test_an_illegal_move_is_not_told_to_others():
    game = start(THIEF, THIEF.options(), SEED)
    with pytest.raises(IllegalMove) as caught:
        say(THIEF, game, "thief", Go(game.state.thief))
    assert str(game.state.thief) not in str(caught.value)


def test_sealed_answers_are_final():
    game = say(BIDS, start(BIDS, BIDS.options(), SEED), "p1", Bid(3))
    for card in (3, 4):
        with pytest.raises(AlreadyAnswered):
            say(BIDS, game, "p1", Bid(card))


# Sealing


def test_nothing_of_a_sealed_answer_is_to_be_seen():
    game = start(BIDS, BIDS.options(), SEED)
    three, five = say(BIDS, game, "p1", Bid(3)), say(BIDS, game, "p1", Bid(5))
    assert three.state is game.state
    assert three.turns == game.turns
    assert three.numbers == {window: number + 1 for window, number in game.numbers.items()}
    for seat in ("p0", "p1", "p2", None):
        window = look(BIDS, three, seat)
        assert encode(window) == encode(look(BIDS, five, seat))
        assert window.view == BIDS.view(game.state, seat)
        assert window.answered == ("p1",)
        assert window.waiting == ("p0", "p2")
    assert look(BIDS, three, "p1").turn is None
    assert look(BIDS, three, "p1").legal is None
    assert three.entry.move == Bid(3)
    assert three.entry.draws is None


@pytest.mark.parametrize("order", [("p2", "p0", "p1"), ("p1", "p2", "p0"), ("p0", "p1", "p2")])
def test_a_joint_step_comes_in_seat_order(order):
    seen = []

    def apply(state, moves, chance):
        seen.append([*moves.items()])
        return BIDS.apply(state, moves, chance)

    rules = dataclasses.replace(BIDS, apply=apply)
    game = start(rules, BIDS.options(), SEED)
    for seat in order:
        assert game.step == 0
        game = say(rules, game, seat, Bid(1 + int(seat[1])))
    assert seen == [[("p0", Bid(1)), ("p1", Bid(2)), ("p2", Bid(3))]]
    assert game.step == 1
    assert game.sealed == {}


# Races


def test_a_race_goes_on_after_a_wrong_answer():
    game = start(COUNT, COUNT.options(), SEED)
    right = game.state.picture.count("o")
    first = say(COUNT, game, "p0", Say(right + 1))
    assert first.waiting == ("p1", "p2")
    for answer in (Say(right), Say(right + 1)):
        with pytest.raises(StaleTurn):
            submit(COUNT, first, "p0", answer, turn=1)
    second = submit(COUNT, first, "p2", Say(right), turn=1)  # the turn it was asked in, before the other's answer
    assert second.state.scores == (0, 0, 1)
    with pytest.raises(StaleTurn):
        submit(COUNT, second, "p1", Say(right), turn=1)
    assert second.waiting == ("p0", "p1", "p2")


# Deadlines


def test_a_question_keeps_its_deadline_while_its_label_stays():
    game = start(COUNT, COUNT.options(), SEED, now=100.0)
    right = game.state.picture.count("o")
    assert game.due == 108.0
    game = say(COUNT, game, "p0", Say(right + 1), now=103.0)
    assert game.due == 108.0
    game = say(COUNT, game, "p1", Say(right), now=105.0)
    assert game.due == 113.0


def test_a_hidden_turn_is_one_deadline():
    game = start(THIEF, THIEF.options(seconds=10.0), SEED, now=100.0)
    move = next(iter(THIEF.legal(game.state, "thief")))
    game = say(THIEF, game, "thief", move, now=104.0)
    assert game.due == 110.0
    over = expire(THIEF, game, now=110.0)
    assert over.waiting == ("hunter-0",)
    assert over.due == 120.0


def test_time_is_up_at_its_time_and_not_before():
    game = start(COUNT, COUNT.options(), SEED, now=100.0)
    assert expire(COUNT, game, now=107.999) is game
    over = expire(COUNT, game, now=108.0)
    assert over.state.round == 1
    assert over.step == 1
    assert (over.entry.kind, over.entry.seat, over.entry.move) == ("timeout", None, None)
    assert over.due == 116.0
    assert expire(COUNT, over, now=108.0) is over
    timeless = start(PIG, PIG.options(), SEED)
    assert timeless.due is None
    assert expire(PIG, timeless, now=1e12) is timeless


def test_when_time_is_up_the_answers_that_are_in_count():
    game = start(BIDS, BIDS.options(seconds=5.0), SEED, now=0.0)
    game = say(BIDS, game, "p2", Bid(7), now=1.0)
    game = say(BIDS, game, "p0", Bid(6), now=2.0)
    over = expire(BIDS, game, now=5.0)
    assert over.state.news[0].bids == (6, 1, 7)
    assert over.sealed == {}
    assert over.turns == {"p0": 2, "p1": 2, "p2": 2}
    assert questions_over(game, over) == ("p0", "p2")
    with pytest.raises(StaleTurn):
        submit(BIDS, over, "p1", Bid(5), turn=1)


def test_a_game_that_is_over_has_no_deadline():
    game = start(COUNT, COUNT.options(rounds=1), SEED, now=0.0)
    over = expire(COUNT, game, now=8.0)
    assert over.outcome is not None
    assert over.due is None
    assert expire(COUNT, over, now=100.0) is over


# Numbers


@variants
def test_numbers_are_dense_and_grow_only_with_something_new(rules, options):
    for seed in range(6):
        games = walked(rules, options, seed).games
        for seat in (*rules.seats(options), None):
            shown = [look(rules, game, seat) for game in games]
            assert shown[0].number == 1
            for before, after in pairwise(shown):
                new = replace(after, number=0) != replace(before, number=0)
                assert after.number == before.number + new, (before, after)


def hidden_turn(steps):
    """Play the thief's turn with so many hidden steps; give all that each seat could fetch meanwhile."""
    game = start(THIEF, THIEF.options(hunters=3), SEED)
    shown = {seat: [look(THIEF, game, seat)] for seat in (*game.turns, None)}
    moves = 0
    while game.waiting == ("thief",):
        move = next(move for move in THIEF.legal(game.state, "thief") if (move == Rest()) == (moves == steps))
        moves += 1
        game = say(THIEF, game, "thief", move)
        for seat, windows in shown.items():
            window = look(THIEF, game, seat)
            if window != windows[-1]:
                windows.append(window)
    return shown, moves


def test_hidden_steps_look_the_same_however_many_they_are():
    (one, moves), (three, more) = hidden_turn(1), hidden_turn(3)
    assert (moves, more) == (2, 3)
    for seat in ("hunter-0", "hunter-1", "hunter-2", None):
        assert encode(one[seat]) == encode(three[seat])
        assert [window.number for window in one[seat]] == [1, 2]
    assert len(one["thief"]) == 3
    assert len(three["thief"]) == 4


# Questions that are over


def test_a_turn_of_several_steps_is_over_once():
    game = start(THIEF, THIEF.options(), SEED)
    named = []
    for _ in range(3):
        before = game
        game = say(THIEF, game, "thief", next(iter(THIEF.legal(game.state, "thief"))))
        named.append(questions_over(before, game))
    assert named == [(), (), ("thief",)]
    before, game = game, say(THIEF, game, "hunter-0", next(iter(THIEF.legal(game.state, "hunter-0"))))
    assert questions_over(before, game) == ("hunter-0",)


def test_a_turn_that_time_ended_is_over_once_too():
    first = start(THIEF, THIEF.options(seconds=5.0), SEED)
    second = say(THIEF, first, "thief", next(iter(THIEF.legal(first.state, "thief"))))
    assert questions_over(first, second) == ()
    assert questions_over(second, expire(THIEF, second, now=5.0)) == ("thief",)
    assert questions_over(first, expire(THIEF, first, now=5.0)) == ()


def test_a_joint_question_is_over_for_all_at_once():
    game = start(BIDS, BIDS.options(), SEED)
    for seat, named in (("p2", ()), ("p0", ()), ("p1", ("p0", "p1", "p2"))):
        before, game = game, say(BIDS, game, seat, Bid(1))
        assert questions_over(before, game) == named


def test_a_race_is_over_for_each_seat_that_answered():
    game = start(COUNT, COUNT.options(), SEED)
    right = game.state.picture.count("o")
    before, game = game, say(COUNT, game, "p2", Say(right + 1))
    assert questions_over(before, game) == ("p2",)
    before, game = game, say(COUNT, game, "p0", Say(right))
    assert questions_over(before, game) == ("p0",)


def test_a_seat_that_may_try_again_is_named_at_the_end_of_the_race():
    def status(s):
        found = COUNT.status(s)
        return replace(found, seats=frozenset({"p0", "p1", "p2"})) if isinstance(found, Awaiting) else found

    lenient = dataclasses.replace(COUNT, status=status)
    game = start(lenient, COUNT.options(), SEED)
    right = game.state.picture.count("o")
    named = []
    for seat, number in (("p2", right + 1), ("p2", right + 2), ("p1", right)):
        before, game = game, say(lenient, game, seat, Say(number))
        named.append(questions_over(before, game))
    assert named == [(), (), ("p1", "p2")]


# The log


@variants
def test_a_line_for_each_accepted_answer_and_timeout(rules, options):
    walk = walked(rules, options, 0)
    games = walk.games
    assert [entry.kind for entry in walk.entries].count("setup") == 1
    assert walk.entries[0].kind == "setup"
    for before, after in pairwise(games):
        entry = after.entry
        if entry.kind == "answer":
            assert entry.turn == before.turns[entry.seat]
            assert entry.seat in before.waiting
        assert (entry.draws is None) == (after.step == before.step)
        assert entry.version == rules.version


@variants
def test_a_replay_is_the_game(rules, options):
    for seed in range(4):
        walk = walked(rules, options, seed)
        lines = [encode(entry) for entry in walk.entries]
        again = list(replay(rules, options, walk.key, [decode_line(rules, line) for line in lines]))
        assert len(again) == len(walk.games)
        for one, other in zip(walk.games, again, strict=True):
            assert replace(one, due=None) == replace(other, due=None)


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.id)
def test_the_seed_alone_gives_the_same_draws(rules):
    walk = walked(rules, rules.options(), 1)
    game = start(rules, rules.options(), walk.key)
    for was in walk.games[1:]:
        entry = was.entry
        if entry.kind == "timeout":
            game = expire(rules, game, now=1e9)
        else:
            game = submit(rules, game, entry.seat, entry.move, turn=entry.turn, now=-1e9)
        assert game.state == was.state
        assert game.entry == entry


def pig_log():
    game = start(PIG, PIG.options(), SEED)
    games = [game]
    for move, face in ((Roll(), 3), (Roll(), 4), (Bank(), None), (Roll(), 2)):
        seat = game.waiting[0]
        game = say(PIG, game, seat, move, luck=rolling(*([face] if face else [])))
        games.append(game)
    return [game.entry for game in games]


def test_a_tampered_log_is_refused():
    entries = pig_log()
    assert len(list(replay(PIG, PIG.options(), SEED, entries))) == 5

    def tampered(place, error, **changes):
        changed = [replace(entry, **changes) if i == place else entry for i, entry in enumerate(entries)]
        with pytest.raises(error):
            list(replay(PIG, PIG.options(), SEED, changed))

    tampered(1, IllegalMove, move=Bank())
    tampered(1, NotYourTurn, seat="p1")
    tampered(2, StaleTurn, turn=1)
    tampered(2, NotYourTurn, turn=9)
    tampered(1, ValueError, draws=((8, 2),))
    tampered(1, ValueError, draws=((6, 6),))
    tampered(1, ValueError, draws=())
    tampered(1, ValueError, draws=((6, 2), (6, 1)))
    tampered(3, ValueError, draws=((6, 0),))
    tampered(0, ValueError, draws=((2, 1),))
    tampered(4, ValueError, draws=None)
    # Another face is a possible game, but not this one: p0 loses its turn, and its next answer does not fit.
    tampered(1, NotYourTurn, draws=((6, 0),))
    for place in (1, 2, 3):
        with pytest.raises((NotYourTurn, IllegalMove, StaleTurn)):
            list(replay(PIG, PIG.options(), SEED, entries[:place] + entries[place + 1 :]))
