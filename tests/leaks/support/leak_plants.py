"""Leaks that are planted, one for each channel: faults of rules, of routes and of what stands beneath them."""

import logging
from dataclasses import replace
from functools import wraps
from typing import NamedTuple

import msgspec
from leak_lineages import Moment
from vault_plugin import STEPS, VAULT, View

from tableshark import game as games
from tableshark import seating, telling
from tableshark.errors import IllegalMove
from tableshark.rules import Where, nothing_hidden
from tableshark_api import answers
from tableshark_api.gate import Visit
from tableshark_api.routes import jobs, streams
from tableshark_workers import tasks

GAME = "/v1/games/{game}"


class Plant(NamedTuple):
    pair: str
    """Which kind of pair it shows with: "turn" (a hidden turn goes on), "asked" (all are asked), "deck", "sealed"."""
    sow: object
    """Called with the two servers and a monkeypatch."""
    route: str
    """Where it is caught."""
    part: str


PLANTS = {}


def plant(channel, pair, route, part="body"):
    def keep(sow):
        PLANTS[channel] = Plant(pair, sow, route, part)
        return sow

    return keep


def _rules(visits, patch, **faulty):
    """Install rules with a fault."""
    for side in visits.sides:
        patch.setitem(side.plugins.rules, "vault", replace(VAULT, **faulty))


def _wrap(visits, patch, endpoint, change):
    """Let an answer be changed by one who looks at the table: gets the side, the response and the route's names."""
    for side in visits.sides:
        honest = side.app.view_functions[endpoint]

        @wraps(honest)
        def leaky(*args, honest=honest, side=side, **names):
            return change(side, side.app.make_response(honest(*args, **names)), names)

        patch.setitem(side.app.view_functions, endpoint, leaky)


def _shown(patch, change):
    """Change every answer that shows a window, in all the modules that show some."""
    honest = answers.shown

    def shown(table, window):
        response = honest(table, window)
        change(response, table)
        return response

    patch.setattr(answers, "shown", shown)


def _told(patch, change, module=answers):
    honest = answers.told
    patch.setattr(module, "told", lambda table, window: change(honest(table, window), table))


@plant("view", "turn", f"GET {GAME}/view", "Content-Length")
def view(visits, patch):
    def peeked(state, seat):
        seen = VAULT.view(state, seat)
        return msgspec.structs.replace(seen, trail=state.trail) if seat == "b" else seen

    _rules(visits, patch, view=peeked)


@plant("onlooker", "asked", f"GET {GAME}/view", "Content-Length")
def onlooker(visits, patch):
    def open_to_all(state, seat):
        return View(state.round, state.phase, state.hands, state.trail, state.deck, state.news)

    _rules(
        visits, patch, view=lambda state, seat: open_to_all(state, seat) if seat is None else VAULT.view(state, seat)
    )


@plant("legal moves", "asked", f"GET {GAME}/view")
def legal_moves(visits, patch):
    def told(state, seat):
        honest = VAULT.legal(state, seat)
        schema = {"type": "object", "title": str(len(state.trail))}
        return Where(schema, honest.test, honest.draw) if isinstance(honest, Where) else honest

    _rules(visits, patch, legal=told)


@plant("number", "turn", f"GET {GAME}/view", "ETag")
def number(visits, patch):
    """A new number for each hidden step: the games are played again by an engine that counts so."""
    patch.setattr(games, "_changed", lambda *window: True)


@plant("due", "turn", f"GET {GAME}/view")
def due(visits, patch):
    """Time begins anew with each hidden step."""
    patch.setattr(answers, "patience", lambda table, window: table.since["b"] + 60 + table.game.step)


@plant("label", "deck", f"GET {GAME}/view")
def label(visits, patch):
    def told(body, table):
        return body[:-1] + b',"question":"%s"}' % table.game.awaiting.question.encode()

    _told(patch, told)


@plant("stream frame", "turn", f"GET {GAME}/stream")
def stream_frame(visits, patch):
    leaky = type("Leaky", (), {"told": staticmethod(lambda table, window: b"%d" % table.game.step)})
    patch.setattr(streams, "answers", leaky)


@plant("stream order", "turn", f"GET {GAME}/stream")
def stream_order(visits, patch):
    """A sign of life at each hidden step, for those who follow."""
    honest = streams.Stream.events

    def events(self, last):
        for part in honest(self, last):
            yield part
            yield b": step\n\n" * self.house.desk.load(self.game)[1].game.step

    patch.setattr(streams.Stream, "events", events)


@plant("header", "turn", f"GET {GAME}/view", "X-Step")
def header(visits, patch):
    _shown(patch, lambda response, table: response.headers.set("X-Step", str(table.game.step)))


@plant("etag", "turn", f"GET {GAME}/view", "ETag")
def etag(visits, patch):
    _shown(patch, lambda response, table: response.set_etag(str(table.lines)))


