"""Whole games of act two: random ones by the hundred, held to what must hold at every step, and the kit."""

from __future__ import annotations

from collections import Counter

import msgspec
from jaws_orca import SEA, SeaOptions, luck, sea

from tableshark.rules import Where, draw_move
from tableshark.testing import prove
from tableshark_jaws.orca import act
from tableshark_jaws.orca.board import BOAT, GONE
from tableshark_jaws.orca.state import Orca
from tableshark_jaws.orca.tables import EVERY_ABILITY, PERSONAL, POOL, TABLES

GAMES = 250
PACK = Counter(POOL) + Counter(card for own in PERSONAL for card in own)


def hold(before, stage, dealt):
    """Hold a step to what is true of every game, told from the state alone."""
    assert all(now - was >= 0 for was, now in zip(before.wounds, stage.wounds, strict=True))
    assert stage.hurt >= before.hurt
    assert all(now >= was for was, now in zip(before.tiles, stage.tiles, strict=True))
    assert max(stage.wounds) <= 6
    assert stage.hurt <= 18
    # A question that goes on keeps its label, another one has another.
    assert stage.round == before.round or stage.phase != before.phase
    cards = sorted(stage.deck + stage.discards + stage.options)
    assert cards == list(range(16))
    gear = Counter(card for own in stage.gear for card in own) + Counter(stage.attached) + Counter(stage.shared)
    assert not gear - PACK
    # What was dealt does not come back once it is gone.
    assert not gear - dealt
    assert len(stage.hand) + len(stage.played) == len(before.hand) + len(before.played)
    assert not Counter(stage.hand + stage.played) - Counter(EVERY_ABILITY)
    for member, spot in enumerate(stage.spots):
        if stage.wounds[member] == 6:
            assert (spot, stage.gear[member]) == (-1, ())
        elif stage.round:
            assert spot >= 0
            assert spot >= BOAT or stage.tiles[spot] != GONE or act.ending(stage)
    return gear


def test_jw_43_random_games_end_by_the_rules():
    """JW-43: two hundred and fifty games at all deals, every step held to what must hold."""
    ends, kinds = Counter(), Counter()
    for game in range(GAMES):
        chance = luck(game)
        deal = (*TABLES.deals, TABLES.alone)[game % 11]
        stage, _ = act.begin(deal.abilities, deal.gear, chance)
        dealt = Counter(stage.shared) + Counter(card for own in stage.gear for card in own)
        for _ in range(2000):
            if act.ending(stage):
                break
            seats = sorted(act.asked(stage).seats)
            assert seats
            seat = chance.pick(seats)
            moves = act.legal(stage, seat)
            if game % 10 == 0:
                assert isinstance(moves, Where) or len(moves) == len(set(moves)) > 0
            move = draw_move(moves, chance)
            kinds[type(move).__name__] += 1
            before = stage
            stage, told = act.play(stage, seat, move, chance)
            assert told
            dealt = hold(before, stage, dealt)
        end = act.ending(stage)
        assert end
        ends[end] += 1
        assert told[-1].winner == ("crew" if end == "shark" else "shark")
    assert len(kinds) == 16
    assert ends["crew"] > 25
    assert ends["boat"] > 2


def test_the_state_survives_json():
    chance = luck(3)
    stage, _ = act.begin(6, 7, chance)
    while act.ending(stage) is None:
        seat = chance.pick(sorted(act.asked(stage).seats))
        stage, told = act.play(stage, seat, draw_move(act.legal(stage, seat), chance), chance)
        assert msgspec.json.decode(msgspec.json.encode(stage), type=Orca) == stage
        assert msgspec.json.decode(msgspec.json.encode(told)) is not None


def test_standing_is_for_who_is_ahead():
    level = act.standing(sea())
    assert level == 0
    assert act.standing(sea(hurt=9)) < 0 < act.standing(sea(wounds=(5, 0, 0)))
    assert act.standing(sea(hurt=18)) == -1
    assert act.standing(sea(wounds=(6, 6, 6))) == 1
    assert act.standing(sea(tiles=(2,) * 8)) == 1
    assert -1 < act.standing(sea(hurt=17)) < act.standing(sea(tiles=(1,) + (0,) * 7, hurt=17)) < 0


def test_jw_50_act_two_holds_to_what_every_game_owes():
    """JW-50: the kit, with its twins, over act two alone."""
    report = prove(
        SEA, [SeaOptions(), SeaOptions(abilities=10, gear=3), SeaOptions(abilities=1, gear=12)], seeds=range(1)
    )
    assert report
