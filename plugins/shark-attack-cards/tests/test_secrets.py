"""Who knows what: the hidden side of SC-4, SC-5 and SC-7, SC-11, and the laws of honesty."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from tableshark import Outcome, Quick
from tableshark.testing import prove
from tableshark_shark_attack_cards.bots import BOTS
from tableshark_shark_attack_cards.cards import DECKS, in_order
from tableshark_shark_attack_cards.rounds import returned
from tableshark_shark_attack_cards.rules import RULES
from tableshark_shark_attack_cards.state import Options

SEATS = ("p0", "p1", "p2", "p3")


def game(seed, jokers=False):
    """Play a random game: the state before each round and at the end."""
    chance = Quick.of(seed)
    states = [RULES.setup(Options(jokers=jokers), chance)]
    while not isinstance(asked := RULES.status(states[-1]), Outcome):
        moves = {seat: chance.pick(RULES.legal(states[-1], seat)) for seat in SEATS if seat in asked.seats}
        states.append(RULES.apply(states[-1], moves, chance))
    return states


def test_the_kit(tableshark_seeds):
    report = prove(
        RULES, [Options(), Options(jokers=True)], tableshark_seeds, bots=BOTS, golden=Path(__file__).with_name("golden")
    )
    assert report.golden == 2
    assert report.elsewhere
    assert all(report.twins[seat] > 20 for seat in SEATS)
    assert all(pairs >= 8 for _, pairs in report.bots.values())


@pytest.mark.parametrize("jokers", [False, True])
def test_sc_11_everything_is_public_at_the_end_and_nothing_else_before(jokers):
    """SC-11."""
    for seed in range(20):
        *before, over = game(f"over/{seed}".encode(), jokers)
        for window in (*SEATS, None):
            seen = RULES.view(over, window)
            assert seen.phase == "over"
            assert seen.stock_cards == over.stock
            assert tuple(player.hand for player in seen.players) == ((),) * 4
            assert tuple(player.discards for player in seen.players) == over.discards
            assert seen == RULES.view(over, None)
        assert all(RULES.determinize(over, seat, Quick.of(b"")) == over for seat in SEATS)
        for state in before:
            for window in (*SEATS, None):
                seen = RULES.view(state, window)
                assert seen.phase == "select"
                assert seen.stock_cards is None
                for place, player in enumerate(seen.players):
                    own = player.seat == window
                    assert player.hand == (state.hands[place] if own else None)
                    assert player.discards == (state.discards[place] if own else None)


def test_a_view_names_no_card_that_was_not_seen():
    """SC-4, SC-5: what the seat never held and nobody showed is in no part of its view, news included."""
    for seed in range(20):
        for state in game(f"names/{seed}".encode(), jokers=True)[:-1]:
            shown = {card for hands in state.shown for hand in hands for card, _ in hand}
            for place, seat in enumerate(SEATS):
                own = {*state.hands[place], *(card for cards in state.discards[place] for card in cards)}
                words = msgspec.json.encode(RULES.view(state, seat)).decode()
                for sign in '"[]{},.:()':
                    words = words.replace(sign, " ")
                assert set(words.split()) & set(DECKS[True]) == shown | own


def twin(states, upto, place, chance):
    """Play the same game again with other hidden cards: what the seat saw until then stays, all else is exchanged.

    The deck is another from the start, and in round 3 the shuffle dealt otherwise; selections are those of the game.
    """
    last = states[upto]
    seen = {card for hands in last.shown for hand in hands for card, _ in hand}
    seen |= {*last.hands[place], *(card for cards in last.discards[place] for card in cards)}
    free = [card for card in DECKS[last.jokers] if card not in seen]
    other = dict(zip(free, chance.shuffle(free), strict=True))

    def exchange(cards):
        return tuple(other.get(card, card) for card in cards)

    def exchanged(state):
        return msgspec.structs.replace(
            state,
            stock=exchange(state.stock),
            hands=tuple(in_order(exchange(hand)) for hand in state.hands),
            discards=tuple(tuple(exchange(cards) for cards in past) for past in state.discards),
        )

    start = exchanged(states[0])
    played = [start]
    for before, after in pairwise(states[: upto + 1]):
        moves = {}
        for number, seat in enumerate(SEATS):
            if before.hands[number]:
                hand = after.shown[number][-1]
                moves[seat] = next(
                    move
                    for move in RULES.legal(played[-1], seat)
                    if move.cards == tuple(card for card, _ in hand)
                    and [given.value for given in move.values] == [value for card, value in hand if card[0] == "X"]
                )
        lots = len(after.eaten) - 1
        for seed in range(50):  # where lots were drawn, they must fall the same way
            state = RULES.apply(played[-1], moves, Quick.of(f"twin/{seed}".encode()))
            if after.round == 1 or state.eaten[lots] == after.eaten[lots]:
                break
        if after.round == 3:
            pool = [card for card in (*state.stock, *sum(state.hands, ())) if card not in after.hands[place]]
            mixed = chance.shuffle(pool)
            hands = []
            for number, hand in enumerate(after.hands):
                if number != place and hand:
                    hands.append(in_order(mixed[:6]))
                    mixed = mixed[6:]
                else:
                    hands.append(hand)
            state = msgspec.structs.replace(state, hands=tuple(hands), stock=mixed)
        played.append(state)
    return played


@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("upto", [0, 1, 2])
def test_twins_are_redrawn_alike(jokers, upto):
    """Third law of honesty: same history of views, other hidden cards, the same redrawn states."""
    different = 0
    for seed in range(40):
        states = game(f"twins/{seed}".encode(), jokers)
        place = seed % 4
        seat = SEATS[place]
        other = twin(states, upto, place, Quick.of(f"other/{seed}".encode()))
        assert [RULES.view(one, seat) for one in other] == [RULES.view(one, seat) for one in states[: upto + 1]]
        different += other[-1] != states[upto]
        redrawn = [RULES.determinize(one, seat, Quick.of(b"same")) for one in (states[upto], other[-1])]
        assert redrawn[0] == redrawn[1]
    assert different >= 39


@pytest.mark.parametrize("jokers", [False, True])
def test_a_redrawn_state_has_every_card_once_and_keeps_what_is_known(jokers):
    """SC-7: what came back is in the stock or in a hand, never a discard."""
    for seed in range(30):
        for state in game(f"cards/{seed}".encode(), jokers)[:-1]:
            for place, seat in enumerate(SEATS):
                world = RULES.determinize(state, seat, Quick.of(f"world/{seed}".encode()))
                out = set(returned(state)) if state.round == 3 else set()
                lying = {card for hands in state.shown for hand in hands for card, _ in hand} - out
                where = [
                    *world.stock,
                    *sum(world.hands, ()),
                    *lying,
                    *(c for p in world.discards for cs in p for c in cs),
                ]
                assert Counter(where) == Counter(DECKS[jokers])
                assert out <= {*world.stock, *sum(world.hands, ())}
                assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
                assert all(hand == in_order(hand) for hand in world.hands)
                assert world.hands[place] == state.hands[place]
                assert world.discards[place] == state.discards[place]
                assert [[len(cards) for cards in past] for past in world.discards] == [
                    [len(cards) for cards in past] for past in state.discards
                ]


FINAL = [("2C 3C 4C", "7C 8C 9C"), ("3D 4D 5D", "7D 8D 10D"), ("4H 5H 6H", "JH QH KH"), ("8S 9S 10S",)]


@pytest.mark.parametrize("seat", SEATS)
def test_in_round_3_each_deal_that_fits_is_as_likely(seat, table):
    """SC-7: worlds against the exact odds, for finalists and for those who are out."""
    # p0 holds two cards that came back, p1 one.
    state = table(["2S 3S 4S 5S 4H 5H", "9D JD QD KD AD 8S", "", ""], FINAL, (3, 2))
    place, worlds = SEATS.index(seat), 3000
    mine = {*state.hands[place], *(card for cards in state.discards[place] for card in cards)}
    back = [card for card in returned(state) if card not in mine]
    lying = {card for hands in state.shown for hand in hands for card, _ in hand}
    unseen = [card for card in DECKS[False] if card not in lying and card not in mine]
    laid = sum(3 * len(past) for other, past in enumerate(state.discards) if other != place)
    hands = {other: Counter() for other in (0, 1) if other != place}
    stock, discards, top = Counter(), Counter(), Counter()
    chance = Quick.of(f"audit/{seat}".encode())
    for _ in range(worlds):
        world = RULES.determinize(state, seat, chance)
        for other, tally in hands.items():
            tally.update(world.hands[other])
        stock.update(world.stock)
        top[world.stock[0]] += 1
        discards.update(card for past in world.discards for cards in past for card in cards if card not in mine)
    left = len(unseen) - laid + len(back)
    assert left == 6 * len(hands) + len(state.stock)
    for card in (*back, *unseen):
        here = 1.0 if card in back else 1 - laid / len(unseen)
        near(discards[card], worlds, 1 - here)
        near(stock[card], worlds, here * len(state.stock) / left)
        near(top[card], worlds, here / left)
        for tally in hands.values():
            near(tally[card], worlds, here * 6 / left)


@pytest.mark.parametrize("turn", [0, 1])
def test_in_rounds_1_and_2_each_unseen_card_is_anywhere_as_likely(turn):
    """SC-3: and discards of others are as likely as what lies in the stock."""
    state, worlds = game(b"early")[turn], 2000
    seat = SEATS[next(place for place, hand in enumerate(state.hands) if hand)]
    place = SEATS.index(seat)
    hands = [Counter() for _ in SEATS]
    stock, laid = Counter(), Counter()
    chance = Quick.of(b"audit")
    for _ in range(worlds):
        world = RULES.determinize(state, seat, chance)
        for tally, hand in zip(hands, world.hands, strict=True):
            tally.update(hand)
        stock.update(world.stock)
        laid.update(card for other, past in enumerate(world.discards) if other != place for c in past for card in c)
    hidden = {*stock, *laid}.union(*(tally for other, tally in enumerate(hands) if other != place))
    others = [other for other, hand in enumerate(state.hands) if hand and other != place]
    count = len(hidden)
    assert count == len(state.stock) + 6 * len(others) + 9 * turn
    for card in hidden:
        near(stock[card], worlds, len(state.stock) / count)
        near(laid[card], worlds, 9 * turn / count)
        for other in others:
            near(hands[other][card], worlds, 6 / count)


def near(times, tries, odds):
    """Five standard deviations: nothing that is right fails, and a place that draws wrongly does."""
    assert abs(times - tries * odds) <= 5 * (tries * odds * (1 - odds)) ** 0.5 + 1e-9, (times, tries * odds)
