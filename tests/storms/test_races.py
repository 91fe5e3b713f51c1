"""Races: many want the same thing at once; one gets it, all others are told so, and the record knows of one."""

import json
import random
import secrets
from threading import Thread

import pytest
from crowd import Crowd, check_once, check_raced, check_seated, effects
from raw_wire import ask, at_once, bearer, head, post
from tables import Table
from whole_server import wait_until

from tableshark.plugins import load
from tableshark.store.memory import MemoryStore
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue

MINE = {"by": "me"}
HANDS = 16
MADE = ("games", "seats", "token")
BATCH = {"rules": "shark-attacks", "bots": [{"bot": "random"}], "episodes": 2, "seed": "1"}


def hands_at(server):
    """A game of two seats, each of them shared by so many hands."""
    crowd = Crowd(server, {"p0": {"by": "open", "holders": HANDS}, "p1": {"by": "open", "holders": HANDS}}, target=60)
    answers = crowd.storm([join for seat in ("p0", "p1") for join in crowd.joins(seat, HANDS)])
    assert {answer.status for answer in answers} == {201}
    return crowd


@pytest.mark.parametrize("agreed", [False, True], ids=["different moves", "the same move"])
def test_sixteen_hands_in_each_turn_make_one_move(open_server, agreed):
    crowd, luck, played = hands_at(open_server), random.Random(7), []
    while (asked := crowd.asked()) is not None:
        seat, view = asked
        legal = view["legal"][:1] if agreed else view["legal"]
        moves = [legal[n % len(legal)] for n in range(HANDS)]
        luck.shuffle(moves)
        requests = [
            crowd.move(token, view["turn"], move) for token, move in zip(crowd.tokens[seat], moves, strict=True)
        ]
        won = check_raced(moves, at_once(crowd.port, requests))
        # As after a lost reply: what was acknowledged is acknowledged again.
        assert ask(crowd.port, crowd.move(crowd.tokens[seat][0], view["turn"], won)).status == 200
        played.append((seat, view["turn"]))
    assert len(played) > 2
    check_once(crowd.record(), played)


def test_twenty_times_the_same_move_is_one(open_server):
    crowd, played = Crowd(open_server, {"p0": MINE, "p1": MINE}, target=20), []
    while (asked := crowd.asked()) is not None:
        seat, view = asked
        move = crowd.move(crowd.tokens[seat][0], view["turn"], view["legal"][0])
        answers = at_once(crowd.port, [move] * 20)
        assert {answer.status for answer in answers} == {200}
        played.append((seat, view["turn"]))
    check_once(crowd.record(), played)


@pytest.mark.parametrize("what", ["games", "seats", "token", "bot-moves", "advice", "simulations"])
def test_twenty_times_the_same_request_has_one_effect(open_server, what):
    # No single turn reaches the target, whatever is thrown: the game goes on.
    crowd = Crowd(open_server, {"p0": MINE, "p1": {"by": "open", "holders": 2}}, first_seat="p0", target=200)
    question = {"turn": 1, "bot": "stop-at-8"}
    if what != "seats":
        crowd.storm(crowd.joins("p1", 2))
    [mine], key = crowd.tokens["p0"], f"Idempotency-Key: {secrets.token_urlsafe(32)}"
    request = {
        "games": post("/v1/games", {"rules": "shark-attacks", "seats": {"p0": MINE, "p1": {"by": "invited"}}}, key),
        "seats": post(f"{crowd.path}/seats/p1", {}, key),
        "token": post(f"{crowd.path}/seats/p0/token", {}, key, bearer(mine)),
        "bot-moves": post(f"{crowd.path}/bot-moves", question, key, bearer(mine)),
        "advice": post(f"{crowd.path}/advice", question, key, bearer(mine)),
        "simulations": post("/v1/simulations", BATCH, key),
    }[what]
    if what == "simulations":
        # Its price is known from then on, so that all twenty are answered at once.
        wait_until(lambda: ask(crowd.port, post("/v1/simulations", BATCH)).status == 202, 60)
    answers = at_once(crowd.port, [request] * 20)
    assert [answer.body for answer in answers if answer.status != (201 if what in MADE else 202)] == []
    told = answers[0].json
    # What was ordered may have begun between two of the answers.
    same = told if what in MADE else {name: told[name] for name in ("job", "simulation", "token") if name in told}
    assert all({name: answer.json[name] for name in same} == same for answer in answers)
    if what == "games":
        listed = ask(crowd.port, head("GET", "/v1/games?limit=100")).json["games"]
        assert [game["game"] for game in listed].count(told["game"]) == 1
        assert (
            ask(crowd.port, head("GET", f"/v1/games/{told['game']}/view", bearer(told["tokens"]["p0"]))).status == 409
        )
    elif what == "simulations":
        mine = ask(crowd.port, head("GET", "/v1/simulations", bearer(told["token"]))).json["simulations"]
        assert [one["simulation"] for one in mine] == [told["simulation"]]
    else:
        assert crowd.taken() == {"p0": 1, "p1": 1 if what == "seats" else 2}
    if what == "token":
        assert crowd.get("/view", told["token"]).status == 200
        assert crowd.get("/view", mine).code == "bad_token"
    if what in ("bot-moves", "advice"):
        where = answers[0].headers["location"]
        done = wait_until(
            lambda: (job := ask(crowd.port, head("GET", where, bearer(mine))).json)["state"] == "done" and job
        )
        assert ("advice" in done) == (what == "advice")
        seat, view = crowd.asked()
        # A bot's move is one move; its advice is none.
        seat, view = crowd.asked()
        assert ((seat, view["turn"]) != ("p0", 1)) == (what == "bot-moves")
        assert set(effects(crowd.play_out().record()).values()) == {1}


