"""After a commit: machine players are woken, and the followers of a game's life are told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from tableshark import life
from tableshark.asking import Thought, wanted
from tableshark.errors import QueueAway
from tableshark.game import questions_over
from tableshark.plugins import Plugins
from tableshark.rules import Seat
from tableshark.table import Table

logger = logging.getLogger(__name__)


def tell(
    plugins: Plugins,
    wake: Callable[[Sequence[Thought]], None],
    before: Table[Any, Any, Any] | None,
    after: Table[Any, Any, Any],
    skip: Seat | None = None,
) -> None:
    """Wake the machine players that are wanted now, then tell the followers; neither can undo the change.

    `skip` is a seat whose machine player goes on by itself while its question stays the same.
    """
    news = [one for one in wanted(after) if before is None or one not in wanted(before)]
    if skip is not None and life.plays_on(before, after, skip):
        news = [one for one in news if one.seat != skip]
    if news:
        try:
            wake(news)
        except QueueAway:
            logger.warning("queue away: the reconciler will wake the bots of a game")
    hook = plugins.hook
    header = after.header
    try:
        if before is None:
            hook.tableshark_game_created(header=header)
        for place in header.seats:
            was = before.header.place(place.seat) if before else None
            if place.taken > (was.taken if was else 0):
                hook.tableshark_seat_taken(header=header, seat=place.seat)
        if before is not None and before.game is not None and after.game is not None:
            for seat in questions_over(before.game, after.game):
                hook.tableshark_move_played(header=header, seat=seat)
        if header.outcome is not None and (before is None or before.header.outcome is None):
            hook.tableshark_game_over(header=header, outcome=header.outcome)
    except KeyboardInterrupt:
        raise
    except BaseException:  # the change is in the store, and whoever asked for it is told so
        logger.exception("a follower failed after a change of a game")
