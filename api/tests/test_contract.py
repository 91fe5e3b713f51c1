"""The document: current, valid, the same everywhere, and true to the app's routes and to the live server."""

import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

from tableshark.plugins import load
from tableshark.store.memory import MemoryStore
from tableshark_api.app import SPEC, create_app
from tableshark_api.commands import SHIPPED
from tableshark_api.document import written
from tableshark_api.idle import IdleQueue
from tableshark_api.problems import KINDS

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"


@pytest.fixture(scope="module")
def shipped():
    return create_app(load(only=SHIPPED), MemoryStore(), IdleQueue())


@pytest.fixture(scope="module")
def document(shipped):
    return shipped.extensions[SPEC]


def operations(document):
    for path, item in document["paths"].items():
        for method in ("get", "post", "delete"):
            if method in item:
                yield path, method, item[method]


def test_the_committed_file_is_current(document):
    assert COMMITTED.read_text(encoding="utf-8") == written(document), "run `make openapi`"


def test_it_is_the_same_under_any_hash_seed(run, tmp_path):
    files = [tmp_path / "one.yaml", tmp_path / "two.yaml"]
    runs = [
        run("openapi", "--shipped", "--output", str(file), hash_seed=seed)
        for file, seed in zip(files, "12", strict=True)
    ]
    for one in runs:
        assert one.communicate(timeout=60) == ("", "")
    assert files[0].read_bytes() == files[1].read_bytes() == COMMITTED.read_bytes()


def test_it_is_valid(document):
    OpenAPIV31SpecValidator(document).validate()


def test_the_live_document_is_the_same_for_the_same_rules(shipped, document, client):
    assert shipped.test_client().get("/openapi.json").json == yaml.safe_load(COMMITTED.read_text(encoding="utf-8"))
    live = client.get("/openapi.json").json()
    if {one["rules"] for one in client.get("/v1/rules").json()["rules"]} == set(load(only=SHIPPED).rules):
        assert live == document


def test_it_tells_of_what_is_installed(plugins, app):
    pairs = app.test_client().get("/openapi.json").json["components"]["schemas"]
    assert {"pairs.Move", "pairs.Options", "pairs.View", "pairs.Window", "pairs.NewGame"} <= set(pairs)
    assert {"$ref": "#/components/schemas/pairs.Window"} in pairs["Window"]["oneOf"]
    assert pairs["Window"]["discriminator"]["mapping"]["pairs"] == "#/components/schemas/pairs.Window"
    plugins.rules.clear()
    bare = create_app(plugins, MemoryStore(), IdleQueue()).extensions[SPEC]
    OpenAPIV31SpecValidator(bare).validate()


def test_it_is_not_asked_for_again_when_known(web):
    known = web.get("/openapi.json").headers["ETag"]
    assert web.get("/openapi.json", headers={"If-None-Match": known}).status_code == 304


def test_every_route_is_in_it_and_the_reverse(shipped, document):
    routes = set()
    for rule in shipped.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        routes |= {(path, method.lower()) for method in rule.methods - {"HEAD", "OPTIONS"}}
    assert routes == {(path, method) for path, method, _ in operations(document)}


def test_every_operation_has_a_name_and_says_what_it_answers(document):
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(names) == len(set(names))
    for path, method, operation in operations(document):
        assert operation["summary"], path
        assert "500" in operation["responses"]
        for status, answer in operation["responses"].items():
            told = set(re.findall("`([a-z_]+)`:", answer["description"]))
            assert all(str(KINDS[code].status) == status for code in told)
            if status[0] in "45":
                assert told, (path, method, status)
                assert list(answer["content"]) == ["application/problem+json"]
        assert ("401" in operation["responses"]) == ("security" in operation), path


def test_every_reference_leads_somewhere_and_every_component_is_used(document):
    found = set(re.findall(r"#/components/schemas/([\w.-]+)", written(document)))
    assert found == set(document["components"]["schemas"])


def test_examples_are_true(document):
    met = 0
    for _, _, operation in operations(document):
        for body in [operation.get("requestBody", {}), *operation["responses"].values()]:
            for media in body.get("content", {}).values():
                for example in media.get("examples", {}).values():
                    schema = {**media["schema"], "components": document["components"]}
                    jsonschema.Draft202012Validator(schema).validate(example["value"])
                    met += 1
    assert met >= 4 * len(load(only=SHIPPED).rules)


def test_the_page_needs_nothing_from_outside(client):
    page = client.get("/docs", follow_redirects=True)
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    assert not re.search(r"https?:|[\"(]//", page.text), page.text
    assert '"validatorUrl": null' in page.text
    linked = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(linked) >= 5
    for path in linked:
        assert path.startswith("/docs/")
        assert client.get(path).status_code == 200
    for sheet in (path for path in linked if path.endswith(".css")):
        assert not re.search(r"@import|url\((?!['\"]?data:)", client.get(sheet).text)
    assert client.get("/").headers["Location"] == "/docs/"
