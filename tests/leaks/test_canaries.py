"""Canaries: in games on a whole server every hidden place holds a word of its own, and nobody hears it who may not."""

import json
from functools import partial

import pytest
from following import Following
from leak_canaries import Heard, Secret, search, token
from leak_channels import CANARIES
from leak_party import OPERATOR, Party
from leak_questions import OF_A_GAME, STATIC
from leak_sides import Request
from whole_server import wait_until

KEY = "canary-key-of-a-request-0123456789"
SALT = "canary-salt-of-b"
FEW = {route: asked for route, asked in OF_A_GAME.items() if "view" in route or "stream" in route or "jobs" in route}


@pytest.fixture
def party(vault, seated):
    """Make parties at the toy."""
    return partial(seated, Party, vault)


def table(vault, game):
    return json.loads(vault.store.load(game).body)


def hears(heard, who, secrets, what):
    """Whether somebody has heard a secret: the search is not blind."""
    mine = [one for one in heard if one.who == who]
    return bool(search([one._replace(who="") for one in mine], [one for one in secrets if one.what == what]))


def test_what_machine_players_think_note_and_keep_back_is_told_to_nobody(vault, party):
    """a is done by now and has sealed its answer, c has decided and waits: nothing of it is heard."""
    bots = {"a": {"by": "bot", "bot": "whisper"}, "c": {"by": "bot", "bot": "whisper", "level": "slow"}}
    party = party(seats={"b": {"by": "me"}, **bots})
    wait_until(lambda: (now := table(vault, party.game))["intents"].get("c") and now["game"]["sealed"].get("a"))
    heard, secrets = party.sweep(stranger={"Authorization": "Bearer ts_wrong"})
    kinds = {secret.what for secret in secrets}
    assert {
        "seed",
        "deck",
        "trail",
        "note of c",
        "decision of c that waits",
        "sealed answer of a",
        "coming draw",
    } <= kinds
    assert hears(heard, "b", secrets, "hand of b")
    # A machine player that fails is no way to look behind it: neither by its advice nor where it plays.
    turn = party.view("b")["turn"]
    for path, bot in (("/advice", "failing"), ("/advice", "peek"), ("/bot-moves", "failing")):
        status, job = party.post(path, "b", {"turn": turn, "bot": bot})
        assert status == 202
        where = Request("", "GET", f"/v1/jobs/{job['job']}", party.headers("b"))
        wait_until(lambda where=where: json.loads(party.wire.ask("b", where)[1])["state"] in ("done", "failed"))
    party.hear()


def test_a_game_that_can_not_go_on_tells_no_log_why(vault, party):
    """Its rules fail when time is up, with all that is hidden in the error; nobody has asked for anything."""
    party = party(others={"by": "me"}, options={"breaks": True, "seconds": 0.2})
    wait_until(lambda: b"game %s can't go on" % party.game.encode() in vault.log.read_bytes())
    party.hear()
    assert b"RuntimeError <- " in vault.log.read_bytes(), "the kind and the place are told"


@pytest.mark.parametrize("kind", ["RuntimeError", "Gone"])
def test_a_view_that_fails_under_a_stream_tells_no_log_why(vault, party, kind):
    """No answer can be a problem any more where a stream has begun: it ends, and who comes again is told."""
    party = party(others={"by": "me"}, options={"blinks": kind})
    told = len(vault.log.read_bytes())
    stream = Following(vault.url, party.game, party.tokens["c"])
    stream.next()
    assert party.play("a", type="done")[0] == 200
    assert stream.rest() == []
    stream.close()
    where = Request("", "GET", f"{party.path}/stream", party.headers("c"))
    status, problem = party.wire.ask("c", where)
    assert (status, json.loads(problem)["code"]) == (503, "rules_away")
    wait_until(lambda: b"%s in a stream: %s <- " % (kind.encode(), kind.encode()) in vault.log.read_bytes()[told:])
    # Nor where it is a past view alone that fails.
    for seat in "abc":
        party.post("/moves", seat, {"turn": 2 if seat == "a" else 1, "move": {"type": "say", "word": f"{seat}-"}})
    assert party.view("c")["view"]["phase"] == "hide"
    where = where._replace(headers={**where.headers, "Last-Event-ID": "1"})
    status, problem = party.wire.ask("c", where)
    assert (status, json.loads(problem)["code"]) == (503, "rules_away")
    party.hear()
    assert b"Traceback" not in vault.log.read_bytes()[told:]


