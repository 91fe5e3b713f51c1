"""One game from its creation to its end, as one person at one seat lives through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from tableshark_api.play.board import TOLD
from tableshark_api.play.client import Body, Client, Problem
from tableshark_api.play.schemas import Schemas
from tableshark_api.play.show import Screen

ANY_RULES = ("random", "greedy")
"""The bots that every rules has; a bot that knows the game is the better opponent."""

Choose = Callable[[Any], Any]
"""Gets the legal moves of a window, gives one of them."""


class BadWish(Exception):
    """The game can't be played as it was asked for."""


@dataclass(frozen=True)
class Wishes:
    """What the person wants to play."""

    rules: str
    seat: str | None = None
    bots: tuple[str, ...] = ()
    """One for all other seats, or one for each; none: the rules' own first."""
    level: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str | None = None
    auto: str | None = None
    """The bot that plays in the person's place; "" is the usual one."""


class Session:
    """A game that was created for a person."""

    def __init__(self, client: Client, screen: Screen, wishes: Wishes) -> None:
        """Create the game. Raises BadWish, or Problem where the server does not want it so."""
        self._client = client
        self._screen = screen
        entry = client.entry(wishes.rules)
        bots = [one["bot"] for one in entry["bots"]]
        usual = next((bot for bot in bots if bot not in ANY_RULES), "random")
        if wishes.auto and wishes.auto not in bots:
            raise BadWish(f"no bot {wishes.auto!r} plays {wishes.rules}; there are {', '.join(bots)}")
        self.auto = None if wishes.auto is None else wishes.auto or usual
        self.seat = wishes.seat or entry["seats"][0]
        body = {"rules": wishes.rules, "options": dict(wishes.options)}
        body |= _fill(self.seat, lambda: _seats(client, entry, wishes), wishes.bots or (usual,), wishes.level)
        created = client.create(body if wishes.seed is None else {**body, "seed": wishes.seed})
        self.game: str = created["game"]
        client.token = created["tokens"][self.seat]
        self.schemas = Schemas(entry["move"], client.document)
        self._before: Body | None = None
        self._slow = 0
        screen.heading(entry, created, self.seat, self.auto)

    def play(self, choose: Choose) -> None:
        """Play to the end and show it; `choose` is asked unless a bot plays in the person's place."""
        window = self._wait(None)
        drawn = None
        while True:
            self._tell(window)
            if window["outcome"] is not None or window["status"] in ("over", "abandoned"):
                break
            if window["legal"] is None:
                window = self._wait(window)
            elif self.auto is not None:
                window = self._delegate(window, self.auto)
            else:
                if drawn != window["number"]:
                    self._screen.table(window)
                drawn = window["number"]
                window = self._answer(window, choose)
        self._screen.table(window)
        if window["outcome"] is None:
            self._screen.say("The game was abandoned.")
        else:
            self._screen.end(window["outcome"])

    def leave(self) -> None:
        """Give up the seat, so that somebody else may take it."""
        self._client.leave(self.game, self.seat)

    def _tell(self, window: Body) -> None:
        """Tell the news of a view that has not been told, once."""
        before, self._before = self._before, window
        if before is not None and window["number"] <= before["number"]:
            return
        skipped = window["number"] - (before["number"] + 1 if before else 1)
        if skipped:
            self._screen.missed(skipped)
        # A step that nobody may know of leaves the last news where they are.
        if before is None or skipped or before["view"] != window["view"]:
            self._screen.story(window["view"].get(TOLD) or [])

    def _answer(self, window: Body, choose: Choose) -> Body:
        move = choose(window["legal"])
        try:
            self._client.move(self.game, window["turn"], move)
        except Problem as problem:
            return self._refused(window, problem)
        # Not the view that came with the reply: others may have moved before it.
        return self._wait(window)

    def _delegate(self, window: Body, bot: str) -> Body:
        """Order a bot's move for this turn, and wait until the turn is over."""
        try:
            job = self._client.bot_move(self.game, window["turn"], bot)["job"]
        except Problem as problem:
            return self._refused(window, problem)
        while True:
            newer = self._client.view(self.game, after=window["number"])
            if newer is None:
                self._patience(window, f"{bot} has not moved yet; its job is {self._state(job)} …")
                return window
            if newer["turn"] != window["turn"]:
                return newer
            self._tell(newer)
            window = newer

    def _wait(self, window: Body | None) -> Body:
        """Wait for the view after this one, or for the first, however long others take."""
        while True:
            newer = self._client.view(self.game, after=window["number"] if window else 0)
            if newer is not None:
                return newer
            if window is not None:
                self._patience(window, f"waiting for {self._screen.names(window['waiting'])} …")

    def _patience(self, window: Body, text: str) -> None:
        """Say what takes long, once for each view."""
        if self._slow != window["number"]:
            self._screen.say(text)
        self._slow = window["number"]

    def _state(self, job: str) -> str:
        try:
            return str(self._client.job(job)["state"])
        except Problem as problem:
            return f"not known ({problem})"

    def _refused(self, window: Body, problem: Problem) -> Body:
        """Say why the server did not take something, and see how the game stands."""
        if problem.status not in (httpx.codes.CONFLICT, httpx.codes.UNPROCESSABLE_ENTITY):
            raise problem
        self._screen.refuse(problem)
        present = self._client.view(self.game)
        assert present is not None  # only a request with `after` may find nothing new
        return window if present["number"] == window["number"] else self._wait(window)


def _seats(client: Client, entry: Body, wishes: Wishes) -> list[str]:
    """Find the seats. The catalogue has those of the default options; for others an open game is made and left."""
    if not wishes.options:
        return list(entry["seats"])
    created = client.create({"rules": wishes.rules, "options": dict(wishes.options)})
    return [place["seat"] for place in created["seats"]]


def _fill(seat: str, seats: Callable[[], list[str]], bots: tuple[str, ...], level: str | None) -> dict[str, Any]:
    """Put the person at the seat and bots at the others."""
    extra = {} if level is None else {"level": level}
    wishes = [{"by": "bot", "bot": bot, **extra} for bot in bots]
    mine = {seat: {"by": "me"}}
    if len(bots) == 1:
        return {"seats": mine, "others": wishes[0]}
    others = [other for other in seats() if other != seat]
    if len(bots) != len(others):
        raise BadWish(f"{len(bots)} bots for {len(others)} seats: name one for all, or one for each")
    return {"seats": {**mine, **dict(zip(others, wishes, strict=True))}}
