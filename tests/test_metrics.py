"""The counts of what happens in all processes of a server, as Prometheus reads them."""

import re

import httpx
from whole_server import wait_until

COUNTED = ("games_created", "seats_taken", "moves_played", "games_over")


def read(server):
    text = httpx.get(server.metrics).text
    return {
        what: int(float(found[1]))
        if (found := re.search(rf'^tableshark_{what}_total{{rules="shark-attacks"}} (\S+)$', text, re.M))
        else 0
        for what in COUNTED
    }


def test_what_api_and_workers_do_is_counted_once(server):
    before = read(server)
    bots = {"by": "bot", "bot": "stop-at-8"}
    body = {"rules": "shark-attacks", "options": {"target": 20}, "seats": {"p0": {"by": "me"}}, "others": bots}
    with httpx.Client(base_url=f"{server.url}/v1") as http:
        made = http.post("/games", json=body).raise_for_status().json()
        path, headers = f"/games/{made['game']}", {"Authorization": f"Bearer {made['tokens']['p0']}"}
        number, turns = 0, 0
        while True:
            answer = http.get(f"{path}/view", params={"after": number, "wait": 20}, headers=headers)
            if answer.status_code == 304:
                continue
            view = answer.json()
            number = view["number"]
            if view["outcome"]:
                break
            if view["turn"]:
                stop = {"turn": view["turn"], "move": {"type": "stop"}}
                http.post(f"{path}/moves", json=stop, headers=headers).raise_for_status()
        # The number of the turn in which the game ended is the number of turns that were played.
        turns = view["view"]["turns"]
    after = wait_until(lambda: (now := read(server))["games_over"] > before["games_over"] and now)
    assert {what: after[what] - before[what] for what in COUNTED} == {
        "games_created": 1,
        "seats_taken": 1,
        "moves_played": turns,
        "games_over": 1,
    }
