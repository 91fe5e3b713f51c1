"""The settings: one table, read from the environment."""

from dataclasses import fields

import pytest

from tableshark.settings import BadSetting, Settings, read


def test_nothing_set_is_the_defaults():
    assert read({}) == Settings()
    assert read({"OTHER": "1", "TABLESHARKPORT": "9", "TABLESHARK_NOTHING": "1"}) == Settings()


@pytest.mark.parametrize("field", fields(Settings), ids=lambda field: field.name)
def test_each_setting_is_read(field):
    name = f"TABLESHARK_{field.name.upper()}"
    word = "json" if field.name == "log" else "some text"
    text, value = ("17", 17) if field.type == "int" else (word, word)
    found = read({name: text})
    assert getattr(found, field.name) == value
    assert [other.name for other in fields(Settings) if getattr(found, other.name) != other.default] == [field.name]


@pytest.mark.parametrize("text", ["many", "-1", "1.5", "", "1e3"])
def test_a_number_must_be_one(text):
    with pytest.raises(BadSetting, match=r"TABLESHARK_PORT.*expected"):
        read({"TABLESHARK_PORT": text})


def test_the_environment_is_read_where_none_is_given(monkeypatch):
    monkeypatch.setenv("TABLESHARK_STORE", "redis://here")
    assert read().store == "redis://here"


def test_the_queue_is_the_stores_server_unless_it_has_its_own():
    assert Settings(store="redis://a").queue_url == "redis://a"
    assert Settings(store="redis://a", queue="redis://b").queue_url == "redis://b"


def test_a_log_is_of_a_known_kind():
    with pytest.raises(BadSetting, match="TABLESHARK_LOG is 'xml'"):
        read({"TABLESHARK_LOG": "xml"})
