"""Golden playthroughs: games written down line by line, so that a change of the rules is a diff that a person can read.

The first line of a file says what is played, each further one what was answered, how luck fell, what the onlooker was
told and what changed in the state; the last one has the outcome. Files of other versions of the rules are left alone.

PYTEST_DONT_REWRITE: the messages tell all; pytest would add a page of details to each.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from tableshark.chance import Draw
from tableshark.errors import TablesharkError
from tableshark.game import Entry, Game, expire, start, submit
from tableshark.plugins import Plugins
from tableshark.rules import Data, Outcome, Rules, Seat
from tableshark.table import encode
from tableshark.testing.walk import Walk
from tableshark.windows import LISTED

STEPS = 10_000


class Head(Data, frozen=True):
    """What is played."""

    rules: str
    version: int
    options: Any
    seed: int


class Line(Data, frozen=True, omit_defaults=True):
    """What happened."""

    seat: Seat | None = None
    """Who answered; None for the setup, and when time was up."""
    move: Any = None
    timeout: bool = False
    draws: tuple[Draw, ...] = ()
    news: list[str] = []
    """What the onlooker was told."""
    waiting: tuple[Seat, ...] = ()
    changed: Any = {}
    """The fields of the state that have another value than before."""


class End(Data, frozen=True):
    """How it ended."""

    outcome: Outcome | None


def record(rules: Rules[Any, Any, Any, Any], options: Any, seed: int) -> str:
    """Play a game with random answers and write it down."""
    walk = Walk(rules, options, seed, LISTED)
    for _ in walk.play(STEPS):
        pass
    head = Head(rules.id, rules.version, options, seed)
    return "".join(f"{line}\n" for line in _written(rules, head, walk.games))


def compare(rules: Rules[Any, Any, Any, Any], golden: str) -> tuple[int, str, str] | None:
    """Play the moves of a golden game again, and give the first line that differs: its number, the old and the new."""
    old = golden.splitlines()
    head = msgspec.json.decode(old[0], type=Head)
    lines = [msgspec.json.decode(line, type=Line) for line in old[2:-1]]
    try:
        options = msgspec.convert(head.options, rules.options)
    except msgspec.ValidationError as error:
        return 1, old[0], f"ValidationError: {error}"
    new = _written(rules, msgspec.structs.replace(head, options=options), _again(rules, options, head.seed, lines))
    number = 0
    while True:
        number += 1
        was = old[number - 1] if number <= len(old) else "nothing more"
        try:
            now = next(new, "nothing more")
        except (TablesharkError, msgspec.ValidationError, ValueError) as error:
            now = f"{type(error).__name__}: {error}"
        if was != now:
            return number, was, now
        if number > len(old):
            return None


def hold_golden(rules: Rules[Any, Any, Any, Any], folder: Path) -> int:
    """Compare the golden games of the present version in a folder, and give how many there are.

    AssertionError for the first line that differs, and where there are none.
    """
    files = sorted(folder.glob(f"v{rules.version}-*.jsonl"))
    anew = f"`tableshark golden record {rules.id} --to {folder}`"
    assert files, f"{rules.id}: no golden game of version {rules.version} in {folder}: record some with {anew}"
    for file in files:
        found = compare(rules, file.read_text())
        assert found is None, (
            f"{rules.id}: {file}, line {found[0]} is\n  {found[1]}\nbut is played now as\n  {found[2]}\nIf the rules"
            f" changed on purpose, raise their version and record anew with {anew}; before a release, add --replace"
        )
    return len(files)


def _again(rules: Rules[Any, Any, Any, Any], options: Any, seed: int, lines: list[Line]) -> Iterator[Game[Any, Any]]:
    game = start(rules, options, Walk.key_of(seed))
    yield game
    for line in lines:
        if line.timeout:
            game = expire(rules, game, now=game.due or 0.0)
        else:
            seat = line.seat or ""
            move = msgspec.convert(line.move, rules.move)
            game = submit(rules, game, seat, move, turn=game.turns.get(seat, 0))
        yield game


def _written(rules: Rules[Any, Any, Any, Any], head: Head, games: Any) -> Iterator[str]:
    yield encode(head).decode()
    before: Any = {}
    game = None
    for game in games:
        entry: Entry[Any] = game.entry
        after = msgspec.json.decode(encode(game.state))
        seen = rules.view(game.state, None)
        stepped = entry.draws is not None
        line = Line(
            seat=entry.seat,
            move=msgspec.json.decode(encode(entry.move)),
            timeout=entry.kind == "timeout",
            draws=entry.draws or (),
            news=[item.text for item in getattr(seen, "news", ())] if stepped else [],
            waiting=game.waiting,
            changed=_changed(before, after),
        )
        yield msgspec.json.encode(line).decode()
        before = after
    yield encode(End(game.outcome if game else None)).decode()


def _changed(before: Any, after: Any) -> Any:
    """Give the fields that have another value, and of those that are objects in turn only what changed in them."""
    changed = {}
    for name, value in after.items():
        old = before.get(name)
        if value != old:
            both = isinstance(value, dict) and isinstance(old, dict) and old.keys() <= value.keys()
            changed[name] = _changed(old, value) if both else value
    gone = [name for name in before if name not in after]
    return {**changed, **dict.fromkeys(gone)}


def label(rules: Rules[Any, Any, Any, Any], options: Any) -> str:
    """Name options in a file name: what differs from the default."""
    usual, chosen = msgspec.to_builtins(rules.options()), msgspec.to_builtins(options)
    words = [f"{name}-{value}" for name, value in chosen.items() if value != usual.get(name)]
    return "-".join(words).replace("_", "-").lower() or "default"


@click.group()
def golden() -> None:
    """Record golden games, and compare them with the installed rules."""


@golden.command("record")
@click.argument("rules_id", metavar="RULES")
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, help="The folder of the files.")
@click.option("--options", default="{}", help="Options of the game, as JSON.")
@click.option("--seed", "seeds", type=int, multiple=True, default=(0,), help="May be given more than once.")
@click.option("--replace", is_flag=True, help="Write over the files of a version that was not released yet.")
@click.pass_obj
def record_command(
    plugins: Plugins, rules_id: str, folder: Path, options: str, seeds: tuple[int, ...], replace: bool
) -> None:
    """Play games with random answers and write them down."""
    rules = plugins.get(rules_id)
    try:
        chosen = msgspec.json.decode(options, type=rules.options)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise click.BadParameter(str(error), param_hint="--options") from error
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        file = folder / f"v{rules.version}-{label(rules, chosen)}-{seed}.jsonl"
        if file.exists() and not replace:
            raise click.ClickException(f"{file} is there already: --replace writes over it")
        text = record(rules, chosen, seed)
        file.write_text(text)
        click.echo(f"{file}: {text.count(chr(10))} lines")


@golden.command("compare")
@click.argument("rules_id", metavar="RULES")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.pass_obj
def compare_command(plugins: Plugins, rules_id: str, folder: Path) -> None:
    """Play golden games of the present version again."""
    try:
        count = hold_golden(plugins.get(rules_id), folder)
    except AssertionError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{count} golden games are played as they were")
