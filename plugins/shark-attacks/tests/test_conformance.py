"""Shark Attacks! under the conformance kit, and against its golden games."""

from __future__ import annotations

from pathlib import Path

from tableshark.testing import prove
from tableshark_shark_attacks import tableshark_bots
from tableshark_shark_attacks.rules import RULES

GOLDEN = Path(__file__).with_name("golden")


def test_it_owes_nothing(tableshark_seeds: range) -> None:
    report = prove(RULES, seeds=tableshark_seeds, bots=tableshark_bots(), golden=GOLDEN)
    assert report.golden == 3
