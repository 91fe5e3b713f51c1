"""The settings, all from the environment: one table that the command line, the docs and the tests read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

PREFIX = "TABLESHARK_"
LOGS = ("text", "json")


class BadSetting(ValueError):
    """A setting that can't be read; the message names it."""


@dataclass(frozen=True)
class Settings:
    """What can be set: TABLESHARK_ and the name in capitals."""

    store: str = ""
    """URL of the store (Redis >= 7 or Valkey); empty: `tableshark serve` starts one of its own."""
    queue: str = ""
    """URL of the queue's server; empty: the store's."""
    host: str = "127.0.0.1"
    """Where the API listens."""
    port: int = 8080
    """On which port."""
    data: str = "~/.local/share/tableshark"
    """Folder of the store that `serve` starts."""
    api_workers: int = 1
    """Processes that answer requests."""
    api_threads: int = 64
    """Requests that one such process has in hand at once, waiting ones included."""
    bot_workers: int = 2
    """Processes that play machine opponents."""
    simulation_workers: int = 1
    """Processes that play simulations; others of the machine go before them."""
    metrics_port: int = 0
    """Port of this machine on which the clock tells metrics to Prometheus; 0: none."""
    bot_memory: int = 1024
    """The most memory, in MiB, that one machine player's job may take."""

    token_requests: int = 6000
    """Requests a minute that are answered with one seat's token; 0: any number."""
    address_requests: int = 6000
    """Requests a minute from one address without a token that opens something; 0: any number."""
    games_an_hour: int = 6000
    """Games that are created from one address in an hour; 0: any number."""
    streams: int = 16
    """Streams that one token, or an address without one, may have open in one process; 0: any number."""
    simulations_an_hour: int = 600
    """Simulations that are ordered from one address in an hour; 0: any number."""
    simulations_at_once: int = 100
    """Simulations of all users that are not over; 0: any number."""
    simulation_seconds: int = 7200
    """Seconds of CPU time that one simulation may take; 0: any number."""
    proxies: int = 0
    """How many proxies stand in front of the API, each of which says where a request came from."""
    waiting_hours: int = 24
    """After so long a game that still waits for players is given up."""
    idle_days: int = 30
    """After so long without a new question a running game is given up."""
    ended_days: int = 30
    """So long a game is kept that is over."""
    simulation_days: int = 7
    """So long a simulation is kept that is over."""
    log: str = "text"
    """How requests and mishaps are logged: text, or json with a line for each."""

    @property
    def queue_url(self) -> str:
        """The URL of the queue's server."""
        return self.queue or self.store


def read(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from the environment; BadSetting for a value that does not fit."""
    source = os.environ if environment is None else environment
    given: dict[str, Any] = {}
    for field in fields(Settings):
        text = source.get(PREFIX + field.name.upper())
        if text is None:
            continue
        if field.type == "int":
            if not text.isdecimal():
                raise BadSetting(f"{PREFIX}{field.name.upper()} is {text!r}, a whole number expected")
            given[field.name] = int(text)
        else:
            given[field.name] = text
    found = Settings(**given)
    if found.log not in LOGS:
        raise BadSetting(f"{PREFIX}LOG is {found.log!r}, one of {', '.join(LOGS)} expected")
    return found
