"""The errors: each with a code of its own, and the tree in the docstring is the true one."""

import re

import pytest

from tableshark import errors

CLASSES = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == errors.__name__
}
LINE = re.compile(r"^(?P<indent>(?:│   |    )*)(?:[├└]── )?(?P<name>[A-Z]\w+)(?: +(?P<told>.*))?$")


def drawn():
    """Read the drawing: each class with the one above it, and what stands beside it."""
    tree, above = {}, []
    for line in errors.__doc__.splitlines():
        found = LINE.match(line)
        if found is None or (not above and found["name"] != "TablesharkError") or ("──" not in line and above):
            continue
        depth = len(found["indent"]) // 4 + ("──" in line)
        tree[found["name"]] = (above[depth - 1] if depth else None, found["told"] or "")
        above[depth:] = [found["name"]]
    return tree


def test_the_drawing_shows_every_error_under_its_base():
    tree = drawn()
    assert next(iter(tree)) == "TablesharkError"
    assert {name: above for name, (above, _) in tree.items() if above} == {
        name: kind.__base__.__name__ for name, kind in CLASSES.items() if name != "TablesharkError"
    }


@pytest.mark.parametrize("name", CLASSES)
def test_the_drawing_shows_the_code(name):
    told = drawn()[name][1]
    if "code" in vars(CLASSES[name]) and name != "TablesharkError":
        assert told.split()[0] == CLASSES[name].code
    else:
        assert not any(told.startswith(kind.code) for kind in CLASSES.values())


def test_each_code_is_one_errors():
    codes = [kind.code for kind in CLASSES.values() if "code" in vars(kind)]
    assert len(codes) == len(set(codes))
    leaves = [kind for kind in CLASSES.values() if not kind.__subclasses__()]
    assert all("code" in vars(kind) for kind in leaves)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)


def test_an_unfit_request_says_where():
    assert errors.UnfitMove("no", "/to").where == "/to"
    assert str(errors.UnfitMove("no", "/to")) == "no"