@plant("length", "turn", f"GET {GAME}/view", "Content-Length")
def length(visits, patch):
    _told(patch, lambda body, table: body + b" " * table.game.step)


@plant("status", "asked", f"POST {GAME}/moves", "status")
def status(visits, patch):
    """A rule that fails, for a reason that is hidden."""

    def fails(state, seat):
        honest = VAULT.legal(state, seat)
        if not isinstance(honest, Where):
            return honest
        return Where(honest.schema, lambda move: honest.test(move) or not state.trail[STEPS - 1], honest.draw)

    _rules(visits, patch, legal=fails)


@plant("error text", "asked", f"POST {GAME}/moves", "Content-Length")
def error_text(visits, patch):
    def reasons(state, seat):
        honest = VAULT.legal(state, seat)
        if not isinstance(honest, Where):
            return honest

        def test(move):
            if honest.test(move):
                return True
            raise IllegalMove(f"not after {state.trail}")

        return Where(honest.schema, test, honest.draw)

    _rules(visits, patch, legal=reasons)


@plant("record", "sealed", f"GET {GAME}/record", "Content-Length")
def early_record(visits, patch):
    for side in visits.sides:
        log = lambda game, side=side: side.app.make_response(b"\n".join(side.store.log(game)))  # noqa: E731
        patch.setitem(side.app.view_functions, "records.one", log)


@plant("lobby", "turn", "GET /v1/games", "X-Changed")
def lobby(visits, patch):
    def changed(side, response, names):
        revisions = [side.store.load(game).revision for game, _ in side.store.page("running", None, 50)]
        response.headers["X-Changed"] = str(revisions)
        return response

    _wrap(visits, patch, "games.lobby", changed)


@plant("facts", "turn", f"GET {GAME}", "X-Seed")
def facts(visits, patch):
    def told(side, response, names):
        stored = side.store.load(names["game"])
        response.headers["X-Seed"] = "" if stored is None else msgspec.json.decode(stored.body)["seed"]
        return response

    _wrap(visits, patch, "games.one", told)


@plant("job", "turn", "GET /v1/jobs/{job}")
def job(visits, patch):
    def progress(table, play):
        return {**jobs.written(play), "state": "done", "reason": f"line {table.lines}"}

    patch.setattr(jobs, "progress", progress)


@plant("advice", "deck", "GET /v1/jobs/{job}")
def advice(visits, patch):
    """A machine player that gets the true state."""
    _rules(visits, patch, determinize=nothing_hidden)
    visits.adviser = "peek"


@plant("simulation", "turn", "POST /v1/simulations", "X-Steps")
def simulation(visits, patch):
    def counted(side, response, names):
        lines = sum(len(side.store.log(game)) for game, _ in side.store.find("running"))
        response.headers["X-Steps"] = str(lines)
        return response

    _wrap(visits, patch, "simulations.order", counted)


@plant("log", "turn", f"GET {GAME}/view", "log")
def log(visits, patch):
    def written(response, table):
        logging.getLogger("tableshark").info("shown after step %d", table.game.step)

    _shown(patch, written)


@plant("worker's log", "asked", "a worker", "log")
def workers_log(visits, patch):
    honest = tasks._ask

    def asked(rules, table, *more, **named):
        logging.getLogger("tableshark").warning("asked at %s", table.game.state)
        return honest(rules, table, *more, **named)

    patch.setattr(tasks, "_ask", asked)


@plant("metric", "turn", "metrics")
def metric(visits, patch):
    """Hidden steps are counted as turns."""
    patch.setattr(telling, "questions_over", lambda before, after: (after.entry.seat,) if after.entry else ())


@plant("left seat", "asked", f"GET {GAME}/view", "status")
def left_seat(visits, patch):
    honest = seating.leave

    def leave(table, seat, key):
        left = honest(table, seat, key)
        return msgspec.structs.replace(left, keys=table.keys)

    patch.setattr(seating, "leave", leave)


@plant("exchanged token", "asked", f"GET {GAME}/view", "status")
def exchanged_token(visits, patch):
    def exchange(table, seat, old, new):
        return msgspec.structs.replace(table, keys={**table.keys, seat: (*table.keys[seat], new)})

    patch.setattr(seating, "exchange", exchange)


@plant("open stream", "asked", f"GET {GAME}/stream")
def open_stream(visits, patch):
    """Who follows was looked at once, and is not looked at again."""
    patch.setattr(streams, "admit", lambda seen, key: Visit(seen, "b", key))
    # It has nothing to tell and lives on, which shows by its next sign of life.
    patch.setattr(streams, "HEARTBEAT", 0.05)


def again(way):
    """Play a way again, by the engine as it is now."""
    entries = [moment.game.entry for moment in way]
    played = games.replay(VAULT, way[0].game.state.options, way[0].game.seed, entries)
    return tuple([Moment(game, moment.at) for game, moment in zip(played, way, strict=True)])
