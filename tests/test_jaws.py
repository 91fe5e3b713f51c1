"""Jaws over HTTP: what the crew may not know of the shark, by any route; a seat that two persons share; whole games."""

import json
import random
import re
import time

import httpx
import pytest
from people_at_a_server import People, listed

CREW = ("quint", "brody", "hooper")
SEED = "5a" * 32


def normal(people, text):
    """A text of one game as it would stand in another one: without ids, tokens, times and traces."""
    for name, value in [("game", people.game["game"]), ("commitment", people.game["commitment"])]:
        text = text.replace(value, f"<{name}>")
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "<time>", text)
    return re.sub(r'"trace": ?"[0-9a-f]+"', '"trace":"<trace>"', text)


def events(people, seat):
    """The frames that a stream gives at once, from the first view on."""
    present = people.view(seat)["number"]
    found = []
    headers = {**people.bearer(seat), "Last-Event-ID": "0"}
    with people.http.stream("GET", f"{people.path}/stream", headers=headers) as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            if line.startswith(("id:", "event:", "data:")):
                found.append(line)
            if line.startswith("data:") and json.loads(line[5:])["number"] >= present:
                break
    assert found
    return "\n".join(found)


def everything(people, seat):
    """All that a seat of the crew, or an onlooker, can fetch of a running game: bodies, statuses and lengths."""
    http, path, headers = people.http, people.path, people.bearer(seat)
    number = people.view(seat)["number"]
    answers = [http.get(path, headers=headers), http.get(f"{path}/record", headers=headers)]
    answers += [http.get(f"{path}/view", headers=headers)]
    answers += [http.get(f"{path}/view", params={"after": n}, headers=headers) for n in range(number + 1)]
    for move in ({"type": "end_turn"}, {"type": "swim", "to": "N"}, {"type": "eat", "who": "swimmer"}):
        answers.append(http.post(f"{path}/moves", json={"turn": 999, "move": move}, headers=headers))
    for kind in ("bot-moves", "advice"):
        answers.append(http.post(f"{path}/{kind}", json={"turn": 999, "bot": "random"}, headers=headers))
    told = []
    for answer in answers:
        tag, length = answer.headers.get("ETag"), answer.headers.get("Content-Length")
        told.append(normal(people, f"{answer.status_code} {tag} {length} {answer.text}"))
    return [*told, normal(people, events(people, seat))]


def play(people, seat, kind, **fields):
    view = people.view(seat)
    move = next(
        move
        for move in view["legal"]
        if move["type"] == kind and all(move[name] == value for name, value in fields.items())
    )
    answer = people.move(seat, view["turn"], move)
    assert answer.status_code == 200, answer.text
    return answer.json()


def pass_the_event(people):
    """Answer for the crew where an event asks it something."""
    while (view := people.view())["view"]["stage"]["phase"] == "event":
        seat = view["waiting"][0]
        own = people.view(seat)
        assert people.move(seat, own["turn"], own["legal"][0]).status_code == 200


def swim_about(people, step):
    """Swim on, and end the turn elsewhere than where the other shark rests."""
    ways = [move["to"] for move in people.view("shark")["legal"] if move["type"] == "swim" and move["to"] != "1"]
    play(people, "shark", "swim", to=ways[step % len(ways)])


def eat_on_the_way(people):
    """Swim to a beach where somebody swims, and eat."""
    for _ in range(3):
        view = people.view("shark")
        if any(move["type"] == "eat" for move in view["legal"]):
            return play(people, "shark", "eat")
        swimming = [space["space"] for space in view["view"]["stage"]["spaces"] if space["swimmers"]]
        ways = [move["to"] for move in view["legal"] if move["type"] == "swim"]
        play(people, "shark", "swim", to=next((to for to in ways if to in swimming), ways[0]))
    return None


def test_no_route_tells_the_crew_where_the_shark_is_or_how_many_steps_it_took(server):
    """Two games that differ in nothing but the shark's secrets are the same to everybody else, to the byte."""
    body = {"options": {"acts": "one"}, "others": {"by": "me"}, "seed": SEED, "listed": False}
    with People(server.url, "jaws", **body) as lazy, People(server.url, "jaws", **body) as busy:
        watchers = (*CREW, None)

        def hold_alike():
            for seat in watchers:
                one, other = everything(lazy, seat), everything(busy, seat)
                assert one == other
            mine = [people.view("shark")["view"]["stage"]["secrets"] for people in (lazy, busy)]
            assert mine[0] != mine[1], "the two games do not differ at all"

        play(lazy, "shark", "pick_start", space="1")
        play(busy, "shark", "pick_start", space="4")
        for _ in range(2):
            for people in (lazy, busy):
                pass_the_event(people)
            hold_alike()
            for step in range(3):
                swim_about(busy, step)
                if step == 1:
                    # In the middle of a turn of which one game has taken no step and the other two.
                    hold_alike()
            play(lazy, "shark", "end_turn")
            play(busy, "shark", "end_turn")
            hold_alike()
            for seat in CREW:
                for people in (lazy, busy):
                    play(people, seat, "end_turn")
        for people in (lazy, busy):
            pass_the_event(people)
        # What it has eaten is told with the report, and not before.
        assert eat_on_the_way(busy)
        hold_alike()


