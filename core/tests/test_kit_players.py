"""The kit asks machine players, and finds those that can't be trusted with a game that hides something."""

import dataclasses
import functools
import itertools

import pytest
from msgspec import Struct
from toys import BIDS, PIG, THIEF
from toys.bids import Bid

from tableshark import Bot, Budget, Decision, Level, Quick, Vantage, Where, asking
from tableshark.game import start
from tableshark.search.any_rules import GREEDY, RANDOM
from tableshark.store.memory import MemoryStore
from tableshark.testing import elsewhere, prove
from tableshark.testing.players import truth_in

LAST = []
"""Where a plugin that peeks leaves what it has seen."""
counter = itertools.count()


@pytest.fixture(autouse=True)
def _here_only(monkeypatch):
    """Start no other processes: other tests do."""
    monkeypatch.setattr(elsewhere, "HASH_SEEDS", ())


def bot(choose, **changes):
    return Bot(**{"id": "probe", "title": "Probe", "choose": choose, "rules": "bids", **changes})


def lowest(vantage, notes, settings, chance, budget):
    return Decision(min(vantage.legal, key=lambda bid: bid.card))


def remembers(vantage, notes, settings, chance, budget):
    """Bid the lowest card, and note how often."""
    assert notes is None or notes["bids"] == 7 - len(vantage.legal)
    return Decision(lowest(vantage, notes, settings, chance, budget).move, notes={"bids": 8 - len(vantage.legal)})


def raises(vantage, notes, settings, chance, budget):
    raise KeyError("no plan")


def bids_what_it_has_not(vantage, notes, settings, chance, budget):
    return Decision(Bid(99))


def notes_too_much(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[0], notes="x" * 20_000)


def notes_a_set(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[0], notes=object())


def changes_its_mind(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[next(counter) % len(vantage.legal)])


def too_late(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal[0], delay=-1.0)


def peeks(vantage, notes, settings, chance, budget):
    """Bid by what comes last, which the rules left lying about."""
    return Decision(vantage.legal[LAST[0].prizes[-1] % len(vantage.legal)])


def leaves_it_lying_about(state, seat, chance):
    """Redraw honestly, and keep the truth in the module."""
    LAST[:] = [state]
    return BIDS.determinize(state, seat, chance)


def legal_of_the_truth(state, seat):
    """Give moves that hold the true state, for whoever looks into them."""
    truth, cards = LAST[-1:], state.hands[int(seat[1:])]
    return Where({}, lambda move: move.card in cards and truth != 0, lambda chance: Bid(chance.pick(cards)))


PEEKED = dataclasses.replace(BIDS, determinize=leaves_it_lying_about)
CLOSED = dataclasses.replace(PEEKED, legal=legal_of_the_truth)


def first(vantage, notes, settings, chance, budget):
    return Decision(vantage.legal.draw(chance))


@pytest.mark.parametrize(
    ("rules", "choose", "says"),
    [
        (BIDS, raises, "bot probe raised KeyError: KeyError('no plan')"),
        (BIDS, bids_what_it_has_not, "bot probe answered with a move that is not legal"),
        (BIDS, notes_too_much, "bot probe noted 20002 bytes"),
        (BIDS, notes_a_set, "bot probe noted something that has no JSON form"),
        (BIDS, too_late, "answered with a delay of -1.0"),
        (BIDS, changes_its_mind, "asked again by the same luck"),
        (PEEKED, peeks, "bot probe/normal sees through: two games look the same to seat p"),
        (CLOSED, first, "bot probe/normal was given the true state"),
    ],
    ids=lambda it: getattr(it, "__name__", ""),
)
def test_each_breach_of_a_bot_is_caught(rules, choose, says):
    prove(rules, [rules.options()], bots=())
    with pytest.raises(AssertionError) as caught:
        prove(rules, [rules.options()], bots=[bot(choose)])
    assert says in str(caught.value)
    assert "bids with Options(players=3, cards=7, seconds=None), seed 0, step" in str(caught.value)


def test_good_bots_pass_at_every_level():
    levels = {"easy": Level(budget=Budget(1)), "max": Level(budget=Budget(10**9))}
    report = prove(
        BIDS, bots=[bot(lowest), bot(remembers, id="remembers"), bot(GREEDY.choose, id="deep", levels=levels)]
    )
    assert list(report.bots) == ["probe/normal", "remembers/normal", "deep/easy", "deep/max"]
    assert all(pairs >= 8 for _, pairs in report.bots.values())


def test_a_long_run_asks_at_many_twins():
    report = prove(BIDS, [BIDS.options()], range(20), bots=[bot(lowest)])
    decisions, pairs = report.bots["probe/normal"]
    assert pairs >= 20
    assert decisions > pairs


def test_bots_are_asked_under_all_options():
    """What plays at a table of three only, is found out at another."""

    def for_three(vantage, notes, settings, chance, budget):
        assert len(vantage.view.hands) == 3
        return Decision(vantage.legal[0])

    prove(BIDS, [BIDS.options()], bots=[bot(for_three)])
    with pytest.raises(AssertionError, match=r"players=4, .* bot probe raised AssertionError"):
        prove(BIDS, [BIDS.options(), BIDS.options(players=4)], bots=[bot(for_three)])


def test_bots_of_installed_rules_and_of_any_are_found():
    report = prove(THIEF, [THIEF.options()])
    assert set(report.bots) >= {"random/normal", "greedy/normal"}


class Loose(Struct, frozen=True, gc=False):
    inside: object


class Slotted:
    __slots__ = ("inside",)

    def __init__(self, inside):
        self.inside = inside

    def method(self):
        """Hold on to self."""


def hidden_in(truth):
    def closure():
        return truth

    yield closure
    yield functools.partial(print, truth)
    yield {"a": [{"b": (truth,)}]}
    yield Loose(truth)
    yield Slotted(truth)
    yield Slotted(truth).method
    yield [truth].append
    yield lambda x=truth: x
    yield lambda *, x=truth: x
    yield (one for one in [truth])
    yield dataclasses.replace(PIG, setup=closure)
    yield functools.lru_cache(closure)


def test_the_truth_is_found_wherever_it_is_kept():
    game = start(BIDS, BIDS.options(), b"some seed")
    vantage = Vantage(BIDS, game.state, "p0", Quick.of(b"another"))
    innocent = (vantage, {"a": 1}, BIDS.options(), Quick.of(b"x"), Budget(3), RANDOM, hidden_in, BIDS)
    assert truth_in(innocent, game) is None
    assert truth_in((*innocent, BIDS.setup(BIDS.options(), Quick.of(b"y"))), game) is None
    for truth, told in [
        (game.state, "the true state"),
        (game, "a Game"),
        (game.seed, "the seed"),
        (b"some " + b"seed", "the seed"),
        (MemoryStore(), "a MemoryStore"),
    ]:
        for given in hidden_in(truth):
            assert truth_in((*innocent, given), game) == told


def test_the_core_gives_no_bot_the_truth(monkeypatch):
    """A vantage that keeps the state it was made from is found out, though the bot does not look at it."""

    class Leaky(Vantage):
        def __init__(self, rules, state, seat, chance):
            super().__init__(rules, state, seat, chance)
            self.truth = state

    prove(BIDS, [BIDS.options()], bots=[bot(lowest)])
    monkeypatch.setattr(asking, "Vantage", Leaky)
    with pytest.raises(AssertionError, match="bot probe/normal was given the true state"):
        prove(BIDS, [BIDS.options()], bots=[bot(lowest)])
