"""Every installed game under the whole conformance kit, with the option sets that the kit derives and its own bots."""

from typing import Any

import pytest

from tableshark import Rules
from tableshark.plugins import load
from tableshark.testing import option_sets, prove

INSTALLED = load()


def test_everything_that_is_installed_loads() -> None:
    assert INSTALLED.broken == []
    assert INSTALLED.rules


@pytest.mark.parametrize("rules", INSTALLED.rules.values(), ids=INSTALLED.rules)
def test_the_kit(rules: Rules[Any, Any, Any, Any], tableshark_seeds: range) -> None:
    report = prove(rules, seeds=tableshark_seeds)
    print(report)
    assert len(report.played) == len(option_sets(rules)) > 1
    assert report.elsewhere
    assert bool(report.twins) == rules.hides
    own = {bot.id for bot in INSTALLED.bots_for(rules.id)}
    assert {name.split("/")[0] for name in report.bots} == own
    least = min(pairs if rules.hides else decisions for decisions, pairs in report.bots.values())
    assert least >= max(8, min(100, len(tableshark_seeds)))
