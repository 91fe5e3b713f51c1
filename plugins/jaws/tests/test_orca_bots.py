"""The machine player of act two: honest, able, and never with a fixed answer to a secret choice."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from jaws_orca import SAILOR, SEA, SeaOptions, Table, cards, decide, luck, sea, surfacing, tiles
from msgspec.structs import replace

from tableshark import Player, simulate
from tableshark_jaws.orca import act
from tableshark_jaws.orca.bots import EASY, NORMAL
from tableshark_jaws.orca.contest import Arms, Row, play_out
from tableshark_jaws.orca.moves import (
    Bite,
    Choose,
    Domino,
    Enough,
    Give,
    Hold,
    Keep,
    Lunge,
    Maul,
    Prepare,
    Reroll,
    Strike,
    UseAmmo,
    UseCage,
)
from tableshark_jaws.orca.odds import ONE, breaking, thrown
from tableshark_jaws.orca.tables import GEAR_NUMBER, ZONE
from tableshark_jaws.orca.worth import Blow
from tableshark_jaws.table import CREW

T1, T2, T4 = surfacing("T1", 0), surfacing("T2"), surfacing("T4", 2)


def duel(shark, crew, games, seed="duel", **options):
    """Play games between levels; give how often each side won, and how."""
    players = {"shark": Player(SAILOR, shark), **dict.fromkeys(CREW, Player(SAILOR, crew))}
    reasons = Counter()
    for episode in range(games):
        done = simulate(SEA, players, options=SeaOptions(**options), seed=seed, episode=episode)
        assert done.outcome is not None
        assert sum(done.faults.values()) == 0
        reasons[done.outcome.scores["shark"] == 1] += 1
    return reasons[True], reasons[False]


def test_normal_beats_easy_on_both_sides():
    shark, crew = duel("normal", "easy", 12), duel("easy", "normal", 12)
    assert shark[0] >= 10
    assert crew[1] >= 10


@pytest.mark.parametrize("deal", [(1, 12), (10, 3), (0, 0), (16, 16)])
def test_games_end_at_every_deal(deal):
    abilities, gear = deal
    assert sum(duel("easy", "easy", 4, abilities=abilities, gear=gear)) == 4
    assert sum(duel("normal", "normal", 1, abilities=abilities, gear=gear)) == 1


def positions(games=2):
    """Every question of some games, with who is asked."""
    for seed in range(games):
        chance = luck(seed)
        stage, _ = act.begin(6, 7, chance)
        while act.ending(stage) is None:
            seat = chance.pick(sorted(act.asked(stage).seats))
            yield stage, seat
            move = decide(stage, seat, "easy", seed) or Hold()
            stage, _ = act.play(stage, seat, move, chance)


def other_world(stage, seat):
    """Change all that the seat can't know, and nothing else."""
    for seed in range(50):
        world = act.determinize(stage, seat, luck(9000 + seed))
        if world != stage:
            return world
    return None


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_twins_get_the_same_answer(level):
    """JW-50: what the seat can't know does not change what its machine player answers."""
    pairs = 0
    for stage, seat in positions(2):
        twin = other_world(stage, seat)
        if twin is not None:
            assert decide(stage, seat, level, pairs) == decide(twin, seat, level, pairs)
            pairs += 1
    assert pairs > 40


def test_answers_are_legal_and_can_be_repeated():
    for count, (stage, seat) in enumerate(positions()):
        move = decide(stage, seat, "easy", count)
        assert move == decide(stage, seat, "easy", count)
        # None lets others of the crew go first.
        assert move in act.legal(stage, seat) or (move is None and len(stage.eager) > 1)


def test_a_decision_takes_its_time_and_no_more():
    """Processor time, so that a busy machine does not count: 95 of 100 decisions."""
    for level, limit in (("easy", 0.02), ("normal", 0.15)):
        taken = []
        for stage, seat in positions(1):
            began = time.process_time()
            decide(stage, seat, level)
            taken.append(time.process_time() - began)
        assert sorted(taken)[int(0.95 * len(taken))] < limit


