"""The machine players: CA-11."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from tableshark import Bot, Player, Quick, simulate
from tableshark.asking import check_notes
from tableshark.search.any_rules import RANDOM
from tableshark_camouflage.bots import BOTS, LEVELS, Mind, anywhere_alike, far_apart, risk
from tableshark_camouflage.corals import CORALS, NUMBER
from tableshark_camouflage.memory import Memory, Trace, fade, store, suspicions
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Guess, Hide, Options, Ready

FAR, ANYWHERE = BOTS
BOARD = CORALS[:25]
ALL = Mind(capacity=99, decay=0, care=1)
NONE = Mind(capacity=0, decay=0, care=1)


def about(count, chance, total):
    """Whether a count is within four deviations of its mean."""
    return abs(count - chance * total) <= 4 * (total * chance * (1 - chance)) ** 0.5


def test_ca_11_a_shark_stores_by_the_formula_kind_and_colour_apart(luck):
    """CA-11: min(1, (K + r t) / G)."""
    chance, kinds, colours, both = luck(), 0, 0, 0
    for _ in range(200):
        traces = store(BOARD, 1, 10, chance).kept
        kinds += sum(trace.kind is not None for trace in traces)
        colours += sum(trace.colour is not None for trace in traces)
        both += sum(trace.kind is not None and trace.colour is not None for trace in traces)
    assert about(kinds, 0.4, 5000)
    assert about(colours, 0.4, 5000)
    assert about(both, 0.16, 5000)
    smaller = [len([t for t in store(BOARD[:10], 1, 5, chance).kept if t.kind]) for _ in range(200)]
    assert about(sum(smaller), 0.5, 2000)
    assert all(trace.kind and trace.colour for trace in store(BOARD, 1, 25, chance).kept)
    assert store(BOARD, 1, 0, chance).kept == ()


def test_ca_11_study_takes_time_and_adds_corals(table, ask):
    """CA-11."""
    slow = replace(ALL, capacity=5, rate=2, study=10)
    decision = ask(FAR, table(), "p0", mind=slow)
    assert (decision.move, decision.delay) == (Ready(), 10)
    assert len(decision.notes.kept) == 25
    hurried = ask(FAR, table(memorize_seconds=4.0), "p0", mind=slow)
    assert hurried.delay == 4
    assert len(hurried.notes.kept) < 25
    assert ask(FAR, table(), "p0").delay == 0


def test_ca_11_a_shark_forgets_by_a_power_law(luck):
    """CA-11: (1 + d) ** -b."""
    chance, early, late = luck(), 0, 0
    for _ in range(200):
        once = fade(store(BOARD, 1, 25, chance), 3, 0.5, chance)
        early += sum(bool(trace.kind) + bool(trace.colour) for trace in once.kept)
        # In two steps as much is forgotten as in one: 9 ** -0.5 is left.
        twice = fade(once, 8, 0.5, chance)
        late += sum(bool(trace.kind) + bool(trace.colour) for trace in twice.kept)
        assert fade(twice, 8, 0.5, chance) == twice
        assert {trace.space for trace in twice.kept} <= {trace.space for trace in once.kept}
    assert about(early, 1 / 2, 10_000)
    assert about(late, 1 / 3, 10_000)


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("bot", BOTS)
def test_ca_11_notes_hold_what_was_stored_and_nothing_more(bot, level, table, hidden, play, ask):
    """CA-11, CA-3."""
    mind = bot.levels[level].settings
    kept = 0
    for seed in range(40):
        start = table(seed)
        decision = ask(bot, start, "p0", mind=mind, seed=seed)
        notes = check_notes(bot, decision.notes)
        assert set(notes) == {"round", "age", "kept"}
        assert (notes["round"], notes["age"]) == (1, 0)
        facts = facts_of(notes)
        for space, place, word in facts:
            assert CORALS[start.layout[space]].split("-")[place] == word
        kept += len(facts)
        state = hidden(start, 3, 9, 12, seed=seed)
        for _ in range(3):
            decision = ask(bot, state, "p0", notes=notes, mind=mind, seed=seed)
            state = play(state, decision.move)
            # What was seen afterwards does not come into the notes: they only fade.
            before, notes = facts, check_notes(bot, decision.notes)
            facts = facts_of(notes)
            assert facts <= before
            assert set(notes) == {"round", "age", "kept"}
            if state.phase != "seek":
                break
    assert about(kept, mind.capacity / 25, 40 * 50)


def facts_of(notes):
    """All single things that are noted: (space, 0 for the colour or 1 for the kind, which)."""
    assert all(set(trace) == {"space", "kind", "colour"} for trace in notes["kept"])
    words = {(trace["space"], 0, trace["colour"]) for trace in notes["kept"]}
    words |= {(trace["space"], 1, trace["kind"]) for trace in notes["kept"]}
    return {fact for fact in words if fact[2] is not None}


def test_ca_11_without_notes_a_shark_knows_nothing(table, hidden, ask):
    """CA-11: the server's record is no memory."""
    guesses = Counter(ask(FAR, hidden(table(seed), 3, 9, 12), "p0", seed=seed).move.space for seed in range(1000))
    assert about(sum(guesses[space] for space in (3, 9, 12)), 3 / 25, 1000)
    assert len(guesses) == 25