def test_what_people_hide_is_told_to_nobody(party):
    seats = {"a": {"by": "me"}, "b": {"by": "invited"}, "c": {"by": "open"}}
    party = party(seats=seats, options={"rounds": 2, "breaks": True})
    invite = party.made["invites"]["b"]
    party.known += [Secret("invitation", invite.encode(), frozenset()), Secret("key", KEY.encode(), frozenset())]
    for seat, body, headers in (("b", {"invite": invite, "salt": SALT}, {"Idempotency-Key": KEY}), ("c", {}, {})):
        _, sat = party.post(f"/seats/{seat}", None, body, seat, **headers)
        party.tokens[seat] = sat["token"]
        party.known += token(seat, sat["token"])
    # In the middle of a hidden turn, after a move that fails with all that is hidden in the error.
    assert party.play("a", type="step")[0] == 200
    assert party.play("a", type="step")[0] == 200
    status, problem = party.play("a", type="break")
    assert (status, problem["code"]) == (503, "rules_away")
    heard, secrets = party.sweep()
    assert hears(heard, "a", secrets, "trail")
    assert {"trail", "salt of b", "invitation to b as it is kept", "what tokens are derived from"} <= {
        one.what for one in secrets
    }
    # Two of three have answered.
    assert party.play("a", type="done")[0] == 200
    assert party.play("a", type="say", word="a-canary-said-123450000000001")[0] == 200
    assert party.play("b", type="say", word="b-canary-said-123450000000002")[0] == 200
    party.sweep()
    _simulate(party)
    _change_hands(party)
    # The last answer reveals them all, and the next round has new secrets.
    assert party.play("c", type="say", word="c-canary-said-123450000000003")[0] == 200
    assert "123450000000001" in json.dumps(party.view("onlooker"))
    party.sweep()
    _play_out(party)


def _simulate(party):
    """Simulations of the same rules, meanwhile: none of the game's words is in their rows."""
    body = {"rules": "vault", "bots": [{"bot": "random"}], "episodes": 20, "seed": "1"}
    made = party.wire.http.post("/v1/simulations", json=body).raise_for_status().json()
    mine = {"Authorization": f"Bearer {made['token']}"}
    where = Request("", "GET", f"/v1/simulations/{made['simulation']}", mine)
    wait_until(lambda: json.loads(party.wire.ask("onlooker", where)[1])["state"] == "done")
    status, rows = party.wire.ask("onlooker", where._replace(path=where.path + "/episodes"))
    assert (status, rows.count(b"\n")) == (200, 20)
    asker = party.asker("onlooker", simulation=made["simulation"], ordered=mine)
    party.wire.ask_all("onlooker", asker, {route: asked for route, asked in STATIC.items() if "simulations" in route})
    party.known += token("onlooker", made["token"])
    party.hear()


def _change_hands(party):
    """b exchanges its token, and c leaves: what was open ends, old tokens open nothing, whoever comes sees it all."""
    old, left = party.headers("b"), party.headers("c")
    followed = [Following(party.vault.url, party.game, party.tokens[seat]) for seat in ("b", "c")]
    for stream in followed:
        assert stream.next().frame["view"]["hands"]
    party.tokens["b"] = party.post("/seats/b/token", "b")[1]["token"]
    gone = party.wire.http.delete(f"{party.path}/seats/c", headers=left)
    assert gone.status_code == 204
    for stream in followed:
        assert stream.rest() == [], "nothing more is told, and it ends"
        stream.close()
    del party.tokens["c"]
    party.known += token("b", party.tokens["b"])
    heard, secrets = party.sweep(old=old)
    party.wire.ask_all("left", party.asker("onlooker")._replace(headers=left), FEW)
    heard += party.hear()[0]
    for one in heard:
        assert one.who not in ("old", "left") or b'"hands"' not in one.text, one.request
    party.tokens["c"] = party.post("/seats/c", None, {}, "c")[1]["token"]
    party.known += token("c", party.tokens["c"])
    heard, secrets = party.sweep(old=old, left=left)
    assert hears(heard, "c", secrets, "hand of c"), "whoever came sees what the seat may see"
    for one in heard:
        assert one.who not in ("old", "left") or b'"hands"' not in one.text, one.request