class Between(MemoryStore):
    """A store in which something happens once, when the key of a request is first written down."""

    happens = None

    def keep(self, name, value, seconds):
        if name.startswith("answer:") and self.happens is not None:
            # In a thread of its own, as any other request.
            other, self.happens = Thread(target=self.happens), None
            other.start()
            other.join()
        return super().keep(name, value, seconds)


def test_a_bot_that_is_quicker_than_the_second_request_refuses_it_nothing():
    store = Between()
    app = create_app(load(), store, IdleQueue())
    table = Table(app.test_client(), seats={"p0": MINE, "p1": MINE})
    seat, view = table.asked()
    request = {"json": {"turn": 1, "bot": "random"}, "headers": {"Idempotency-Key": secrets.token_urlsafe(32)}}

    def overtake():
        # The same request is answered, and its bot has moved, while this one is between its two looks at the key.
        firsts.append(table.through(app.test_client()).post("/bot-moves", seat, **request))
        assert table.through(app.test_client()).move(seat, view["turn"], view["legal"][0]).status_code == 200

    firsts, store.happens = [], overtake
    second = table.post("/bot-moves", seat, **request)
    assert [first.status_code for first in firsts] == [second.status_code] == [202]
    assert second.get_data() == json.dumps(firsts[0].json).encode()
    assert second.headers["Cache-Control"] == firsts[0].headers["Cache-Control"]


@pytest.mark.parametrize("places", [1, 3])
def test_a_hundred_want_one_seat(open_server, places):
    crowd = Crowd(open_server, {"p0": MINE, "p1": {"by": "open", "holders": places}}, target=20)
    answers = crowd.storm(crowd.joins("p1", 100))
    assert len(check_seated(answers, places)) == places
    assert crowd.taken() == {"p0": 1, "p1": places}
    assert {crowd.get("/view", token).json["seat"] for token in crowd.tokens["p1"]} == {"p1"}
    salts = crowd.play_out().record().salts
    assert len(salts["p1"].split("+")) == places, "the luck is of those who sat down"


def test_a_game_begins_once_however_many_want_to_begin_it(open_server):
    crowd = Crowd(open_server, {}, players=6, target=20)
    requests = [join for seat in crowd.tokens for join in crowd.joins(seat, 15)]
    random.Random(5).shuffle(requests)
    check_seated(crowd.storm(requests), 6)
    assert crowd.taken() == dict.fromkeys(crowd.tokens, 1)
    found = crowd.play_out().record()
    assert [json.loads(line.text)["kind"] for line in found.lines].count("setup") == 1
    for seat, [token] in crowd.tokens.items():
        assert crowd.get("/view", token).json["seat"] == seat


def test_who_comes_and_goes_at_once_holds_what_he_took_until_he_leaves(open_server):
    crowd, luck, left = Crowd(open_server, {}, players=3, target=20), random.Random(9), []
    for _ in range(12):
        # The last seat stays free, so that nothing begins.
        leaving = [(seat, token) for seat in ("p0", "p1") for token in crowd.tokens[seat] if luck.random() < 0.8]
        requests = [crowd.leave(*one) for one in leaving * 2]
        requests += [join for seat in ("p0", "p1") for join in crowd.joins(seat, 5)]
        luck.shuffle(requests)
        answers = crowd.storm(requests)
        # The second to send a token that opens nothing any more is told so.
        assert {answer.status for answer in answers} <= {201, 204, 401, 409}
        for seat, token in leaving:
            crowd.tokens[seat].remove(token)
        left += leaving
        assert crowd.taken() == {"p0": len(crowd.tokens["p0"]), "p1": len(crowd.tokens["p1"]), "p2": 0}
        assert all(
            crowd.get("/view", token).code == "game_not_started"
            for seat in ("p0", "p1")
            for token in crowd.tokens[seat]
        )
    assert len(left) > 8
    assert {crowd.get("/view", token).code for _, token in left} == {"bad_token"}
    # Whoever leaves as the last one comes leaves before the beginning, or after it.
    first = [crowd.leave(seat, token) for seat in ("p0", "p1") for token in crowd.tokens[seat]]
    kept = {seat: list(crowd.tokens[seat]) for seat in ("p0", "p1")}
    requests = first + [join for seat in crowd.tokens for join in crowd.joins(seat, 5)]
    luck.shuffle(requests)
    crowd.storm(requests)
    for seat, tokens in kept.items():
        for token in tokens:
            crowd.tokens[seat].remove(token)
    assert crowd.taken() == {seat: len(tokens) for seat, tokens in crowd.tokens.items()}
    for seat, tokens in crowd.tokens.items():
        if not tokens:
            crowd.storm(crowd.joins(seat))
    assert crowd.taken() == {"p0": 1, "p1": 1, "p2": 1}
    crowd.play_out().record()
