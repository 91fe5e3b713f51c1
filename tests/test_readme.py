"""The README's session, run as it is written against a real server."""

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_session_with_curl_ends_in_an_outcome(server):
    script = re.search(r"<!-- the session .*? -->\n```bash\n(.*?)```", README.read_text(), re.S)[1]
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        # Its python3 is the one that runs this test: some of a system's take half a second to begin.
        env={**os.environ, "API": server.url, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *story, last = done.stdout.splitlines()
    outcome = json.loads(last)
    assert outcome["reason"] == "target reached"
    assert sorted(outcome["ranks"]) == ["p0", "p1", "p2"]
    # Every turn of the bots was told, whichever of their steps the session was late for.
    turns = [line for line in story if re.search(r"p\d is next", line)]
    order = [line[:2] for line in turns]
    assert all((int(after[1]) - int(before[1])) % 3 == 1 for before, after in pairwise(order))


def test_the_commands_of_the_readme_are_there():
    commands = set(re.findall(r"^make (\w+)$", README.read_text(), re.M))
    assert commands == {"serve", "test"}
    makefile = README.with_name("Makefile").read_text()
    assert all(re.search(rf"^{command}:", makefile, re.M) for command in commands)
