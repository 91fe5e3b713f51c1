"""The documents hold to the code: hooks, settings, links, and words that must not be in the project."""

import re
from dataclasses import fields
from pathlib import Path

from tableshark.settings import PREFIX, Settings

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_every_setting_is_told_with_its_default():
    text = (ROOT / "docs" / "operate.md").read_text()
    source = (ROOT / "core" / "tableshark" / "settings.py").read_text()
    for field in fields(Settings):
        sentence = re.search(rf'    {field.name}: .*\n    """(.*?)"""', source)[1]
        default = f"`{field.default}`" if field.default != "" else ""
        row = f"| `{PREFIX}{field.name.upper()}` | {default} | {sentence} |".replace("|  |", "| |")
        assert row in text, row
    told = set(re.findall(rf"^\| `({PREFIX}\w+)`", text, re.M))
    assert told == {f"{PREFIX}{field.name.upper()}" for field in fields(Settings)}


def test_every_link_between_the_pages_leads_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_snippet_of_the_tutorial_is_a_piece_of_its_package():
    package = ROOT / "docs" / "examples" / "tableshark-tic-tac-toe"
    files = [page.read_text() for page in package.rglob("*") if page.suffix in (".py", ".toml")]
    snippets = re.findall(r"^```(?:python|toml)\n(.*?)^```$", (ROOT / "docs" / "plugin.md").read_text(), re.M | re.S)
    assert len(snippets) > 8
    for snippet in snippets:
        assert any(snippet in text for text in files), f"no file of the package has:\n{snippet}"


def test_every_decision_says_context_choice_and_price():
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(page.name[:4]) for page in decisions] == list(range(1, len(decisions) + 1))
    for page in decisions:
        for part in ("**Context.**", "**Choice.**", "**Price.**"):
            assert part in page.read_text(), f"{page.name} lacks {part}"
