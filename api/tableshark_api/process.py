"""What one process of the server answers with: the app, made from the settings."""

from __future__ import annotations

import math

from flask import Flask
from limits.storage import RedisStorage

from tableshark import settings
from tableshark.overtime import Watch
from tableshark.plugins import load
from tableshark.store.connect import connect
from tableshark.store.counts import follow
from tableshark_api import logs
from tableshark_api.app import create_app
from tableshark_api.limits import Allowed, Limits

SPARE = 8
"""Threads that are kept from those who wait for a change."""


def build() -> Flask:
    """Make the app of one process from the settings."""
    wanted = settings.read()
    logs.begin(wanted.log)
    store, queue = connect(wanted)
    threads = max(2, wanted.api_threads)
    plugins = load()
    follow(plugins, queue)
    limits = Limits(
        Allowed(
            wanted.token_requests,
            wanted.address_requests,
            wanted.games_an_hour,
            wanted.streams,
            wanted.simulations_an_hour,
            wanted.simulations_at_once,
        ),
        RedisStorage(
            "redis://", queue.connection.connection_pool, wrap_exceptions=True, key_prefix="tableshark:limits"
        ),
        queue.rest,
    )
    return create_app(
        plugins,
        store,
        queue,
        waiters=max(1, threads - SPARE),
        senders=threads,
        limits=limits,
        proxies=wanted.proxies,
        most_cpu=wanted.simulation_seconds or math.inf,
        watch=Watch(),
    )
