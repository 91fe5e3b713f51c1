"""Machine players as jobs: their moves come by themselves, whatever they or the queue do."""

import json
import subprocess
import sys
import time
from pathlib import Path
from secrets import token_bytes

import pytest
from busy_shop import wait_until
from rq import Queue as RQQueue
from rq.job import Job
from rq.serializers import JSONSerializer

from tableshark import jobs
from tableshark.asking import wanted
from tableshark.desk import Desk
from tableshark.seating import Wish, plan
from tableshark.table import decode_line
from tableshark_workers.tasks import decide

pytestmark = pytest.mark.alone

MISBEHAVING = ("raises", "eats", "leaves", "rubbish", "scribbles")


def test_bots_play_a_whole_game(busy):
    game = busy.create("shark-attacks", {"p0": "stop-at-8", "p1": "stop-at-12"}, target=30)
    wait_until(lambda: busy.is_over(game))
    header = busy.desk.load(game)[1].header
    assert sorted(header.outcome.ranks.values()) == [1, 2]


def test_a_job_that_runs_again_decides_the_same(shop):
    game = shop.create("shark-attacks", {"p0": "random", "p1": "random"}, target=30)
    rules, table = shop.desk.load(game)
    thought = wanted(table)[0]
    decisions = {repr(decide(shop.desk.plugins, rules, table, thought)) for _ in range(3)}
    assert len(decisions) == 1
    shop.run("work")
    wait_until(lambda: shop.is_over(game))
    played = decode_line(rules, shop.desk.store.log(game)[1])
    assert (played.seat, played.turn) == (thought.seat, thought.turn)
    assert repr(played.move) in decisions.pop()


def test_a_bot_that_misbehaves_is_replaced_by_a_random_move(busy):
    games = [busy.create("race", {"a": bot, "b": bot}, rounds=2) for bot in MISBEHAVING]
    for game in games:
        wait_until(lambda game=game: busy.is_over(game))


def test_a_bot_that_loops_is_ended_within_its_time(busy):
    game = busy.create("race", {"a": "loops", "b": "loops"}, rounds=1)
    wait_until(lambda: busy.is_over(game), seconds=10.0)


def test_a_bot_that_kills_its_process_is_replaced_after_some_tries(busy):
    game = busy.create("race", {"a": "dies", "b": "dies"}, rounds=1)
    wait_until(lambda: busy.is_over(game), seconds=20.0)


