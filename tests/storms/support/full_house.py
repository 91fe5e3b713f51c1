"""A server on stores that the test can look into, filled with everything that anybody can leave behind."""

import secrets
import time
from contextlib import contextmanager

import redis
from crowd import Crowd
from raw_wire import ask, bearer, head, post
from whole_server import start_server, wait_until

from tableshark.desk import Desk
from tableshark.plugins import load
from tableshark.simulations.desk import Simulations
from tableshark.store.redis import RedisStore
from tableshark.sweeping import Retention, sweep, sweep_simulations
from tableshark_workers.embedded import EmbeddedStore

DAY = 24 * 3600.0
QUEUES = ("bots", "simulations")
KEPT = Retention(waiting=DAY, idle=30 * DAY, ended=30 * DAY, simulated=7 * DAY)
"""As the settings say where nobody sets anything."""
ME, BOT = {"by": "me"}, {"by": "bot", "bot": "stop-at-8"}
SHORT = {"target": 20}
BATCH = {"rules": "shark-attacks", "bots": [{"bot": "random"}], "episodes": 4}


class House:
    """The server, and its store and queue as plain clients."""

    def __init__(self, server, store, queue):
        self.server, self.port = server, server.port
        self.url, self.queue_url = store.url, queue.url
        self.store = redis.Redis.from_url(store.url)
        self.queue = redis.Redis.from_url(queue.url)

    def key(self):
        return f"Idempotency-Key: {secrets.token_urlsafe(32)}"

    def fill(self, many):
        """Leave so many of each thing behind, and wait until nobody works on any."""
        for number in range(many):
            Crowd(self.server, {"p0": ME})
            Crowd(self.server, {"p0": ME, "p1": {"by": "invited"}})
            resting = Crowd(self.server, {"p0": ME, "p1": ME}, first_seat="p0")
            self.change_hands(resting)
            Crowd(self.server, {"p0": ME, "p1": ME}, **SHORT).play_out()
            self.with_bots(number)
            self.simulation(number)
        ask(self.port, head("GET", "/v1/games", bearer("ts_nobody")))

    def change_hands(self, crowd):
        """A keyed exchange, advice, somebody who leaves and somebody who comes."""
        [mine] = crowd.tokens["p0"]
        made = ask(self.port, post(f"{crowd.path}/seats/p0/token", {}, bearer(mine), self.key()))
        assert made.status == 201
        question = {"turn": 1, "bot": "greedy"}
        asked = ask(self.port, post(f"{crowd.path}/advice", question, bearer(made.json["token"]), self.key()))
        self.done(asked, made.json["token"])
        [other] = crowd.tokens["p1"]
        assert ask(self.port, crowd.leave("p1", other)).status == 204
        assert {answer.status for answer in crowd.storm(crowd.joins("p1"))} == {201}

    def with_bots(self, number):
        """A game of bots, which ends, and a bot's move that a person orders."""
        crowd = Crowd(self.server, {"p0": BOT, "p1": BOT}, **SHORT)
        wait_until(lambda: crowd.get().json["status"] == "over")
        crowd = Crowd(self.server, {"p0": ME, "p1": ME}, first_seat="p0")
        order = post(f"{crowd.path}/bot-moves", {"turn": 1, "bot": "greedy"}, bearer(crowd.tokens["p0"][0]), self.key())
        self.done(ask(self.port, order), crowd.tokens["p0"][0])

    def simulation(self, number):
        """One that ends, and one that is cancelled."""

        def order(**more):
            data = post("/v1/simulations", {**BATCH, "seed": str(number), **more}, self.key())
            return wait_until(lambda: (made := ask(self.port, data)).status == 202 and made, 60)

        self.done(made := order(), made.json["token"])
        made = order(episodes=200_000)
        assert ask(self.port, head("DELETE", made.headers["location"], bearer(made.json["token"]))).status == 200

    def done(self, answer, token):
        where = answer.headers["location"]
        wait_until(lambda: ask(self.port, head("GET", where, bearer(token))).json["state"] == "done", 40)


def pass_days(url, days, kept=KEPT):
    """Sweep the store at this URL as the reconciler would so many days from now."""
    later = time.time() + days * DAY
    store = RedisStore(url)
    desk = Desk(load(), store, lambda thoughts: None, lambda: later, secrets.token_bytes)

    def tend(name, care):
        care()

    sweep(desk, kept, later, tend)
    sweep_simulations(Simulations(store, lambda simulation: None, lambda: later), kept, later, tend)


@contextmanager
def full_house(folder, **settings):
    """A server on stores of its own."""
    with EmbeddedStore(folder) as store, EmbeddedStore(folder, name="queue", durable=False) as queue:
        where = {"TABLESHARK_STORE": store.url, "TABLESHARK_QUEUE": queue.url}
        server = start_server(folder, folder / "log", **where, **settings)
        house = House(server, store, queue)
        try:
            yield house
        finally:
            server.stop()
            house.store.close()
            house.queue.close()


def stays(ttl, hours):
    """Whether a key stays for longer, by the seconds that are left to it: -1 for ever, -2 where it is gone just now."""
    return ttl == -1 or ttl > hours * 3600


def check_swept(client):
    """All that is left of a store is what is kept under a name, for a day at most, but for the server's secret."""
    names = {key.decode(): client.ttl(key) for key in client.scan_iter()}
    left = {name: ttl for name, ttl in names.items() if not name.startswith(("tableshark:kept:", "tableshark:probe"))}
    assert left == {}, "games, simulations, logs and indexes are gone"
    assert {name for name, ttl in names.items() if stays(ttl, 24)} <= {"tableshark:kept:secret"}


def check_queue(client, hours=1):
    """Of a queue's server nothing stays longer than so many hours, but for keys that there is one of for each queue."""
    stay = {key.decode() for key in client.scan_iter() if stays(client.ttl(key), hours)}
    assert stay <= STANDING, f"these stay: {sorted(stay - STANDING)}"


STANDING = {
    "rq:queues", "rq:workers", "tableshark:counts",
    *(f"rq:{kind}:{queue}" for kind in ("queue", "finished", "failed", "wip", "workers") for queue in QUEUES),
}  # fmt: skip
"""What a queue has once, however many jobs there were."""


def let_hours_pass(client):
    """Have done in a queue's server what time does: keys go whose time is over, and entries of registries are old."""
    for key in list(client.scan_iter()):
        if client.ttl(key) >= 0 and not key.startswith(b"rq:worker:"):
            client.delete(key)
        elif client.type(key) == b"zset":
            client.zadd(key, dict.fromkeys(client.zrange(key, 0, -1), 1.0))