EQUAL = (surfacing("T2"), surfacing("T3", 1), surfacing("B3", 1))


def test_the_secret_choice_is_a_mixture():
    stage = sea(*EQUAL, hand=("big_mouth", "extra_strength"), spots=dict.fromkeys(CREW, "B2-boat"))
    choices = Counter(decide(stage, "shark", seed=seed).option for seed in range(40))
    assert len(choices) > 1
    assert max(choices.values()) < 36


def test_the_crew_spreads_its_targets_and_mixes_them():
    stage = Table(sea(*EQUAL, spots=dict.fromkeys(CREW, "B2-boat"))).play("shark", Choose("A")).stage
    targets, apart = Counter(), 0
    for seed in range(15):
        table, aimed = Table(stage), []
        for member in CREW:
            move = decide(table.stage, member, seed=seed)
            aimed.append(move.target)
            table.play(member, move, chance=luck())
        targets.update(aimed)
        apart += len(set(aimed)) > 1
    # Whom one of them meets, another does not need to wait for.
    assert apart >= 12
    assert len([target for target in targets if target]) >= 3
    assert max(targets.values()) < 36


def test_the_shark_prefers_to_be_hard_to_hit():
    """Two cards of one zone with the same dice: it comes up by the higher evade."""
    stage = sea(surfacing("T4", 1), surfacing("T4", 2), surfacing("B4", 3), spots=dict.fromkeys(CREW, "T3-boat"))
    choices = Counter(decide(stage, "shark", seed=seed).option for seed in range(20))
    assert choices["A"] <= 2


def up(*options, ability=None, crew=None, **changes):
    table = Table(sea(*(options or (T2, T1, T4)), hand=(ability,) if ability else (), **changes))
    return table.come_up(ability=ability, **(crew or {}))


def test_it_attacks_where_it_does_most():
    assert decide(up(spots={"quint": "T2-water"}, wounds=(3, 0, 0)).stage, "shark") == Maul("quint")
    # One wound more is what a bonus attack will do anyway.
    assert decide(up(spots={"quint": "T2-water"}, wounds=(5, 0, 0)).stage, "shark") == Bite("T2")
    # Of two spaces that are as tough, the one with somebody on it.
    both = up(spots={"brody": "T1-boat", "quint": "B4-boat"}, tiles=tiles(T2="gone", T1="damaged", T3="damaged"))
    assert decide(both.stage, "shark") == Bite("T1")


def test_it_rams_where_that_pays():
    table = up(ability="ramming_speed", spots={"quint": "T3-boat"}, wounds=(5, 0, 0))
    assert isinstance(decide(table.stage, "shark"), Lunge)
    assert table.asked == ("lunge", ["shark"])


def test_it_throws_low_dice_again_and_keeps_high_ones():
    table = up(ability="maul_again", spots={"quint": "T2-water"}).play("shark", Maul("quint"), 0, 2)
    assert decide(table.stage, "shark") == Reroll((0,))
    table = up(ability="maul_again", spots={"quint": "T2-water"}).play("shark", Maul("quint"), 2, 2)
    assert decide(table.stage, "shark") == Keep()


def test_it_takes_a_second_helping_and_lets_dominoes_fall():
    table = up(ability="second_helping").play("shark", Bite("T2"), 0, 0)
    assert decide(table.stage, "shark") == Bite("T2")
    assert Enough() in act.legal(table.stage, "shark")
    table = up(ability="domino_effect", tiles=tiles(T1="damaged")).play("shark", Bite("T2"), 1, 1)
    # Two hits destroy the damaged corner, and only damage the others.
    assert decide(table.stage, "shark") == Domino("T1")


