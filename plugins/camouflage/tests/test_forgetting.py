"""What the shark forgets: CA-3 and CA-4, in everything that the server can answer."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from random import Random
from secrets import token_bytes

import msgspec
import pytest

from tableshark import Seeded
from tableshark.desk import Desk
from tableshark.errors import IllegalMove
from tableshark.game import start, submit
from tableshark.header import Place
from tableshark.plugins import load
from tableshark.store.memory import MemoryStore
from tableshark.windows import look
from tableshark_camouflage.corals import CORALS
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Guess, Hide, Options, Ready

PLUGIN = EntryPoint("camouflage", "tableshark_camouflage", "tableshark")
OPTIONS = Options(players=4, rows=4, columns=4, shark_turns=1)


def window(game, seat):
    """All that the server answers to a seat, as JSON without the round that is over and public."""
    told = msgspec.to_builtins(look(RULES, game, seat))
    told["view"].pop("last")
    return told


def corals(told):
    """The corals that are named anywhere in it."""
    text = msgspec.json.encode(told).decode()
    return {coral for coral in CORALS if coral in text}


def walk(seed):
    """Play a random game on the checked path, and give it after each move."""
    random = Random(seed)
    game = start(RULES, OPTIONS, str(seed).encode())
    yield game
    while game.outcome is None:
        [seat] = game.waiting
        game = submit(RULES, game, seat, random.choice(RULES.legal(game.state, seat)), turn=game.turns[seat])
        yield game


def answer(game, move):
    [seat] = game.waiting
    return submit(RULES, game, seat, move, turn=game.turns[seat])


@pytest.mark.parametrize("seed", range(4))
def test_ca_3_no_coral_is_named_to_the_shark_or_an_onlooker_while_fish_hide(seed):
    """CA-3, CA-4."""
    sharks = set()
    for game in walk(seed):
        if game.state.phase == "hide":
            sharks.add(game.state.shark)
            for seat in (f"p{game.state.shark}", None):
                told = window(game, seat)
                assert corals(told) == set()
                assert (told["view"]["board"], told["view"]["before"], told["view"]["row"]) == (None, None, None)
                assert (told["view"]["hidden"], told["legal"], told["turn"]) == (None, None, None)
    assert sharks == {0, 1, 2, 3}


@pytest.mark.parametrize("seed", range(4))
def test_ca_3_while_it_seeks_the_shark_is_told_only_what_lies_there_now(seed):
    """CA-3, CA-5."""
    looked = 0
    for game in walk(seed):
        state = game.state
        if state.phase == "seek":
            now = {CORALS[token] for token in state.board}
            gone = {CORALS[away] for _, _, away in state.hides} - now
            assert gone
            looked += 1
            for seat in (f"p{state.shark}", None):
                told = window(game, seat)
                assert corals(told) == now
                assert (told["view"]["before"], told["view"]["hidden"], told["view"]["row"]) == (None, None, None)
                # Each coral once: in no place but the board is one named.
                assert all(msgspec.json.encode(told).decode().count(coral) == 1 for coral in now)
    assert looked >= 4


@pytest.mark.parametrize("seed", range(2))
def test_ca_3_fish_keep_seeing_the_layout(seed):
    """CA-3, CA-4."""
    for game in walk(seed):
        state = game.state
        for number in state.players:
            if number != state.shark:
                view = RULES.view(state, f"p{number}")
                assert view.before == tuple(CORALS[token] for token in state.layout)
                assert view.board == tuple(CORALS[token] for token in state.board)
                assert [hiding.space for hiding in view.hidden] == [space for space, _, _ in state.hides]


def test_ca_4_however_the_fish_hide_the_shark_is_told_the_same():
    """CA-4."""
    random = Random(5)
    ready = answer(start(RULES, OPTIONS, b"same"), Ready())
    told = []
    for _ in range(12):
        game, story = ready, []
        while game.state.phase == "hide":
            story += [window(game, "p0"), window(game, None)]
            [seat] = game.waiting
            game = answer(game, random.choice(RULES.legal(game.state, seat)))
        told.append(story)
    assert all(story == told[0] for story in told)


def test_ca_4_of_a_hide_the_shark_learns_only_whose_turn_it_is():
    """CA-4."""
    game = answer(start(RULES, OPTIONS, b"turns"), Ready())
    told = []
    while game.state.phase == "hide":
        told.append((game.waiting, window(game, "p0"), window(game, None)))
        [seat] = game.waiting
        game = answer(game, RULES.legal(game.state, seat)[0])
    assert [waiting for waiting, _, _ in told] == [("p1",), ("p2",), ("p3",)]
    for _, *windows in told:
        for one, first in zip(windows, told[0][1:], strict=True):
            changed = {key for key in first if one[key] != first[key]}
            assert changed <= {"waiting", "number"}


def test_ca_3_what_the_fish_saw_is_not_shown_once_it_is_the_shark(table, round_of, play):
    """CA-3."""
    first = table(players=3)
    for token in first.board:
        assert CORALS[token] in RULES.view(first, "p1").before
    second = round_of(first, 1)
    away = play(second, Ready())
    assert RULES.view(away, "p1") == RULES.view(away, None)
    assert RULES.view(away, "p1").board is None
    # Of the round that is over, everything is public; of this one, nothing.
    assert RULES.view(away, "p1").last.before == tuple(CORALS[token] for token in first.layout)


def test_ca_3_the_layout_is_in_no_announcement_that_stays(table, play):
    """CA-3."""
    state = table()
    for story in (*RULES.view(state, "p0").news, *RULES.view(play(state, Ready()), "p0").news):
        assert corals(msgspec.to_builtins(story)) == set()
    assert [story.text for story in RULES.view(play(state, Ready()), None).news] == [
        "p0 turns away, and the fish hide."
    ]


def test_ca_3_a_past_view_is_not_shown_again():
    """CA-3."""
    desk = Desk(load([PLUGIN]), MemoryStore(), lambda thoughts: None, lambda: 0.0, token_bytes)
    seats, options = ("p0", "p1"), Options(players=2, finish=1)
    keys = {seat: (seat,) for seat in seats}
    name = desk.create(RULES.id, options, [Place(seat, "person", taken=1) for seat in seats], keys=keys).id
    random = Random(1)
    while (game := desk.load(name)[1].game).outcome is None:
        [seat] = game.waiting
        desk.submit(name, seat, random.choice(RULES.legal(game.state, seat)), game.turns[seat])
    for seat in (*seats, None):
        present = desk.look(name, seat)[1]
        assert present.number > 2
        assert desk.follow(desk.load(name)[1], present, 0) == present


def test_ca_3_a_refusal_tells_nothing():
    """CA-3, CA-4."""
    game = answer(start(RULES, OPTIONS, b"refused"), Ready())
    taken = CORALS[game.state.row[0]]
    game = answer(game, Hide(3, taken))
    while game.state.phase == "hide":
        [seat] = game.waiting
        game = answer(game, RULES.legal(game.state, seat)[-1])
    texts = set()
    for space in (16, 34):
        with pytest.raises(IllegalMove) as refused:
            answer(game, Guess(space))
        texts.add(str(refused.value))
    assert len(texts) == 1
    assert corals(texts.pop()) == set()


def test_ca_7_what_is_hidden_stays_hidden_until_the_round_is_scored(table, hidden, play):
    """CA-7."""
    state = play(hidden(table(), 3, 9, 12), Guess(3), Guess(0))
    view = RULES.view(state, "p0")
    assert (view.last, view.hidden, view.before) == (None, None, None)
    assert RULES.view(play(state, Guess(1)), "p0").last.hidden[1].space == 9


def test_a_seat_out_of_a_tie_break_sees_what_an_onlooker_sees(table, round_of, hidden):
    """CA-3, CA-10."""
    state = round_of(round_of(round_of(table(players=3, shark_turns=1), 2), 0), 2)
    assert state.players == (0, 2)
    away = hidden(state)
    assert RULES.view(away, "p1") == RULES.view(away, None)
    assert corals(msgspec.to_builtins(RULES.view(away, "p1").news)) == set()
    assert RULES.view(away, "p1").board is None
    seek = hidden(state, 4)
    assert RULES.view(seek, "p1") == RULES.view(seek, None) == RULES.view(seek, "p0")


def test_luck_of_the_deck_is_seen_by_nobody(table):
    state = table()
    other = msgspec.structs.replace(state, deck=Seeded(b"deck", 0).shuffle(state.deck))
    assert other != state
    assert [RULES.view(state, seat) for seat in ("p0", "p1", None)] == [
        RULES.view(other, seat) for seat in ("p0", "p1", None)
    ]
