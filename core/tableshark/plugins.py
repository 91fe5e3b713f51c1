"""Finds what is installed: rules, machine players, commands and followers, each through the plugin hooks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points
from typing import Any

import click
import pluggy

from tableshark import hookspecs
from tableshark.bots import Bot
from tableshark.checks import check_bot, check_rules
from tableshark.errors import BadPlugin, Clash, RulesAway, UnknownBot, UnknownRules
from tableshark.rules import Rules
from tableshark.search import any_rules

GROUP = "tableshark"


@dataclass(frozen=True)
class Broken:
    """A plugin, or a distribution whose plugins can't even be listed, that is disabled, and why."""

    plugin: str
    reason: str


@dataclass(frozen=True)
class Plugins:
    """Everything that is installed and works; what does not is listed in `broken`."""

    manager: pluggy.PluginManager
    rules: dict[str, Rules[Any, Any, Any, Any]] = field(default_factory=dict)
    bots: dict[tuple[str | None, str], Bot] = field(default_factory=dict)
    commands: dict[str, click.Command] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)
    owners: dict[tuple[str, Any], str] = field(default_factory=dict)
    """Which plugin brought a thing, by kind and id."""

    @property
    def hook(self) -> Any:
        """The lifecycle hooks of all working plugins."""
        return self.manager.hook

    def get(self, rules: str) -> Rules[Any, Any, Any, Any]:
        """Give installed rules; UnknownRules where nothing of this id is installed."""
        if rules not in self.rules:
            raise UnknownRules(f"no rules {rules[:80]!r} are installed")
        return self.rules[rules]

    def needed(self, rules: str) -> Rules[Any, Any, Any, Any]:
        """Give the rules of a stored game; RulesAway where their plugin is gone."""
        if rules not in self.rules:
            raise RulesAway(f"the plugin of {rules!r} is not installed here")
        return self.rules[rules]

    def bot(self, rules: str, bot: str, level: str | None = None) -> tuple[Bot, str]:
        """Give a machine player for these rules and its level (its usual one for None); UnknownBot if there is none."""
        found = self.bots.get((rules, bot)) or self.bots.get((None, bot))
        if found is None:
            raise UnknownBot(f"no bot {bot[:80]!r} plays {rules}")
        if level is not None and level not in found.levels:
            raise UnknownBot(f"bot {bot!r} has no level {level[:80]!r}; it has {', '.join(found.levels)}")
        return found, level or found.level

    def bots_for(self, rules: str) -> list[Bot]:
        """List the machine players of these rules: their own first, then those for any rules."""
        own = [bot for bot in self.bots.values() if bot.rules == rules]
        taken = {bot.id for bot in own}
        return own + [bot for bot in self.bots.values() if bot.rules is None and bot.id not in taken]


def load(points: Iterable[EntryPoint] | None = None, only: Iterable[str] | None = None) -> Plugins:
    """Load every installed plugin (or those of these distributions only); a broken one is disabled and listed.

    Raises Clash where two plugins bring one id.
    """
    chosen = None if only is None else set(only)
    found, unread = _installed() if points is None else (points, [])
    manager = pluggy.PluginManager("tableshark")
    manager.add_hookspecs(hookspecs)
    plugins = Plugins(manager)
    plugins.broken.extend(one for one in unread if chosen is None or one.plugin in chosen)
    _take(plugins, "tableshark", lambda: any_rules)
    for point in sorted(found, key=lambda point: (_name(point), point.value)):
        if chosen is None or (point.dist is not None and _title(point.dist) in chosen):
            _take(plugins, _name(point), point.load)
    return plugins


def _installed() -> tuple[list[EntryPoint], list[Broken]]:
    """Give the entry points of all distributions, and those that can't be read."""
    with suppress(Exception):
        return list(entry_points(group=GROUP)), []
    # One malformed file spoils that for all. One by one takes longer; as there, the first of a name counts.
    points: list[EntryPoint] = []
    unread: list[Broken] = []
    seen = set()
    for dist in distributions():
        name = _title(dist)
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            points += dist.entry_points.select(group=GROUP)
        except Exception as error:
            unread.append(Broken(name, f"its entry points can't be read: {_reason(error)}"))
    return points, unread


def _take(plugins: Plugins, name: str, load: Callable[[], Any]) -> None:
    """Load and register one plugin and gather what it brings; all of it, or nothing."""
    try:
        module = load()
        plugins.manager.register(module, name)
        plugins.manager.check_pending()
        rules = [_expect(one, Rules, name) for one in _call(module, "tableshark_rules")]
        bots = [_expect(one, Bot, name) for one in _call(module, "tableshark_bots")]
        commands = [_expect(one, click.Command, name) for one in _call(module, "tableshark_commands")]
        for one in rules:
            check_rules(one)
        for bot in bots:
            check_bot(bot)
        for command in commands:
            _check_command(command)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plugin may fail in any way; the others play on
        if plugins.manager.has_plugin(name):
            plugins.manager.unregister(name=name)
        plugins.broken.append(Broken(name, _reason(error)))
        return
    for one in rules:
        _keep(plugins, plugins.rules, one.id, one, "rules", name)
    for bot in bots:
        _keep(plugins, plugins.bots, (bot.rules, bot.id), bot, "bot", name)
    for command in commands:
        _keep(plugins, plugins.commands, command.name, command, "command", name)


def _call(module: Any, hook: str) -> list[Any]:
    implementation = getattr(module, hook, None)
    if implementation is None:
        return []
    brought = implementation()
    if not isinstance(brought, list):
        raise BadPlugin(f"{hook} must return a list, not {type(brought).__name__}")
    return brought


def _expect(one: Any, kind: type, name: str) -> Any:
    if not isinstance(one, kind):
        raise BadPlugin(f"{name} brings a {type(one).__name__} where a {kind.__name__} is expected")
    return one


def _check_command(command: click.Command) -> None:
    if not isinstance(command.name, str):
        raise BadPlugin(f"command name {command.name!r}: a str expected")


def _keep(plugins: Plugins, where: dict[Any, Any], key: Any, one: Any, what: str, name: str) -> None:
    if key in where:
        shown = key if isinstance(key, str) else key[1]
        raise Clash(f"two plugins bring the {what} {shown!r}: {plugins.owners[what, key]} and {name}")
    where[key] = one
    plugins.owners[what, key] = name


def _name(point: EntryPoint) -> str:
    return f"{_title(point.dist)}:{point.name}" if point.dist else point.name


def _title(dist: Distribution) -> str:
    with suppress(Exception):
        if dist.name:
            return dist.name
    # Its METADATA can't be read. The name of its folder begins with its own.
    folder: str = getattr(getattr(dist, "_path", None), "name", "unnamed")
    return folder.partition("-")[0]


def _reason(error: BaseException) -> str:
    story = ""
    with suppress(Exception):
        story = "; ".join(line.strip() for line in str(error).splitlines() if line.strip())
    kind = type(error).__name__
    return kind if not story else story if isinstance(error, BadPlugin) else f"{kind}: {story}"