def test_it_uses_ammo_and_the_cage_with_sense():
    table = up(crew={"hooper": Prepare("B3-boat", "rifle", "T2")}, gear={"hooper": ("ammo",)})
    table.play("hooper", Strike(), 0, 0)
    assert decide(table.stage, "hooper") == UseAmmo(True)
    for wounds, dice, use in (((0, 0, 0), (0, 1), False), ((0, 0, 0), (1, 1), True), ((5, 0, 0), (0, 1), True)):
        table = up(spots={"quint": "T2-water"}, gear={"quint": ("shark_cage",)}, wounds=wounds)
        table.play("shark", Maul("quint"), *dice)
        assert decide(table.stage, "quint") == UseCage(use)


def test_it_attaches_before_it_attacks():
    spots = dict.fromkeys(CREW, "T2-boat")
    crew = {
        "quint": Prepare("T2-boat", "harpoon_barrel", "T2"),
        "hooper": Prepare("T2-boat", "dive_knife", "T2"),
    }
    table = up(crew=crew, spots=spots)
    assert decide(table.stage, "hooper") is None
    assert decide(table.stage, "quint") == Strike()
    table.play("quint", Strike())
    assert decide(table.stage, "hooper") == Strike()


def test_it_keeps_a_firearm_where_the_shark_is_hard_to_hit():
    table = up(ability="hard_target", crew={"brody": Prepare("B3-boat", "pistol", "T2")})
    assert decide(table.stage, "brody") == Hold()
    table = up(T1, T2, T4, crew={"brody": Prepare("B3-boat", "pistol", "T1")})
    assert decide(table.stage, "brody") == Strike()


def test_the_gear_is_divided_evenly():
    for seed in range(10):
        stage, _ = act.begin(6, 7, luck(seed))
        while stage.phase == "give":
            move = decide(stage, "brody", seed=seed)
            assert isinstance(move, Give)
            stage, _ = act.play(stage, "brody", move, luck())
        counts = [sum(card < GEAR_NUMBER["ammo"] for card in own) for own in stage.gear]
        assert max(counts) - min(counts) <= 1


def test_ammo_goes_to_who_has_a_firearm():
    stage, _ = act.begin(6, 0, luck())
    stage = replace(stage, phase="give", shared=cards("ammo"))
    assert {decide(stage, "quint", seed=seed) for seed in range(10)} == {Give("ammo", "hooper")}


def test_the_odds_of_dice():
    assert list(ONE) == pytest.approx([1 / 6, 1 / 2, 1 / 3])
    assert thrown(2) == pytest.approx((1 / 36, 1 / 6, 13 / 36, 1 / 3, 1 / 9))
    assert thrown(0, 2) == (0, 0, 1)
    assert thrown(1, 1) == pytest.approx((0, 1 / 6, 1 / 2, 1 / 3))
    # Thrown again where it fell below the mean: two thirds of a die's faces.
    assert thrown(1, 0, True) == pytest.approx((1 / 9, 1 / 3, 5 / 9))
    assert dict(breaking(tiles(), ZONE["T2"], thrown(2), False)) == pytest.approx({0: 7 / 36, 1: 25 / 36, 2: 1 / 9})


def test_the_contest_finds_the_mixture_of_a_known_game():
    """One against one, and to be caught at the first option costs three, at the second one: caught in equal parts."""
    part = {0: 0.0}
    rows = [Row(at, -1, [Blow(("bite", at), at, 1.0, (part, part, part))], 0.0) for at in range(2)]
    hunter = [Arms(0, 0, 0, (3.0, 0.0)), Arms(0, 0, 1, (0.0, 1.0))]
    rest = [Arms(0, -1, -1, (0.0, 0.0))]
    mix, mixes = play_out(rows, [hunter, rest, rest], luck(), 4000)
    assert mix == pytest.approx([0.25, 0.75], abs=0.05)
    assert mixes[0] == pytest.approx([0.25, 0.75], abs=0.05)


def test_the_levels_differ():
    assert EASY.slips > NORMAL.slips == 0
    assert SAILOR.levels["easy"].budget.iterations < SAILOR.levels["normal"].budget.iterations
