"""Every installed game under the conformance kit."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest

from tableshark import Rules
from tableshark.plugins import load
from tableshark.testing import prove

INSTALLED = load()


def option_sets(rules: Rules[Any, Any, Any, Any]) -> list[Any]:
    """The default options, and those with each number of players that the rules take."""
    sets = [rules.options()]
    if "players" in rules.options.__struct_fields__:
        for players in range(1, 9):
            with suppress(msgspec.ValidationError):
                sets.append(msgspec.convert({"players": players}, rules.options))
    return sets


def test_everything_that_is_installed_loads() -> None:
    assert INSTALLED.broken == []
    assert INSTALLED.rules


@pytest.mark.parametrize("rules", INSTALLED.rules.values(), ids=INSTALLED.rules)
def test_the_kit(rules: Rules[Any, Any, Any, Any], tableshark_seeds: range) -> None:
    prove(rules, option_sets(rules), tableshark_seeds)
