"""A whole server with the toy on it, and parties of people who play there and keep all that they hear."""

import base64
import binascii
import json
import os
import zlib
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import httpx
import redis
from leak_canaries import Heard, Wire, search, secrets_of, token
from leak_questions import OF_A_GAME, Asker
from leak_sides import Request
from whole_server import free_port, start_server

from tableshark.store.redis import RedisStore
from tableshark_workers.embedded import EmbeddedStore

PLUGINS = [Path(__file__).with_name(f"{name}_plugin.py") for name in ("vault", "leaky")]
OPERATOR = "the operator"
ALL_BUT_TAKE = {name: asked for name, asked in OF_A_GAME.items() if name != "POST /v1/games/{game}/seats/{seat}"}


class Vault(NamedTuple):
    """A whole server on which the toys are installed, and what only whoever runs it can look at."""

    url: str
    store: RedisStore
    queue: redis.Redis
    metrics: str
    log: Path

    def jobs(self):
        """All that workers have been told, and have given back: arguments, results, errors."""
        found = []
        for key in self.queue.scan_iter("rq:*"):
            kind = self.queue.type(key)
            if kind == b"hash":
                found += [key, *map(unpacked, self.queue.hgetall(key).values())]
            elif kind == b"stream":
                found += [key, *(unpacked(value) for _, row in self.queue.xrange(key) for value in row.values())]
        return [Heard(OPERATOR, "the queue", b"\n".join(found))]

    def told(self):
        """What is told to whoever runs the server."""
        metrics = httpx.get(self.metrics).raise_for_status().content
        assert b"tableshark_games_created_total" in metrics
        return [Heard(OPERATOR, "the metrics", metrics), Heard(OPERATOR, "the log", self.log.read_bytes())]


@contextmanager
def open_vault(folder):
    """Start a server on which the toy is installed."""
    installed = folder / "plugins"
    info = installed / "plugins_of_a_test-1.0.dist-info"
    info.mkdir(parents=True)
    for plugin in PLUGINS:
        (installed / plugin.name).write_text(plugin.read_text())
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugins-of-a-test\nVersion: 1.0\n")
    points = [f"{plugin.stem} = {plugin.stem}\n" for plugin in PLUGINS]
    (info / "entry_points.txt").write_text("[tableshark]\n" + "".join(points))
    port = free_port()
    with ExitStack() as running:
        store = running.enter_context(EmbeddedStore(folder, durable=True))
        queue = running.enter_context(EmbeddedStore(folder, name="queue", durable=False))
        server = start_server(
            folder / "data",
            folder / "log",
            TABLESHARK_STORE=store.url,
            TABLESHARK_QUEUE=queue.url,
            TABLESHARK_METRICS_PORT=str(port),
            TABLESHARK_LOG="json",
            TABLESHARK_BOT_WORKERS="1",
            PYTHONPATH=os.pathsep.join(filter(None, [str(installed), os.environ.get("PYTHONPATH")])),
        )
        connection = running.enter_context(redis.Redis.from_url(queue.url))
        yield Vault(server.url, RedisStore(store.url), connection, f"http://127.0.0.1:{port}/metrics", server.log)
        assert server.stop() == 0


def unpacked(value):
    """A value of the queue, and what it is once it is unpacked: packed, or in base64, or both."""
    found = [value]
    with suppress(binascii.Error):
        found.append(base64.b64decode(value, validate=True))
    for text in found[:]:
        with suppress(zlib.error):
            found.append(zlib.decompress(text))
    return b"\n".join(found)


class Party:
    """People at a game over HTTP: of the toy, unless other rules are named."""

    def __init__(self, vault, rules="vault", **body):
        self.vault, self.wire, self.rules = vault, Wire(vault.url), rules
        made = self.wire.http.post("/v1/games", json={"rules": rules, **body}).raise_for_status().json()
        self.game, self.made, self.path = made["game"], made, f"/v1/games/{made['game']}"
        self.seats = tuple([place["seat"] for place in made["seats"]])
        self.tokens = dict(made["tokens"])
        self.known = [secret for seat, one in made["tokens"].items() for secret in token(seat, one)]

    def headers(self, seat):
        return {"Authorization": f"Bearer {self.tokens[seat]}"} if seat in self.tokens else {}

    def view(self, seat):
        return self.wire.http.get(f"{self.path}/view", headers=self.headers(seat)).raise_for_status().json()

    def post(self, path, seat=None, body=None, who=None, **headers):
        """Send something whose answer is heard as all else is."""
        request = Request("", "POST", f"{self.path}{path}", {**self.headers(seat), **headers}, body)
        status, told = self.wire.ask(who or seat, request)
        return status, json.loads(told)

    def play(self, seat, **move):
        status, told = self.post("/moves", seat, {"turn": self.view(seat)["turn"], "move": move})
        return status, told

    def secrets(self):
        return [*secrets_of(self.vault.store, self.game), *self.known]

    def asker(self, seat, **more):
        """Somebody at this game; without a seat, an onlooker."""
        view = self.view(seat)
        return Asker(
            self.game, self.rules, seat if seat in self.tokens else None, self.headers(seat), view["number"],
            view["turn"] or 1, self.seats, self.tries(seat), **more,
        )  # fmt: skip

    def tries(self, seat):
        """Moves that a seat may not make."""
        return (*({"type": "say", "word": f"{other}-x"} for other in self.seats if other != seat), {"type": "x"})

    def sweep(self, **others):
        """Ask everything as each seat, an onlooker, and others (by their headers); no word may be where it must not."""
        askers = [(seat, self.asker(seat)) for seat in (*self.tokens, "onlooker")]
        askers += [(who, askers[-1][1]._replace(headers=headers)) for who, headers in others.items()]
        is_open = any(place["by"] == "open" for place in self.wire.http.get(self.path).json()["seats"])
        for who, asker in askers:
            # Whoever asks for a seat that is open would get it.
            self.wire.ask_all(who, asker, ALL_BUT_TAKE if is_open else OF_A_GAME)
        return self.hear()

    def hear(self):
        """Search all that was told until now, by whom it was heard, with the secrets of this moment."""
        heard, secrets = self.wire.take(), self.secrets()
        assert search(heard, secrets) == []
        assert search([*self.vault.told(), *self.vault.jobs()], secrets) == []
        return heard, secrets
