"""The three rounds: SC-1 to SC-8 and SC-10."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tableshark import Outcome, Quick, Scripted
from tableshark.errors import AlreadyAnswered, IllegalMove
from tableshark.game import start, submit
from tableshark.windows import look
from tableshark_shark_attack_cards.cards import DECKS, VALUES, in_order
from tableshark_shark_attack_cards.rules import RULES
from tableshark_shark_attack_cards.state import Options, Select

HANDS = ["2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "8S 9S 10S JS QS KS"]
LOW = {"p0": "2C 3C 4C", "p1": "3D 4D 5D", "p2": "4H 5H 6H", "p3": "8S 9S 10S"}

FIRST = [("2C 3C 4C",), ("3D 4D 5D",), ("4H 5H 6H",), ("8S 9S 10S",)]
SECOND = ["7C 8C 9C 10C JC QC", "7D 8D 9D 10D JD QD", "7H 8H 9H 10H JH QH", ""]

FINAL = [("2C 3C 4C", "7C 8C 9C"), ("3D 4D 5D", "7D 8D 10D"), ("4H 5H 6H", "JH QH KH"), ("8S 9S 10S",)]
LAST = ["2S 3S 4S 5S 6S 7S", "AC 8H 9H 10H JC QC", "", ""]


def told(state, name):
    """The news of one type, in order."""
    return [story for story in RULES.view(state, None).news if type(story).__name__ == name]


def stories(state):
    """The types of the news, in order."""
    return [type(story).__name__ for story in RULES.view(state, None).news]


def everything(state):
    """Every card of the game, wherever it is."""
    lying = [hands for place, hands in enumerate(state.shown) if state.round < 3 or place not in state.eaten]
    return Counter(
        [
            *state.stock,
            *(card for hand in state.hands for card in hand),
            *(card for hands in lying for hand in hands for card, _ in hand),
            *(card for past in state.discards for cards in past for card in cards),
        ]
    )


def test_sc_1_four_players_and_a_deck_without_jokers():
    """SC-1."""
    assert Options() == Options(jokers=False)
    assert RULES.seats(Options()) == RULES.seats(Options(jokers=True)) == ("p0", "p1", "p2", "p3")
    assert len(DECKS[False]) == len(set(DECKS[False])) == 52
    assert Counter(card[:-1] for card in DECKS[False]) == Counter(
        dict.fromkeys(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], 4)
    )
    assert Counter(card[-1] for card in DECKS[False]) == {"C": 13, "D": 13, "H": 13, "S": 13}
    assert DECKS[True] == (*DECKS[False], "X1", "X2")


@pytest.mark.parametrize("jokers", [False, True])
def test_sc_1_the_option_decides_on_the_jokers(jokers):
    """SC-1."""
    options = msgspec.json.decode(f'{{"jokers": {str(jokers).lower()}}}', type=Options)
    state = RULES.setup(options, Quick.of(b"deck"))
    assert everything(state) == Counter(DECKS[jokers])
    assert RULES.view(state, "p0").jokers is jokers


@pytest.mark.parametrize("wrong", ['{"jokers": 2}', '{"jokers": null}', '{"players": 4}'])
def test_sc_1_other_options_are_refused(wrong):
    """SC-1."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(wrong, type=Options)


@pytest.mark.parametrize(
    ("rank", "value"),
    [*((str(n), n) for n in range(2, 11)), ("J", 11), ("Q", 12), ("K", 13), ("A", 15)],
)
def test_sc_2_values(rank, value, table, play):
    """SC-2."""
    assert [VALUES[rank + suit] for suit in "CDHS"] == [value] * 4
    low = [f"{rank}C", *(card for card in ("2C", "3C", "4C", "5C", "6C", "7C") if card != f"{rank}C")][:6]
    state = play(table([" ".join(low), *HANDS[1:]]), LOW | {"p0": " ".join(low[:3])})
    shown = RULES.view(state, None).players[0].shown[0]
    assert dict(zip(shown.cards, shown.values, strict=True))[f"{rank}C"] == value
    assert shown.points == sum(shown.values)


