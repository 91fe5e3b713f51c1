"""Every installed game, over HTTP: people by themselves, and a person among bots, play to the end."""

import random

import pytest

from tableshark.plugins import load

from .people import People, listed

RULES = sorted(load().rules)
# Options under which a game is short enough for a test.
SHORT = {"camouflage": {"finish": 4}, "shark-attacks": {"players": 3, "target": 30}, "hungry-shark": {"players": 3}}
# Bots that think like people take people's time.
QUICK = {"hungry-shark": "random"}


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
    bot = QUICK.get(rules) or own[0]
    seat = load().rules[rules].seats(load().rules[rules].options())[0]
    body = {"options": SHORT.get(rules, {}), "seats": {seat: {"by": "me"}}, "others": {"by": "bot", "bot": bot}}
    with People(server.url, rules, **body) as people:
        last = None
        for view in people.follow(seat):
            last = view
            if view["turn"]:
                answer = people.move(seat, view["turn"], listed(view, luck))
                # In a race somebody else may have been faster.
                assert answer.status_code == 200 or answer.json()["code"] in ("stale_turn", "game_over"), answer.text
        assert last["outcome"]
