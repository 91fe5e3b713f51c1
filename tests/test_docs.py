"""The docs against the code: every hook with its arguments and its sentence."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from tableshark import hookspecs

HOOKS = {name: hook for name, hook in vars(hookspecs).items() if name.startswith("tableshark_")}
PAGE = (Path(__file__).parents[1] / "docs/hooks.md").read_text()


def signature(hook: Any) -> str:
    return f"{hook.__name__}({', '.join(inspect.signature(hook).parameters)})"


def lacks(page: str) -> list[str]:
    """Say which hooks this page does not tell as they are, and which it tells that there are not."""
    told = []
    rows = [line for line in page.splitlines() if line.startswith("| `tableshark_")]
    for hook in HOOKS.values():
        row = next((row for row in rows if f"`{signature(hook)}`" in row), None)
        if row is None:
            told.append(f"no row for {signature(hook)}")
        elif " ".join((hook.__doc__ or "").split()) not in row:
            told.append(f"the sentence of {hook.__name__} is another")
    known = set(HOOKS)
    return told + [f"there is no hook {name}" for name in sorted(set(re.findall(r"tableshark_[a-z_]+", page)) - known)]


def test_hooks_are_told_as_they_are() -> None:
    assert lacks(PAGE) == []


@pytest.mark.parametrize(
    ("was", "becomes", "why"),
    [
        ("`tableshark_bots()`", "`tableshark_players()`", "no row for tableshark_bots()"),
        ("(header, seat, move)", "(header, move, seat)", "no row for tableshark_before_move"),
        ("A game ended.", "A game was won.", "the sentence of tableshark_game_over"),
        ("# Hooks", "# Hooks\n`tableshark_seat_left`", "there is no hook tableshark_seat_left"),
    ],
)
def test_a_stale_page_is_found(was: str, becomes: str, why: str) -> None:
    assert was in PAGE
    assert any(told.startswith(why) for told in lacks(PAGE.replace(was, becomes)))


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_a_hook_has_a_sentence_and_a_prefix(hook: Any) -> None:
    assert len((hook.__doc__ or "").strip().splitlines()) == 1
    assert hasattr(hook, "tableshark_spec"), "not marked as a hookspec"