@pytest.mark.parametrize(("jokers", "stock"), [(False, 28), (True, 30)])
def test_sc_3_six_cards_each_and_the_rest_in_the_stock(jokers, stock):
    """SC-3."""
    state = RULES.setup(Options(jokers=jokers), Quick.of(b"deal"))
    seen = RULES.view(state, "p2")
    assert [player.cards for player in seen.players] == [6, 6, 6, 6]
    assert (seen.stock, seen.discard, seen.round) == (stock, 0, 1)
    assert len(state.stock) == stock
    [dealt] = seen.news
    assert (dealt.seats, dealt.each, dealt.stock) == (("p0", "p1", "p2", "p3"), 6, stock)


def test_sc_3_the_deal_is_the_shuffled_deck_from_the_top(as_it_lies):
    """SC-3."""
    state = RULES.setup(Options(), as_it_lies(52))
    assert sum(state.hands, ()) + state.stock == DECKS[False]
    turned = RULES.setup(Options(), Scripted([(n, 0) for n in range(52, 1, -1)]))
    assert turned.stock != state.stock


def test_sc_4_all_select_three_of_their_six(table):
    """SC-4."""
    state = table(HANDS)
    assert RULES.status(state).seats == {"p0", "p1", "p2", "p3"}
    assert RULES.status(state).until == "all"
    for seat, hand in zip(("p0", "p1", "p2", "p3"), state.hands, strict=True):
        moves = RULES.legal(state, seat)
        assert len(moves) == len(set(moves)) == 20
        assert all(set(move.cards) < set(hand) and len(set(move.cards)) == 3 for move in moves)


def test_sc_4_the_cards_of_a_selection_have_no_order(select):
    """SC-4."""
    written = '{"type": "select", "cards": ["QS", "10H", "2C"]}'
    assert msgspec.json.decode(written, type=RULES.move) == select("2C 10H QS") == select("QS 2C 10H")
    assert msgspec.json.encode(select("QS 10H 2C")) == b'{"type":"select","cards":["2C","10H","QS"],"values":[]}'


