"""Machine players: what they get to see, what they may answer, and the two that play any rules."""

import dataclasses
import gc
import json
import types
from functools import partial

import pytest
from msgspec.structs import replace
from toys import BIDS, COUNT, PIG, THIEF, TOYS
from toys.bids import Bid
from toys.count import Say
from toys.pig import Bank, Roll
from toys.thief import Go, Rest

from tableshark import Bot, Budget, Decision, Level, Player, Seeded, Vantage, Where, branches, simulate
from tableshark.asking import ask, check_notes
from tableshark.bots import NOTES_LIMIT
from tableshark.errors import BotFault
from tableshark.game import start, submit
from tableshark.search import GREEDY, RANDOM, playout
from tableshark.search.any_rules import reward
from tableshark.store.memory import MemoryStore

SEED = b"b" * 32


def luck(n=0):
    return Seeded(b"bots", n)


def bot(choose, **levels):
    given = {"levels": levels} if levels else {}
    return Bot(id="bot", title="Bot", choose=choose, **given)


def asked(rules, state, seat, choose, must=True, notes=None, n=0):
    return ask(
        rules, bot(choose), "normal", state, seat, notes=notes, must=must, window_chance=luck(n), chance=luck(n + 1)
    )


# What a bot sees


def reachable(root):
    """All objects that can be reached from this one, but through modules, classes and the globals of functions."""
    seen, todo = {}, [root]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, (types.ModuleType, type)):
            continue
        seen[id(one)] = one
        if isinstance(one, types.FunctionType):
            todo += [one.__defaults__, one.__kwdefaults__, one.__closure__, one.__dict__]
        elif isinstance(one, types.FrameType):
            todo += [one.f_locals, one.f_back]
        else:
            todo += gc.get_referents(one)
    return seen.values()


def test_the_walk_over_objects_finds_what_is_there():
    """Without this, the next test could pass because it looks nowhere."""
    state = object()
    for holder in ([state], {"a": (state,)}, lambda: state, (lambda x=state: x), types.SimpleNamespace(s=[state])):
        assert any(one is state for one in reachable(holder))
    assert not any(one is state for one in reachable(["state"]))


@pytest.mark.parametrize(("rules", "seat"), [(THIEF, "hunter-0"), (BIDS, "p1")], ids=["thief", "bids"])
def test_the_truth_is_not_in_a_bots_reach(rules, seat):
    received = []

    def spy(*given):
        received.extend(given)
        return Decision(given[0].legal[0])

    store, game = MemoryStore(), start(rules, rules.options(), SEED)
    while seat not in game.waiting:
        mover = game.waiting[0]
        game = submit(rules, game, mover, rules.legal(game.state, mover)[-1], turn=game.turns[mover])
    asked(rules, game.state, seat, spy)
    assert len(received) == 5
    objects = list(reachable(received))
    # `game` holds the true state and the seed, and these lines hold `game`: so frames are part of the walk.
    secrets = [game.state, game, game.seed, SEED, store]
    if rules is BIDS:
        secrets.append(game.state.prizes)
    assert not [one for one in objects if any(one is secret for secret in secrets)]
    assert not [one for one in objects if isinstance(one, (MemoryStore, type(game)))]
    found = [one for one in objects if isinstance(one, rules.state)]
    assert found, "the redrawn world should be there"
    views = {rules.view(one, seat) == rules.view(game.state, seat) for one in found}
    assert views == {True}
    vantage = received[0]
    assert vantage.view == rules.view(game.state, seat)
    assert vantage.legal == rules.legal(game.state, seat)
    assert vantage.status == rules.status(game.state)


def test_only_determinize_hears_the_truth():
    truth, heard = BIDS.setup(BIDS.options(), luck()), []

    def hearing(name):
        def verb(state, *given):
            heard.append((name, state is truth))
            return getattr(BIDS, name)(state, *given)

        return verb

    verbs = {name: hearing(name) for name in ("status", "view", "legal", "determinize", "apply")}
    vantage = Vantage(dataclasses.replace(BIDS, **verbs), truth, "p0", luck())
    vantage.imagine(luck(1))
    assert sorted(heard) == [
        ("determinize", False), ("determinize", True), ("legal", False), ("status", False), ("view", False)
    ]  # fmt: skip


