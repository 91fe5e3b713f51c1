"""Who knows what in act one."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from jaws_amity import ISLAND, Game, IslandOptions
from msgspec.structs import replace

from tableshark import Quick, branches
from tableshark.game import start, submit
from tableshark.testing import prove
from tableshark.windows import look
from tableshark_jaws.amity import act, shark
from tableshark_jaws.amity.moves import Eat, EndTurn, EvasiveMoves, FishFinder, OutOfSight, PickStart, Swim, Tip
from tableshark_jaws.amity.state import SharkSoFar
from tableshark_jaws.table import CREW, SEATS

OTHERS = (*CREW, None)


def shown(game):
    """Write down all that the engine tells those who are not the shark."""
    return [msgspec.json.encode(look(ISLAND, game, seat)) for seat in OTHERS]


def played(*moves, seed=b"hidden", options=None):
    """Let the shark begin a checked game with these moves; give the game after each."""
    games = [start(ISLAND, options or IslandOptions(), seed)]
    for move in moves:
        games.append(submit(ISLAND, games[-1], "shark", move, turn=games[-1].turns["shark"]))
    return games


def random_games(count, options=None):
    """Play checked games of drawn moves, and give each of them before and after every step."""
    for seed in range(count):
        random = Random(seed)
        game = start(ISLAND, options or IslandOptions(), bytes([seed]))
        while game.outcome is None:
            seat = random.choice(game.waiting)
            before, move = game, random.choice(ISLAND.legal(game.state, seat))
            game = submit(ISLAND, game, seat, move, turn=game.turns[seat])
            yield before, move, game


def scrambled(stage):
    """Change everything that only the shark knows, or nobody."""
    turn = stage.shark_turn
    deck = stage.deck[::-1]
    if turn is not None:
        turn = SharkSoFar((5,), 2, (0, 0, 0, 0), False, (False, False), 1)
    return replace(stage, deck=deck, shark=(stage.shark + 5) % 12, used=15 - stage.used, cloaked=True, shark_turn=turn)


def test_hidden_steps_change_nothing_for_others():
    """JW-50: no view, no number, no list of moves, no status, no turn of theirs."""
    steps = 0
    for before, move, after in random_games(12):
        stage = before.state.stage
        if stage.phase != "shark" or isinstance(move, EndTurn):
            continue
        steps += 1
        assert shown(after) == shown(before)
        assert ISLAND.status(after.state) == ISLAND.status(before.state)
        assert after.state.news == before.state.news
        for seat in CREW:
            assert after.turns[seat] == before.turns[seat]
            worlds = [ISLAND.determinize(game.state, seat, Quick.of(b"one")) for game in (before, after)]
            assert worlds[0] == worlds[1]
    assert steps > 300


def test_nothing_hidden_is_used_for_others():
    """JW-50: with another shark and another deck, others see, may do and imagine the same."""
    positions = 0
    for before, _, _ in random_games(4):
        stage = before.state.stage
        if stage.phase == "start":
            continue
        positions += 1
        other = scrambled(stage)
        assert act.asked(other) == act.asked(stage)
        for seat in OTHERS:
            assert act.view(other, seat, hints=True, over=False) == act.view(stage, seat, hints=True, over=False)
        for seat in CREW:
            assert act.determinize(other, seat, Quick.of(b"x")) == act.determinize(stage, seat, Quick.of(b"x"))
            if seat in act.asked(stage).seats:
                assert act.legal(other, seat) == act.legal(stage, seat)
    assert positions > 300


@pytest.mark.parametrize("longer", [(Swim("3"), Swim("4"), Swim("8")), (EvasiveMoves(), Swim("5"), Swim("N"))])
def test_turns_of_one_action_and_of_three_look_the_same(longer):
    """JW-50: to the byte, with the numbers of their views and of their turns."""
    played_token = isinstance(longer[0], EvasiveMoves)
    short = (OutOfSight(),) if played_token else (Swim("2"),)
    one = played(PickStart("1"), *short, EndTurn())
    three = played(PickStart("1"), *longer, EndTurn())
    assert len(three) == len(one) + 2
    assert shown(three[-1]) == shown(one[-1])
    assert three[-1].state != one[-1].state
    assert [three[-1].numbers[seat] for seat in CREW] == [one[-1].numbers[seat] for seat in CREW]


def test_the_start_is_not_told():
    """JW-50: nor anything that follows from it."""
    assert len({repr(shown(played(PickStart(space))[-1])) for space in "12345678NESW"}) == 1


def test_others_see_no_secrets_and_the_shark_its_own():
    """JW-50: the secrets are the shark's alone, as long as the game goes on."""
    for before, _, after in random_games(6):
        for seat in SEATS:
            view = ISLAND.view(before.state, seat).stage
            assert (view.secrets is None) is (seat != "shark")
            assert view.deck is None
        if after.outcome is not None:
            for seat in (*SEATS, None):
                assert ISLAND.view(after.state, seat).stage.secrets is not None


