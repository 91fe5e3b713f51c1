"""openapi.yaml under tools of others: a second validator, and a linter. Each must refuse a document that is spoilt."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.tools

ROOT = Path(__file__).parents[1]
CONFIG = ("redocly.yaml", ".redocly.lint-ignore.yaml")
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}


@pytest.fixture
def check(node_tools, tmp_path):
    """Run a tool on a document; give whether it is content, and what it says."""
    programs = node_tools / "node_modules" / ".bin"
    tools = {
        "validator": [programs / "validate-api", "openapi.yaml"],
        "linter": [programs / "redocly", "lint", "openapi.yaml", "--format", "json"],
    }
    for name in CONFIG:
        shutil.copy(ROOT / name, tmp_path)

    def run(tool, text):
        (tmp_path / "openapi.yaml").write_text(text, encoding="utf-8")
        done = subprocess.run(
            tools[tool],
            cwd=tmp_path,
            env={**os.environ, **QUIET},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode == 0, done.stdout + done.stderr

    return run


@pytest.fixture(scope="module")
def text():
    return (ROOT / "openapi.yaml").read_text(encoding="utf-8")


@pytest.fixture
def spoilt(text):
    """Give the document with some things changed."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    def spoil(*changes):
        document = yaml.load(text, Loader=loader)
        for change in changes:
            change(document)
        return json.dumps(document)

    return spoil


def test_the_validator_accepts_it(check, text):
    content, told = check("validator", text)
    assert content, told


def test_the_linter_has_nothing_to_say(check, text):
    content, told = check("linter", text)
    assert content, told
    totals = json.loads(told[told.index('{\n  "totals"') : told.rindex("}") + 1])["totals"]
    # Those that are excused are all met: an excuse that nothing needs is to be taken out.
    assert totals == {"errors": 0, "warnings": 0, "ignored": 7}, told


def play(document):
    return document["paths"]["/v1/games/{game}/moves"]["post"]


def no_description(document):
    del play(document)["responses"]["200"]["description"]


def no_turn(document):
    next(iter(play(document)["requestBody"]["content"]["application/json"]["examples"].values()))["value"].pop("turn")


def no_such_component(document):
    play(document)["responses"]["500"]["content"]["application/problem+json"]["schema"]["$ref"] += "s"


def no_such_tag(document):
    play(document)["tags"] = ["play"]


def no_refusal(document):
    for status in [status for status in play(document)["responses"] if status[0] == "4"]:
        del play(document)["responses"][status]


def test_the_validator_refuses_a_spoilt_one(check, spoilt):
    assert not check("validator", spoilt(no_description))[0]


def test_the_linter_finds_what_was_spoilt(check, spoilt):
    faults = {
        no_turn: "no-invalid-media-type-examples",
        no_such_component: "no-unresolved-refs",
        no_such_tag: "operation-tag-defined",
        no_refusal: "operation-4xx-response",
    }
    content, told = check("linter", spoilt(*faults))
    assert not content
    assert {rule for rule in faults.values() if f'"ruleId": "{rule}"' in told} == set(faults.values())
