"""Luck: the scheme against one written anew, scripted luck, and fair throws by counting every way they can fall."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import pytest

from tableshark import Chance, Quick, Scripted, Seeded, TooManyBranches, branches

SEED = bytes(range(32))


class Reference:
    """The scheme of the architecture page, from its words: with big integers and no cleverness."""

    def __init__(self, seed, step):
        self.seed, self.step, self.draw, self.refused = seed, step, 0, 0

    def below(self, n):
        attempt = 0
        while True:
            text = str(self.step) + "/" + str(self.draw) + "/" + str(attempt)
            digest = hmac.new(self.seed, text.encode("ascii"), "sha256").hexdigest()
            word = int(digest[:16], 16)
            if word < (2**64 // n) * n:
                self.draw += 1
                return word % n
            attempt += 1
            self.refused += 1


@pytest.mark.parametrize("n", [1, 2, 6, 52, 10**9 + 7, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1, 2**64])
def test_seeded_follows_the_scheme(n):
    for step in (0, 1, 17):
        luck, reference = Seeded(SEED, step), Reference(SEED, step)
        drawn = [luck.below(n) for _ in range(40)]
        assert drawn == [reference.below(n) for _ in range(40)]
        assert luck.draws == [(n, value) for value in drawn]
        if n == 2**63 + 1:
            assert reference.refused > 20  # nearly half of all words are refused: the zone was really entered


def test_seeded_vectors():
    """Made with openssl, so that whoever writes the scheme in another language has something to hold it to."""
    luck = Seeded(SEED, 3)
    assert [luck.below(6) for _ in range(8)] == VECTOR_DICE
    luck = Seeded(SEED, 0)
    assert [luck.below(2**64) for _ in range(2)] == VECTOR_WORDS
    luck = Seeded(b"", 12)
    assert [luck.below(2**63 + 1) for _ in range(3)] == VECTOR_REFUSED


VECTOR_DICE = [1, 5, 5, 3, 0, 5, 3, 5]
VECTOR_WORDS = [8617220337862022219, 16115010952958668239]
VECTOR_REFUSED = [8434826364022253069, 7217017805615069134, 2318933114316727159]


def test_a_draw_counts_on_after_a_refusal():
    """Refused tries belong to their draw: the next draw has the next number, whatever was refused before."""
    luck = Seeded(SEED, 5)
    luck.below(2**63 + 1)
    luck.below(2**63 + 1)
    word = hmac.new(SEED, b"5/2/0", hashlib.sha256).digest()[:8]
    assert luck.below(2**64) == int.from_bytes(word, "big")


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
@pytest.mark.parametrize("luck", [Seeded(SEED, 0), Scripted([(1, 0)])], ids=["seeded", "scripted"])
def test_below_says_what_it_can(luck, n):
    with pytest.raises(ValueError, match=str(n)):
        luck.below(n)
    assert not luck.draws


def test_quick_can_not_draw_below_nothing():
    with pytest.raises(ValueError, match="0"):
        Quick(Random(0)).below(0)


def test_branches_can_not_draw_below_nothing():
    for step in (lambda chance: chance.below(0), lambda chance: chance.below(2**64 + 1), lambda c: c.weigh((0, 0))):
        with pytest.raises(ValueError, match="can't draw"):
            list(branches(step))


def throw_all(chance):
    return (
        chance.below(10),
        chance.die(),
        chance.die(20),
        chance.pick("abc"),
        chance.face((0, 0, 0, 1, 2)),
        chance.faces((0, 1), 3),
        chance.weigh((5, 0, 1)),
        chance.shuffle(range(6)),
    )


def test_scripted_replays_what_was_drawn():
    luck = Seeded(SEED, 1)
    thrown = throw_all(luck)
    again = Scripted(luck.draws)
    assert throw_all(again) == thrown
    assert again.draws == luck.draws
    assert not again.left
    bare = Scripted([value for _, value in luck.draws])
    assert throw_all(bare) == thrown


@pytest.mark.parametrize(
    ("script", "n", "says"),
    [
        ([], 6, "no scripted draw is left"),
        ([(8, 1)], 6, "does not answer"),
        ([6], 6, "does not answer"),
        ([-1], 6, "does not answer"),
        ([(6, 6)], 6, "does not answer"),
    ],
)
def test_scripted_refuses_what_it_was_not_written_for(script, n, says):
    luck = Scripted(script)
    with pytest.raises(ValueError, match=says):
        luck.below(n)
    assert not luck.draws


def spread(step):
    """Add up the ways in which a step can fall, in exact fractions."""
    found = Counter()
    for weight, result in branches(step):
        found[result] += Fraction(weight).limit_denominator(10**6)
    return found


def test_every_way_is_as_likely_as_it_should_be():
    assert spread(lambda chance: chance.die(6)) == {face: Fraction(1, 6) for face in range(1, 7)}
    assert spread(lambda chance: chance.weigh((3, 0, 2))) == {0: Fraction(3, 5), 2: Fraction(2, 5)}
    assert spread(lambda chance: chance.face(("a", "b", "a", "a"))) == {"a": Fraction(3, 4), "b": Fraction(1, 4)}
    assert spread(lambda chance: chance.pick(("a", "b", "a"))) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    shuffled = spread(lambda chance: chance.shuffle("abcd"))
    assert shuffled == {tuple(order): Fraction(1, 24) for order in permutations("abcd")}


def test_weigh_by_below_alone_is_as_likely():
    """The default `weigh` stands on `below`: count its draws one by one."""
    drawn = [Scripted([draw]).weigh((3, 0, 2)) for draw in range(5)]
    assert drawn == [0, 0, 0, 2, 2]


def test_branches_add_up_and_fork_once_per_index():
    ways = list(branches(lambda chance: chance.faces((0, 0, 0, 1, 2, 3), 2)))
    assert len(ways) == 16  # four different faces, two dice: not 36
    assert sum(weight for weight, _ in ways) == pytest.approx(1, abs=1e-12)

    def uneven(chance):
        return chance.die() if chance.weigh((1, 1)) else (chance.die(), chance.die(4))

    ways = list(branches(uneven))
    assert len(ways) == 6 + 24
    assert sum(weight for weight, _ in ways) == pytest.approx(1, abs=1e-12)
    assert list(branches(lambda chance: "no luck")) == [(1.0, "no luck")]


def test_branches_have_a_limit():
    three = lambda chance: chance.faces((1, 2, 3, 4), 3)  # noqa: E731
    assert len(list(branches(three, limit=64))) == 64
    with pytest.raises(TooManyBranches, match="63"):
        list(branches(three, limit=63))
    with pytest.raises(TooManyBranches):
        list(branches(lambda chance: chance.below(2**64)))


def test_a_fork_is_not_swallowed_by_the_rules():
    def careless(chance):
        try:
            return chance.die(2)
        except Exception:
            return "swallowed"

    assert sorted(result for _, result in branches(careless)) == [1, 2]


@pytest.mark.parametrize(
    "throw",
    [
        lambda chance: chance.below(5),
        lambda chance: chance.face((0, 1, 2, 3, 4)),
        lambda chance: chance.faces((0, 1, 2, 3, 4), 1)[0],
        lambda chance: chance.pick((0, 1, 2, 3, 4)),
        lambda chance: chance.weigh((1, 1, 1, 1, 1)),
        lambda chance: chance.shuffle(range(5))[0],
    ],
    ids=["below", "face", "faces", "pick", "weigh", "shuffle"],
)
def test_quick_is_even(throw):
    luck, count = Quick(Random(1)), 10_000
    found = Counter(throw(luck) for _ in range(count))
    assert sorted(found) == [0, 1, 2, 3, 4]
    # Chi-square with 4 degrees of freedom: 23.5 comes once in ten thousand; the seed is fixed.
    assert sum((seen - count / 5) ** 2 / (count / 5) for seen in found.values()) < 23.5


@pytest.mark.parametrize("count", [0, 1, 4, 5, 6, 9, 11, 13])
def test_quick_throws_handfuls_evenly(count):
    luck, throws = Quick(Random(3)), 3000
    thrown = [luck.faces((0, 0, 0, 1, 2, 3), count) for _ in range(throws)]
    assert {len(dice) for dice in thrown} == {count}
    for place in range(count):
        found = Counter(dice[place] for dice in thrown)
        expected = {0: throws / 2, 1: throws / 6, 2: throws / 6, 3: throws / 6}
        # Chi-square with 3 degrees of freedom: 25 comes about once in a hundred thousand.
        assert sum((found[face] - wanted) ** 2 / wanted for face, wanted in expected.items()) < 25
    for one, other in pairwise(range(count)):
        same = sum(dice[one] == dice[other] for dice in thrown)
        assert abs(same - throws / 3) < 5 * (throws * 2 / 9) ** 0.5  # dice don't follow each other
    assert luck.faces(("only",), count) == ("only",) * count


def test_the_base_has_no_luck_of_its_own():
    with pytest.raises(NotImplementedError):
        Chance().die()
