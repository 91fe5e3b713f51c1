"""Shops for the tests of the workers, with a plugin that misbehaves installed."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from busy_shop import open_shop


@pytest.fixture(scope="session")
def odd_folder(tmp_path_factory):
    """A folder on the path of every process here, with the odd plugin installed in it."""
    folder = tmp_path_factory.mktemp("odd")
    (folder / "odd_plugin.py").write_text(Path(__file__).with_name("odd_plugin.py").read_text())
    info = folder / "odd_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tableshark]\nodd = odd_plugin\n")
    return folder


@pytest.fixture(scope="session")
def busy(tmp_path_factory, odd_folder):
    """A shop with a worker and a clock, for tests that do it no harm."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            # Only now: what is tested after it in this process has no odd plugin.
            patch.syspath_prepend(odd_folder)
            made = stack.enter_context(open_shop(tmp_path_factory.mktemp("busy"), odd_folder))
        made.run("clock")
        made.run("work")
        yield made


@pytest.fixture
def shop(tmp_path, odd_folder, monkeypatch):
    """A shop without any process yet, for tests that kill."""
    monkeypatch.syspath_prepend(odd_folder)
    with open_shop(tmp_path, odd_folder) as made:
        yield made
