"""Metrics for Prometheus, on a port that only this machine can reach."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from tableshark.settings import PREFIX, BadSetting
from tableshark.store.counts import Counts

LOOPBACK = "127.0.0.1"
TOLD = {
    "games_created": "Games that were created.",
    "seats_taken": "Seats that were taken.",
    "moves_played": "Questions that a seat answered.",
    "games_over": "Games that ended.",
}


class Counted(Collector):
    """Tells the counts of all processes over one queue."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts

    def collect(self) -> Iterable[CounterMetricFamily]:
        """Give one counter for each kind of event, by rules."""
        found = self._counts.read()
        for what, told in TOLD.items():
            family = CounterMetricFamily(f"tableshark_{what}", told, labels=["rules"])
            for (counted, rules), count in sorted(found.items()):
                if counted == what:
                    family.add_metric([rules], count)
            yield family


def serve_metrics(counts: Counts, port: int) -> None:
    """Answer on the loopback interface from a thread of its own; BadSetting where the port can't be had."""
    registry = CollectorRegistry()
    registry.register(Counted(counts))
    try:
        start_http_server(port, LOOPBACK, registry)
    except OSError as error:
        raise BadSetting(f"{PREFIX}METRICS_PORT: can't listen on port {port}: {error.strerror}") from error
