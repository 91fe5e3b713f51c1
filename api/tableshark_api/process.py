"""What one process of the server answers with: the app, made from the settings."""

from __future__ import annotations

import logging

from flask import Flask

from tableshark import settings
from tableshark.plugins import load
from tableshark.store.connect import connect
from tableshark.store.counts import follow
from tableshark_api.app import create_app

SPARE = 8
"""Threads that are kept from those who wait for a change."""


def build() -> Flask:
    """Make the app of one process from the settings."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    wanted = settings.read()
    store, queue = connect(wanted)
    threads = max(2, wanted.api_threads)
    plugins = load()
    follow(plugins, queue.connection)
    return create_app(plugins, store, queue, waiters=max(1, threads - SPARE))
