"""The conformance kit: it lets good games pass, and catches each breach in a toy that is broken on purpose."""

import dataclasses
import functools
import itertools
import subprocess
import sys
from math import nan
from typing import Annotated

import pytest
from msgspec import Meta
from msgspec.structs import replace
from toys import BIDS, COUNT, PIG, THIEF, TOYS, bids, thief
from toys.bids import Bid
from toys.count import Say
from toys.pig import Bank, Roll
from toys.thief import Go

import tableshark
from tableshark import Awaiting, Data, Move, News, Outcome, Rules, Where
from tableshark.rules import draw_move
from tableshark.testing import elsewhere, forms, laws, option_sets, prove, walk


@pytest.mark.parametrize("rules", TOYS, ids=[rules.id for rules in TOYS])
def test_good_games_pass(rules, tableshark_seeds):
    report = prove(rules, seeds=tableshark_seeds)
    print(report)
    assert report.elsewhere
    assert {"random/normal", "greedy/normal"} <= set(report.bots)
    for decisions, pairs in report.bots.values():
        assert decisions >= 8
        assert (pairs >= 8) == rules.hides
    assert bool(report.twins) == rules.hides


@pytest.fixture
def here_only(monkeypatch):
    """Start no other processes: other tests do."""
    monkeypatch.setattr(elsewhere, "HASH_SEEDS", ())


def test_twins_are_found_for_whom_something_is_hidden_from(here_only):
    thief = prove(THIEF, [THIEF.options()], bots=())
    assert set(thief.twins) == {"hunter-0", "hunter-1"}
    assert min(thief.twins.values()) > 40
    bids = prove(BIDS, [BIDS.options()], bots=())
    assert set(bids.twins) == {"p0", "p1", "p2"}
    assert min(bids.twins.values()) > 10


def test_one_line_is_enough():
    report = prove(PIG)
    assert [played.options for played in report.played] == option_sets(PIG)
    assert [played.games for played in report.played] == [3, 1, 1, 1, 1]
    assert "pig: 0 twins; compared with other hash seeds; 0 golden games" in str(report)


def hold(rules):
    """Hold rules to the laws under the default options, without bots."""
    return prove(rules, [rules.options()], range(6), bots=(), steps=200)


def broken(rules, **changes):
    return dataclasses.replace(rules, **changes)


# A game whose state holds a dictionary: what tuples forgive, it does not.


class TallyOptions(tableshark.Options, frozen=True):
    names: tuple[str, ...] = ("zoe", "abe")


class Add(Move, frozen=True): ...


class Tally(Data, frozen=True):
    scores: dict[str, int]
    left: int = 6
    news: tuple[News, ...] = ()


def tally_status(state):
    if state.left:
        return Awaiting.of(sorted(state.scores)[state.left % 2])
    return Outcome.highest({name: float(n) for name, n in state.scores.items()}, "all counted")


def tally_apply(state, moves, chance):
    [seat] = moves
    scores = {name: n + (name == seat) * chance.die() for name, n in sorted(state.scores.items())}
    return replace(state, scores=scores, left=state.left - 1)


TALLY = Rules(
    id="tally",
    title="Tally",
    version=1,
    options=TallyOptions,
    state=Tally,
    move=Add,
    seen=Tally,
    seats=lambda options: tuple(options.names),
    setup=lambda options, chance: Tally(dict.fromkeys(options.names, 0)),
    status=tally_status,
    legal=lambda state, seat: (Add(),),
    apply=tally_apply,
    view=lambda state, seat: state,
)


def test_the_tally_is_good_itself():
    prove(TALLY)


def adds_in_place(state, moves, chance):
    [seat] = moves
    state.scores[seat] += 1
    return replace(state, left=state.left - 1)


def draws_in_the_order_of_a_dictionary(state, moves, chance):
    scores = {name: n + chance.die() for name, n in state.scores.items()}
    return replace(state, scores=scores, left=state.left - 1)


def adds_in_place_when_somebody_is_late(state, moves, chance):
    if len(moves) == 1:
        state.scores["zoe"] += 1
    return replace(state, left=state.left - 1)


def asks_both(state):
    if not state.left:
        return tally_status(state)
    return Awaiting.of("abe", "zoe", question=f"{state.left} left", seconds=1.0)


counter = itertools.count()


def remembers(state, moves, chance):
    return replace(PIG.apply(state, moves, chance), pot=next(counter))


def draws_otherwise(state, moves, chance):
    chance.below(2 + next(counter) % 2)
    return PIG.apply(state, moves, chance)


class Sealed(Data, frozen=True):
    prizes: tuple[int, ...]


