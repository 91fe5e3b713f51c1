"""The shipped games with planted leaks, as a plugin: states are logged, and a seat sees what the next one sees."""

import logging
from dataclasses import replace

from tableshark import hookimpl
from tableshark.plugins import load
from tableshark.table import encode

SHIPPED = ("camouflage", "hungry-shark", "jaws", "shark-attack-cards")
SEATS = {
    "camouflage": ("p0", "p1", "p2", "p3"),
    "hungry-shark": ("p0", "p1"),
    "jaws": ("shark", "quint", "brody", "hooper"),
    "shark-attack-cards": ("p0", "p1", "p2", "p3"),
}


def leaky(rules):
    """The same rules, with leaks."""
    seats = SEATS[rules.id]
    after = dict(zip((None, *seats), (*seats, seats[0]), strict=True))

    def apply(state, moves, chance):
        logging.getLogger(rules.id).warning("%s, %s: %s", encode(state).decode(), state, moves)
        return rules.apply(state, moves, chance)

    return replace(
        rules, id=f"{rules.id}-leaky", apply=apply, view=lambda state, seat: rules.view(state, after.get(seat, seat))
    )


@hookimpl
def tableshark_rules():
    shipped = load(only=[f"tableshark-{name}" for name in SHIPPED]).rules
    return [leaky(shipped[name]) for name in SHIPPED]
