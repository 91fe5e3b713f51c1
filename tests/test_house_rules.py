"""The example of house rules: installed by its entry point, it forbids a move before it is taken."""

import secrets
import time
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from tableshark.desk import Desk
from tableshark.errors import Refused
from tableshark.plugins import GROUP, load
from tableshark.seating import Wish, plan
from tableshark.store.memory import MemoryStore

PACKAGE = Path(__file__).parent.parent / "docs" / "examples" / "tableshark-house-rules"


@pytest.fixture
def plugins(monkeypatch):
    monkeypatch.syspath_prepend(PACKAGE)
    return load([*entry_points(group=GROUP), EntryPoint("house-rules", "tableshark_house_rules", GROUP)])


def test_it_refuses_a_party_and_nothing_else(plugins):
    assert not plugins.broken
    desk = Desk(plugins, MemoryStore(), lambda thoughts: None, time.time, secrets.token_bytes)
    rules = plugins.get("shark-attacks")
    options = rules.options(first_seat="p0")
    places = plan(plugins, rules, options, {}, Wish(mine=True))
    refused = played = 0
    for seed in range(400):
        game = desk.create("shark-attacks", options, places, seed=seed.to_bytes(32)).id
        for move in desk.look(game, "p0")[1].legal:
            before = desk.store.load(game)
            if type(move).__name__ == "Party":
                with pytest.raises(Refused, match="no parties"):
                    desk.submit(game, "p0", move, 1)
                assert desk.store.load(game) == before
                assert len(desk.store.log(game)) == 1
                refused += 1
        if refused:
            desk.submit(game, "p0", desk.look(game, "p0")[1].legal[0], 1)
            played += 1
            break
    assert refused
    assert played