def test_ca_11_notes_of_another_round_are_no_memory(table, hidden, ask):
    """CA-11."""
    notes = msgspec.to_builtins(store(BOARD, 7, 25, Quick.of(b"7")))
    for seed in range(20):
        decision = ask(FAR, hidden(table(seed), 3, 9, 12), "p0", notes=notes, seed=seed)
        assert (decision.notes.round, decision.notes.kept) == (1, ())


def test_ca_11_a_perfect_memory_finds_every_fish(table, hidden, play, ask):
    """CA-11."""
    for seed in range(20):
        start = table(seed)
        notes = ask(FAR, start, "p0", mind=ALL, seed=seed).notes
        state = hidden(start, 3, 9, 12, seed=seed)
        for _ in range(3):
            decision = ask(FAR, state, "p0", notes=msgspec.to_builtins(notes), mind=ALL, seed=seed)
            state, notes = play(state, decision.move), decision.notes
        assert state.track == (3, 0, 0, 0)


def test_ca_11_what_is_strange_comes_first(table, hidden):
    """CA-11."""
    state = hidden(table(players=2, rows=2, columns=3), 0)
    view = RULES.view(state, "p0")
    words = [coral.split("-") for coral in view.board]

    def worth(*traces):
        return suspicions(view, Memory(1, 0, traces))

    nothing = worth()
    assert set(nothing.values()) == {1 / 6}
    colour = next(one for one in ("red", "blue") if one != words[1][0])
    seen = worth(
        Trace(1, None, colour),
        Trace(2, words[2][1], None),
        Trace(3, None, words[3][0]),
        Trace(4, words[4][1], words[4][0]),
    )
    assert (seen[1], seen[4], seen[5]) == (1, 0, pytest.approx(1 / 6))
    # Half of the exchanges keep the kind, three in ten the colour: (1/6 * 0.5) / (1/6 * 0.5 + 5/6) and so on.
    assert (seen[2], seen[3]) == (pytest.approx(1 / 11), pytest.approx(0.3 / 5.3))
    # A coral that is remembered from somewhere else has come here.
    moved = worth(Trace(0, words[5][1], words[5][0]))
    assert moved[5] == 1
    assert moved[0] == 1


def test_ca_11_turned_spaces_and_found_fish_are_left_out(table, hidden, play):
    """CA-11."""
    state = play(hidden(table(rows=2, columns=3), 3, 1, 2), Guess(3), Guess(0))
    found = suspicions(RULES.view(state, "p0"), Memory(1, 0, ()))
    assert found == {1: 0.5, 2: 0.5, 4: 0.5, 5: 0.5}


def test_ca_11_a_fish_weighs_how_alike_the_corals_are():
    """CA-11."""
    before = ("red-fan", "blue-fan", "red-tube", "white-brain")
    assert risk("red-fan", "pink-fan", before) == risk("red-fan", "red-brain", before) == pytest.approx(0.4)
    assert risk("red-fan", "pink-tube", before) == pytest.approx(0.64)
    # What lay elsewhere on the board may be missed there.
    assert risk("red-fan", "blue-fan", before) == pytest.approx(1 - 0.6 * 0.84)


def fishy(state, board, row, hides=()):
    """Put corals onto the board and into the row."""
    return msgspec.structs.replace(
        state,
        layout=tuple(NUMBER[coral] for coral in board),
        board=tuple(NUMBER[coral] for coral in board),
        row=tuple(NUMBER[coral] for coral in row),
        hides=hides,
    )