class Bare(Data, frozen=True):
    news: tuple[Sealed, ...] = (Sealed(()),)


class Wordless(Data, frozen=True):
    news: tuple[bids.Sold, ...] = (bids.Sold(text=" ", bids=()),)


def status_of(rules, **changes):
    def status(state):
        found = rules.status(state)
        return replace(found, **changes) if isinstance(found, Awaiting) else found

    return status


def outcome_of(rules, change):
    def status(state):
        found = rules.status(state)
        return change(found) if isinstance(found, Outcome) else found

    return status


def refusing(state, moves, chance):
    if Bank() in moves.values():
        raise KeyError("the bank is closed")
    return PIG.apply(state, moves, chance)


def needs_an_answer(state, moves, chance):
    [_] = moves
    return COUNT.apply(state, moves, chance)


def takes_its_time(state, moves, chance):
    return COUNT.apply(state, moves, chance) if moves else state


def guessing(state, seat, chance):
    """Redraw the thief anywhere, also where a hunter stands or where it can't have gone."""
    if seat == "thief" or state.actor < 0:
        return THIEF.determinize(state, seat, chance)
    return replace(state, thief=chance.below(16))


def peeking(state, seat, chance):
    """Reshuffle the hidden prizes from the order in which they really lie."""
    return replace(state, prizes=state.prizes[:1] + chance.shuffle(state.prizes[1:]))


def after_the_end(state, seat, chance):
    if seat != "thief" and isinstance(THIEF.status(state), Outcome):
        return replace(state, left=1 + chance.below(99))
    return THIEF.determinize(state, seat, chance)


def blind_after_the_end(state, seat):
    return replace(THIEF.view(state, seat), left=None)


def lists(state, moves, chance):
    after = PIG.apply(state, moves, chance)
    return replace(after, scores=list(after.scores))


def redraws_in_place(state, seat, chance):
    state.scores["zoe"] = 9
    return state


def keeps_the_last(state, seat, chance):
    """Redraw all prizes but the last: it looks the same, and is redrawn again as the same."""
    return replace(state, prizes=state.prizes[:1] + chance.shuffle(sorted(state.prizes[1:-1])) + state.prizes[1:][-1:])


def in_a_hurry_for_the_last(state):
    """Tell by the time that is left which prize comes last."""
    found = BIDS.status(state)
    return replace(found, seconds=10.0 + state.prizes[-1]) if isinstance(found, Awaiting) else found


def every_step_on_the_clock(state):
    """Put every hidden step of the thief as a question of its own, with a new deadline that all can see."""
    found = THIEF.status(state)
    return replace(found, question=None, seconds=9.0) if isinstance(found, Awaiting) else found


class Constant(Data, frozen=True):
    left: int = 6
    secret: int = 7
    """What nobody sees, and what is the same in every game."""


class Left(Data, frozen=True):
    left: int


CONSTANT = Rules(
    id="constant",
    title="Constant",
    version=1,
    options=TallyOptions,
    state=Constant,
    move=Add,
    seen=Left,
    seats=lambda options: ("zoe",),
    setup=lambda options, chance: Constant(),
    status=lambda s: Awaiting.of("zoe") if s.left else Outcome({"zoe": 1}, {"zoe": 0.0}, "all counted"),
    legal=lambda state, seat: (Add(),),
    apply=lambda state, moves, chance: replace(state, left=state.left - 1),
    view=lambda state, seat: Left(state.left),
    determinize=lambda s, seat, chance: replace(s, secret=chance.below(99)) if s.left else s,
)


def described(schema, moves):
    return Where(schema, lambda move: move in moves, lambda chance: draw_move(moves, chance))


