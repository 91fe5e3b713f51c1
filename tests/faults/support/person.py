"""A person at a server, who asks for what it needs until it has a good answer, and writes all of it down."""

import secrets
from threading import Event

import httpx
from ledger import now, reply, request
from people_at_a_server import listed
from wires import REPLY, REQUEST

PAUSE = 0.1
"""Seconds after which somebody asks again who got no good answer."""
TIMEOUT = 8.0
STUCK = 60.0
"""Seconds without anything new after which a person gives up: then something is wrong."""
TROUBLES = ((REPLY, "drop"), (REPLY, "cut"), (REPLY, "delay"), (REQUEST, "cut"), (REQUEST, "delay"), (REQUEST, "drop"))


def chosen(view, luck):
    """A move that is drawn; where fish are counted it is mostly right, else every round would last."""
    if view["rules"] == "hungry-shark" and luck.random() < 0.8:
        slots = [slot for card in view["view"]["board"] for slot in card["slots"] if slot and slot["type"] == "fish"]
        return {"type": "declare", "round": view["view"]["round"], "number": sum(slot["count"] for slot in slots)}
    return listed(view, luck)


def bearer(token):
    """The headers of whoever has this token; None: an onlooker."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def fresh():
    """The headers of a request that may be sent again."""
    return {"Idempotency-Key": secrets.token_urlsafe(24)}


class Person:
    """One who plays a seat by random moves, and sends each until it is acknowledged, or thinks better of it."""

    by = "me"
    """How the seat is asked for as the game is made."""

    def __init__(self, url, ledger, luck, wires=None, timeout=TIMEOUT, acknowledged=lambda: None):
        # Without certificates, that would be read for each client anew.
        self.http = httpx.Client(base_url=f"{wires.url if wires else url}/v1", timeout=timeout, verify=False)
        self.acknowledged = acknowledged
        self.ledger, self.luck, self.wires = ledger, luck, wires
        self.seat = self.path = self.token = None
        self.sent = []
        self.pause = Event()

    @property
    def headers(self):
        return bearer(self.token)

    def sit(self, game, seat):
        self.path, self.seat, self.token = f"/games/{game['game']}", seat, game["tokens"][seat]

    def ask(self, what, method, path, turn=None, move=None, headers=None, **more):
        """Send one request and write it down; None: no reply came."""
        headers, sent = headers or {}, now()
        try:
            answer = self.http.request(method, path, headers=headers, **more)
        except httpx.TransportError:
            answer = None
        row = {"what": what, "seat": self.seat, "turn": turn, "move": move, "sent": sent, "at": now()}
        self.ledger.write({**row, "wired": self.wires is not None, **request(headers), **reply(answer)})
        return answer

    def insist(self, *what, **more):
        """Send a request until it has an answer that is final."""
        began = now()
        while (answer := self.ask(*what, **more)) is None or answer.status_code >= 500:
            if now() - began > STUCK:
                return None
            self.pause.wait(PAUSE)
        return answer

    def create(self, rules, options, seats, bot, **terms):
        """Make a game, once, however often it has to be asked for."""
        body = {
            "rules": rules,
            "options": options,
            "seats": {seat: {"by": self.by} for seat in seats},
            "others": {"by": "bot", "bot": bot},
            **terms,
        }
        answer = self.insist("create", "POST", "/games", json=body, headers=fresh())
        return None if answer is None or answer.status_code != 201 else answer.json()

    def view(self, **query):
        return self.ask("view", "GET", f"{self.path}/view", params=query, headers=self.headers)

    def move(self, turn, move):
        body = {"turn": turn, "move": move}
        return self.ask("move", "POST", f"{self.path}/moves", turn, move, json=body, headers=self.headers)

    def play(self):
        """Play to the end; False where there is none."""
        number, news = 0, now()
        while now() - news < STUCK:
            answer = self.view(after=number, wait=2)
            if answer is None or answer.status_code != 200:
                self.pause.wait(0 if answer is not None and answer.status_code == 304 else PAUSE)
                continue
            view = answer.json()
            number, news = view["number"], now()
            if view["outcome"]:
                return True
            if view["turn"]:
                self.answer(view)
            if self.token is None:
                # Whoever has lost the seat, by leaving as the game ended, plays no more.
                return True
        return False

    def trouble(self, often):
        """Have something happen to the next request or its reply, where there are bad wires, so often."""
        if self.wires and self.luck.random() < often:
            self.wires.plan(*self.luck.choice(TROUBLES))

    def answer(self, view):
        """Send a move until it is acknowledged or refused. Some think better of it, some send more than is needed."""
        turn, move = view["turn"], chosen(view, self.luck)
        self.trouble(0.3)
        began = now()
        while (answer := self.move(turn, move)) is None or answer.status_code >= 500:
            if now() - began > STUCK:
                return False
            self.pause.wait(PAUSE)
            if self.luck.random() < 0.1:
                move = chosen(view, self.luck)
        if answer.status_code != 200:
            return False
        self.acknowledged()
        self.sent.append((turn, move))
        if self.luck.random() < 0.2:
            self.move(*self.luck.choice(self.sent[-3:]))
        return True

    def look(self):
        """The present view, as often as it takes."""
        while (answer := self.view()) is None or answer.status_code != 200:
            self.pause.wait(PAUSE)
        return answer.json()

    def record(self):
        answer = self.insist("record", "GET", f"{self.path}/record", headers=self.headers)
        return answer.json() if answer is not None and answer.status_code == 200 else None
