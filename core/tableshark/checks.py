"""What a plugin brings, looked at once when it is loaded: an error tells the whole story."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.inspect import StructType, type_info

from tableshark.bots import Bot, Level
from tableshark.errors import BadPlugin
from tableshark.rules import SEAT_ID, Rules

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
VERBS = ("seats", "setup", "status", "legal", "apply", "view", "determinize")


def check_rules(rules: Rules[Any, Any, Any, Any]) -> None:
    """Raise BadPlugin, with what was found and what was expected, for rules that can't be played."""
    if not isinstance(rules.id, str) or not ID.fullmatch(rules.id):
        raise BadPlugin(f"rules id {rules.id!r}: lower case letters and digits in words joined by hyphens expected")
    where = f"rules {rules.id!r}"
    if type(rules.version) is not int or rules.version < 1:
        raise BadPlugin(f"{where}: version is {rules.version!r}, a whole number from 1 on expected")
    for verb in VERBS:
        if not callable(getattr(rules, verb)):
            raise BadPlugin(f"{where}: {verb} is {getattr(rules, verb)!r}, a function expected")
    for name in ("options", "state", "seen"):
        _frozen(getattr(rules, name), f"{where}: {name}")
    tags = set()
    for move in rules.moves:
        info = _frozen(move, f"{where}: move")
        if info.tag is None or info.tag in tags:
            raise BadPlugin(f"{where}: move {move.__name__} has the type {info.tag!r}, one of its own expected")
        tags.add(info.tag)
    try:
        options = rules.options()
        seats = rules.seats(options)
    except Exception as error:
        raise BadPlugin(f"{where}: seats of the default options: {type(error).__name__}: {error}") from error
    check_seats(rules.id, seats)
    for version in rules.upgrades:
        if version >= rules.version:
            raise BadPlugin(f"{where}: an upgrade from version {version}, but the rules are of version {rules.version}")
    try:
        msgspec.json.schema_components([rules.options, rules.move, rules.seen], ref_template="{name}")
    except (TypeError, RuntimeError) as error:
        raise BadPlugin(f"{where}: a type has no JSON form: {error}") from error


def check_seats(rules: str, seats: Any) -> None:
    """Raise BadPlugin unless these are ids of seats, each once."""
    if not isinstance(seats, tuple) or not seats or len(set(seats)) != len(seats):
        raise BadPlugin(f"rules {rules!r}: seats gives {seats!r}, a tuple of different ids expected")
    for seat in seats:
        if not isinstance(seat, str) or not SEAT_ID.fullmatch(seat):
            raise BadPlugin(f"rules {rules!r}: seat {seat!r} does not match {SEAT_ID.pattern}")


def check_bot(bot: Bot) -> None:
    """Raise BadPlugin for a machine player that can't be asked."""
    if not isinstance(bot.id, str) or not ID.fullmatch(bot.id):
        raise BadPlugin(f"bot id {bot.id!r}: lower case letters and digits in words joined by hyphens expected")
    if bot.rules is not None and not (isinstance(bot.rules, str) and ID.fullmatch(bot.rules)):
        raise BadPlugin(f"bot {bot.id!r}: rules {bot.rules!r}, the id of rules or None expected")
    if not callable(bot.choose):
        raise BadPlugin(f"bot {bot.id!r}: choose is {bot.choose!r}, a function expected")
    if not bot.levels:
        raise BadPlugin(f"bot {bot.id!r} has no level")
    for name, level in bot.levels.items():
        if not isinstance(name, str) or not ID.fullmatch(name):
            raise BadPlugin(f"bot {bot.id!r}: level {name!r}: lower case letters and digits, hyphens between, expected")
        if not isinstance(level, Level):
            raise BadPlugin(f"bot {bot.id!r}: level {name!r} is a {type(level).__name__}, a Level expected")


def _frozen(kind: Any, where: str) -> StructType:
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        raise BadPlugin(f"{where} is {kind!r}, a frozen msgspec struct expected")
    if not kind.__struct_config__.frozen:
        raise BadPlugin(f"{where}: {kind.__name__} is not frozen")
    info = type_info(kind)
    assert isinstance(info, StructType)
    return info