def test_a_closure_over_the_truth_would_be_found():
    """The kind of mistake the test above is for: a vantage that imagines from the true state."""

    class Peeking(Vantage):
        def __init__(self, rules, state, seat, chance):
            super().__init__(rules, state, seat, chance)
            self.imagine = lambda chance: rules.determinize(state, seat, chance)

    state = BIDS.setup(BIDS.options(), luck())
    assert any(one is state for one in reachable(Peeking(BIDS, state, "p0", luck())))
    assert not any(one is state for one in reachable(Vantage(BIDS, state, "p0", luck())))


def test_a_vantage_is_the_same_whatever_is_hidden():
    state = BIDS.setup(BIDS.options(), luck())
    other = replace(state, prizes=(state.prizes[0], *reversed(state.prizes[1:])))
    one, two = (Vantage(BIDS, truth, "p0", luck(5)) for truth in (state, other))
    assert [one.imagine(luck(n)) for n in range(5)] == [two.imagine(luck(n)) for n in range(5)]
    assert len({one.imagine(luck(n)).prizes for n in range(5)}) > 1


# What a bot answers


def test_a_bot_gets_its_settings_its_notes_and_its_budget():
    received = []

    def choose(vantage, notes, settings, chance, budget):
        received.append((vantage.seat, notes, settings, chance.below(1), budget))
        return Decision(Roll())

    clever = bot(choose, hard=Level("deep", Budget(7)))
    state = PIG.setup(PIG.options(), luck())
    ask(PIG, clever, "hard", state, "p0", notes=[1], must=True, window_chance=luck(), chance=luck())
    assert received == [("p0", [1], "deep", 0, Budget(7))]
    assert clever.level == "hard"
    assert bot(choose).level == "normal"
    assert bot(choose, easy=Level(), normal=Level()).level == "normal"


def test_a_bot_that_lets_others_go_first():
    state = COUNT.setup(COUNT.options(), luck())
    let = lambda *_: Decision(None, 3.0, "seen")  # noqa: E731
    assert asked(COUNT, state, "p0", let, must=False) == Decision(None, 3.0, "seen")
    drawn = asked(COUNT, state, "p0", let, must=True)
    assert drawn.move in COUNT.legal(state, "p0")
    assert drawn.delay == 0.0
    assert drawn.notes == "seen"


def test_who_knows_nothing_of_a_game_keeps_the_pace_of_its_rules():
    """The rules say how long each answer takes; who brings a bot of the game's own decides for itself."""
    rules = dataclasses.replace(THIEF, pace=lambda view, move, chance: 2.0 if move == Rest() else 0.25 * view.left)
    state = rules.setup(rules.options(), luck())
    for move, delay in ((Rest(), 2.0), (rules.legal(state, "thief")[0], 0.75)):
        assert asked(rules, state, "thief", lambda *_, move=move: Decision(move, 0.5), must=True).delay == delay
    own = dataclasses.replace(bot(lambda *_: Decision(Rest(), 0.5)), rules="thief")
    decision = ask(rules, own, "normal", state, "thief", notes=None, must=True, window_chance=luck(), chance=luck())
    assert decision.delay == 0.5


class Rude(Exception): ...


def raising(*_, error=Rude):
    raise error("my hand is " + "secret")


@pytest.mark.parametrize(
    ("rules", "seat", "choose"),
    [
        (PIG, "p0", raising),
        (PIG, "p0", partial(raising, error=SystemExit)),
        (PIG, "p0", lambda *_: None),
        (PIG, "p0", lambda *_: Roll()),
        (PIG, "p0", lambda: Decision(Roll())),
        (PIG, "p0", lambda *_: Decision(Bank())),
        (PIG, "p0", lambda *_: Decision("roll")),
        (PIG, "p0", lambda *_: Decision(Go(1))),
        (COUNT, "p0", lambda *_: Decision(5)),
        (COUNT, "p0", lambda *_: Decision(Bid(5))),
        (COUNT, "p0", lambda *_: Decision(Say(25))),
        (COUNT, "p0", lambda *_: Decision(Say("five"))),
        (COUNT, "p0", lambda *_: Decision(Say(True))),
        (COUNT, "p0", lambda *_: Decision(Say(5.0))),
        (BIDS, "p0", lambda *_: Decision(Bid(True))),
        (PIG, "p0", lambda *_: Decision(Roll(), -1.0)),
        (PIG, "p0", lambda *_: Decision(Roll(), float("nan"))),
        (PIG, "p0", lambda *_: Decision(Roll(), float("inf"))),
        (PIG, "p0", lambda *_: Decision(Roll(), "soon")),
        (PIG, "p0", lambda *_: Decision(Roll(), None)),
    ],
)
def test_an_answer_that_can_not_be_played_is_a_fault(rules, seat, choose):
    """What gets through would be written to the store, and could not be read again."""
    state = rules.setup(rules.options(), luck())
    with pytest.raises(BotFault) as caught:
        asked(rules, state, seat, choose)
    assert "secret" not in str(caught.value)


