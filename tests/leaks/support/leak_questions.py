"""Everything that can be asked of a game: for each route all requests, good, bad and late, as one kind of asker."""

from typing import NamedTuple

import msgspec
from leak_sides import Request

from tableshark.chance import Quick
from tableshark.rules import Where

NOBODY = "00" * 12
JSON = {"Content-Type": "application/json"}
ALL = 12
"""Of so many numbers of views each is asked for, of more only some, unless all are wanted."""


class Asker(NamedTuple):
    """Somebody who asks about a running game, and what a client in that place knows of it."""

    game: str
    rules: str
    seat: str | None
    """Of which the asker sees the view."""
    headers: dict
    number: int
    """Of the present view."""
    turn: int
    """The last question that was put to the seat."""
    seats: tuple
    moves: tuple
    """Moves worth trying, none of which is legal for the asker now."""
    simulation: str = "sim-" + NOBODY
    ordered: dict = {}
    """The header with the token of the simulation."""
    forgets: bool = False
    thorough: bool = False

    @property
    def path(self):
        return f"/v1/games/{self.game}"

    @property
    def numbers(self):
        """Numbers of views to ask for: from before the first to after the present one."""
        every = range(-1, self.number + 3)
        if self.thorough or len(every) <= ALL:
            return list(every)
        return [-1, 0, self.number // 2, *range(self.number - 2, self.number + 2)]


def static(route, *paths):
    return lambda asker: [(Request(route, "GET", path, asker.headers), None) for path in paths]


def lobby(asker):
    route = "GET /v1/games"
    queries = [f"status={status}{more}" for status in ("waiting", "running", "ended") for more in ("", "&limit=1")]
    queries += [f"rules={asker.rules}&status=running", "limit=0", "cursor=bm8=", "status=hidden"]
    return [(Request(route, "GET", f"/v1/games?{query}", asker.headers), None) for query in queries]


def facts(asker):
    route = "GET /v1/games/{game}"
    names = ("GET", "HEAD", "OPTIONS", "POST", "DELETE", "PUT")
    found = [(Request(route, method, asker.path, asker.headers), None) for method in names]
    return [*found, (Request(route, "GET", f"/v1/games/{NOBODY}", asker.headers), None)]


def views(asker):
    route, path, headers = "GET /v1/games/{game}/view", f"{asker.path}/view", asker.headers
    tags = [f'"{asker.seat or "-"}.{number}"' for number in (*asker.numbers, "x")]
    found = [Request(route, method, path, headers) for method in ("GET", "HEAD", "OPTIONS", "POST")]
    found += [Request(route, "GET", f"{path}?after={number}", headers) for number in (*asker.numbers, "x", 10**15)]
    found += [Request(route, "GET", path, {**headers, "If-None-Match": tag}) for tag in (*tags, "*", ", ".join(tags))]
    found += [Request(route, "GET", path, {**headers, **more}) for more in ({"Range": "bytes=0-9"}, {"Accept": "a/b"})]
    found += [Request(route, "GET", f"{path}?after=0&wait=1", headers), Request(route, "GET", f"{path}?b=1", headers)]
    return [(one, None) for one in found]


def streams(asker):
    route, path = "GET /v1/games/{game}/stream", f"{asker.path}/stream"
    found = [(Request(route, "GET", path, asker.headers), asker.number)]
    lasts = [asker.number + more for more in (-2, 0, 1)]
    if asker.number <= ALL or asker.thorough or asker.forgets:
        lasts.append(0)
    for last in lasts:
        behind = last < asker.number
        headers = {**asker.headers, "Last-Event-ID": str(last)}
        if last >= 0:
            found.append((Request(route, "GET", path, headers), asker.number if behind else 0))
    return [*found, (Request(route, "GET", path, {**asker.headers, "Last-Event-ID": "last"}), asker.number)]


def records(asker):
    route, path = "GET /v1/games/{game}/record", f"{asker.path}/record"
    return [(Request(route, method, path, asker.headers), None) for method in ("GET", "HEAD", "OPTIONS")]


def moves(asker):
    route, path = "POST /v1/games/{game}/moves", f"{asker.path}/moves"
    turns = sorted({-1, 0, 1, asker.turn - 1, asker.turn, asker.turn + 1, 999})
    bodies = [{"turn": asker.turn, "move": move} for move in asker.moves]
    bodies += [{"turn": turn, "move": move} for turn in turns if turn != asker.turn for move in asker.moves[:2]]
    bodies += [{"turn": asker.turn}, {"turn": asker.turn, "move": {"type": "nothing"}}, {"turn": "1", "move": {}}, []]
    found = [(Request(route, "POST", path, asker.headers, body), None) for body in bodies]
    broken = (b"", b"{", b'{"turn": 1, "turn": 1}', b"x" * 70_000)
    return found + [(Request(route, "POST", path, {**asker.headers, **JSON}, None, text), None) for text in broken]


def bots(what):
    def asked(asker):
        route = f"POST /v1/games/{{game}}/{what}"
        turns = {0, asker.turn - 1, asker.turn + 1, 999}
        bodies = [{"turn": turn, "bot": "random"} for turn in sorted(turns)]
        bodies += [{"turn": asker.turn, "bot": "nobody"}, {"turn": asker.turn, "bot": "random", "level": "x"}, {}]
        return [(Request(route, "POST", f"{asker.path}/{what}", asker.headers, body), None) for body in bodies]

    return asked


def jobs(asker):
    route = "GET /v1/jobs/{job}"
    names = [f"{seat}-{turn}-{attempt}" for seat in asker.seats for turn in (1, 2) for attempt in (0, 1)]
    names += [f"{asker.seat}-{max(0, asker.turn + more)}-0" for more in (-1, 0, 1)]
    names += [f"{seat}-{asker.turn}-ask-random-normal" for seat in asker.seats]
    ids = [f"{asker.game}-{name}" for name in names] + ["x", f"{NOBODY}-{asker.seat}-1-0"]
    return [(Request(route, "GET", f"/v1/jobs/{job}", asker.headers), None) for job in ids]


def seats(method, end=""):
    """Take, exchange or leave seats: all but the one that the asker holds."""

    def asked(asker):
        route = f"{method} /v1/games/{{game}}/seats/{{seat}}{end}"
        others = [seat for seat in (*asker.seats, "nobody") if seat != asker.seat or (method == "POST" and not end)]
        found = [Request(route, method, f"{asker.path}/seats/{seat}{end}", asker.headers) for seat in others]
        if method == "POST" and not end:
            path = f"{asker.path}/seats/{others[0]}"
            bodies = ({"salt": "s"}, {"invite": "ti_x"}, {"salt": " "}, {"x": 1})
            found += [Request(route, method, path, asker.headers, body) for body in bodies]
        return [(one, None) for one in found]

    return asked


def new_games(asker):
    route, headers = "POST /v1/games", {**asker.headers, "Idempotency-Key": f"{asker.game}-game"}
    bodies = [{"rules": asker.rules}, {"rules": asker.rules}, {"rules": "nothing"}, {}]
    return [(Request(route, "POST", "/v1/games", headers, body), None) for body in bodies]


def new_simulations(asker):
    headers = {**asker.ordered, "Idempotency-Key": f"{asker.game}-again"}
    body = {"rules": asker.rules, "bots": [{"bot": "random"}], "episodes": 2, "seed": "0"}
    return [(Request("POST /v1/simulations", "POST", "/v1/simulations", headers, each), None) for each in (body, {})]


def simulations(method, end=""):
    def asked(asker):
        route = f"{method} /v1/simulations/{{simulation}}{end}"
        path = f"/v1/simulations/{asker.simulation}{end}"
        return [(Request(route, method, path, headers), None) for headers in (asker.headers, asker.ordered)]

    return asked


def ordered(asker):
    route = "GET /v1/simulations"
    return [(Request(route, "GET", "/v1/simulations", headers), None) for headers in (asker.headers, asker.ordered)]


STATIC = {
    "GET /": static("GET /", "/"),
    "GET /docs/": static("GET /docs/", "/docs/"),
    "GET /docs/{path}": static("GET /docs/{path}", "/docs/index.css", "/docs/nothing"),
    "GET /openapi.json": static("GET /openapi.json", "/openapi.json"),
    "GET /livez": static("GET /livez", "/livez"),
    "GET /readyz": static("GET /readyz", "/readyz"),
    "GET /v1/rules": static("GET /v1/rules", "/v1/rules"),
    "GET /v1/rules/{rules}": static("GET /v1/rules/{rules}", "/v1/rules/jaws", "/v1/rules/nothing"),
    "POST /v1/games": new_games,
    "POST /v1/simulations": new_simulations,
    "GET /v1/simulations": ordered,
    "GET /v1/simulations/{simulation}": simulations("GET"),
    "GET /v1/simulations/{simulation}/episodes": simulations("GET", "/episodes"),
    "DELETE /v1/simulations/{simulation}": simulations("DELETE"),
}
"""What has nothing to do with one game: asked while it runs, it must tell nothing of it all the same."""

OF_A_GAME = {
    "GET /v1/games": lobby,
    "GET /v1/games/{game}": facts,
    "GET /v1/games/{game}/view": views,
    "GET /v1/games/{game}/stream": streams,
    "GET /v1/games/{game}/record": records,
    "POST /v1/games/{game}/moves": moves,
    "POST /v1/games/{game}/bot-moves": bots("bot-moves"),
    "POST /v1/games/{game}/advice": bots("advice"),
    "GET /v1/jobs/{job}": jobs,
    "POST /v1/games/{game}/seats/{seat}": seats("POST"),
    "POST /v1/games/{game}/seats/{seat}/token": seats("POST", "/token"),
    "DELETE /v1/games/{game}/seats/{seat}": seats("DELETE"),
}
"""What is asked about one game, and by this does not change it."""


def tried(rules, games, seat, most=10):
    """Moves that might be refused for a reason that is hidden: what anybody may do in either of two games."""
    found = []
    for game in games:
        for other in game.waiting:
            legal = rules.legal(game.state, other)
            if isinstance(legal, Where):
                found.append(legal.draw(Quick.of(b"tried")))
            else:
                found += legal[:: max(1, len(legal) // 4)]
    own = rules.legal(games[0].state, seat) if seat in games[0].waiting else ()
    told = []
    for move in found:
        body = msgspec.to_builtins(move)
        if move not in own and body not in told:
            told.append(body)
    return tuple(told[:: max(1, len(told) // most)][:most])


def routes_of(app):
    """All routes of an app, by method, as they are named here."""
    found = set()
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<path:", "{").replace("<", "{").replace(">", "}")
        found |= {f"{method} {path}" for method in rule.methods - {"HEAD", "OPTIONS"}}
    return found