def test_when_it_is_over_everything_is_public():
    """JW-51: where the shark is, which tokens it has left, and the cards that were to come."""
    game = Game(10, "S", track=8).shark(Eat("swimmer"), Swim("8"), OutOfSight(), EndTurn())
    for seat in (*SEATS, None):
        view = game.view(seat)
        assert (view.secrets.space, view.secrets.out_of_sight) == ("8", True)
        assert view.secrets.tokens == ("feeding_frenzy", "evasive_moves", "speed_burst")
        assert view.deck == game.stage.deck


def test_the_shark_does_not_know_the_deck():
    """JW-50: its worlds have every order, and nothing else that differs."""
    game = Game(9, "N").shark(Eat("swimmer"))
    worlds = [act.determinize(game.stage, "shark", Quick.of(bytes([seed]))) for seed in range(60)]
    assert len({world.deck[0] for world in worlds}) > 10
    assert all(sorted(world.deck) == sorted(game.stage.deck) for world in worlds)
    assert {replace(world, deck=()) for world in map(_bare, worlds)} == {_bare(game.stage)}


def _bare(stage):
    return replace(stage, deck=())


def test_the_crew_imagines_every_shark_that_fits():
    """JW-50: before anything is known each space, with the deck in every order."""
    game = Game(9, "N").shark(EndTurn())
    worlds = [act.determinize(game.stage, "brody", Quick.of(f"{seed}".encode())) for seed in range(2000)]
    assert {(world.shark, world.used, int(world.cloaked)) for world in worlds} == set(game.stage.ghosts)
    assert len({world.deck[0] for world in worlds}) == 15


@pytest.mark.parametrize(("used", "swimmers", "longest"), [(0b1111, (0, 1, 0, 0), 4), (0b1101, (0, 0, 0, 0), 6)])
def test_in_the_sharks_turn_every_beginning_of_a_turn_is_imagined(used, swimmers, longest):
    """JW-50: all that the shark can have done so far, in every order, up to the longest turn, and nothing else."""
    # At 8, in reach of East Beach, with two boats there or one; so few tokens that all worlds can be counted.
    game = Game(1, "8")
    boats = (7, 7) if longest == 6 else game.stage.boats
    stage = replace(game.stage, deck=(), ghosts=((7, used, 0),), used=used, swimmers=swimmers, boats=boats)
    imagined = {_hidden(world) for _, world in branches(lambda chance: act.determinize(stage, "quint", chance))}
    every, todo = {_hidden(stage): 0}, [stage]
    while todo:
        here = todo.pop()
        for move in shark.legal(here):
            if not isinstance(move, EndTurn):
                after = shark.act(here, move)
                if every.get(_hidden(after), -1) < every[_hidden(here)] + 1:
                    every[_hidden(after)] = every[_hidden(here)] + 1
                    todo.append(after)
    assert imagined == set(every)
    assert len(every) > 100
    assert max(every.values()) == longest


def _hidden(stage):
    return stage.shark, stage.used, stage.cloaked, stage.shark_turn


def test_what_is_imagined_looks_like_the_truth():
    """JW-50: the seat's view, its moves and the status are those of the true table."""
    for before, _, _ in random_games(3):
        for seat in SEATS:
            world = ISLAND.determinize(before.state, seat, Quick.of(b"imagined"))
            assert ISLAND.view(world, seat) == ISLAND.view(before.state, seat)
            assert ISLAND.status(world) == ISLAND.status(before.state)
            if seat in before.waiting:
                assert ISLAND.legal(world, seat) == ISLAND.legal(before.state, seat)


def test_the_same_spaces_are_hinted_to_all():
    """JW-50: hints are worked out from what is public, and an option hides them."""
    game = Game(9, "1").shark(Swim("2"))
    before = {seat: game.view(seat).possible for seat in (*SEATS, None)}
    assert set(before.values()) == {("1", "2", "3", "4", "5", "6", "7", "8", "N", "E", "S", "W")}
    game.shark(EndTurn()).set(hooper="1").hooper(FishFinder())
    assert {game.view(seat).possible for seat in (*SEATS, None)} == {("2", "3", "5", "N")}
    assert {game.view(seat, hints=False).possible for seat in (*SEATS, None)} == {None}


def test_tips_wait_for_the_report():
    """JW-50: while the turn goes on nobody sees who lies in the water."""
    game = Game(1, "8")
    before = [game.view(seat) for seat in OTHERS]
    game.shark(Tip("orca"))
    assert [game.view(seat) for seat in OTHERS] == before


def test_what_every_game_owes():
    """JW-50: the kit's laws, with twins: games that look the same to a seat and are not."""
    report = prove(
        ISLAND, options=[IslandOptions(limit=2), IslandOptions(limit=1, hints=False)], seeds=range(1), bots=()
    )
    assert min(report.twins.values()) > 0
