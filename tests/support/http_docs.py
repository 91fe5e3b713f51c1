"""docs/http.md and its snippets."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8")
HERE = "http://127.0.0.1:8080"


def section(heading):
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def snippets(heading, language, url):
    """The snippets under a heading, for the server at this address."""
    found = re.findall(rf"```{language}\n(.*?)```", section(heading), re.DOTALL)
    assert HERE in "".join(found), heading
    return [text.replace(HERE, url) for text in found]