BREACHES = {
    "keeps-what-is-hidden": (
        broken(BIDS, determinize=keeps_the_last),
        "but by the same luck one is redrawn for it as",
    ),
    "a-status-that-tells": (
        broken(BIDS, determinize=keeps_the_last, status=in_a_hurry_for_the_last),
        "but their status is",
    ),
    "moves-that-tell": (
        broken(
            BIDS, determinize=keeps_the_last, legal=lambda s, seat: BIDS.legal(s, seat)[:: 1 - s.prizes[-1] % 2 * 2]
        ),
        "but its legal is",
    ),
    "numbers-that-count-hidden-steps": (
        broken(THIEF, status=every_step_on_the_clock),
        "two games look the same to seat hunter-0, but its number is",
    ),
    "no-twins": (CONSTANT, "redraws the state for ['zoe'], but no two games were found that look the same"),
    "state-of-lists": (broken(PIG, apply=lists), "the state came back from JSON"),
    "state-without-json": (
        broken(PIG, setup=lambda options, chance: replace(PIG.setup(options, chance), pot=object())),
        "TypeError",
    ),
    "view-of-another-type": (broken(PIG, view=lambda s, seat: Sealed(())), "view for seat p0 gives Sealed"),
    "view-of-lists": (broken(PIG, view=lambda s, seat: replace(s, scores=[])), "the view of seat p0 came back"),
    "no-view-for-onlookers": (
        broken(PIG, view=lambda s, seat: replace(s, pot=int(seat[1:]))),
        "TypeError: 'NoneType'",
    ),
    "news-without-text": (broken(PIG, seen=Bare, view=lambda s, seat: Bare()), "has no text"),
    "news-with-an-empty-text": (broken(PIG, seen=Wordless, view=lambda s, seat: Wordless()), "has an empty text"),
    "nobody-awaited": (broken(PIG, status=status_of(PIG, seats=frozenset())), "nobody is awaited"),
    "a-stranger-awaited": (
        broken(BIDS, status=status_of(BIDS, seats=frozenset({"p0", "p9"})), legal=lambda s, seat: (Bid(1),)),
        "p9",
    ),
    "no-status": (broken(PIG, status=lambda s: None), "status is None"),
    "no-time-at-all": (broken(COUNT, status=status_of(COUNT, seconds=0.0)), "seconds is 0.0"),
    "no-legal-move": (
        broken(PIG, legal=lambda s, seat: () if s.pot > 3 else PIG.legal(s, seat)),
        "is awaited and has no legal move",
    ),
    "legal-is-a-list": (broken(PIG, legal=lambda s, seat: [Roll()]), "a tuple or a Where expected"),
    "legal-is-endless": (
        broken(BIDS, legal=lambda s, seat: tuple(Bid(i) for i in range(2001))),
        "has 2001 legal moves, at most 2000",
    ),
    "draws-what-is-not-legal": (
        broken(COUNT, legal=lambda s, seat: Where({}, lambda move: move.number < 20, lambda c: Say(20 + c.below(5)))),
        "it is not in the legal moves",
    ),
    "a-schema-that-is-none": (
        broken(COUNT, legal=lambda s, seat: described({"type": "nonsense"}, COUNT.legal(s, seat))),
        "the schema of seat p0's moves is no JSON Schema",
    ),
    "a-schema-of-other-moves": (
        broken(COUNT, legal=lambda s, seat: described({"required": ["foo"]}, COUNT.legal(s, seat))),
        "but it does not fit its schema: 'foo' is a required property",
    ),
    "a-pace-into-the-past": (broken(PIG, pace=lambda view, move, chance: -1.0), "is -1.0, seconds from 0 on expected"),
    "a-pace-of-no-number": (broken(PIG, pace=lambda view, move, chance: nan), "is nan, seconds from 0 on expected"),
    "a-move-of-no-type": (broken(PIG, legal=lambda s, seat: (Roll(), Go(1))), "none of the rules' moves"),
    "a-move-that-changes-in-json": (broken(BIDS, legal=lambda s, seat: (Bid((1,)),)), "ValidationError"),
    "refuses-a-legal-move": (broken(PIG, apply=refusing), "apply refused the legal answers {'p0': Bank()}: KeyError"),
    "changes-the-old-state": (broken(TALLY, apply=adds_in_place), "apply changed the state it was given"),
    "changes-the-old-state-when-somebody-is-late": (
        broken(TALLY, apply=adds_in_place_when_somebody_is_late, status=asks_both),
        "apply turned the old state",
    ),
    "no-empty-apply": (broken(COUNT, apply=needs_an_answer), "apply of no answers raised ValueError"),
    "time-up-and-the-same-question": (broken(COUNT, apply=takes_its_time), "the question is still 'round 0'"),
    "outcome-lacks-a-seat": (
        broken(PIG, status=outcome_of(PIG, lambda end: replace(end, ranks={"p0": 1}))),
        "the outcome has ranks for ['p0']",
    ),
    "outcome-lacks-a-score": (
        broken(PIG, status=outcome_of(PIG, lambda end: replace(end, scores={}))),
        "scores for []",
    ),
    "ranks-from-zero": (
        broken(PIG, status=outcome_of(PIG, lambda end: replace(end, ranks={"p0": 0, "p1": 1}))),
        "{'p0': 1, 'p1': 2} expected",
    ),
    "ranks-without-a-gap": (
        broken(BIDS, status=outcome_of(BIDS, lambda end: replace(end, ranks={"p0": 1, "p1": 1, "p2": 2}))),
        "'p2': 3} expected",
    ),
    "no-reason": (broken(PIG, status=outcome_of(PIG, lambda end: replace(end, reason=""))), "gives no reason"),
    "standing-lacks-a-seat": (broken(PIG, standing=lambda s: {"p0": 1.0}), "standing is for ['p0']"),
    "standing-is-no-number": (broken(PIG, standing=lambda s: {"p0": 1.0, "p1": nan}), "finite numbers expected"),
    "thief-shown-to-all": (
        broken(THIEF, view=lambda s, seat: replace(THIEF.view(s, seat), thief=s.thief)),
        "redrawn for seat hunter-0, it sees",
    ),
    "steps-left-shown-to-all": (
        broken(THIEF, view=lambda s, seat: replace(THIEF.view(s, seat), left=s.left)),
        "redrawn for seat hunter-",
    ),
    "imagines-what-was-ruled-out": (broken(THIEF, determinize=guessing), "redrawn for seat hunter-"),
    "reshuffles-the-visible-prize": (
        broken(BIDS, determinize=lambda s, seat, chance: replace(s, prizes=chance.shuffle(sorted(s.prizes)))),
        "redrawn for seat p0, it sees",
    ),
    "imagines-other-moves": (
        broken(BIDS, legal=lambda s, seat: BIDS.legal(s, seat)[: 1 + s.prizes[-1] % 2]),
        ", it may play (Bid(card=1),",
    ),
    "peeks": (broken(BIDS, determinize=peeking), "but a redrawn state by the same luck"),
    "never-reshuffles": (
        broken(BIDS, determinize=lambda s, seat, chance: s),
        "determinize never changed anything",
    ),
    "hides-after-the-end": (
        broken(THIEF, determinize=after_the_end, view=blind_after_the_end),
        "the game is over, but for seat hunter-0",
    ),
    "redraws-in-place": (broken(TALLY, determinize=redraws_in_place), "determinize changed the state it was given"),
    "remembers": (broken(PIG, apply=remembers), "and then State("),
    "draws-otherwise": (broken(PIG, apply=draws_otherwise), "drew otherwise at the second time"),
    "draws-in-the-order-of-a-dictionary": (
        broken(TALLY, apply=draws_in_the_order_of_a_dictionary),
        "gave Tally(",
    ),
    "setup-fails": (broken(PIG, setup=lambda options, chance: 1 // 0), "by zero (setup)"),
    "legal-fails": (broken(PIG, legal=lambda s, seat: 1 // 0), "ZeroDivisionError"),
    "never-ends": (broken(PIG, legal=lambda s, seat: (Roll(),)), "not over after 200 steps"),
    "can-not-be-loaded": (broken(PIG, version=0), "version is 0"),
}


@functools.cache
def story(breach):
    """What is told of a breach by the whole kit."""
    with pytest.raises(AssertionError) as caught:
        hold(BREACHES[breach][0])
    return str(caught.value)


@pytest.mark.parametrize("breach", BREACHES)
def test_each_breach_is_caught(breach):
    rules, says = BREACHES[breach]
    assert says in story(breach)
    assert rules.id in story(breach)


def test_the_story_names_the_place():
    rules = BREACHES["refuses-a-legal-move"][0]
    with pytest.raises(AssertionError, match=r"^pig with Options\(players=3, target=30\), seed 5, step \d+: apply ref"):
        prove(rules, [PIG.options(players=3)], [5])


def test_other_options_are_played_too(here_only):
    """What breaks under other options only, is found only there."""
    five = broken(THIEF, setup=lambda options, chance: THIEF.setup(options, chance) if options.hunters < 5 else None)
    prove(five, [THIEF.options()])
    with pytest.raises(AssertionError, match="hunters=5"):
        prove(five, [THIEF.options(), THIEF.options(hunters=5)])


def test_seats_and_options_are_looked_at():
    shouting = broken(TALLY)
    with pytest.raises(AssertionError, match="seat 'ZOE' does not match"):
        prove(shouting, [TallyOptions(("ZOE", "ABE"))])
    with pytest.raises(AssertionError, match="each once expected"):
        prove(shouting, [TallyOptions(("zoe", "zoe"))])
    with pytest.raises(AssertionError, match="the options came back from JSON"):
        prove(shouting, [TallyOptions(["zoe", "abe"])])


class Endless(tableshark.Options, frozen=True):
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    hands: dict[str, tuple[Annotated[int, Meta(ge=0)], ...]] = {}


class Nested(tableshark.Options, frozen=True):
    players: Annotated[int, Meta(ge=2, le=4)] = 2
    grid: Endless | None = None


@pytest.mark.parametrize(("kind", "place"), [(Endless, "hands"), (Nested, "grid.hands")])
def test_numbers_without_ends_are_looked_at(kind, place):
    with pytest.raises(AssertionError, match=f"the option {place} is a number without ends"):
        prove(broken(PIG, options=kind), seeds=range(1))


def test_a_broken_law_is_told_without_the_works_of_the_kit():
    """Only what an author's own function raised has a traceback of its own."""
    with pytest.raises(AssertionError) as caught:
        hold(BREACHES["peeks"][0])
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
    with pytest.raises(AssertionError) as caught:
        hold(BREACHES["legal-fails"][0])
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


LAWS = (*laws.POSITION, *forms.POSITION, *laws.PLAYED, *laws.TWINS, laws.has_twins)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_each_law_is_needed(law, monkeypatch, here_only):
    """A law that no breach needs has no test: without it some breach goes unseen, or is told as something else."""
    told = [breach for breach in BREACHES if law.__doc__.splitlines()[0] in story(breach)]
    monkeypatch.setattr(laws, "POSITION", tuple(one for one in laws.POSITION if one is not law))
    monkeypatch.setattr(forms, "POSITION", tuple(one for one in forms.POSITION if one is not law))
    monkeypatch.setattr(laws, "PLAYED", tuple(one for one in laws.PLAYED if one is not law))
    monkeypatch.setattr(laws, "TWINS", tuple(one for one in laws.TWINS if one is not law))
    if law is laws.has_twins:
        monkeypatch.setattr(laws, "has_twins", lambda played: None)

    def seen(breach):
        rules, says = BREACHES[breach]
        try:
            hold(rules)
        except Exception as error:
            return says in str(error)
        return False

    assert told
    assert not all(seen(breach) for breach in told)


def test_the_walk_lets_time_run_out_and_races_be_won():
    kinds = set()
    for seed in range(6):
        play = walk.Walk(COUNT, COUNT.options(), seed, 2000)
        for found in play.play(100):
            if isinstance(found, walk.Step):
                kinds.add(len(found.answers))
    assert kinds == {0, 1}
    partial = set()
    for seed in range(20):
        play = walk.Walk(BIDS, BIDS.options(seconds=2.0), seed, 2000)
        partial |= {len(found.answers) for found in play.play(100) if isinstance(found, walk.Step)}
    assert partial == {0, 1, 2, 3}


def test_the_walk_is_the_same_for_a_seed():
    def states(seed):
        return [
            found.body
            for found in walk.Walk(THIEF, THIEF.options(), seed, 9).play(99)
            if isinstance(found, walk.Position)
        ]

    assert states(1) == states(1)
    assert states(1) != states(2)
    assert thief.STEPS == 3


def test_the_pytest_plugin_gives_the_seeds(tmp_path):
    (tmp_path / "test_probe.py").write_text(
        "from tableshark.testing.plugin import asked_seeds\n"
        "def test_it(tableshark_seeds): assert tableshark_seeds == asked_seeds() == range(11)\n"
    )
    plugin = ["-p", "no:cacheprovider", "-p", "tableshark.testing.plugin", "--tableshark-seeds", "11"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugin, str(tmp_path)],
        cwd=tmp_path,
        env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_pytest_plugin_is_loaded_by_itself(request, tableshark_seeds):
    assert request.config.pluginmanager.has_plugin("tableshark")
    assert tableshark_seeds == range(request.config.getoption("--tableshark-seeds"))


def test_the_pytest_plugin_brings_little_along():
    """It is imported wherever the package and pytest are installed: no store, no server, no command line."""
    program = (
        "import sys; import pytest, tableshark; before = set(sys.modules); import tableshark.testing.plugin;"
        "print(*sorted(name for name in set(sys.modules) - before if not name.startswith('tableshark')))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.split() == []


def an_onlooker_sees_a_hand(state, seat):
    return thief.view(state, seat or "thief")


def test_an_onlooker_who_sees_more_than_a_seat_is_found_out(here_only):
    with pytest.raises(AssertionError, match="an onlooker sees"):
        hold(dataclasses.replace(THIEF, view=an_onlooker_sees_a_hand))


@pytest.mark.parametrize("rules", [THIEF, BIDS], ids=["thief", "bids"])
def test_hiding_without_a_determinize_is_found_out(rules, here_only):
    with pytest.raises(AssertionError, match="bring a determinize"):
        hold(dataclasses.replace(rules, determinize=tableshark.rules.nothing_hidden))
