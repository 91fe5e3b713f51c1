"""Sweeping by a real clock process: what nobody joined or plays is given up, what is long over is removed."""

import time

from busy_shop import wait_until

from tableshark.desk import Desk
from tableshark.seating import Wish, plan

HOUR, DAY = 3600.0, 24 * 3600.0
KEPT = {"TABLESHARK_WAITING_HOURS": "2", "TABLESHARK_IDLE_DAYS": "3", "TABLESHARK_ENDED_DAYS": "5"}


def plant(shop, ago, *, mine, over=False):
    """A game of a race that was created so many seconds ago, by a desk whose clock was right then."""
    desk = Desk(shop.desk.plugins, shop.desk.store, lambda news: None, lambda: time.time() - ago, lambda n: b"e" * n)
    rules = desk.plugins.get("race")
    options = rules.options(seconds=1000 * DAY, rounds=1)
    places = plan(desk.plugins, rules, options, {}, Wish(mine=mine))
    keys = {place.seat: ("k",) for place in places if mine}
    plant.games += 1
    game = desk.create("race", options, places, keys=keys, game=f"{plant.games:024x}").id
    if over:
        window = desk.look(game, "a")[1]
        desk.submit(game, "a", window.legal[0], window.turn)
    return game


plant.games = 0


def test_what_is_not_kept_is_swept_away(shop):
    shop.environment.update(KEPT)
    old = {
        "waiting": plant(shop, 2.1 * HOUR, mine=False),
        "running": plant(shop, 3.1 * DAY, mine=True),
        "over": plant(shop, 5.1 * DAY, mine=True, over=True),
    }
    young = {
        "waiting": plant(shop, 1.9 * HOUR, mine=False),
        "running": plant(shop, 2.9 * DAY, mine=True),
        "over": plant(shop, 4.9 * DAY, mine=True, over=True),
    }

    def status(game):
        return shop.desk.load(game)[1].header.status

    assert {name: status(game) for name, game in old.items()} == {name: name for name in old}
    shop.run("clock")
    wait_until(lambda: shop.desk.store.load(old["over"]) is None)
    assert shop.desk.store.log(old["over"]) == []
    assert status(old["waiting"]) == "abandoned"
    assert shop.desk.load(old["waiting"])[1].header.outcome is None
    assert status(old["running"]) == "abandoned"
    given_up = shop.desk.load(old["running"])[1].header
    assert (given_up.outcome.ranks, given_up.outcome.reason) == ({"a": 1, "b": 1}, "abandoned")
    assert abs(given_up.ended - time.time()) < 60, "from now on it is kept as any other that is over"
    assert {name: status(game) for name, game in young.items()} == {name: name for name in young}
    ended = dict(shop.desk.store.find("ended"))
    assert set(ended) == {old["waiting"], old["running"], young["over"]}


def test_one_that_cannot_be_given_up_holds_up_no_other(shop):
    shop.environment.update(KEPT)
    broken = plant(shop, 9 * DAY, mine=True)
    shop.desk.store._writer.hset(f"g:{{{broken}}}", "body", b"rubbish")
    fine = plant(shop, 8 * DAY, mine=True)
    shop.run("clock")
    wait_until(lambda: shop.desk.load(fine)[1].header.status == "abandoned")
    assert shop.desk.store.load(broken).body == b"rubbish"
