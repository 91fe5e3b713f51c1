"""Words that stand in nothing but a hidden place of a stored game, and a search for them in all that comes out."""

import base64
import hashlib
from typing import NamedTuple

import httpx
import msgspec

from tableshark import luck
from tableshark.chance import Seeded
from tableshark_api.bodies import LIMIT

AHEAD = 3
"""So many draws of so many steps to come are looked for."""
NOBODY = frozenset()


class Secret(NamedTuple):
    what: str
    needle: bytes
    known: frozenset
    """Who may know it."""


class Heard(NamedTuple):
    who: str
    """Who asked, or the channel that is for whoever runs the server."""
    request: str
    text: bytes


def secrets_of(store, game):
    """All that is secret of a stored game of the toy, and who may know it."""
    table, found = stored(store, game), []

    def keep(what, word, *known):
        found.append(Secret(what, word[-15:].encode(), frozenset(known)))

    state = table["game"]["state"]
    for seat, hand in state["hands"].items():
        keep(f"hand of {seat}", hand, seat)
    for word in state["deck"]:
        keep("deck", word)
    for word in state["trail"]:
        keep("trail", word, "a")
    for seat, move in table["game"]["sealed"].items():
        keep(f"sealed answer of {seat}", move["word"], seat)
    for seat, intent in table["intents"].items():
        keep(f"decision of {seat} that waits", intent["move"]["word"])
    for seat, noted in table["notes"].items():
        keep(f"note of {seat}", noted["noted"])
    key = luck.salted(base64.b64decode(table["seed"]), table["salts"])
    for step in range(table["game"]["step"] + 1, table["game"]["step"] + 1 + AHEAD):
        chance = Seeded(key, step)
        for _ in range(AHEAD):
            keep("coming draw", f"{chance.below(10**15):015d}")
    return [*found, *kept_beside(store, game)]


def kept_beside(store, game):
    """What is kept of any game beside its state, and is nobody's business."""
    table, found = stored(store, game), []

    def keep(what, value):
        found.append(Secret(what, value if isinstance(value, bytes) else str(value).encode(), NOBODY))

    for name in ("seed", "bot_key"):
        keep(name, table[name])
        keep(f"{name} in hex", base64.b64decode(table[name]).hex())
    for seat, salt in table["salts"].items():
        keep(f"salt of {seat}", salt)
    for seat, keys in table["keys"].items():
        for key in keys:
            keep(f"key of {seat}", key)
    for seat, key in table["invites"].items():
        keep(f"invitation to {seat} as it is kept", key)
    kept = store.kept("secret")
    if kept is not None:
        keep("what tokens are derived from", kept)
        keep("what tokens are derived from, in hex", kept.hex())
    before = table["header"]["commitment"]
    for line in store.log(game):
        before = luck.chain(before, line)
        keep("hash of the log", before)
    return found


def stored(store, game):
    return msgspec.json.decode(store.load(game).body)


def token(who, value):
    """A token is known to whoever got it; its hash to nobody."""
    return [
        Secret(f"token of {who}", value.encode(), frozenset([who])),
        Secret(f"key of {who}", hashlib.sha256(value.encode()).hexdigest().encode(), NOBODY),
    ]


def search(heard, secrets):
    """Name all that somebody heard who may not know it, as it is or as a text within JSON."""
    found = []
    for one in heard:
        plain = one.text.replace(b'\\"', b'"')
        for secret in secrets:
            if one.who not in secret.known and (secret.needle in one.text or secret.needle in plain):
                found.append((one.who, one.request, secret.what))
    return found


class Wire:
    """Asks a running server, and keeps every byte of its answers."""

    def __init__(self, url):
        self.http = httpx.Client(base_url=url, timeout=20)
        self.heard = []

    def ask(self, who, request, until=None):
        """Send a request; of a stream take all up to the event of this number. Gives the status and the body."""
        more = {"json": request.body} if request.body is not None else {"content": request.text}
        # A body that is too large is not read, and the connection ends: it is not used again.
        ends = {"Connection": "close"} if request.text and len(request.text) > LIMIT else {}
        with self.http.stream(request.method, request.path, headers={**request.headers, **ends}, **more) as answer:
            body = b"".join(_parts(answer, until))
        # A header may repeat what the request had; the request is not what the server tells.
        head = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
        asked = f"{request.method} {request.path}"
        self.heard.append(Heard(who, asked, b"%d\n%s\n\n%s" % (answer.status_code, head, body)))
        return answer.status_code, body

    def ask_all(self, who, asker, questions):
        for asked in questions.values():
            for request, until in asked(asker):
                self.ask(who, request, until)

    def take(self):
        """Give all that was heard since the last time."""
        heard, self.heard = self.heard, []
        return heard


def _parts(answer, until):
    if until is None or answer.headers.get("Content-Type", "").partition(";")[0] != "text/event-stream":
        yield answer.read()
        return
    number = 0
    for line in answer.iter_lines():
        yield line.encode() + b"\n"
        if line.startswith("id: "):
            number = int(line[4:])
        # The end of an event, or the first sign of life where nothing is awaited.
        if (not line and number >= until) or line == ": still here":
            return
