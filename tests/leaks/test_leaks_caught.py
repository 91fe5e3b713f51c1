"""Leaks that are planted, one in each channel: the comparison that finds none elsewhere finds each of them."""

from dataclasses import replace

import msgspec
import pytest
from leak_channels import TWINS
from leak_compare import Leak
from leak_lineages import pairs, same_but_for_luck, walk_of
from leak_plants import PLANTS, again
from leak_sides import Side
from leak_visits import Visits
from vault_plugin import VAULT, tableshark_bots


@pytest.fixture(scope="module")
def twins():
    """Pairs of a toy, each of which has one kind of secret."""
    walk = walk_of(VAULT, VAULT.options(), 1)
    of_b = pairs(walk, "b", 50)
    return {
        "turn": next(pair for pair in of_b if pair.ends[0].state.phase == "hide" and len(pair.one) > 3),
        "asked": next(pair for pair in of_b if "b" in pair.ends[0].waiting and "trail" in pair.hidden),
        "deck": next(pair for pair in of_b if "b" in pair.ends[0].waiting and "deck" in pair.hidden),
        "sealed": next(pair for pair in pairs(walk, "a", 50) if "sealed" in pair.hidden),
    }


@pytest.fixture(scope="module")
def vaults(counters):
    sides = [Side(counting, [VAULT]) for counting in counters]
    for side in sides:
        side.plugins.bots.update({(bot.rules, bot.id): bot for bot in tableshark_bots()})
    yield sides
    for side in sides:
        side.connection.close()


@pytest.fixture
def visits(vaults):
    return Visits(*vaults)


def test_every_channel_has_a_planted_leak():
    assert set(PLANTS) == set(TWINS)


@pytest.mark.parametrize("kind", ["turn", "asked", "deck", "sealed"])
def test_nothing_is_caught_where_nothing_is_planted(visits, twins, kind):
    visits.adviser = "peek" if kind == "deck" else "random"
    visits.compare(twins[kind], static=True, machine=True)
    visits.compare(twins[kind]._replace(one=again(twins[kind].one), other=again(twins[kind].other)))


@pytest.mark.parametrize("channel", PLANTS)
def test_a_planted_leak_is_caught(visits, twins, monkeypatch, channel):
    planted = PLANTS[channel]
    pair = twins[planted.pair]
    planted.sow(visits, monkeypatch)
    pair = pair._replace(one=again(pair.one), other=again(pair.other))
    with pytest.raises(Leak) as caught:
        visits.compare(pair, static=True)
    assert (caught.value.route, caught.value.part) == (planted.route, planted.part)


def test_a_word_is_caught_where_both_games_tell_it(vaults, monkeypatch):
    """Where both have the same secret and both tell it, nothing differs: it is found as a word."""
    rules = vaults[0].plugins.rules["shark-attack-cards"]
    pair = same_but_for_luck(walk_of(rules, rules.options(), 0), "p0")

    def peeked(state, seat):
        seen = rules.view(state, seat)
        other = rules.view(state, "p1").players[1]
        return msgspec.structs.replace(seen, players=(seen.players[0], other, *seen.players[2:]))

    Visits(*vaults).compare(pair)
    for side in vaults:
        monkeypatch.setitem(side.plugins.rules, rules.id, replace(rules, view=peeked))
    with pytest.raises(Leak) as caught:
        Visits(*vaults).compare(pair)
    assert (caught.value.route, caught.value.part) == ("GET /v1/games/{game}/view", "words")
