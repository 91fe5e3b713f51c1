"""Where a game's luck comes from: a seed committed to at creation, the players' salts, and a chained log."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from tableshark.chance import Seeded
from tableshark.rules import Seat

VERSION = 1
"""The version of these derivations; it is part of every commitment."""


def commitment(game: str, seed: bytes) -> str:
    """SHA-256 (hex) over "tableshark/{VERSION}/{game id}/{seed in hex}"."""
    return hashlib.sha256(f"tableshark/{VERSION}/{game}/{seed.hex()}".encode()).hexdigest()


def salted(seed: bytes, salts: Mapping[Seat, str]) -> bytes:
    """The key of a game's draws: HMAC-SHA256(seed, one line "{seat}={salt}" for each salt, ordered by seat id)."""
    lines = "".join(f"{seat}={salts[seat]}\n" for seat in sorted(salts))
    return hmac.digest(seed, lines.encode(), hashlib.sha256)


def chain(previous: str, line: bytes) -> str:
    """Hash a line of the log together with all before it: SHA-256 (hex) of the previous hash and the line.

    The first line follows the game's commitment.
    """
    return hashlib.sha256(previous.encode() + line).hexdigest()


def bot_chance(key: bytes, game: str, seat: Seat, turn: int, purpose: str = "choose") -> Seeded:
    """The chance of a machine player: a job run again decides the same, and nothing of the game's luck is in it."""
    return Seeded(hmac.digest(key, f"{game}/{seat}/{turn}/{purpose}".encode(), hashlib.sha256), 0)
