"""The machine players of act one: JW-60."""

from __future__ import annotations

from dataclasses import replace as with_
from functools import cache

import msgspec
import pytest
from jaws_amity import ISLAND, Game, IslandOptions
from msgspec.structs import replace

from tableshark import Awaiting, Bot, Level, Player, Quick, Vantage, simulate
from tableshark.asking import ask, check_notes
from tableshark.search.any_rules import RANDOM
from tableshark.testing import prove
from tableshark_jaws.amity import bots, bots_shark, trace
from tableshark_jaws.amity.bots import EASY, NORMAL, TURN_SECONDS
from tableshark_jaws.amity.moves import (
    Close,
    Drop,
    Eat,
    EndTurn,
    FishFinder,
    Launch,
    OutOfSight,
    PickBeach,
    PickUp,
    Rescue,
    Sail,
    Swim,
)
from tableshark_jaws.amity.news import BarrelLaunched
from tableshark_jaws.amity.tables import NUMBER, WATERS
from tableshark_jaws.table import CREW, SEATS

LEVELS = {"easy": Level(EASY), "normal": Level(NORMAL)}
BOT = Bot(id="island", title="Island", choose=bots.choose, rules="amity", levels=LEVELS)
ANYTHING = Player(RANDOM, "normal")


def table(shark, crew, **others):
    """Say who plays: levels of the bot, or players."""
    seats = {"shark": shark, **dict.fromkeys(CREW, crew), **others}
    return {seat: Player(BOT, who) if isinstance(who, str) else who for seat, who in seats.items()}


@cache
def wins(shark, crew, games=30):
    """Let levels play against each other: the share of games that the shark wins."""
    won = 0.0
    for episode in range(games):
        done = simulate(ISLAND, table(shark, crew), seed="wins", episode=episode)
        assert done.outcome is not None
        assert sum(done.faults.values()) == 0
        won += done.outcome.scores["shark"]
    return won / games


def decide(state, seat, notes=None, mind=NORMAL, seed=b"bot"):
    """Ask the bot as the engine does, but for an answer that lets others go first."""
    bot = with_(BOT, levels={"it": Level(mind)})
    luck = Quick.of(seed)
    return ask(ISLAND, bot, "it", state, seat, notes=notes, must=False, window_chance=luck, chance=luck)


def games(shark="normal", crew="normal", count=4, seed=0, options=None):
    """Play games step by step: give (state, seat, notes before, decision) at every decision."""
    for number in range(count):
        luck = Quick.of(f"{seed}/{number}".encode())
        state, notes = ISLAND.setup(options or IslandOptions(), luck), {}
        while isinstance(status := ISLAND.status(state), Awaiting):
            for seat in SEATS:
                if seat in status.seats:
                    mind = LEVELS[shark if seat == "shark" else crew].settings
                    before = notes.get(seat)
                    decision = decide(state, seat, before, mind, f"{number}/{seat}/{luck.below(99)}".encode())
                    yield state, seat, before, decision
                    if decision.notes is not None:
                        notes[seat] = check_notes(BOT, decision.notes)
                    if decision.move is not None:
                        break
            state = ISLAND.apply(state, {seat: decision.move}, luck)


def on(game, **changes):
    """Give the whole state of a table, changed."""
    return ISLAND.setup(IslandOptions(), Quick.of(b"")).__class__(replace(game.stage, **changes), True, ())


def known(*names, used=0):
    """Say what is public of the shark: the spaces where it can be."""
    return tuple(sorted((NUMBER[name], used, 0) for name in names))


def hunted(card=3, *, shark, possible, **before):
    """Set a table where the crew begins its phase, and knows these spaces."""
    game = Game(card, shark, **before)
    game.shark(EndTurn())
    game.stage = replace(game.stage, ghosts=known(*possible))
    return game


def crew_plays(game, *, stop=None):
    """Let the crew play its phase by itself; give all moves."""
    notes, moves, number = {}, [], game.stage.round
    while game.stage.phase == "crew" and game.stage.round == number:
        for seat in CREW:
            if seat in ISLAND.status(on(game)).seats:
                decision = decide(on(game), seat, notes.get(seat))
                notes[seat] = check_notes(BOT, decision.notes)
                if decision.move is not None:
                    break
        moves.append((seat, decision.move))
        game.play(seat, decision.move)
        if stop and stop(game):
            break
    return moves


