"""Streams: every new view of a seat as a server-sent event, for as long as the game goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Event

from flask import Response, request

from tableshark.errors import Away, Unknown
from tableshark_api import answers
from tableshark_api.gate import Visit, admit, gate
from tableshark_api.house import House, house
from tableshark_api.problems import Problem, tell, trace
from tableshark_api.routing import Routes, described, refuses

routes = Routes("streams", __name__, url_prefix="/v1/games/<game>/stream", description="Following a game.")

HEARTBEAT = 8.0
"""Seconds after which a silent stream says that it lives."""
LAST = "Last-Event-ID"
DIGITS = 15
ENDED = ("over", "abandoned")


@routes.route("")
@described(operationId="followGame")
@refuses("unknown_game", "bad_token", "bad_request", "store_away", "rules_away", "busy")
@gate("optional")
@routes.response(
    200,
    {"type": "string"},
    content_type="text/event-stream",
    description=(
        "Events `view`, each with a whole Window as its data and its number as its id; comments in between while "
        "nothing happens. With Last-Event-ID, from the view after that one on. The stream ends with the game, when the "
        "token opens nothing any more, or where the rules fail."
    ),
)
@routes.alt_response(204, description="The game has ended, and there is no view that is not known.", success=True)
def follow(visitor: Visit, game: str) -> Response:
    """Follow the game: every new view, and none twice."""
    last = _last()
    window = visitor.window
    if visitor.table.header.status in ENDED and (window is None or (last is not None and last >= window.number)):
        return Response(status=204)
    if window is not None and last is not None:
        # A past view that fails is told by a problem here, not by a stream that ends at once.
        house().desk.follow(visitor.table, window, last)
    stack = ExitStack()
    stack.enter_context(house().limits.stream())
    bell = stack.enter_context(house().waiting.bell(game, house().limits.crowd()))
    if bell is None:
        stack.close()
        raise Problem("busy", "too many requests wait already; try again later")
    stream = Stream(house(), game, visitor.key, bell, trace())
    response = Response(stream.events(last), content_type="text/event-stream")
    response.call_on_close(stack.close)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Vary"] = "Authorization"
    # A proxy that gathers an answer before it passes it on would gather for ever.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _last() -> int | None:
    told = request.headers.get(LAST)
    if told is None:
        return None
    if not (told.isascii() and told.isdigit() and len(told) <= DIGITS):
        raise Problem("bad_request", f"{LAST} must be the number of a view")
    return int(told)


@dataclass(frozen=True)
class Stream:
    """One follower of one game."""

    house: House
    game: str
    key: str | None
    bell: Event
    trace: str

    def events(self, last: int | None) -> Iterator[bytes]:
        """Give each view after the last one that is known; without one, from the present view on."""
        number, visitor = last, None
        # At fixed times, whatever happens: a change that this seat may not know of must not be heard in the pauses.
        beat = time.monotonic() + HEARTBEAT
        # At once, so that whoever opened the stream knows that it stands.
        yield b": here\n\n"
        while True:
            self.bell.clear()
            try:
                with self.house.limit():
                    visitor = self._visitor()
                while (shown := self._next(visitor, number)) is not None:
                    number, event = shown
                    yield event
            except Away:
                visitor = None
            except (Unknown, Problem):
                # The game is gone, or the token opens nothing any more.
                return
            except (GeneratorExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                # The rules fail, or take too long. Its beginning was a 200; whoever comes again is told by a problem.
                tell(error, self.trace, "a stream")
                return
            if visitor is not None and visitor.table.header.status in ENDED:
                return
            rung = self.bell.wait(max(0.0, beat - time.monotonic()))
            if not rung or time.monotonic() >= beat:
                beat += HEARTBEAT
                yield b": still here\n\n"

    def _visitor(self) -> Visit:
        return admit(self.house.desk.see(self.game), self.key)

    def _next(self, visitor: Visit, number: int | None) -> tuple[int, bytes] | None:
        with self.house.limit():
            window = visitor.window
            if window is None or (number is not None and number >= window.number):
                return None
            if number is not None:
                window = self.house.desk.follow(visitor.table, window, number)
            data = answers.told(visitor.table, window)
        return window.number, b"id: %d\nevent: view\ndata: %s\n\n" % (window.number, data)
