"""Imports only go down: read from the source of every package, and from a tree with each kind of breach planted."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import tableshark

ROOT = Path(__file__).parents[1]

CORE = {"pluggy", "msgspec", "click"}
"""What the core stands on; parts of it may have more."""
MORE = {"store": {"redis", "rq"}, "testing": {"pytest", "hypothesis", "_pytest", "jsonschema"}}
IMPURE = {"time", "os", "datetime", "secrets", "socket", "subprocess"}
"""Clocks, the machine and its secrets: only in the parts of the core that are not pure."""
OUTSIDE = {"store", "testing", "plugins", "cli", "settings", "overtime"}
LUCK = {"chance", "simulate"}
"""May name the type `random.Random`, whose instances come from a caller or from a seed."""
PUBLIC = {"tableshark", "tableshark.search", "tableshark.testing"}
"""What a plugin may import of the core."""
NAMES = {*tableshark.__all__, "search", "testing"}


class Import(NamedTuple):
    file: Path
    line: int
    module: str
    names: tuple[str, ...]
    inside: str | None
    """The function that it stands in."""


def imports(package: Path) -> Iterator[Import]:
    """All imports of a package, those of its own relative ones too."""
    for file in sorted(package.rglob("*.py")):
        yield from _imports(file, package, ast.parse(file.read_text()), None)


def _imports(file: Path, package: Path, node: ast.AST, inside: str | None) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(file, child.lineno, alias.name, (), inside)
        elif isinstance(child, ast.ImportFrom):
            names = tuple(alias.name for alias in child.names)
            module = child.module or ""
            if child.level:
                folder = file.relative_to(package.parent).parts[: -child.level]
                module = ".".join([*folder, *filter(None, [module])])
            yield Import(file, child.lineno, module, names, inside)
        function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        yield from _imports(file, package, child, getattr(child, "name", "lambda") if function else inside)


def breaches(root: Path) -> list[str]:
    """Say what in this tree breaks the order of its layers."""
    told = []
    games = {path.name: path for path in sorted(root.glob("plugins/*/tableshark_*")) if path.is_dir()}
    for package in (root / "core/tableshark", root / "api/tableshark_api", root / "workers/tableshark_workers"):
        told += [_tell(root, one, why) for one in imports(package) if (why := _ours(package, one, set(games)))]
    for game in games.values():
        allowed = {"msgspec", "click", *_dependencies(game.parent)}
        told += [_tell(root, one, why) for one in imports(game) if (why := _plugin(game, one, allowed))]
    return told


def _tell(root: Path, one: Import, why: str) -> str:
    return f"{one.file.relative_to(root)}:{one.line}: {one.module}: {why}"


def _ours(package: Path, one: Import, games: set[str]) -> str | None:
    top = one.module.split(".")[0]
    if one.inside:
        return f"an import inside a function ({one.inside})"
    if top in games:
        return f"{package.name} imports a plugin"
    if package.name == "tableshark":
        return _core(package, one, top)
    if {package.name, top} == {"tableshark_api", "tableshark_workers"}:
        return "api and workers never import each other"
    return None


def _core(package: Path, one: Import, top: str) -> str | None:
    part = one.file.relative_to(package).with_suffix("").parts[0]
    if top.startswith("tableshark_"):
        return "the core imports what stands on it"
    if top == "random":
        return None if part in LUCK and one.names == ("Random",) else "luck comes from an argument"
    if top in IMPURE and part not in OUTSIDE:
        return "the law is pure"
    known = top in sys.stdlib_module_names or top in {"tableshark"} | CORE | MORE.get(part, set())
    return None if known else "the core stands on pluggy, msgspec and click alone"


def _plugin(game: Path, one: Import, allowed: set[str]) -> str | None:
    top = one.module.split(".")[0]
    if one.inside:
        return f"an import inside a function ({one.inside})"
    if top == "random":
        return "luck comes from an argument"
    if top == "tableshark":
        inner = one.module == "tableshark" and not NAMES.issuperset(one.names)
        return None if one.module in PUBLIC and not inner else "a plugin imports the public names only"
    if top.startswith("tableshark_") and top != game.name:
        return "a plugin imports neither another nor what runs it"
    known = top in sys.stdlib_module_names or top in allowed or top == game.name
    return None if known else "its pyproject.toml names no such dependency"


def _dependencies(folder: Path) -> set[str]:
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    names = project.get("dependencies", [])
    return {name.split(">")[0].split("=")[0].split("[")[0].strip().replace("-", "_") for name in names}


def test_imports_only_go_down() -> None:
    assert breaches(ROOT) == []


def test_there_is_something_to_read() -> None:
    modules = {one.module for one in imports(ROOT / "core/tableshark")}
    assert {"tableshark.rules", "tableshark.chance", "pluggy", "redis"} <= modules
    assert len(list(ROOT.glob("plugins/*/tableshark_*"))) >= 1


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree that keeps every rule."""
    for file, source in {
        "core/tableshark/__init__.py": "from tableshark.rules import Rules\n",
        "core/tableshark/rules.py": "import re\nimport msgspec\n",
        "core/tableshark/chance.py": "from random import Random\n",
        "core/tableshark/settings.py": "import os\n",
        "core/tableshark/store/redis.py": "import time\nimport redis\nfrom tableshark.rules import Rules\n",
        "core/tableshark/testing/plugin.py": "import pytest\n",
        "api/tableshark_api/__init__.py": "from tableshark import Rules\nimport flask\nfrom . import app\n",
        "api/tableshark_api/app.py": "from .words import x\n",
        "workers/tableshark_workers/__init__.py": "import rq\nfrom tableshark.rules import Rules\nimport time\n",
        "plugins/pig/pyproject.toml": '[project]\ndependencies = ["tableshark", "some-thing>=2"]\n',
        "plugins/pig/tableshark_pig/__init__.py": "from tableshark import Rules\nfrom .rules import PIG\n",
        "plugins/pig/tableshark_pig/rules.py": "import math\nimport msgspec\nimport some_thing\nimport tableshark\n",
        "plugins/cow/pyproject.toml": "[project]\n",
        "plugins/cow/tableshark_cow/__init__.py": "from tableshark_cow.rules import COW\n",
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(source)
    return tmp_path


def test_a_tree_in_order_passes(tree: Path) -> None:
    assert breaches(tree) == []


@pytest.mark.parametrize(
    ("file", "source", "why"),
    [
        ("core/tableshark/rules.py", "from tableshark_api import app", "stands on it"),
        ("core/tableshark/rules.py", "import tableshark_workers.serve", "stands on it"),
        ("core/tableshark/rules.py", "import tableshark_pig", "imports a plugin"),
        ("core/tableshark/rules.py", "import redis", "pluggy, msgspec and click"),
        ("core/tableshark/store/redis.py", "import flask", "pluggy, msgspec and click"),
        ("core/tableshark/rules.py", "import random", "luck"),
        ("core/tableshark/rules.py", "from random import Random", "luck"),
        ("core/tableshark/chance.py", "import random", "luck"),
        ("core/tableshark/chance.py", "from random import Random, randint", "luck"),
        ("core/tableshark/rules.py", "import time", "pure"),
        ("core/tableshark/rules.py", "from os import environ", "pure"),
        ("core/tableshark/rules.py", "from datetime import datetime", "pure"),
        ("core/tableshark/rules.py", "def f():\n    import re", "inside a function (f)"),
        ("core/tableshark/rules.py", "class A:\n    def g(self):\n        from re import sub", "inside a function (g)"),
        ("core/tableshark/rules.py", "async def h():\n    if 1:\n        import re", "inside a function (h)"),
        ("api/tableshark_api/app.py", "import tableshark_workers", "never import each other"),
        ("api/tableshark_api/app.py", "from tableshark_pig import PIG", "imports a plugin"),
        ("api/tableshark_api/app.py", "def f():\n    import flask", "inside a function"),
        ("workers/tableshark_workers/__init__.py", "from tableshark_api.app import x", "never import each other"),
        ("workers/tableshark_workers/__init__.py", "import tableshark_cow.rules", "imports a plugin"),
        ("plugins/pig/tableshark_pig/rules.py", "from tableshark_cow import COW", "neither another"),
        ("plugins/pig/tableshark_pig/rules.py", "import tableshark_api", "neither another"),
        ("plugins/pig/tableshark_pig/rules.py", "from tableshark.desk import Desk", "public names"),
        ("plugins/pig/tableshark_pig/rules.py", "import tableshark.store.redis", "public names"),
        ("plugins/pig/tableshark_pig/rules.py", "from tableshark import desk", "public names"),
        ("plugins/pig/tableshark_pig/rules.py", "import random", "luck"),
        ("plugins/pig/tableshark_pig/rules.py", "import numpy", "no such dependency"),
        ("plugins/pig/tableshark_pig/rules.py", "def f():\n    import math", "inside a function"),
    ],
)
def test_each_kind_of_breach_is_found(tree: Path, file: str, source: str, why: str) -> None:
    with (tree / file).open("a") as opened:
        opened.write(source + "\n")
    [told] = breaches(tree)
    assert told.startswith(f"{file}:")
    assert why in told