def _play_out(party):
    """At the end, and not before, everything is open to everybody."""
    secrets = party.secrets()
    assert party.play("a", type="done")[0] == 200
    for seat in "abc":
        assert party.play(seat, type="say", word=f"{seat}-the-end")[0] == 200
    record = party.wire.http.get(f"{party.path}/record").raise_for_status().content
    view = party.wire.http.get(f"{party.path}/view").raise_for_status().content
    for what in ("seed in hex", "salt of b", "hash of the log"):
        assert search([Heard("", "", record)], [one for one in secrets if one.what == what])
    for what in ("hand of a", "trail"):
        assert search([Heard("", "", view)], [one for one in secrets if one.what == what])
    # What is nobody's even then: the key of the machine players, and whatever opens a seat.
    ever = ("bot_key", "bot_key in hex", "what tokens are derived from", "what tokens are derived from, in hex")
    kept = [one for one in secrets if one.what in ever or one.what.startswith(("key of", "token of", "invitation"))]
    assert len(kept) > 10
    assert search([Heard("", "record", record), Heard("", "view", view)], kept) == []


PLANTED = {
    "view": ("answer", "GET {path}/view"),
    "problem": ("problem", "POST {path}/moves"),
    "log": ("log of a server", "the log"),
    "job": ("queue", "the queue"),
}
"""The leaks that the toy has when its options ask for one, and where they are found."""


def _planted(party, leak):
    """Play a game with a planted leak, and give what was heard, and its secrets."""
    secrets = [one for one in party.secrets() if one.what == "deck"]
    if leak == "job":
        party.play("a", type="done")
        _, job = party.post("/advice", "b", {"turn": 1, "bot": "peek"})
        where = Request("", "GET", f"/v1/jobs/{job['job']}", party.headers("b"))
        wait_until(lambda: json.loads(party.wire.ask("b", where)[1])["state"] == "done")
        party.wire.take()
    else:
        party.play("a", type="step")
        party.wire.ask_all("b", party.asker("b"), FEW)
    return [*party.wire.take(), *party.vault.told(), *party.vault.jobs()], secrets


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(party, leak):
    party = party(others={"by": "me"}, options={"leak": leak})
    heard, secrets = _planted(party, leak)
    found = {request for _, request, what in search(heard, secrets)}
    assert PLANTED[leak][1].format(path=party.path) in found


def test_a_word_is_found_in_the_metrics_and_in_rows(vault, party):
    """There is no way there for a word of a game, so it is put in by hand."""
    party = party(others={"by": "me"})
    [secret, *_] = [one for one in party.secrets() if one.what == "deck"]
    vault.queue.hincrby("tableshark:counts", f"games_created {secret.needle.decode()}", 1)
    try:
        found = search(vault.told(), [secret])
    finally:
        vault.queue.hdel("tableshark:counts", f"games_created {secret.needle.decode()}")
    assert found == [(OPERATOR, "the metrics", "deck")]
    body = {"rules": "vault", "bots": [{"bot": "random"}], "episodes": 1, "seed": secret.needle.decode()}
    made = party.wire.http.post("/v1/simulations", json=body).raise_for_status().json()
    mine = {"Authorization": f"Bearer {made['token']}"}
    where = Request("", "GET", f"/v1/simulations/{made['simulation']}/episodes", mine)
    wait_until(lambda: party.wire.ask("onlooker", where)[1])
    assert search(party.wire.take(), [secret])


def test_every_channel_has_a_planted_leak():
    assert {channel for channel, _ in PLANTED.values()} | {"metrics of a server", "rows"} == set(CANARIES)
