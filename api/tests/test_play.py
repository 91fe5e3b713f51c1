"""`tableshark play` against the API as it is served, with bots that a thread plays."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from queue import SimpleQueue
from threading import Condition, Thread
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result
from flask import Response
from rich.console import Console
from werkzeug.serving import make_server

from tableshark.asking import Thought, ask, wanted
from tableshark.desk import Desk
from tableshark.game import start, submit
from tableshark.luck import bot_chance, salted
from tableshark.plugins import load
from tableshark.store.memory import MemoryStore
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue
from tableshark_api.play import play_command
from tableshark_api.play.board import draw
from tableshark_api.play.choose import Chooser, Quit
from tableshark_api.play.client import Client, Lost, Problem
from tableshark_api.play.dice import as_dice
from tableshark_api.play.schemas import Schemas
from tableshark_api.play.session import Session
from tableshark_api.play.show import Screen
from tableshark_api.play.words import fields, value

SHORT = ["shark-attacks", "--option", "target=20"]
SEED = f"{1764:064x}"
"""p0 stops, is bitten by a shark, and wins at 40 by an adventure."""


class Bots(IdleQueue):
    """The queue of an API whose bots a thread plays."""

    def __init__(self) -> None:
        self.thoughts: SimpleQueue[Thought | None] = SimpleQueue()
        self.fetched: dict[str, int] = {}
        self.news = Condition()

    def wake(self, thoughts: Sequence[Thought]) -> None:
        for thought in thoughts:
            self.thoughts.put(thought)

    def watch(self, response: Response) -> Response:
        """Note which view of a game has gone out last."""
        shown = response.get_json() if response.is_json and response.status_code == 200 else {}
        if "number" in shown:
            with self.news:
                self.fetched[shown["game"]] = shown["number"]
                self.news.notify_all()
        return response

    def run(self, desk: Desk) -> None:
        while (thought := self.thoughts.get()) is not None:
            rules, table = desk.load(thought.game)
            if table.game is None or thought not in wanted(table):
                continue
            bot, level = desk.plugins.bot(rules.id, thought.bot, thought.level)
            key = (table.bot_key, thought.game, thought.seat, thought.turn)
            chances = {"window_chance": bot_chance(*key, purpose="window"), "chance": bot_chance(*key)}
            decision = ask(rules, bot, level, table.game.state, thought.seat, notes=None, must=thought.must, **chances)
            # Not before the person has fetched the present view: one that nobody fetches in time is not told.
            for place in table.header.seats:
                if place.by == "person":
                    self.wait(thought.game, table.game.numbers[place.seat])
            desk.decide(thought, decision)

    def wait(self, game: str, number: int) -> None:
        with self.news:
            self.news.wait_for(lambda: self.fetched.get(game, 0) >= number, timeout=2.0)


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    bots, store = Bots(), MemoryStore()
    app = create_app(load(), store, bots)
    app.after_request(bots.watch)
    desk = app.extensions["tableshark"].desk
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threads = [Thread(target=server.serve_forever), Thread(target=bots.run, args=[desk])]
    for thread in threads:
        thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    bots.thoughts.put(None)
    for thread in threads:
        thread.join()
    server.server_close()


Run = Callable[..., Result]


@pytest.fixture
def play(served: str) -> Run:
    def run(*arguments: str, typed: str = "", server: str = served) -> Result:
        return CliRunner(env={"COLUMNS": "200"}).invoke(play_command, [*arguments, "--server", server], input=typed)

    return run


def test_piped_input_plays_to_an_outcome(play: Run) -> None:
    result = play("shark-attacks", "--option", "target=40", "--seed", SEED, typed="1\n2\n2\n")
    assert result.exit_code == 0, result.output
    assert "The end: target reached" in result.output
    assert "You (p0) won!" in result.output
    assert re.search(r"1 +p0 +you +41", result.output)
    assert "a practice game" in result.output


def test_each_piece_of_news_is_told_once_and_in_order(play: Run) -> None:
    result = play("shark-attacks", "--option", "target=40", "--seed", SEED, typed="1\n2\n2\n")
    told = [line.removeprefix("• ").rstrip() for line in result.output.splitlines() if line.startswith("•")]
    assert told == list(happened())


def happened() -> Iterator[str]:
    """Tell the news of the game of SEED as the rules have them."""
    rules = load().get("shark-attacks")
    game = start(rules, rules.options(target=40), salted(bytes.fromhex(SEED), {}), now=0.0)
    moves = iter([0, 1, 1])
    while True:
        yield from [item.text for item in rules.view(game.state, "p0").news]
        if game.outcome is not None:
            return
        [seat] = game.waiting
        legal: Any = rules.legal(game.state, seat)
        swims = sum(rules.view(game.state, seat).blue) < 8
        move = legal[next(moves) if seat == "p0" else int(swims)]
        game = submit(rules, game, seat, move, turn=game.turns[seat], now=0.0)


def test_moves_can_be_typed_in_words(play: Run) -> None:
    result = play("shark-attacks", "--option", "target=40", "--seed", SEED, typed="stop\nSwim\nswim on\n")
    assert result.exit_code == 0, result.output
    assert "You (p0) won!" in result.output


def test_a_wrong_input_is_asked_again(play: Run) -> None:
    result = play("shark-attacks", "--option", "target=40", "--seed", SEED, typed="7\n\nfly\n?\ns\n1\n2\n2\n")
    assert result.exit_code == 0, result.output
    assert "There is no 7; the numbers go from 1 to 2." in result.output
    assert "Type something, or ? for help." in result.output
    assert "'fly' is none of the moves" in result.output
    assert "q leaves the game" in result.output
    assert "You (p0) won!" in result.output


def test_auto_plays_to_the_end(play: Run) -> None:
    result = play(*SHORT, "--option", "players=3", "--auto", "stop-at-12")
    assert result.exit_code == 0, result.output
    assert "you, played by stop-at-12" in result.output
    assert "The end" in result.output


def test_auto_takes_the_usual_bot_and_any_seat(play: Run) -> None:
    result = play("shark-attacks", "--option", "target=20", "--seat", "p1", "--bots", "random", "--auto")
    assert result.exit_code == 0, result.output
    assert re.search(r"p1 +you, played by stop-at-8", result.output)
    assert re.search(r"p0 +bot random \(normal\)", result.output)


def test_one_bot_for_each_seat(play: Run) -> None:
    arguments = ["shark-attacks", "--option", "players=3", "--seat", "p1", "--bots", "stop-at-12,random"]
    result = play(*arguments, typed="q\n")
    assert result.exit_code == 0, result.output
    assert re.search(r"p0 +bot stop-at-12 ", result.output)
    assert re.search(r"p2 +bot random ", result.output)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["chess"], "'chess'"),
        (["shark-attacks", "--bots", "kraken"], "'kraken'"),
        (["shark-attacks", "--auto", "kraken"], "no bot 'kraken' plays shark-attacks; there are stop-at-8"),
        (["shark-attacks", "--level", "divine"], "'divine'"),
        (["shark-attacks", "--seat", "p9"], "'p9'"),
        (["shark-attacks", "--option", "colour=red"], "colour"),
        (["shark-attacks", "--option", "target=7"], "/options/target"),
        (["shark-attacks", "--bots", "random,random"], "2 bots for 1 seats"),
    ],
)
def test_what_the_server_does_not_know_is_one_line(play: Run, arguments: list[str], line: str) -> None:
    result = play(*arguments)
    assert result.exit_code == 2
    assert line in result.stderr
    assert result.stderr.startswith("tableshark: ")
    assert result.output.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--option", "target"], ["--server", "nowhere"], ["--server", "http://a:b"]])
def test_what_can_not_be_read_is_a_wrong_usage(arguments: list[str]) -> None:
    result = CliRunner().invoke(play_command, ["shark-attacks", *arguments])
    assert result.exit_code == 2
    assert "Invalid value for --" in result.stderr


def test_no_server_is_one_line_that_says_how_to_start_one(play: Run) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        result = play("shark-attacks", server=f"http://127.0.0.1:{free.getsockname()[1]}")
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert "`tableshark serve` starts one" in result.stderr


def test_a_server_of_another_kind_is_told(play: Run, served: str) -> None:
    result = play("shark-attacks", server=f"{served}/docs")
    assert result.exit_code in (1, 2)
    assert result.output.count("\n") == 1


def test_an_input_that_ends_before_the_game(play: Run) -> None:
    result = play("shark-attacks")
    assert result.exit_code == 1
    assert "The input ended before the game did." in result.output


def test_who_leaves_frees_the_seat(play: Run, served: str) -> None:
    result = play("shark-attacks", typed="q\n")
    assert result.exit_code == 0, result.output
    game = re.search(r"game ([0-9a-f]{24})", result.output)
    assert game is not None
    seats = httpx.get(f"{served}/v1/games/{game[1]}").json()["seats"]
    assert [seat["by"] for seat in seats] == ["open", "bot"]


def test_ctrl_c_ends_politely(play: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    result = play("shark-attacks")
    assert result.exit_code == 130
    assert "Goodbye" in result.output


def test_a_stale_move_is_told_and_asked_again(served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = iter([True])
    send = Client.move

    def late(self: Client, game: str, turn: int, move: Any) -> Any:
        return send(self, game, turn + 5 if next(first, False) else turn, move)

    monkeypatch.setattr(Client, "move", late)
    arguments = ["shark-attacks", "--option", "target=40", "--seed", SEED, "--server", served]
    result = CliRunner().invoke(play_command, arguments, input="1\n1\n2\n2\n")
    assert result.exit_code == 0, result.output
    assert "Not taken: " in result.output
    assert result.output.count("it is your turn") == 3


def test_a_picture_without_anything_from_elsewhere(play: Run, tmp_path: Any) -> None:
    picture = tmp_path / "play.svg"
    result = play("shark-attacks", "--picture", str(picture), typed="q\n")
    assert result.exit_code == 0, result.output
    svg = picture.read_text()
    assert svg.startswith("<svg")
    assert "url(https" not in svg.replace('"', "")


class Line:
    """A line to a server that breaks: raises as often as it is told, then answers."""

    def __init__(self, *statuses: int | None) -> None:
        self.statuses = iter(statuses)
        self.told: list[str] = []
        self.paused: list[float] = []
        http = httpx.Client(base_url="http://table", transport=httpx.WSGITransport(self.answer))
        self.client = Client(http, self.told.append, self.paused.append)

    def answer(self, environ: Any, start_response: Any) -> list[bytes]:
        status = next(self.statuses, 200)
        if status is None:
            raise httpx.ConnectError("[Errno 104] Connection reset by peer")
        start_response(f"{status} -", [("Content-Type", "application/json")])
        return [b""] if status == 304 else [b'{"number": 1, "code": "store_away", "detail": "the store is away"}']


def test_a_lost_connection_is_tried_again_for_some_seconds() -> None:
    line = Line(None, None)
    assert line.client.view("g") is not None
    assert line.told == [
        "no answer from http://table (Connection reset by peer); trying again for some seconds",
        "the server is back",
    ]
    assert line.paused == [0.5, 1.0]


def test_a_connection_that_stays_lost_is_given_up() -> None:
    line = Line(*[None] * 5)
    with pytest.raises(Lost, match="Connection reset by peer"):
        line.client.move("g", 1, {})
    assert len(line.told) == 1
    assert len(line.paused) == 4


def test_a_store_that_is_away_is_waited_for() -> None:
    line = Line(503)
    line.client.bot_move("g", 1, "random")
    assert line.told == [
        "the server can't just now: the store is away; trying again for some seconds",
        "the server is back",
    ]


def test_what_is_refused_or_creates_is_not_tried_again() -> None:
    line = Line(409, None)
    with pytest.raises(Problem, match="the store is away"):
        line.client.move("g", 1, {})
    with pytest.raises(Lost):
        line.client.create({})
    assert line.paused == []


def test_a_server_that_lets_nobody_wait_is_not_hurried() -> None:
    line = Line(304)
    assert line.client.view("g", after=3) is None
    assert line.paused == [1.0]


class Table:
    """A screen and typed lines, without a server."""

    def __init__(self, *typed: str) -> None:
        self.console = Console(record=True, width=80, file=StringIO())
        self.typed = iter(typed)
        self.screen = Screen(self.console)

    def read(self, prompt: str) -> str:
        self.console.print(prompt)
        return next(self.typed)

    def text(self) -> str:
        return self.console.export_text().replace("\N{NO-BREAK SPACE}", " ")


BID = {
    "properties": {
        "type": {"enum": ["bid"]},
        "cards": {"type": "array", "items": {"type": "integer"}},
        "name": {"type": "string"},
        "stake": {"type": "integer", "minimum": 1, "maximum": 9, "default": 1},
    },
    "required": ["type", "cards", "name"],
    "description": "Offer cards.",
}
DOCUMENT = {"components": {"schemas": {"x.Move": {"anyOf": [{"$ref": "#/components/schemas/x.Bid"}]}, "x.Bid": BID}}}
MOVE = {"$ref": "/openapi.json#/components/schemas/x.Move"}


def chooser(table: Table) -> Chooser:
    return Chooser(table.screen, table.read, Schemas(MOVE, lambda: DOCUMENT))


DESCRIBED: dict[str, Any] = {"schema": MOVE, "examples": [{"type": "bid", "cards": [1], "name": "a"}]}


def test_a_described_move_field_by_field() -> None:
    table = Table("bid", "[3, 4]", "7", "")
    assert chooser(table).choose(DESCRIBED) == {"type": "bid", "cards": [3, 4], "name": "7"}
    text = table.text()
    assert "cards (list of whole number as JSON)" in text
    assert "stake (1 to 9; empty: 1)" in text
    assert "bid: cards (1), name a  Offer cards." in text


def test_a_described_move_as_json_or_an_example() -> None:
    table = Table("{bad", "99", '{"type": "bid"}', "1")
    assert chooser(table).choose(DESCRIBED) == {"type": "bid"}
    assert chooser(table).choose(DESCRIBED) == DESCRIBED["examples"][0]
    assert "That is not JSON" in table.text()


def test_many_moves_are_narrowed_by_words() -> None:
    moves = [{"type": kind, "to": to} for kind in ("swim", "dive") for to in range(30)]
    table = Table("d", "dive: to 7")
    assert chooser(table).choose(moves) == {"type": "dive", "to": 7}
    assert "… and 30 more" in table.text()


def test_leaving_a_choice() -> None:
    table = Table("Q")
    with pytest.raises(Quit):
        chooser(table).choose([{"type": "stop"}])


def test_any_view_is_drawn() -> None:
    table = Table()
    view = {
        "phase": "night_dive",
        "target": None,
        "hand": [],
        "board": ["..x", "x.."],
        "hidden_dice": [0, 3],
        "scored": [1, 2],
        "by_seat": {"p0": {"gold": 3}, "p1": {"gold": 5}},
        "depth": {"name": "a" * 40, "fish": [{"kind": "eel", "bites": [1, 2]}], "more": "b" * 40},
        "news": [{"text": "not drawn here"}],
    }
    table.console.print(draw(view, "p0"))
    text = table.text()
    assert "night_dive" in text
    assert "none: target, hand" in text
    assert "│ ≈ │ │ 3 │" in text
    assert "scored" in text
    assert "1 2" in text
    assert re.search(r"p0 +3", text)
    assert "eel" in text
    assert "not drawn here" not in text


def test_dice_are_known_by_name_and_value() -> None:
    assert as_dice("blue", [0, 1]) is not None
    assert as_dice("last_throw", [6]) is not None
    assert as_dice("scored", [1]) is None
    assert as_dice("blue", []) is None
    assert as_dice("blue", [True]) is None
    assert as_dice("blue", [12]) is None
    assert as_dice("blue", "0") is None


def test_words() -> None:
    assert fields({"type": "take_sign", "seat": "p1"}) == "take sign: seat p1"
    assert fields({"type": "stop"}) == "stop"
    assert value([1, [2, 3]]) == "1, (2 3)"
    assert value(None) == "–"
    assert value(2.5) == "2.5"
    assert value("\x1b[2J") == " [2J"


def window(number: int, view: dict[str, Any]) -> dict[str, Any]:
    return {"number": number, "view": view}


def test_news_that_a_hidden_step_left_is_not_told_again() -> None:
    table = Table()
    session = Session.__new__(Session)
    session._screen, session._before, session._slow = table.screen, None, 0
    session._tell(window(1, {"depth": 1, "news": [{"text": "one"}]}))
    session._tell(window(2, {"depth": 1, "news": [{"text": "one"}]}))
    session._tell(window(3, {"depth": 2, "news": [{"text": "two"}]}))
    session._tell(window(3, {"depth": 2, "news": [{"text": "two"}]}))
    session._tell(window(6, {"depth": 2, "news": [{"text": "six"}]}))
    assert table.text().splitlines() == ["• one", "• two", "… 2 steps went by faster than could be told", "• six"]
