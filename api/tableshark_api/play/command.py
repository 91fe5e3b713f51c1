"""The command `tableshark play`: its options, its input, its exit codes."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import click
import httpx
from rich.console import Console
from rich.text import Text

from tableshark.settings import read
from tableshark_api.play.choose import Chooser, Quit
from tableshark_api.play.client import TIMEOUT, Client, Lost, Problem, Stranger
from tableshark_api.play.session import BadWish, Session, Wishes
from tableshark_api.play.show import Screen

BROKEN, WRONG, INTERRUPTED = 1, 2, 130
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command("play")
@click.argument("rules")
@click.option("--server", metavar="URL", help="Where the API is; usually where `tableshark serve` puts it.")
@click.option("--seat", help="Your seat; usually the first.")
@click.option("--bots", metavar="ID[,ID...]", default="", help="Your opponents: one for all seats, or one for each.")
@click.option("--level", help="How well they play.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the rules; repeatable.")
@click.option("--auto", is_flag=False, flag_value="", metavar="[BOT]", help="Let a bot play in your place.")
@click.option("--seed", metavar="HEX", help="64 hex digits that decide all luck: a practice game.")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), hidden=True)
@click.pass_context
def play_command(
    context: click.Context,
    rules: str,
    server: str | None,
    seat: str | None,
    bots: str,
    level: str | None,
    options: tuple[str, ...],
    auto: str | None,
    seed: str | None,
    picture: Path | None,
) -> None:
    """Play RULES at the terminal against bots."""
    console = Console(highlight=False, record=picture is not None, width=100 if picture else None)
    wishes = Wishes(
        rules=rules,
        seat=seat,
        bots=tuple([bot.strip() for bot in bots.split(",") if bot.strip()]),
        level=level,
        options=dict(_option(text) for text in options),
        seed=seed,
        auto=auto,
    )
    code = run(console, _open(server), wishes)
    if picture is not None:
        picture.write_text(_svg(console, f"tableshark play {rules}"))
    context.exit(code)


def run(console: Console, http: httpx.Client, wishes: Wishes) -> int:
    """Play one game and give the exit code; whatever ends it early is told in one line."""
    screen = Screen(console)
    session: Session | None = None
    with http:
        client = Client(http, screen.say)
        try:
            session = Session(client, screen, wishes)
            session.play(Chooser(screen, lambda prompt: _line(console, prompt), session.schemas).choose)
        except (Quit, EOFError, KeyboardInterrupt) as end:
            if session is not None:
                with contextlib.suppress(Problem, Lost, Stranger):
                    session.leave()
            return _left(screen, end)
        except BadWish as error:
            return _fail(str(error), WRONG)
        except Problem as problem:
            unwanted = session is None and problem.status < httpx.codes.INTERNAL_SERVER_ERROR
            return _fail("; ".join([str(problem), *problem.errors]), WRONG if unwanted else BROKEN)
        except Lost as lost:
            if session is None:
                return _fail(f"{lost}; is a server there? `tableshark serve` starts one", BROKEN)
            return _fail(f"{lost}; given up, game {session.game} is left as it was", BROKEN)
        except Stranger as error:
            return _fail(str(error), BROKEN)
    return 0


def _open(server: str | None) -> httpx.Client:
    """Open the server named, or the one of the settings; no proxy stands before this machine itself."""
    if server is None:
        settings = read()
        everywhere = not settings.host.strip("0.:")
        host = "127.0.0.1" if everywhere else settings.host
        server = f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"
    try:
        url = httpx.URL(server)
    except httpx.InvalidURL as error:
        raise click.BadParameter(f"{server!r} is no URL: {error}", param_hint="--server") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise click.BadParameter(f"{server!r} is no URL such as http://127.0.0.1:8080", param_hint="--server")
    return httpx.Client(base_url=url, timeout=TIMEOUT, trust_env=url.host not in LOOPBACK)


def _option(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE; the value is JSON, or else a word."""
    name, sign, given = text.partition("=")
    if not (name and sign):
        raise click.BadParameter(f"{text!r} is not of the form NAME=VALUE", param_hint="--option")
    try:
        return name, json.loads(given)
    except ValueError:
        return name, given


def _line(console: Console, prompt: str) -> str:
    """Read a line after a prompt; one that comes from a pipe is shown as if it had been typed."""
    console.print(Text(f"{prompt} › ", "bold"), end="")
    line = input()
    if not sys.stdin.isatty():
        console.print(Text(line))
    return line


def _left(screen: Screen, end: BaseException) -> int:
    if isinstance(end, KeyboardInterrupt):
        screen.console.print()
        screen.say("You left the game. Goodbye!")
        return INTERRUPTED
    if isinstance(end, EOFError):
        screen.console.print()
        screen.say("The input ended before the game did.")
        return BROKEN
    screen.say("You left the game. Goodbye!")
    return 0


def _fail(line: str, code: int) -> int:
    click.echo(f"tableshark: {line}", err=True)
    return code


def _svg(console: Console, title: str) -> str:
    """Draw what was shown, with no font from elsewhere."""
    svg = console.export_svg(title=title, unique_id="play")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
