"""Every installed game, over HTTP: people by themselves, and a person among bots, play to the end."""

import random
import time

import pytest
from people_at_a_server import People, listed

from tableshark.plugins import load

RULES = sorted(load().rules)
# Options under which a game is short enough for a test.
SHORT = {
    "camouflage": {"finish": 4},
    # Both acts are played in tests of its own.
    "jaws": {"acts": "two"},
    "shark-attacks": {"players": 3, "target": 30},
    "hungry-shark": {"players": 3, "round_seconds": 1.0},
}
# How a person plays who does more than to draw a move.
SKILLED = {"hungry-shark": lambda view, luck: counted(view, luck) if view["view"]["round"] % 4 else listed(view, luck)}


def counted(view, luck):
    """Say at once how many fish there are: else every round lasts, as the bots think as long as people do."""
    slots = [slot for card in view["view"]["board"] for slot in card["slots"] if slot and slot["type"] == "fish"]
    return {"type": "declare", "round": view["view"]["round"], "number": sum(slot["count"] for slot in slots)}


@pytest.mark.parametrize("rules", RULES)
def test_people_play_to_the_end(server, rules):
    luck = random.Random(3)
    with People(server.url, rules, options=SHORT.get(rules, {}), others={"by": "me"}) as people:
        while (onlooker := people.view())["waiting"]:
            seat = luck.choice(onlooker["waiting"])
            view = people.view(seat)
            answer = people.move(seat, view["turn"], listed(view, luck))
            assert answer.status_code == 200, answer.text
        assert sorted(onlooker["outcome"]["ranks"]) == sorted(place["seat"] for place in people.game["seats"])


@pytest.mark.parametrize("rules", RULES)
def test_a_person_among_bots_plays_to_the_end(server, rules):
    luck = random.Random(4)
    own = [bot.id for bot in load().bots_for(rules) if bot.rules == rules]
    bot = own[0]
    seat = load().rules[rules].seats(load().rules[rules].options())[0]
    body = {"options": SHORT.get(rules, {}), "seats": {seat: {"by": "me"}}, "others": {"by": "bot", "bot": bot}}
    with People(server.url, rules, **body) as people:
        last = None
        for view in people.follow(seat):
            last = view
            if view["turn"]:
                answer = people.move(seat, view["turn"], SKILLED.get(rules, listed)(view, luck))
                # In a race somebody else may have been faster.
                assert answer.status_code == 200 or answer.json()["code"] in ("stale_turn", "game_over"), answer.text
        assert last["outcome"]


def test_bots_declare_in_their_own_time(server):
    seats, others = {"p0": {"by": "me"}}, {"by": "bot", "bot": "counter"}
    with People(server.url, "hungry-shark", options={"players": 3}, seats=seats, others=others) as people:
        view = people.view("p0")
        began = time.monotonic()
        passed = people.move("p0", view["turn"], {"type": "pass", "round": view["view"]["round"]})
        assert passed.status_code == 200
        declared = next(
            one
            for seen in people.follow("p0")
            for one in (seen["view"]["last"] or seen["view"]).get("declarations", [])
            if one["seat"] != "p0"
        )
        # Never at once: nobody counts a board within 350 ms.
        assert time.monotonic() - began > 0.3
        assert declared["seat"] in ("p1", "p2")
