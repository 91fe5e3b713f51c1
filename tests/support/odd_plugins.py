"""Plugins that are odd in every way, installed as packages are: a module and its dist-info in a folder on the path."""

from pathlib import Path

AWKWARD = Path(__file__).with_name("awkward_rules.py").read_text()
"""Rules each verb of which misbehaves as the options say."""


def shelve(folder, name, source):
    """Install a package with one plugin; installed again, it takes the place of what was there."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").write_text(source)
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tableshark]\nit = {module}\n")


def remove(folder, name):
    """Take a package away again."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").unlink()
    for path in (folder / f"{module}-1.0.dist-info").iterdir():
        path.unlink()
    (folder / f"{module}-1.0.dist-info").rmdir()


BROKEN = {
    "odd-raises": ("raise RuntimeError('the deck is lost')", "RuntimeError: the deck is lost"),
    "odd-lacks": (
        "import a_module_that_is_not_there",
        "ModuleNotFoundError: No module named 'a_module_that_is_not_there'",
    ),
    "odd-older": (
        "from tableshark import hookimpl\n\n@hookimpl\ndef tableshark_games():\n    return []\n",
        "unknown hook 'tableshark_games'",
    ),
}
"""Plugins that can't be loaded, and what the catalogue says of each."""

COUNTING = '''
"""Two seats count to six in turn. From version 2 on the state says how."""

from typing import Any

from tableshark import Awaiting, Data, Move, Options, Outcome, Rules, hookimpl

VERSION = {version}
SEATS = ("a", "b")


class Add(Move, frozen=True): ...


class State(Data, frozen=True):
    {fields}


def status(state):
    if state.count < 6:
        return Awaiting.of(SEATS[state.count % 2])
    return Outcome.highest({{"a": 1.0, "b": 0.0}}, "counted")


RULES = Rules(
    id="{id}",
    title="Counting",
    version=VERSION,
    options=Options,
    state=State,
    move=Add,
    seen=State,
    seats=lambda options: SEATS,
    setup=lambda options, chance: State(),
    status=status,
    legal=lambda state, seat: (Add(),),
    apply=lambda state, moves, chance: State(count=state.count + 1),
    view=lambda state, seat: state,
    upgrades={upgrades},
)


@hookimpl
def tableshark_rules():
    return [RULES]
'''
UPGRADE = "{1: lambda state: {'count': state['count'], 'how': 'aloud'}}"


def counting(id, version=1, upgrades="{}"):
    """A small game, in the version that is asked for."""
    fields = 'count: int = 0\n    how: str = "softly"' if version > 1 else "count: int = 0"
    return COUNTING.format(id=id, version=version, fields=fields, upgrades=upgrades)