def test_notes_have_a_limit():
    player = bot(print)
    most = "x" * (NOTES_LIMIT - 2)
    assert NOTES_LIMIT == 16 * 1024
    assert check_notes(player, most) == most
    assert check_notes(player, {"a": (1, 2)}) == {"a": [1, 2]}
    for notes in (most + "x", "ä" * (NOTES_LIMIT // 2), object(), {1, print}, lambda: 0):
        with pytest.raises(BotFault):
            check_notes(player, notes)


# Random and greedy


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.id)
@pytest.mark.parametrize("machine", [RANDOM, GREEDY], ids=lambda machine: machine.id)
def test_any_rules_are_played_to_the_end(rules, machine):
    players = dict.fromkeys(rules.seats(rules.options()), Player(machine, "normal"))
    for episode in range(3):
        found = simulate(rules, players, episode=episode)
        assert found.outcome is not None
        assert set(found.faults.values()) == {0}
        assert sum(found.decisions.values()) > 0


def test_random_plays_every_legal_move():
    state = THIEF.setup(THIEF.options(), luck())
    legal = THIEF.legal(state, "thief")
    played = {asked(THIEF, state, "thief", RANDOM.choose, n=n).move for n in range(60)}
    assert played == set(legal)


def greedily(rules, state, seat, n=0):
    decision = ask(
        rules, GREEDY, "normal", state, seat, notes=None, must=True, window_chance=luck(n), chance=luck(n + 1)
    )
    return decision.move


@pytest.mark.parametrize("pig", [PIG, dataclasses.replace(PIG, standing=None)], ids=["standing", "playouts"])
def test_greedy_takes_a_win(pig):
    state = replace(PIG.setup(PIG.options(target=20), luck()), scores=(15, 19), pot=6)
    assert {greedily(pig, state, "p0", n) for n in range(10)} == {Bank()}


def test_greedy_flees_from_a_loss():
    """A hunter that can catch the thief, whose place was just shown, does."""
    state = THIEF.setup(THIEF.options(hunters=1), luck())
    state = replace(state, thief=6, hunters=(5,), trail=(6,), actor=0)
    assert {greedily(THIEF, state, "hunter-0", n) for n in range(10)} == {Go(6)}
    # The thief can't know that it will rest beside a hunter who sees nothing; but it must not be caught by itself.
    assert greedily(THIEF, replace(state, actor=-1), "thief") in (*THIEF.legal(state, "thief"), Rest())


def test_greedy_sees_no_more_than_its_seat():
    state = BIDS.setup(BIDS.options(), luck())
    other = replace(state, prizes=(state.prizes[0], *reversed(state.prizes[1:])))
    for n in range(5):
        assert greedily(BIDS, state, "p0", n) == greedily(BIDS, other, "p0", n)


def test_rewards_of_shared_ranks():
    assert reward({"a": 1, "b": 2, "c": 3}, "a") == 1.0
    assert reward({"a": 1, "b": 2, "c": 3}, "c") == 0.0
    assert reward({"a": 1, "b": 1, "c": 3}, "a") == 0.75
    assert reward({"a": 1, "b": 1}, "b") == 0.5
    assert reward({"a": 1}, "a") == 1.0


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.id)
def test_a_playout_comes_to_an_end_or_to_its_limit(rules):
    state = rules.setup(rules.options(), luck())
    assert playout(rules, state, luck(1)) is not None
    assert playout(rules, state, luck(1), steps=1) is None


def test_a_solver_can_stand_on_branches():
    """One throw of pig, as a solver sees it: exact, from the rules themselves."""
    state = PIG.setup(PIG.options(), luck())
    found = list(branches(lambda chance: PIG.apply(state, {"p0": Roll()}, chance)))
    assert sum(weight for weight, after in found if after.turn == 1) == pytest.approx(1 / 6)
    assert sum(weight * after.pot for weight, after in found) == pytest.approx(20 / 6)
    assert isinstance(COUNT.legal(None, "p0"), Where)
    assert json.loads(json.dumps(COUNT.legal(None, "p0").schema))["type"] == "object"