def test_jw_60_the_bots_hold_what_the_kit_asks_of_them():
    """JW-60: legal, repeatable, the same decision in games that look the same, and nothing of the truth in reach."""
    report = prove(ISLAND, [IslandOptions(), IslandOptions(limit=9, hints=False)], range(1), bots=[BOT])
    for level in LEVELS:
        decisions, pairs = report.bots[f"island/{level}"]
        assert decisions > 2 * pairs >= 16


def test_jw_60_the_crew_decides_by_what_is_public():
    """JW-60, JW-50: wherever the shark is that fits the reports, whatever it has used, the crew does the same."""
    pairs = 0
    for level in ("normal", "easy"):
        for state, seat, notes, _ in games(crew=level, count=2):
            if seat == "shark" or state.stage.phase != "crew":
                continue
            ghosts = state.stage.ghosts
            for space, used, cloak in {ghosts[0], ghosts[len(ghosts) // 2], ghosts[-1]}:
                twin = replace(state.stage, shark=space, used=used, cloaked=bool(cloak), deck=state.stage.deck[::-1])
                if twin == state.stage:
                    continue
                luck = Quick.of(b"twin")
                one = bots.choose(Vantage(ISLAND, state, seat, luck), notes, LEVELS[level].settings, luck, None)
                luck = Quick.of(b"twin")
                other = replace(state, stage=twin)
                two = bots.choose(Vantage(ISLAND, other, seat, luck), notes, LEVELS[level].settings, luck, None)
                assert one == two
                pairs += 1
    assert pairs > 200


def test_jw_60_without_hints_the_bots_know_as_much():
    """JW-60: the hint is for people; what it shows is public."""
    for state, seat, notes, _ in games(count=1, seed=3):
        blind = replace(state, hints=False)
        luck, again = Quick.of(b"hint"), Quick.of(b"hint")
        one = bots.choose(Vantage(ISLAND, state, seat, luck), notes, NORMAL, luck, None)
        assert one == bots.choose(Vantage(ISLAND, blind, seat, again), notes, NORMAL, again, None)


def test_jw_60_both_sides_win_and_normal_beats_easy_in_both_roles():
    """JW-60: a game between normal players is open, and ends without a fault; and against either level."""
    assert 0.2 < wins("normal", "normal", 40) < 0.8
    assert wins("easy", "normal") < 0.15
    assert wins("normal", "normal", 40) > wins("easy", "normal") + 0.2
    assert wins("normal", "easy") > 0.65
    assert wins("normal", "easy") > wins("normal", "normal", 40) + 0.1


def test_jw_60_easy_is_better_than_anything():
    """JW-60: against a random player in the other role."""
    for episode in range(12):
        assert simulate(ISLAND, table("easy", ANYTHING), seed="any", episode=episode).outcome.scores["shark"] == 1
    lost = [
        simulate(ISLAND, table(ANYTHING, "easy"), seed="any", episode=episode).outcome.scores["shark"]
        for episode in range(12)
    ]
    assert sum(lost) <= 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seat", CREW)
def test_jw_60_the_bots_play_with_anybody(seat, level):
    """JW-60: with somebody in their crew who does anything, in any order."""
    for episode in range(3):
        players = table(level, level, **{seat: ANYTHING})
        done = simulate(ISLAND, players, options=IslandOptions(limit=9), seed="anybody", episode=episode)
        assert done.outcome is not None
        assert sum(done.faults.values()) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_jw_50_only_the_end_of_the_sharks_turn_takes_time(level):
    """JW-50: and always the same time, so that nobody can count steps by it."""
    ends = 0
    for _, seat, _, decision in games(shark=level, crew=level, count=3, seed=5):
        if seat == "shark" and isinstance(decision.move, EndTurn):
            assert decision.delay == TURN_SECONDS == 2.0
            ends += 1
        else:
            assert decision.delay == 0
    assert ends > 5
    rounds = []

    def counted(state, moves, chance):
        after = ISLAND.apply(state, moves, chance)
        rounds.append(after.stage.round)
        return after

    done = simulate(with_(ISLAND, apply=counted), table(level, level), seed="time")
    # The delay runs from the beginning of the turn: a round takes as long however many steps the shark takes.
    assert done.seconds == pytest.approx(TURN_SECONDS * rounds[-1])


def test_jw_60_a_turn_of_the_shark_is_planned_once(monkeypatch):
    """JW-60: the steps that follow are played from the notes, which are JSON."""
    planned, best = [], bots_shark.best

    def spy(stage, foresight, chance):
        planned.append((stage.round, len(stage.shark_turn.trail)))
        return best(stage, foresight, chance)

    monkeypatch.setattr(bots_shark, "best", spy)
    for number in range(3):
        planned.clear()
        turns = []
        for state, seat, notes, decision in games(count=1, seed=f"plan/{number}"):
            if seat == "shark" and state.stage.phase == "shark":
                turns.append(state.stage.round)
                if notes is not None and notes["round"] == state.stage.round:
                    steps = notes["steps"]
                    assert decision.move == msgspec.convert(steps[0], ISLAND.move)
        assert planned == [(number, 1) for number in dict.fromkeys(turns)]
        assert len(turns) > len(planned)


def test_jw_60_a_plan_that_was_crossed_is_made_anew():
    """JW-60: if somebody else has moved the shark, the notes are of no use."""
    game = Game(3, "N", quint="8")
    first = decide(on(game), "shark")
    move = next(move for move in game.may("shark", Swim) if move != first.move)
    game.shark(move)
    after = decide(on(game), "shark", check_notes(BOT, first.notes))
    fresh = decide(on(game), "shark")
    assert after == fresh


def moves_of_a_turn(game, seed=b"bot"):
    """Let the bot play the shark's turn."""
    notes, moves = None, []
    while game.stage.phase == "shark":
        decision = decide(on(game), "shark", notes, seed=seed)
        notes = check_notes(BOT, decision.notes)
        moves.append(decision.move)
        game.shark(decision.move)
    return moves


def test_jw_60_the_shark_takes_what_ends_the_act():
    """JW-60: caught or not."""
    game = Game(3, "N", limit=7, track=4, swimmers={"N": 3}, quint="N", hooper="1", held={"quint": 4}, used=1)
    assert moves_of_a_turn(game)[:3] == [Eat("swimmer")] * 3
    assert game.stage.phase == "over"


def test_jw_60_the_shark_does_not_stay_where_it_is_caught():
    """JW-60: it eats when nobody can come, and less when the hunter is near."""
    meals = {}
    for held in (0, 4):
        taken = 0
        for seed in range(12):
            game = Game(3, "N", swimmers={"N": 3}, quint="1", hooper="1", held={"quint": held}, shop=0, used=15)
            game.stage = replace(game.stage, ghosts=known("N", "E", "S", "W", used=15))
            taken += sum(isinstance(move, Eat) for move in moves_of_a_turn(game, f"{seed}".encode()))
            if held:
                assert len(trace.spaces(game.stage.ghosts)) > 3
        meals[held] = taken
    assert meals[0] == 36
    assert meals[4] < 24


def test_jw_60_a_shark_that_is_found_is_hit_twice():
    """JW-60: Quint goes there, with the barrels that he has."""
    game = hunted(shark="W", possible=["W"], quint="8")
    moves = crew_plays(game)
    assert [move for seat, move in moves if seat == "quint"][-2:] == [Launch("W")] * 2
    assert game.stage.phase == "over"
    assert game.story(BarrelLaunched).attached == 2


def test_jw_60_hooper_brings_what_quint_needs():
    """JW-60: barrels afloat, or his own."""
    for before in ({"held": {}, "floating": {"4": 2}}, {"held": {"hooper": 2}}):
        game = hunted(shark="W", possible=["W"], quint="3", hooper="8", shop=6, **before)
        crew_plays(game)
        assert game.stage.attached == 2


def test_jw_60_the_search_splits_what_can_be():
    """JW-60: with four spaces left, finder and binoculars leave one of them for the barrels."""
    for shark in ("1", "5", "6", "N"):
        game = hunted(shark=shark, possible=["1", "5", "6", "N"], quint="2", hooper="5", brody="6")
        moves = [move for _, move in crew_plays(game)]
        assert FishFinder() in moves
        assert game.stage.attached == 2


def test_jw_60_the_crew_takes_the_shark_for_one_that_thinks():
    """JW-60: of what can be true, it holds likely what it would else not look at."""
    game = hunted(shark="S", possible=WATERS, quint="1", hooper="5", brody="6")
    noted = decide(on(game), "quint").notes
    assert noted["round"] == 1
    assert min(noted["seen"]) < 0.6 < max(noted["seen"]) <= 1
    simple = decide(on(game), "quint", mind=with_(NORMAL, trust=0.0)).notes
    assert set(simple["seen"]) == set(simple["veiled"]) == {1.0}
    # It stays what it was when the phase began, however much was found out since.
    game.hooper(FishFinder(), EndTurn())
    assert decide(on(game), "quint", noted).notes == noted


def test_jw_60_without_a_trace_the_crew_has_other_work():
    """JW-60: swimmers are rescued, beaches closed, barrels carried."""
    game = hunted(shark="5", possible=WATERS, quint="8", hooper="S", brody="shop", held={}, swimmers={"S": 2})
    kinds = {type(move) for _, move in crew_plays(game)}
    assert {Rescue, PickUp} <= kinds
    game = hunted(6, shark="5", possible=WATERS, quint="8", hooper="S", brody="8", held={"brody": 1})
    assert ("brody", Drop()) in crew_plays(game)
    game = hunted(10, shark="5", possible=WATERS, quint="8", hooper="8", brody="7", held={})
    assert game.water()["N"] == 0
    assert ("brody", Close("N")) in crew_plays(game)


def test_jw_60_the_finders_go_before_the_hunter():
    """JW-60: Hooper, Brody, then Quint; each lets others go first by not answering."""
    orders = set()
    for state, seat, _, decision in games(count=3, seed=9):
        if seat != "shark" and state.stage.phase == "crew" and state.stage.crew_turn is None:
            orders.add((state.stage.acted, seat, decision.move is None))
    hooper, brody = CREW.index("hooper"), CREW.index("brody")
    assert orders == {
        ((), "quint", True),
        ((), "brody", True),
        ((), "hooper", False),
        ((hooper,), "quint", True),
        ((hooper,), "brody", False),
        ((hooper, brody), "quint", False),
    }


def test_jw_27_the_bots_answer_events():
    """JW-27, JW-60: the mayor clears the beach where Michael swims."""
    game = Game(4, "1", michael="W", swimmers={"N": 1})
    assert decide(on(game), "brody").move == PickBeach("W")
    answered = {
        type(decision.move)
        for crew in LEVELS
        for state, seat, _, decision in games(crew=crew, count=6, seed=11, options=IslandOptions(limit=9))
        if state.stage.phase == "event"
    }
    assert len(answered) >= 3


def test_jw_60_an_easy_crew_runs_after_the_last_report():
    """JW-60: and an easy shark eats what is near, then slips away."""
    game = Game(3, "W", swimmers={"W": 1}, quint="3", hooper="3")
    game.shark(Eat("swimmer"), EndTurn())
    assert isinstance(decide(on(game), "hooper", mind=EASY).move, FishFinder)
    assert isinstance(decide(on(game), "quint", mind=EASY).move, Launch)
    far = Game(3, "W", swimmers={"W": 1}, quint="E", hooper="E")
    far.shark(Eat("swimmer"), EndTurn())
    assert decide(on(far), "quint", mind=EASY).move in {Sail("2"), Sail("6"), Sail("8"), Rescue("swimmer")}
    game = Game(3, "5", quint="E")
    assert decide(on(game), "shark", mind=EASY).move in {Swim("N"), Swim("W")}
    seen = set()
    for state, seat, _, decision in games(shark="easy", crew="easy", count=6, seed=13):
        if seat == "shark" and state.stage.phase == "shark":
            seen.add(type(decision.move))
    assert {Swim, Eat, EndTurn, OutOfSight} <= seen
