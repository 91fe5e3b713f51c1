"""The course: every episode is counted once, whoever plays it, and it ends at the same one in any order."""

import itertools
from random import Random

import pytest
from episodes import plan_of, row_of
from hall import TOYS
from hypothesis import given, settings
from hypothesis import strategies as st

from tableshark.plugins import load
from tableshark.simulations import Interval, Playing, Sprt, Tally, make_plan, rows
from tableshark.simulations.course import LEASE, LONGEST, SLICE, TRIES, Course, Hopeless, Spent
from tableshark.simulations.report import judge
from tableshark.simulations.slices import ENOUGH, play_slice
from tableshark.simulations.tally import count

PLAN = plan_of("a", "b", rotation="paired", episodes=1200)
ROWS = [row_of(PLAN, episode, [1, 0] if episode * 7919 % 10 < 6 else [0, 1]) for episode in range(1200)]


def tally(start, stop):
    return count(ROWS[start:stop], PLAN.block)


def hand_in(course, claim, stop=None, plan=PLAN, each=0.02):
    stop = claim.stop if stop is None else stop
    spent = Spent(stop - claim.start, each * (stop - claim.start), {"a/normal": 1.0})
    return course.hand_in(plan, claim.number, stop, tally(claim.start, stop), spent)


def test_the_first_claim_is_one_deal_and_the_next_fill_a_slice():
    course = Course()
    first = course.claim(PLAN, 0.0)
    assert (first.start, first.stop) == (0, PLAN.block)
    assert hand_in(course, first, each=0.02)
    second = course.claim(PLAN, 0.0)
    assert (second.start, second.stop) == (2, 2 + int(SLICE / 0.02) // 2 * 2)


def test_a_claim_has_a_limit_and_holds_one_deal_at_least():
    long = plan_of("a", "b", rotation="paired", episodes=1_000_000)
    for each, size in ((1e-9, LONGEST), (60.0, long.block)):
        course = Course()
        hand_in(course, course.claim(long, 0.0), each=each, plan=long)
        claim = course.claim(long, 0.0)
        assert claim.stop - claim.start == size


def test_what_was_not_played_of_a_claim_is_claimed_by_the_next():
    course = Course()
    hand_in(course, course.claim(PLAN, 0.0))
    one = course.claim(PLAN, 0.0)
    assert hand_in(course, one, stop=one.start + 4)
    rest = course.claim(PLAN, 0.0)
    assert (rest.start, rest.stop, rest.tries) == (one.start + 4, one.stop, 1)


def test_what_is_handed_in_twice_or_does_not_fit_is_not_counted():
    course = Course()
    claim = course.claim(PLAN, 0.0)
    assert not hand_in(course, claim, stop=claim.stop + 2)
    assert not hand_in(course, claim, stop=claim.start)
    assert hand_in(course, claim)
    assert not hand_in(course, claim)
    assert course.tally == tally(0, claim.stop)
    assert course.spent.episodes == claim.stop


def test_a_claim_runs_out_and_who_is_late_is_not_counted():
    course = Course()
    late = course.claim(PLAN, 100.0)
    assert course.renew(late.number, 110.0)
    assert course.claim(PLAN, 110.0 + LEASE).start == late.stop
    again = course.claim(PLAN, 110.1 + LEASE)
    assert (again.start, again.stop, again.tries) == (late.start, late.stop, 2)
    assert not course.renew(late.number, 130.0)
    assert not hand_in(course, late)
    assert hand_in(course, again)
    assert course.tally == tally(0, again.stop)


def test_what_was_lost_is_tried_alone():
    """One episode that kills takes no others with it."""
    course = Course()
    hand_in(course, course.claim(PLAN, 0.0))
    lost = course.claim(PLAN, 0.0)
    assert lost.stop - lost.start > PLAN.block
    course.release(lost.number)
    course.release(lost.number)
    claims = [course.claim(PLAN, 0.0) for _ in range(3)]
    assert [(claim.start, claim.stop) for claim in claims[:2]] == [
        (lost.start, lost.start + 2), (lost.start + 2, lost.start + 4),
    ]  # fmt: skip
    assert {claim.tries for claim in claims} == {2}


def test_after_three_in_vain_it_is_hopeless():
    course = Course()
    for tries in range(1, TRIES + 1):
        claim = course.claim(PLAN, 0.0)
        assert (claim.start, claim.tries) == (0, tries)
        course.release(claim.number)
    with pytest.raises(Hopeless, match="from 0 to 1"):
        course.claim(PLAN, 0.0)


def test_nothing_is_left_to_claim_while_others_play_the_last():
    short = plan_of("a", "b", rotation="paired", episodes=2)
    course = Course()
    last = course.claim(short, 0.0)
    assert course.claim(short, 0.0) is None
    assert not course.complete(short)
    assert hand_in(course, last, plan=short)
    assert course.complete(short)
    assert course.claim(short, 0.0) is None


def test_how_long_it_takes_still():
    course = Course()
    assert course.left(PLAN) is None
    hand_in(course, course.claim(PLAN, 0.0), each=0.5)
    assert course.left(PLAN) == pytest.approx(0.5 * 1198)


def expected(plan):
    """Where it ends when one plays alone, judged at the fixed numbers."""
    at = 0
    while at < plan.episodes:
        at = plan.check_after(at)
        if (found := judge(plan, tally(0, at))) is not None and found.decided:
            return at
    return at


UNTIL = [None, Interval(0.045), Interval(0.0001), Sprt(0.5, 0.62), Sprt(0.1, 0.2)]


def test_these_end_at_different_numbers():
    ends = {expected(plan_of("a", "b", rotation="paired", episodes=1200, until=until)) for until in UNTIL}
    assert len(ends) > 2
    assert 1200 in ends


@given(st.sampled_from(UNTIL), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_any_order_of_any_workers_ends_at_the_same_number(until, seed):
    luck = Random(seed)
    plan = plan_of("a", "b", rotation="paired", episodes=1200, until=until)
    course, held, now = Course(), [], 0.0
    while not course.complete(plan):
        now += luck.choice([0.0, 1.0])
        chosen = luck.choice(["claim", "claim", "hand in", "hand in", "lose", "renew"])
        if chosen == "claim" and len(held) < 6:
            claim = course.claim(plan, now)
            if claim is not None:
                held.append(claim)
                assert claim.stop <= plan.check_after(claim.start), "a claim straddles a number at which it is judged"
                assert (claim.stop - claim.start) % plan.block == 0
        elif held and chosen == "hand in":
            claim = held.pop(luck.randrange(len(held)))
            hand_in(course, claim, luck.randrange(claim.start, claim.stop, 2) + 2, plan, luck.choice([0.001, 0.02]))
        elif held and chosen == "renew":
            course.renew(luck.choice(held).number, now)
        elif held and chosen == "lose" and held[-1].tries == 1:
            course.release(held.pop().number)
        # One that runs out more often than may be is another test's: here it is held for as long as it takes.
        for claim in course.claims:
            if claim.tries > 1:
                course.renew(claim.number, now)
    assert course.merged == expected(plan)
    assert course.tally == tally(0, course.merged)
    assert (course.claims, course.free, course.waiting) == ([], [], {})


def test_a_slice_ends_with_the_deal_in_which_its_time_is_over():
    plugins, thoughts, ticks = load([TOYS]), itertools.count(), itertools.count()
    plan = make_plan(plugins, "bids", ["random", "greedy", "random"], 60, rotation="paired")
    playing = Playing(plugins, plan, lambda: next(thoughts) / 4)
    playing.play(0)
    found = play_slice(playing, 9, 39, lambda: next(ticks) * 0.6 * ENOUGH)
    played = list(Playing(plugins, plan).rows(9, 15))
    assert found.stop == 15
    assert (found.lines, found.tally) == (rows.write(played), count(played, plan.block))
    # A quarter of a second for each of seven decisions in six episodes; what was before does not count.
    assert (found.spent.episodes, found.spent.players) == (6, {"random/normal": 21.0, "greedy/normal": 10.5})
    assert play_slice(playing, 9, 21, lambda: 0.0).stop == 21


def test_an_empty_course_has_an_empty_tally():
    assert Course().tally == Tally()


def test_slices_become_shorter_towards_the_end():
    """So that the last one keeps nobody waiting for long; and never so short that claims are all there is."""
    plan = plan_of("a", "b", rotation="paired", episodes=400)
    course, sizes, usual = Course(price=0.005), [], int(SLICE / 0.005)
    first = course.claim(plan, 0.0)
    while (claim := course.claim(plan, 0.0)) is not None:
        sizes.append(claim.stop - claim.start)
        hand_in(course, claim, plan=plan, each=0.005)
    assert first.stop == usual, "it is known what an episode costs"
    assert sizes == sorted(sizes, reverse=True)
    assert usual // 8 in sizes
    assert first.stop + sum(sizes) == 400


def test_who_plays_alone_keeps_nobody_waiting():
    plan = plan_of("a", "b", rotation="paired", episodes=400)
    course, sizes = Course(price=0.005), []
    while (claim := course.claim(plan, 0.0)) is not None:
        sizes.append(claim.stop - claim.start)
        hand_in(course, claim, plan=plan, each=0.005)
    assert sizes == [100] * 4
