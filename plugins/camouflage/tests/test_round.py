"""One round: CA-3 to CA-8, but for what is hidden."""

from __future__ import annotations

import msgspec
import pytest

from tableshark.game import expire, start
from tableshark_camouflage.corals import CORALS
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Guess, Hide, Options, Ready


def told(state, seat):
    """The types of the news, in order."""
    return [type(story).__name__ for story in RULES.view(state, seat).news]


def test_ca_3_only_the_shark_acts_and_all_see_the_layout(table):
    """CA-3."""
    state = table(players=3)
    assert RULES.status(state).seats == {"p0"}
    assert RULES.legal(state, "p0") == (Ready(),)
    boards = {RULES.view(state, seat).board for seat in ("p0", "p1", "p2", None)}
    assert boards == {tuple(CORALS[token] for token in state.layout)}


def test_ca_3_time_is_taken_or_runs_out(table, play):
    """CA-3."""
    assert RULES.status(table()).seconds is None
    state = table(memorize_seconds=20.0)
    assert RULES.status(state).seconds == 20
    assert RULES.apply(state, {}, None) == play(state, Ready())
    assert RULES.status(play(state, Ready())).seconds is None


def test_ca_3_the_clock_turns_the_shark_away():
    """CA-3."""
    game = start(RULES, Options(players=3, memorize_seconds=5.0), b"clock")
    assert expire(RULES, game, now=4.9).state.phase == "memorize"
    after = expire(RULES, game, now=5.0)
    assert (after.state.phase, after.waiting, after.due) == ("hide", ("p1",), None)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_ca_4_a_row_of_as_many_tokens_as_fish(players, table, play):
    """CA-4."""
    before = table(players=players)
    state = play(before, Ready())
    assert len(state.row) == players - 1
    assert state.row + state.deck == before.deck
    assert RULES.view(state, "p1").row == tuple(CORALS[token] for token in state.row)


def test_ca_4_fish_hide_clockwise_from_the_sharks_left(table, play, hidden):
    """CA-4."""
    state = play(table(first_shark="p2"), Ready())
    asked = []
    for space in range(3):
        [seat] = RULES.status(state).seats
        asked.append(seat)
        state = play(state, RULES.legal(state, seat)[0])
        assert RULES.view(state, "p0").hidden[space].seat == seat
    assert asked == ["p3", "p0", "p1"]


def test_ca_4_the_coral_of_the_row_goes_onto_the_space_and_the_old_one_joins_the_row(table, play):
    """CA-4."""
    state = play(table(), Ready())
    old, new, rest = state.board[7], state.row[1], (state.row[0], state.row[2])
    after = play(state, Hide(7, CORALS[new]))
    assert after.board == (*state.board[:7], new, *state.board[8:])
    assert sorted(after.row) == sorted((*rest, old))
    assert after.layout == state.layout
    # The next fish may lay what the first one took away.
    again = play(after, Hide(8, CORALS[old]))
    assert again.board[7:9] == (new, old)


def test_ca_4_no_space_twice_no_foreign_coral_and_no_pass(table, play):
    """CA-4."""
    state = play(table(), Ready())
    assert len(RULES.legal(state, "p1")) == 25 * 3
    state = play(state, Hide(7, CORALS[state.row[0]]))
    legal = RULES.legal(state, "p2")
    assert {(move.space, move.coral) for move in legal} == {
        (space, CORALS[token]) for space in range(25) if space != 7 for token in state.row
    }
    assert {type(move) for move in legal} == {Hide}
    assert not [move for move in legal if move.coral in {CORALS[token] for token in (*state.board, *state.deck)}]


def test_ca_4_a_space_of_a_smaller_grid(table, play):
    """CA-4."""
    state = play(table(rows=2, columns=3), Ready())
    assert max(move.space for move in RULES.legal(state, "p1")) == 5


def test_ca_4_all_fish_see_every_hide(table, play):
    """CA-4."""
    state = play(table(), Ready())
    old, new = CORALS[state.board[7]], CORALS[state.row[1]]
    state = play(state, Hide(7, new))
    for seat in ("p1", "p2", "p3"):
        view = RULES.view(state, seat)
        [hid] = view.news
        assert (hid.seat, hid.space, hid.coral, hid.away) == ("p1", 7, new, old)
        assert hid.text == f"p1 hides at space 7, under {new} in place of {old}."
        [hiding] = view.hidden
        assert (hiding.seat, hiding.space, hiding.coral, hiding.away) == ("p1", 7, new, old)
        assert (view.before[7], view.board[7]) == (old, new)


def test_ca_5_the_row_goes_into_the_deck_and_the_shark_sees_the_board_as_it_lies(table, hidden):
    """CA-5."""
    before = hidden(table(), 3, 9)
    state = hidden(table(), 3, 9, 12)
    assert state.row == ()
    assert len(state.deck) == 15
    assert sorted(state.deck + state.board) == list(range(40))
    assert set(before.row) - {state.board[12]} <= set(state.deck)
    assert RULES.status(state).seats == {"p0"}
    now = tuple(CORALS[token] for token in state.board)
    assert RULES.view(state, "p0").board == RULES.view(state, None).board == now
    assert RULES.view(state, "p0") == RULES.view(state, None)
    assert [place for place in range(25) if state.board[place] != state.layout[place]] == [3, 9, 12]
    assert told(state, "p0") == ["Looks"]
    assert told(state, "p3") == ["Hid", "Looks"]


