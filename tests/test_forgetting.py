"""Camouflage over HTTP: after `ready` nothing that the shark or an onlooker can fetch holds a coral, until the seek."""

import random
import re

import pytest
from people_at_a_server import People, listed

CORAL = re.compile(r"(?:blue|green|orange|pink|purple|red|white|yellow)-(?:brain|fan|finger|staghorn|tube)")


def everything(people, seat, knows):
    """The bytes of every answer about the game that a seat, or an onlooker, can get, headers included."""
    http, path, headers = people.http, people.path, people.bearer(seat)
    answers = [http.get(path, headers=headers), http.get(f"{path}/view", headers=headers)]
    answers += [http.get(f"{path}/view", params={"after": n}, headers=headers) for n in range(knows + 2)]
    answers += [http.get(f"{path}/view", params={"after": 0, "wait": 1}, headers=headers)]
    answers += [http.get("/games", headers=headers), http.get(f"{path}/record", headers=headers)]
    for turn in range(1, 4):
        for move in (
            {"type": "ready"},
            {"type": "guess", "space": 0},
            {"type": "hide", "space": 34, "coral": "red-fan"},
        ):
            # Of a move that is refused the answer may hold what was sent, and nothing else.
            answer = http.post(f"{path}/moves", json={"turn": turn, "move": move}, headers=headers)
            assert answer.status_code != 200 or move == {"type": "ready"}, answer.text
            answers.append(answer)
    answers.append(http.post(f"{path}/bot-moves", json={"turn": 99, "bot": "random"}, headers=headers))
    return [f"{answer.request.url} {dict(answer.headers)} {answer.text}" for answer in answers]


@pytest.mark.parametrize("sharks", [2])
def test_the_layout_is_forgotten_by_the_shark_and_by_onlookers(server, sharks):
    luck = random.Random(sharks)
    options = {"players": 3, "rows": 3, "columns": 3, "shark_turns": 2}
    with People(server.url, "camouflage", options=options, others={"by": "me"}) as people:
        seats = list(people.tokens)
        for shark in seats[:sharks]:
            fish = [seat for seat in seats if seat != shark]
            board = people.view(shark)["view"]
            # The round before is public; canaries are the corals that only the present one has.
            public = {"red-fan", *CORAL.findall(str(board["last"])), *CORAL.findall(str(board["news"]))}
            canaries = {*board["board"]} - public
            assert canaries, "the shark sees the layout while it memorises"
            view = people.view(shark)
            assert people.move(shark, view["turn"], {"type": "ready"}).status_code == 200
            while (onlooker := people.view())["waiting"][0] in fish:
                for seat in (shark, None):
                    found = everything(people, seat, onlooker["number"])
                    assert not [text for text in found if canaries & {*CORAL.findall(text)}]
                hider = onlooker["waiting"][0]
                assert all(canaries & {*CORAL.findall(people.answer(seat).text)} for seat in fish), "fish see it"
                view = people.view(hider)
                assert people.move(hider, view["turn"], listed(view, luck)).status_code == 200
            # A fish of this round is the shark of the next: what it saw as a fish is of this round only.
            while people.view()["waiting"] == [shark] and people.view(shark)["legal"][0]["type"] == "guess":
                view = people.view(shark)
                assert people.move(shark, view["turn"], listed(view, luck)).status_code == 200


def test_the_canary_is_seen_where_it_may_be(server):
    """The search above is not blind: in a fish's answers it finds what it looks for."""
    with People(server.url, "camouflage", options={"players": 2}, others={"by": "me"}) as people:
        view = people.view("p0")
        assert people.move("p0", view["turn"], {"type": "ready"}).status_code == 200
        assert [text for text in everything(people, "p1", 2) if CORAL.search(text.replace("red-fan", ""))]
