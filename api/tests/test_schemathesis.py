"""Schemathesis against the running server: what the document says is what is done, with and without tokens."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tables import other

HOOKS = Path(__file__).with_name("support") / "fresh_keys.py"
FEW = ("shark-attacks",)
"""Of these alone new games and moves are tried in the short form: each further game takes some seconds more."""
SHORT = 10
DEADLINE = 1.0
"""Seconds in which everything is answered that does not wait."""
REF = '#/components/schemas/([^"]+)'

BATCH = {"rules": "shark-attacks", "bots": [{"bot": "random"}], "episodes": 2}
BATCHES = ("orderSimulation", "listSimulations", "getSimulation", "cancelSimulation", "getEpisodes")

CONFIG = """
hooks = "{hooks}"

[parameters]
"path.game" = "{game}"
"path.rules" = "shark-attacks"
"path.seat" = "{other}"
"path.job" = "{game}-{seat}-1-1"
"path.simulation" = "{simulation}"
"query.wait" = 0

[checks.positive_data_acceptance]
# A schema can't say which bots there are, nor which seats a game has under its options.
expected-statuses = ["2xx", 302, 304, 401, 403, 404, 409, 422]

[[operations]]
# It ends a simulation; what that found stays.
include-operation-id = ["getSimulation", "getEpisodes", "cancelSimulation"]
checks.use_after_free.enabled = false

[[operations]]
# It goes on as long as the game does, which here never ends: test_stream.py has its tests.
include-operation-id = "followGame"
enabled = false
"""


def shortened(document):
    """The document, less what all but a few rules add to new games, moves and views."""
    schemas = document["components"]["schemas"]
    unions = [schemas[name] for name in ("NewGame", "NewSimulation", "Window")]
    for union in (*unions, schemas["Move"]["properties"]["move"]):
        word = "oneOf" if "oneOf" in union else "anyOf"
        union[word] = [one for one in union[word] if one["$ref"].rpartition("/")[2].split(".")[0] in FEW]
        assert len(union[word]) == len(FEW)
        if "discriminator" in union:
            mapping = union["discriminator"]["mapping"]
            union["discriminator"]["mapping"] = {name: mapping[name] for name in FEW}
    needed, seen = re.findall(REF, json.dumps([document["paths"], document["components"]["securitySchemes"]])), set()
    while needed:
        name = needed.pop()
        if name not in seen:
            seen.add(name)
            needed += re.findall(REF, json.dumps(schemas[name]))
    document["components"]["schemas"] = {name: schemas[name] for name in schemas if name in seen}
    return document


def with_token(document):
    """The operations that look at tokens, but for the endless one."""
    operations = [one for item in document["paths"].values() for one in item.values() if isinstance(one, dict)]
    return [one["operationId"] for one in operations if one.get("security") and one["operationId"] != "followGame"]


@pytest.fixture
def document(client, request):
    found = client.get("/openapi.json").json()
    return shortened(found) if request.config.getoption("--examples") <= SHORT else found


@pytest.fixture
def schemathesis(served, live, tmp_path, request, document):
    """Start a run; its seat is asked in turn 1, and the other seat is not."""
    started = []
    examples = str(request.config.getoption("--examples"))
    arguments = ["--max-examples", examples, "--generation-deterministic", "--continue-on-failure", "--no-color"]
    # What fits the document and what does not; every answer in time, and none of 500.
    arguments += ["--mode", "all", "--max-response-time", str(DEADLINE)]
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document))

    def start(token, *more):
        seat, view = live.asked()
        live.post("/bot-moves", seat, json={"turn": view["turn"], "bot": "random"})
        ordered = live.web.post("/v1/simulations", json=BATCH).raise_for_status().json()
        folder = tmp_path / str(token)
        folder.mkdir(exist_ok=True)
        config = folder / "schemathesis.toml"
        config.write_text(CONFIG.format(hooks=HOOKS, game=live.game, seat=seat, other=other(seat), **ordered))
        command = [
            str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(config),
            "run", str(file), "--url", served.url, *arguments, *more,
        ]  # fmt: skip
        if token == "seat":
            command += ["-H", f"Authorization: Bearer {live.tokens[seat]}"]
            # To a seat's token simulations say no, whatever is sent: they have a run of their own.
            command += [part for name in BATCHES for part in ("--exclude-operation-id", name)]
        elif token == "simulations":
            command += ["-H", f"Authorization: Bearer {ordered['token']}"]
            command += [part for name in BATCHES for part in ("--include-operation-id", name)]
        else:
            # The others do not ask for one; and the many odd bodies of the other phases would all meet the same 401.
            command += ["--phases", "examples,fuzzing"]
            command += [part for name in with_token(document) for part in ("--include-operation-id", name)]
        started.append(
            subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        )
        return started[-1]

    yield start
    for one in started:
        one.kill()
        one.communicate()


def test_the_document_is_true(schemathesis, building, document):
    everything = sum(len(rule.methods - {"HEAD", "OPTIONS"}) for rule in building.url_map.iter_rules())
    kinds = {"seat": everything - 1 - len(BATCHES), "simulations": len(BATCHES), None: 13}
    for count, run in [(count, schemathesis(kind)) for kind, count in kinds.items()]:
        output, _ = run.communicate(timeout=600)
        assert run.returncode == 0, output
        assert f"{count} selected / {everything} total" in output
        [made, passed] = map(int, re.search(r"(\d+) generated, (\d+) passed", output).groups())
        assert made == passed > count
    assert len(with_token(document)) == 13


def test_what_does_not_fit_is_sent_and_what_is_late_is_found(schemathesis):
    negative = schemathesis(
        "seat", "--mode", "negative", "--phases", "coverage", "--include-operation-id", "createGame"
    )
    late = schemathesis(
        "seat", "--max-response-time", "0.0001", "--phases", "fuzzing", "--include-operation-id", "listRules"
    )
    output, _ = negative.communicate(timeout=600)
    assert negative.returncode == 0, output
    assert int(re.search(r"(\d+) generated", output)[1]) > 100
    output, _ = late.communicate(timeout=600)
    assert late.returncode == 1, output
    assert "Response time limit exceeded" in output
