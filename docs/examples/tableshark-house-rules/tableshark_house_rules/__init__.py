"""A house rule: at our table nobody parties in Shark Attacks!."""

from typing import Any

from tableshark import Header, Refused, hookimpl


@hookimpl
def tableshark_before_move(header: Header[Any], move: Any) -> None:
    """Refuse the party; everything else is as the rules say."""
    if header.rules == "shark-attacks" and type(move).__name__ == "Party":
        raise Refused("no parties at this table")