def test_ca_11_far_apart_takes_the_least_noticed_and_then_the_farthest(table, play, ask):
    """CA-11."""
    board = ("red-fan", "blue-tube", "green-tube", "white-brain", "pink-brain", "green-fan")
    state = play(table(players=3, rows=2, columns=3), Ready())
    here = fishy(state, board, ("red-tube", "orange-staghorn"))
    view = RULES.view(here, "p1")
    left = far_apart(view, RULES.legal(here, "p1"))
    # Red or a tube: spaces 0, 1 and 2.
    assert {(move.space, move.coral) for move in left} == {(0, "red-tube"), (1, "red-tube"), (2, "red-tube")}
    chosen = {ask(FAR, here, "p1", seed=seed).move for seed in range(60)}
    assert chosen == set(left)
    # With a fish at 3, below 0, the place at the other side is the farthest.
    there = fishy(state, board, ("red-tube", "orange-staghorn"), ((3, NUMBER["white-brain"], NUMBER["red-brain"]),))
    assert {ask(FAR, there, "p2", seed=seed).move for seed in range(20)} == {Hide(2, "red-tube")}


def test_ca_11_anywhere_alike_mixes_among_what_is_alike(table, play, ask):
    """CA-11."""
    board = ("red-fan", "blue-tube", "green-tube", "white-brain", "pink-brain", "green-fan")
    state = play(table(players=3, rows=2, columns=3), Ready())
    here = fishy(state, board, ("red-tube", "orange-brain"), ((5, NUMBER["green-fan"], NUMBER["red-tube"]),))
    alike = {Hide(0, "red-tube"), Hide(1, "red-tube"), Hide(2, "red-tube")}
    alike |= {Hide(3, "orange-brain"), Hide(4, "orange-brain")}
    assert set(anywhere_alike(RULES.view(here, "p2"), RULES.legal(here, "p2"))) == alike
    assert {ask(ANYWHERE, here, "p2", seed=seed).move for seed in range(100)} == alike
    strange = fishy(state, board, ("yellow-staghorn", "orange-finger"))
    every = RULES.legal(strange, "p1")
    assert anywhere_alike(RULES.view(strange, "p1"), every) == list(every)


def test_ca_11_without_care_a_fish_hides_anywhere(table, play, ask):
    """CA-11."""
    state = play(table(players=3, rows=2, columns=2), Ready())
    careless = replace(NONE, care=0)
    chosen = {ask(FAR, state, "p1", mind=careless, seed=seed).move for seed in range(200)}
    assert chosen == set(RULES.legal(state, "p1"))
    assert len({ask(FAR, state, "p1", seed=seed).move for seed in range(200)}) < len(chosen)


def finds(shark, fish, games=10):
    """Let all play as one player does when they are the shark, and else as another; give the finds of three fish."""
    found = []

    def both(vantage, notes, settings, chance, budget):
        player = fish if vantage.view.phase == "hide" else shark
        return player.bot.choose(vantage, notes, player.bot.levels[player.level].settings, chance, budget)

    def counted(state, moves, chance):
        after = RULES.apply(state, moves, chance)
        if after.past is not state.past:
            found.append(sum(space in after.past.turned for space, _, _ in after.past.hides))
        return after

    # In a tie-break there are fewer fish, so that only the rounds before it count.
    rules, options = replace(RULES, apply=counted), Options(shark_turns=4)
    player = Player(Bot(id="both", title="Both", choose=both), "normal")
    for episode in range(games):
        before = len(found)
        players = dict.fromkeys(RULES.seats(options), player)
        done = simulate(rules, players, options=options, seed="finds", episode=episode)
        del found[before + 16 :]
        assert done.outcome is not None
        assert sum(done.faults.values()) == 0
    assert len(found) == 16 * games
    return sum(found) / len(found)


def test_ca_11_finds_rise_with_the_level_and_careful_fish_survive():
    """CA-11."""
    nobody, normal = Player(RANDOM, "normal"), Player(FAR, "normal")
    by_level = [finds(shark, normal) for shark in (nobody, Player(FAR, "easy"), normal)]
    assert by_level[0] < by_level[1] - 0.1
    assert by_level[1] < by_level[2] - 0.4
    careless = finds(normal, nobody)
    assert careless > by_level[2] + 0.25
    assert careless > finds(normal, Player(ANYWHERE, "normal")) + 0.25


def test_ca_11_the_levels_differ_in_capacity():
    """CA-11."""
    assert LEVELS["easy"].settings.capacity < LEVELS["normal"].settings.capacity
    assert [bot.levels for bot in BOTS] == [LEVELS, LEVELS]