def test_a_decision_that_hears_no_signal_ends_its_process():
    program = "from tableshark_workers.tasks import at_most\nwith at_most(0.2): sum(range(10**11))"
    done = subprocess.run([sys.executable, "-c", program], timeout=20, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "Timeout" in done.stderr


def test_a_job_ends_with_its_worker(shop):
    worker = shop.run("work")
    shop.create("race", {"a": "deaf", "b": "deaf"}, rounds=1)
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children")
    [child] = wait_until(lambda: children.read_text().split())
    worker.kill()
    worker.wait()
    wait_until(lambda: not Path(f"/proc/{child}").exists())


def test_a_clock_that_was_set_back_keeps_no_game_waiting(shop):
    later = Desk(shop.desk.plugins, shop.desk.store, lambda news: None, lambda: time.time() + 3600.0, token_bytes)
    rules = shop.desk.plugins.get("race")
    options = rules.options(rounds=1)
    places = plan(shop.desk.plugins, rules, options, {seat: Wish(bot="random") for seat in ("a", "b")})
    game = later.create("race", options, places).id
    shop.run("work")
    shop.run("clock")
    wait_until(lambda: shop.is_over(game))


def test_a_queue_that_loses_everything_is_filled_again(shop):
    game = shop.create("race", {"a": "random", "b": "random"}, rounds=1)
    shop.queue.connection.flushall()
    shop.run("work")
    assert not shop.is_over(game)
    shop.run("clock")
    wait_until(lambda: shop.is_over(game), seconds=10.0)


def test_a_killed_worker_loses_no_move(shop):
    shop.run("clock")
    worker = shop.run("work")
    game = shop.create("race", {"a": "sleeper", "b": "sleeper"}, rounds=8)
    for rounds in (2, 4, 6):
        wait_until(lambda reached=rounds: shop.game(game).state.round >= reached, seconds=20.0)
        before = shop.desk.store.log(game)
        shop.kill(worker)
        worker = shop.run("work")
        assert shop.desk.store.log(game)[: len(before)] == before
    wait_until(lambda: shop.is_over(game), seconds=20.0)
    rules = shop.desk.plugins.get("race")
    answers = [decode_line(rules, line) for line in shop.desk.store.log(game)[1:]]
    assert [answer.move.round for answer in answers] == list(range(8))


def test_an_order_has_one_move_played_in_a_persons_place(busy):
    game = busy.create("race", {}, rounds=3)
    turn = busy.game(game).turns["a"]
    busy.desk.order(game, "a", turn, "random", None)
    wait_until(lambda: busy.game(game).state.round == 1)
    assert busy.game(game).state.won == (1, 0)
    assert busy.desk.load(game)[1].orders == {}


def test_an_order_that_the_queue_lost_is_carried_out(shop):
    game = shop.create("race", {}, rounds=3)
    shop.desk.order(game, "a", shop.game(game).turns["a"], "random", None)
    shop.queue.connection.flushall()
    shop.run("work")
    shop.run("clock")
    wait_until(lambda: shop.game(game).state.round == 1)


def test_a_worker_runs_no_function_but_ours(shop, tmp_path):
    canary = tmp_path / "canary"
    queue = RQQueue(jobs.BOTS, connection=shop.queue.connection, serializer=JSONSerializer)
    forged = [
        queue.enqueue_call("os.system", args=(f"touch {canary}",)),
        queue.enqueue_call("subprocess.call", args=(["touch", str(canary)],)),
        queue.enqueue_call(jobs.PLAY, kwargs={"game": ["x"], "seat": {}, "turn": "1"}),
        queue.enqueue_call(jobs.ADVISE, kwargs={"game": ["x"], "seat": {}, "turn": "1", "bot": 1, "level": None}),
        queue.enqueue_call(jobs.ADVISE, kwargs={"game": "0" * 24, "seat": "a", "turn": 1, "bot": "os", "level": ""}),
        queue.enqueue_call("tableshark_workers.tasks.prepare", args=([], [])),
    ]
    with_callback = queue.enqueue_call(jobs.PLAY, kwargs={"game": "0" * 24, "seat": "a", "turn": 1})
    shop.queue.connection.hset(with_callback.key, "failure_callback_name", "os.system")
    shop.run("work")
    game = shop.create("race", {"a": "random", "b": "random"}, rounds=1)
    wait_until(lambda: shop.is_over(game))
    assert not canary.exists()
    for job in forged:
        assert Job.fetch(job.id, shop.queue.connection, serializer=JSONSerializer).is_failed


def test_a_queue_entry_that_is_no_job_stops_nobody(shop):
    shop.queue.connection.hset("rq:job:rubbish", mapping={"data": b"\x80\x04pickle", "created_at": "never"})
    shop.queue.connection.rpush(f"rq:queue:{jobs.BOTS}", "rubbish", json.dumps({"no": "job"}))
    shop.run("work")
    game = shop.create("race", {"a": "random", "b": "random"}, rounds=1)
    wait_until(lambda: shop.is_over(game))


def test_a_bot_whose_move_a_house_rule_refuses_plays_another(busy):
    game = busy.create("race", {"a": "waits", "b": "waits"}, rounds=3)
    wait_until(lambda: busy.is_over(game), seconds=10.0)
    rules = busy.desk.plugins.get("race")
    answers = [decode_line(rules, line) for line in busy.desk.store.log(game)[1:]]
    assert [type(answer.move).__name__ for answer in answers] == ["Wait", "Say", "Wait"]