def test_the_crew_sees_where_it_was_once_it_is_over(server):
    with People(server.url, "jaws", options={"acts": "one"}, others={"by": "me"}, seed=SEED) as people:
        luck = random.Random(1)
        while (onlooker := people.view())["waiting"]:
            assert onlooker["view"]["stage"]["secrets"] is None
            seat = luck.choice(onlooker["waiting"])
            view = people.view(seat)
            # A crew that looks on, and a shark that eats what there is, are soon done.
            wanted = "eat" if seat == "shark" else "end_turn"
            moves = [move for move in view["legal"] if move["type"] == wanted] or view["legal"]
            assert people.move(seat, view["turn"], luck.choice(moves)).status_code == 200
        assert people.view("brody")["view"]["stage"]["secrets"]["space"]
        assert people.view()["view"]["stage"]["secrets"]["space"]


def test_a_seat_that_two_persons_share(server):
    """In a game of three the third of the crew belongs to both: either of them may act for it."""
    seats = {
        "shark": {"by": "me"},
        "quint": {"by": "me"},
        "brody": {"by": "me"},
        "hooper": {"by": "open", "holders": 2},
    }
    with People(server.url, "jaws", options={"acts": "two"}, seats=seats, seed=SEED) as people:
        places = {place["seat"]: place for place in people.game["seats"]}
        assert (places["hooper"]["holders"], places["hooper"]["taken"]) == (2, 0)
        tokens = []
        for taken in (1, 2):
            assert people.answer().json()["code"] == "game_not_started"
            tokens.append(people.http.post(f"{people.path}/seats/hooper").raise_for_status().json()["token"])
            header = people.http.get(people.path).json()
            assert next(place for place in header["seats"] if place["seat"] == "hooper")["taken"] == taken
        assert people.http.post(f"{people.path}/seats/hooper").json()["code"] == "seat_taken"
        assert tokens[0] != tokens[1]

        def as_holder(number):
            people.tokens["hooper"] = tokens[number]
            return people.view("hooper")

        luck = random.Random(7)
        played = [0, 0]
        while (onlooker := people.view())["waiting"] and min(played) < 3:
            seat = "hooper" if "hooper" in onlooker["waiting"] else onlooker["waiting"][0]
            if seat != "hooper":
                view = people.view(seat)
                assert people.move(seat, view["turn"], listed(view, luck)).status_code == 200
                continue
            assert as_holder(0) == as_holder(1)
            one = played.index(min(played))
            view = as_holder(one)
            move = listed(view, luck)
            assert people.move("hooper", view["turn"], move).status_code == 200
            played[one] += 1
            # The other one is late with another move, and with the same one it has been heard.
            as_holder(1 - one)
            assert people.move("hooper", view["turn"], move).status_code == 200
            others = [other for other in view["legal"] if other != move] if isinstance(view["legal"], list) else []
            if others:
                late = people.move("hooper", view["turn"], others[0])
                assert late.json()["code"] in ("stale_turn", "not_your_turn"), late.text
        assert min(played) >= 1


def test_one_client_as_the_shark_against_a_crew_of_bots_through_both_acts(server):
    luck = random.Random(11)
    bots = {seat: {"by": "bot", "bot": "sea-dog", "level": "easy"} for seat in CREW}
    with People(server.url, "jaws", seats={"shark": {"by": "me"}, **bots}) as people:
        acts = set()
        for view in people.follow("shark"):
            acts.add(view["view"]["act"])
            if view["turn"]:
                assert people.move("shark", view["turn"], listed(view, luck)).status_code == 200
        assert acts == {1, 2}
        assert set(view["outcome"]["scores"].values()) == {0.0, 1.0}


@pytest.mark.alone
def test_one_client_as_the_crew_against_a_bot_through_both_acts(server):
    """The bot plays its whole hidden turn in one job, and ends it at a time that does not tell what it did."""
    luck = random.Random(12)
    seats = {"shark": {"by": "bot", "bot": "sea-dog", "level": "normal"}}
    with People(server.url, "jaws", seats=seats, others={"by": "me"}) as people:
        began, turns = None, []
        while True:
            onlooker = people.view()
            if onlooker["outcome"]:
                break
            waiting = onlooker["waiting"]
            if waiting == ["shark"]:
                if onlooker["view"]["act"] == 1 and onlooker["view"]["stage"]["phase"] == "shark" and began is None:
                    began = time.monotonic()
                people.answer(None, after=onlooker["number"], wait=20)
                if began is not None:
                    after = people.view()
                    if after["waiting"] != ["shark"]:
                        turns.append(time.monotonic() - began)
                        began = None
                continue
            seat = luck.choice(waiting)
            view = people.view(seat)
            if view["turn"]:
                answer = people.move(seat, view["turn"], listed(view, luck))
                assert answer.status_code == 200 or answer.json()["code"] in ("not_your_turn", "stale_turn"), (
                    answer.text
                )
        assert onlooker["view"]["act"] == 2
        # Two seconds from when its turn began, and no sooner; the rest is the clock's tenth and the way here.
        assert len(turns) >= 2
        assert min(turns) > 1.5
        assert max(turns) < 4.0


def test_the_shark_alone_sees_its_secrets(server):
    with People(server.url, "jaws", options={"acts": "one"}, others={"by": "me"}) as people:
        play(people, "shark", "pick_start", space="3")
        assert people.view("shark")["view"]["stage"]["secrets"]["space"] == "3"
        for seat in (*CREW, None):
            assert people.view(seat)["view"]["stage"]["secrets"] is None
            assert "3" in people.view(seat)["view"]["stage"]["possible"]
        stranger = httpx.get(f"{server.url}/v1{people.path}/view", headers={"Authorization": "Bearer nobody"})
        assert stranger.status_code == 401