@pytest.mark.parametrize(
    "wrong",
    [
        '{"type": "select", "cards": ["2C", "3C"]}',
        '{"type": "select", "cards": ["2C", "3C", "4C", "5C"]}',
        '{"type": "select", "cards": ["2C", "3C", "1C"]}',
        '{"type": "select", "cards": ["2C", "3C", "11C"]}',
        '{"type": "select", "cards": ["2C", "3C", "2X"]}',
        '{"type": "select", "cards": ["2C", "3C", "X3"]}',
        '{"type": "select", "cards": ["2C", "3C", "4C\\n"]}',
        '{"type": "select"}',
        '{"type": "select", "cards": ["2C", "3C", "4C"], "card": "5C"}',
        '{"type": "stop"}',
    ],
)
def test_sc_4_what_is_no_selection_cannot_be_read(wrong):
    """SC-4."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(wrong, type=RULES.move)


@pytest.mark.parametrize("cards", ["2C 3C 2D", "2C 3C 8C", "2C 2C 3C", "2C 2C 2C"])
def test_sc_4_only_own_cards_each_once(cards, table, select):
    """SC-4."""
    assert select(cards) not in RULES.legal(table(HANDS), "p0")


def test_sc_4_selections_are_secret_final_and_come_in_any_order(select):
    """SC-4."""
    game = start(RULES, Options(), b"secret", now=0.0)
    moves = {seat: RULES.legal(game.state, seat)[0] for seat in RULES.seats(Options())}
    before = {window: look(RULES, game, window).view for window in (*moves, None)}
    for seat in ("p2", "p0", "p3"):
        game = submit(RULES, game, seat, moves[seat], turn=game.turns[seat], now=0.0)
    for window, view in before.items():
        seen = look(RULES, game, window)
        assert seen.view == view
        assert seen.answered == ("p0", "p2", "p3")
        assert seen.waiting == ("p1",)
    with pytest.raises(AlreadyAnswered):
        submit(RULES, game, "p2", RULES.legal(game.state, "p2")[1], turn=game.turns["p2"], now=0.0)
    with pytest.raises(IllegalMove):
        submit(RULES, game, "p1", moves["p0"], turn=game.turns["p1"], now=0.0)
    game = submit(RULES, game, "p1", moves["p1"], turn=game.turns["p1"], now=0.0)
    for window in before:
        shown = [player.shown[0].cards for player in look(RULES, game, window).view.players]
        assert shown == [move.cards for move in moves.values()]


def test_sc_5_the_highest_is_eaten_and_all_discard_face_down(table, play):
    """SC-5."""
    state = play(table(HANDS), LOW)
    seen = RULES.view(state, "p0")
    assert [player.out for player in seen.players] == [None, None, None, 1]
    assert [player.total for player in seen.players] == [9, 12, 15, 27]
    assert seen.discard == 12
    assert state.discards[3] == (("JS", "QS", "KS"),)
    assert [player.discards for player in seen.players] == [(("5C", "6C", "7C"),), None, None, None]
    assert [player.shown[0].cards for player in seen.players][3] == ("8S", "9S", "10S")
    assert stories(state) == ["Shown"] * 4 + ["Eaten", "Discarded", "Dealt"]
    [eaten] = told(state, "Eaten")
    assert (eaten.seat, eaten.round, eaten.total) == ("p3", 1, 27)
    assert eaten.text == "The shark eats p3, who had 27 points."
    assert told(state, "Shown")[3].text == "p3 shows 8S, 9S and 10S: 27 points."


@pytest.mark.parametrize("loser", range(4))
def test_sc_5_whoever_is_highest(loser, table, play):
    """SC-5."""
    hands = HANDS[:3]
    hands.insert(loser, HANDS[3])
    cards = list(LOW.values())[:3]
    cards.insert(loser, LOW["p3"])
    state = play(table(hands), {f"p{place}": chosen for place, chosen in enumerate(cards)})
    assert state.eaten == (loser,)
    assert RULES.status(state).seats == {f"p{place}" for place in range(4) if place != loser}


@pytest.mark.parametrize(("jokers", "left"), [(False, 10), (True, 12)])
def test_sc_6_three_get_six_new_cards_each(jokers, left, table, play):
    """SC-6."""
    before = table(HANDS, jokers=jokers)
    state = play(before, LOW)
    seen = RULES.view(state, None)
    assert (seen.round, seen.stock, len(state.stock)) == (2, left, left)
    assert [player.cards for player in seen.players] == [6, 6, 6, 0]
    assert state.hands[:3] == tuple(in_order(before.stock[at : at + 6]) for at in (0, 6, 12))
    assert everything(state) == Counter(DECKS[jokers])
    [dealt] = told(state, "Dealt")
    assert (dealt.round, dealt.seats, dealt.stock) == (2, ("p0", "p1", "p2"), left)


def test_sc_6_the_first_hand_is_added_to_the_second(table, play, as_it_lies):
    """SC-6."""
    # p0 shows most in round 2, but p2 has more in all.
    moves = {"p0": "9C 10C 7C", "p1": "7D 8D 9D", "p2": "7H 8H 9H"}
    state = play(table(SECOND, FIRST, (3,)), moves, as_it_lies(19))
    assert [player.total for player in RULES.view(state, None).players] == [35, 36, 39, 27]
    assert state.eaten == (3, 2)
    assert [player.out for player in RULES.view(state, None).players] == [None, None, 2, 1]
    assert RULES.view(state, None).discard == 12 + 9
    shown = told(state, "Shown")
    assert [(one.seat, one.points, one.total) for one in shown] == [("p0", 26, 35), ("p1", 24, 36), ("p2", 24, 39)]
    assert shown[0].text == "p0 shows 7C, 9C and 10C: 26 points, 35 in all."


@pytest.mark.parametrize(("jokers", "stock"), [(False, 19), (True, 21)])
def test_sc_7_the_hands_of_the_eaten_go_back_into_the_stock(jokers, stock, table, play, as_it_lies):
    """SC-7."""
    before = table(SECOND, FIRST, (3,), jokers)
    moves = {"p0": "7C 8C 9C", "p1": "7D 8D 9D", "p2": "7H 8H 9H"}
    state = play(before, moves, as_it_lies(stock))
    back = in_order(["4H", "5H", "6H", "7H", "8H", "9H", "8S", "9S", "10S"])
    seen = RULES.view(state, "p0")
    assert (seen.round, seen.stock, seen.returned) == (3, stock - 12, back)
    # Shuffled as it lies, what was in the stock is dealt first and what came back lies below.
    assert state.stock == (*before.stock, *back)[12:]
    assert [len(hand) for hand in state.hands] == [6, 6, 0, 0]
    assert RULES.status(state).seats == {"p0", "p1"}
    assert everything(state) == Counter(DECKS[jokers])
    assert stories(state) == ["Shown"] * 3 + ["Eaten", "Discarded", "Reshuffled", "Dealt"]
    [again] = told(state, "Reshuffled")
    assert (again.cards, again.stock) == (back, stock)


def test_sc_7_all_of_that_stock_is_shuffled(table, play):
    """SC-7."""
    moves = {"p0": "7C 8C 9C", "p1": "7D 8D 9D", "p2": "7H 8H 9H"}
    dealt = Counter()
    chance = Quick.of(b"shuffle")
    for _ in range(400):
        state = play(table(SECOND, FIRST, (3,)), moves, chance)
        dealt.update([*state.hands[0], *state.hands[1]])
    assert len(dealt) == 19
    # Each card is dealt with a chance of 12 in 19: 253 times, give or take five standard deviations.
    assert all(253 - 49 < times < 253 + 49 for times in dealt.values())


def test_sc_7_all_three_hands_count_and_the_higher_total_wins(table, play):
    """SC-7."""
    # p0 has 33 points so far and p1 37: the last hand alone does not decide.
    state = play(table(LAST, FINAL, (3, 2)), {"p0": "5S 6S 7S", "p1": "8H 9H JC"})
    outcome = RULES.status(state)
    assert isinstance(outcome, Outcome)
    assert outcome.ranks == {"p1": 1, "p0": 2, "p2": 3, "p3": 4}
    assert outcome.scores == {"p0": 9 + 24 + 18, "p1": 12 + 25 + 28, "p2": 15 + 36, "p3": 27}
    assert RULES.view(state, None).discard == 12 + 9 + 6
    assert stories(state) == ["Shown", "Shown", "Discarded", "Won"]
    assert told(state, "Won")[0].text == "p1 wins with 65 points."
    assert everything(state) == Counter(DECKS[False])


def test_sc_7_a_lower_last_hand_can_win(table, play):
    """SC-7."""
    state = table(["5S 6S 7S 8H 9H 10H", "5C 6C 7C 8S 9S 10S", "", ""], FINAL, (3, 2))
    # 33 + 19 is less than 37 + 18.
    assert RULES.status(play(state, {"p0": "5S 6S 8H", "p1": "5C 6C 7C"})).ranks["p1"] == 1
    # 33 + 27 is more than 37 + 18.
    assert RULES.status(play(state, {"p0": "8H 9H 10H", "p1": "5C 6C 7C"})).ranks["p0"] == 1


def test_sc_8_the_highest_single_card_decides_a_tie(table, play):
    """SC-8."""
    hands = ["2C 3C 10C 4C 5C 6C", "4D 5D 6D 7D 8D 9D", "2H 3H 4H 5H 6H 7H", "2S 3S 4S 5S 6S 7S"]
    # 15 points: 10, 3, 2 against 6, 5, 4.
    moves = {"p0": "2C 3C 10C", "p1": "4D 5D 6D", "p2": "2H 3H 4H", "p3": "2S 3S 4S"}
    state = play(table(hands), moves)
    assert state.eaten == (0,)
    [tied] = told(state, "Tied")
    assert (tied.seats, tied.total) == (("p0", "p1"), 15)
    assert told(state, "Lots") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("9 4 3", "9 5 2"),  # the second card
        ("8 4 4", "7 5 4"),  # the first before the second
        ("10 3 2", "7 5 3"),
        ("9 5 2", "9 4 3"),
        ("A 2 2", "9 8 2"),  # a long way
    ],
)
def test_sc_8_cards_are_compared_from_the_highest_down(one, other, table, play):
    """SC-8."""
    first = [f"{rank}{suit}" for rank, suit in zip(one.split(), "CDC", strict=True)]
    second = [f"{rank}{suit}" for rank, suit in zip(other.split(), "HSH", strict=True)]
    points = [sum(VALUES[card] for card in cards) for cards in (first, second)]
    assert points[0] == points[1]
    higher = max((sorted((VALUES[card] for card in cards), reverse=True), place) for place, cards in
                 enumerate((first, second)))[1]  # fmt: skip
    spare = [card for card in DECKS[False] if card not in first + second]
    hands = [" ".join(first + spare[-3:]), " ".join(second + spare[-6:-3]), " ".join(spare[:6]), " ".join(spare[6:12])]
    low = {"p2": " ".join(spare[:3]), "p3": " ".join(spare[6:9])}
    state = play(table(hands), {"p0": " ".join(first), "p1": " ".join(second)} | low)
    assert state.eaten == (higher,)


@pytest.mark.parametrize("lot", [0, 1, 2])
def test_sc_8_equal_in_every_card_they_draw_lots(lot, table, play, as_it_lies):
    """SC-8."""
    hands = ["2C 9C 10C JC QC KC", "2D 9D 10D JD QD KD", "2H 9H 10H JH QH KH", "2S 3S 4S 5S 6S 7S"]
    moves = {"p0": "JC QC KC", "p1": "JD QD KD", "p2": "JH QH KH", "p3": "2S 3S 4S"}
    state = play(table(hands), moves, as_it_lies(0, (3, lot)))
    assert state.eaten == (lot,)
    [lots] = told(state, "Lots")
    assert (lots.seats, lots.seat) == (("p0", "p1", "p2"), f"p{lot}")
    assert lots.text == f"p0, p1 and p2 are equal in every card and draw lots: it falls on p{lot}."
    assert stories(state) == ["Shown"] * 4 + ["Tied", "Lots", "Eaten", "Discarded", "Dealt"]


def test_sc_8_only_those_still_equal_at_the_top_draw(table, play, as_it_lies):
    """SC-8."""
    # Four have 24 points; p1 and p3 the higher cards.
    hands = ["7C 8C 9C 2C 3C 4C", "5D 9D 10D 2D 3D 4D", "7H 8H 9H 2H 3H 4H", "5S 9S 10S 2S 3S 4S"]
    moves = {"p0": "7C 8C 9C", "p1": "5D 9D 10D", "p2": "7H 8H 9H", "p3": "5S 9S 10S"}
    state = play(table(hands), moves, as_it_lies(0, (2, 1)))
    assert state.eaten == (3,)
    assert told(state, "Tied")[0].seats == ("p0", "p1", "p2", "p3")
    assert told(state, "Lots")[0].seats == ("p1", "p3")


EVEN = [("2C 3C 10C",), ("4D 5D 6D",), ("2H 4H 5H",), ("JS QS KS",)]


def test_sc_8_in_round_2_the_hands_of_that_round_come_first(table, play, as_it_lies):
    """SC-8."""
    # 39 points for both; p1's hand of round 2 has the king, p0's of round 1 the higher cards.
    second = ["7C 8C 9C QC JC AC", "2D 9D KD 7D 8D 10D", "2S 3S 4S 5S 6S 7S", ""]
    state = play(table(second, EVEN, (3,)), {"p0": "7C 8C 9C", "p1": "2D 9D KD", "p2": "2S 3S 4S"}, as_it_lies(19))
    assert state.eaten == (3, 1)
    assert told(state, "Tied")[0].total == 39


def test_sc_8_in_round_2_then_those_of_round_1(table, play, as_it_lies):
    """SC-8."""
    second = ["7C 8C 9C QC JC AC", "7D 8D 9D QD KD 10D", "2S 3S 4S 5S 6S 7S", ""]
    state = play(table(second, EVEN, (3,)), {"p0": "7C 8C 9C", "p1": "7D 8D 9D", "p2": "2S 3S 4S"}, as_it_lies(19))
    assert state.eaten == (3, 0)
    assert told(state, "Lots") == []


@pytest.mark.parametrize("lot", [0, 1])
def test_sc_8_in_round_2_lots_when_both_hands_are_equal(lot, table, play, as_it_lies):
    """SC-8."""
    first = [("2C 3C 10C",), ("2D 3D 10D",), ("2H 4H 5H",), ("JS QS KS",)]
    second = ["7C 8C 9C QC JC AC", "7D 8D 9D QD KD AD", "2S 3S 4S 5S 6S 7S", ""]
    chance = as_it_lies(19, (2, lot))
    state = play(table(second, first, (3,)), {"p0": "7C 8C 9C", "p1": "7D 8D 9D", "p2": "2S 3S 4S"}, chance)
    assert state.eaten == (3, lot)
    assert told(state, "Lots")[0].seats == ("p0", "p1")


def test_sc_8_equal_totals_share_the_win_in_round_3(table, play):
    """SC-8."""
    # 33 and 37 so far; the single cards don't matter.
    state = play(table(LAST, FINAL, (3, 2)), {"p0": "2S 6S 7S", "p1": "JC QC 8H"})
    assert RULES.status(state).ranks["p1"] == 1
    even = ["KS 9S 8S 2S 3S 4S", "AC 8H 3H 2H 4C 5C", "", ""]
    state = play(table(even, FINAL, (3, 2)), {"p0": "KS 9S 8S", "p1": "AC 8H 3H"})
    outcome = RULES.status(state)
    assert outcome.ranks == {"p0": 1, "p1": 1, "p2": 3, "p3": 4}
    assert outcome.scores["p0"] == outcome.scores["p1"] == 63
    assert outcome.reason == "equal totals"
    assert told(state, "Won")[0].text == "p0 and p1 share the win with 63 points."
    assert told(state, "Lots") == told(state, "Tied") == []


@pytest.mark.parametrize(("eaten", "ranks"), [((3, 2), (3, 4)), ((2, 3), (4, 3))])
def test_sc_10_ranks_go_by_the_round_of_going_whatever_the_score(eaten, ranks, table, play):
    """SC-10."""
    shown = list(FINAL)
    if eaten == (2, 3):
        shown[2], shown[3] = ("4H 5H 6H",), ("8S 9S 10S", "JH QH KH")
    outcome = RULES.status(play(table(LAST, shown, eaten), {"p0": "2S 3S 4S", "p1": "AC JC QC"}))
    assert outcome.ranks == {"p0": 2, "p1": 1, "p2": ranks[0], "p3": ranks[1]}
    assert outcome.reason == "highest total"
    # Who went in round 2 had more than the other finalist has now.
    assert outcome.scores[f"p{eaten[1]}"] > outcome.scores["p0"] == 42


def test_moves_have_their_type_and_schema():
    schema = msgspec.json.schema(Select)
    cards = schema["$defs"]["Select"]["properties"]["cards"]
    assert cards["minItems"] == cards["maxItems"] == 3
    assert "10H" in cards["prefixItems"][0]["examples"]
