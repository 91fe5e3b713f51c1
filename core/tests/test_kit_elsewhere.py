"""The kit plays in other processes, whose sets have another order, and tells the first line that differs."""

import dataclasses
import re

import pytest
from toys import PIG, THIEF
from toys.hasty import HASTY, HASTY_MOVES

from tableshark.testing import elsewhere, prove

KNOWN_ELSEWHERE = dataclasses.replace(PIG, title="Pig of this file")


@pytest.mark.parametrize("rules", [HASTY, HASTY_MOVES], ids=lambda rules: rules.id)
def test_the_order_of_a_set_is_found_out(rules):
    with pytest.raises(AssertionError, match=r"under PYTHONHASHSEED=\d as \{.*sort first") as caught:
        prove(rules, bots=())
    assert re.match(rf"{rules.id} with Options\(players=\d, .*\), seed 0, line 0: ", str(caught.value))


def test_everything_else_lets_it_pass(monkeypatch):
    monkeypatch.setattr(elsewhere, "HASH_SEEDS", ())
    for rules in (HASTY, HASTY_MOVES):
        assert prove(rules, [rules.options()], bots=()).elsewhere


def test_rules_are_found_in_a_module_and_in_a_file_that_is_none():
    assert elsewhere.place_of(THIEF)[2] == "THIEF"
    assert elsewhere.same_everywhere(KNOWN_ELSEWHERE, [PIG.options()], 0, 99)


def test_rules_without_a_place_are_not_compared_and_the_report_says_so():
    report = prove(dataclasses.replace(PIG), [PIG.options()], bots=())
    assert not report.elsewhere
    assert "not compared with other hash seeds" in str(report)


def test_another_process_starts_no_further_ones(monkeypatch):
    monkeypatch.setenv(elsewhere.ELSEWHERE, "1")
    monkeypatch.setattr(elsewhere, "_send", None)
    assert not elsewhere.same_everywhere(PIG, [PIG.options()], 0, 99)


def test_what_fails_there_is_told():
    gone = elsewhere.Task(("toys.pig", "", "GONE"), [], 0, 9)
    with elsewhere.ExitStack() as running, pytest.raises(AssertionError, match="has no attribute 'GONE'"):
        elsewhere._receive(elsewhere._send(gone, "1", running), gone)
