"""Schemathesis against the running server: what the document says is what is done, with a token and without."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HOOKS = Path(__file__).with_name("support") / "fresh_keys.py"

CONFIG = """
hooks = "{hooks}"

[parameters]
"path.game" = "{game}"
"path.rules" = "shark-attacks"
"path.seat" = "{other}"
"path.job" = "{game}-{seat}-1-1"
"query.wait" = 0

[checks.positive_data_acceptance]
# A schema can't say which bots there are, nor which seats a game has under its options.
expected-statuses = ["2xx", 302, 304, 401, 403, 404, 409, 422]

[[operations]]
# It goes on as long as the game does, which here never ends: test_stream.py has its tests.
include-operation-id = "followGame"
enabled = false
"""

WITH_TOKEN = [
    "getView", "play", "orderBotMove", "askAdvice", "leaveSeat", "changeToken", "getJob", "getRecord"
]  # fmt: skip
"""Operations that look at tokens."""


@pytest.fixture
def schemathesis(served, live, tmp_path, request):
    """Start a run; its seat is asked in turn 1, and the other seat is not."""
    started = []
    examples = str(request.config.getoption("--examples"))
    arguments = ["--max-examples", examples, "--generation-deterministic", "--continue-on-failure", "--no-color"]

    def start(token):
        seat, view = live.asked()
        other = "p1" if seat == "p0" else "p0"
        live.post("/bot-moves", seat, json={"turn": view["turn"], "bot": "random"})
        folder = tmp_path / str(token)
        folder.mkdir()
        config = folder / "schemathesis.toml"
        config.write_text(CONFIG.format(hooks=HOOKS, game=live.game, seat=seat, other=other))
        command = [
            str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(config),
            "run", f"{served.url}/openapi.json", *arguments,
        ]  # fmt: skip
        if token:
            command += ["-H", f"Authorization: Bearer {live.tokens[seat]}"]
        else:
            # The others do not ask for one; and the many odd bodies of the coverage phase would all meet the same 401.
            command += ["--phases", "examples,fuzzing,stateful"]
            command += [part for name in WITH_TOKEN for part in ("--include-operation-id", name)]
        started.append(
            subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        )
        return started[-1]

    yield start
    for one in started:
        one.kill()
        one.communicate()


def test_the_document_is_true(schemathesis, building):
    all_of_them = sum(len(rule.methods - {"HEAD", "OPTIONS"}) for rule in building.url_map.iter_rules())
    for count, run in [(all_of_them - 1, schemathesis(token=True)), (len(WITH_TOKEN), schemathesis(token=False))]:
        output, _ = run.communicate(timeout=240)
        assert run.returncode == 0, output
        assert f"{count} selected / {all_of_them} total" in output
        assert re.search(r"No issues found", output), output
