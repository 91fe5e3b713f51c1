"""A server under load whose every part is killed at random moments, or stops: nothing that was acknowledged is lost."""

import pytest
from fault_report import SEATS
from killers import KINDS
from ordeal import endure

pytestmark = pytest.mark.alone


def test_whatever_is_killed_acknowledged_moves_are_there_once_and_bots_go_on(tmp_path, request):
    kills = request.config.getoption("--kills")
    report = endure(tmp_path, kills, seed=7)
    assert not report.found, "\n".join(report.found)
    shown = report.row()
    assert {kind: told["times"] for kind, told in shown["kinds"].items()} == dict.fromkeys(KINDS, kills)
    # The faults were felt.
    assert shown["acknowledged"] > 20 * kills
    assert shown["unanswered"] > kills
    # Seats changed hands meanwhile.
    assert all(shown[name] > kills / 2 for name in SEATS), {name: shown[name] for name in SEATS}