def test_ca_5_the_row_is_shuffled_unseen(table, hidden):
    """CA-5."""
    decks = {hidden(table(), 3, 9, 12, seed=seed).deck for seed in range(20)}
    assert len(decks) == 20
    rest = set(hidden(table(), 3, 9).row)
    # Tokens of the row come to lie in every part of the deck.
    places = {deck.index(token) for deck in decks for token in rest if token in deck}
    assert min(places) < 5
    assert max(places) > 9


def test_ca_6_each_guess_is_announced_and_no_space_is_turned_twice(table, hidden, play):
    """CA-6."""
    state = hidden(table(), 3, 9, 12)
    assert RULES.legal(state, "p0") == tuple(Guess(space) for space in range(25))
    state = play(state, Guess(9))
    assert RULES.status(state).seats == {"p0"}
    for seat in ("p0", "p1", "p2", "p3", None):
        view = RULES.view(state, seat)
        [news] = view.news
        assert (news.space, news.found, news.text) == (9, "p2", "The shark turns over space 9: p2.")
        assert [(guess.space, guess.seat) for guess in view.guesses] == [(9, "p2")]
    state = play(state, Guess(4))
    assert RULES.view(state, None).news[0].found is None
    assert RULES.view(state, None).news[0].text == "The shark turns over space 4: nobody."
    assert RULES.legal(state, "p0") == tuple(Guess(space) for space in range(25) if space not in (4, 9))


def test_ca_6_a_seek_is_one_question(table, hidden, play):
    """CA-6."""
    state = hidden(table(), 3, 9, 12)
    asked = RULES.status(state)
    assert RULES.status(play(state, Guess(0))) == RULES.status(play(state, Guess(0), Guess(1))) == asked


def test_ca_6_the_seek_ends_after_three_guesses(table, hidden, play):
    """CA-6."""
    state = play(hidden(table(), 3, 9, 12), Guess(0), Guess(9))
    assert state.phase == "seek"
    state = play(state, Guess(1))
    assert (state.phase, state.round) == ("memorize", 2)
    assert state.past.turned == (0, 9, 1)


def test_ca_6_the_seek_ends_once_every_fish_is_found(table, hidden, play):
    """CA-6."""
    state = play(hidden(table(players=2), 3), Guess(3))
    assert (state.round, state.past.turned, state.track) == (2, (3,), (1, 0))
    state = play(hidden(table(players=3), 3, 9), Guess(9), Guess(3))
    assert (state.round, state.track) == (2, (2, 0, 0))
    state = play(hidden(table(players=6), 3, 9, 0, 1, 2), Guess(9), Guess(3), Guess(0))
    assert (state.round, state.track) == (2, (3, 0, 0, 0, 1, 1))


def test_ca_7_a_step_for_each_find_and_for_each_fish_not_found(table, round_of):
    """CA-7."""
    tracks = [round_of(table(first_shark="p1"), finds).track for finds in range(4)]
    # Hidden in the order p2, p3, p0; the first to hide are found first.
    assert tracks == [(1, 0, 1, 1), (1, 1, 0, 1), (1, 2, 0, 0), (0, 3, 0, 0)]


def test_ca_7_all_hidden_things_of_the_round_become_public(table, hidden, play):
    """CA-7."""
    seek = hidden(table(), 3, 9, 12, places=(2, 0, 1))
    state = play(seek, Guess(0), Guess(9), Guess(1))
    fish = RULES.view(seek, "p1")
    for seat in ("p0", "p1", None):
        view = RULES.view(state, seat)
        assert (view.last.before, view.last.after, view.last.hidden) == (fish.before, fish.board, fish.hidden)
        assert [(guess.space, guess.seat) for guess in view.last.guesses] == [(0, None), (9, "p2"), (1, None)]
        assert (view.last.round, view.last.shark) == (1, "p0")
        assert [story.text for story in view.news] == [
            "The shark turns over space 1: nobody.",
            "p0 found 1 fish and stands at 1.",
            "p1 was not found and stands at 1.",
            "p3 was not found and stands at 1.",
            "The fish hid: p1 at space 3, p2 at space 9 and p3 at space 12.",
            "Round 2: p1 is the shark and memorises 5 x 5 corals.",
        ]
        assert view.news[4].spaces == {"p1": 3, "p2": 9, "p3": 12}
    # It stays for those who look late, until the next round is over.
    later = hidden(state, 0, 1, 2)
    assert RULES.view(later, None).last == view.last
    assert RULES.view(play(later, Guess(3), Guess(4), Guess(5)), None).last.round == 2


def test_ca_8_the_shark_passes_to_the_left_and_a_new_round_is_laid_out(table, round_of):
    """CA-8."""
    state, sharks, boards = table(players=3, first_shark="p1"), [], []
    for number in range(1, 5):
        assert state.round == number
        assert (state.phase, state.hides, state.turned, state.row) == ("memorize", (), (), ())
        assert sorted(state.board + state.deck) == list(range(40))
        sharks.append(state.shark)
        boards.append(state.board)
        state = round_of(state, 1, seed=number)
    assert sharks == [1, 2, 0, 1]
    assert len(set(boards)) == 4


def test_the_types_of_the_moves():
    moves = (Ready(), Hide(3, "red-fan"), Guess(4))
    assert [msgspec.json.decode(msgspec.json.encode(move)) for move in moves] == [
        {"type": "ready"},
        {"type": "hide", "space": 3, "coral": "red-fan"},
        {"type": "guess", "space": 4},
    ]
    for wrong in ('{"type": "guess", "space": 35}', '{"type": "hide", "space": 3, "coral": "grey-fan"}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(wrong, type=RULES.move)
