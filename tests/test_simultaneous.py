"""Secret simultaneous choice over HTTP: sealed, final, revealed together, whatever is killed."""

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx
import pytest
from people_at_a_server import People, listed
from whole_server import start_server

SEATS = ("p0", "p1", "p2", "p3")
MINE = {"others": {"by": "me"}}


def test_four_answers_at_once_are_one_reveal(server, request):
    rounds = request.config.getoption("--reveals")
    luck = random.Random(1)
    barrier = Barrier(len(SEATS))
    clients = [httpx.Client(base_url=f"{server.url}/v1", timeout=40.0) for _ in SEATS]

    def post(client, people, seat, body):
        barrier.wait()
        return client.post(f"{people.path}/moves", json=body, headers=people.bearer(seat))

    with ThreadPoolExecutor(len(SEATS)) as pool:
        for _ in range(rounds):
            with People(server.url, "shark-attack-cards", **MINE) as people:
                views = [people.view(seat) for seat in SEATS]
                bodies = [{"turn": view["turn"], "move": listed(view, luck)} for view in views]
                answers = list(pool.map(post, clients, [people] * 4, SEATS, bodies))
                assert [answer.status_code for answer in answers] == [200] * 4, [a.text for a in answers]
                onlooker = people.view()
                # The setup, four answers: the last of them is the reveal, and there is one.
                assert onlooker["number"] == 5
                assert onlooker["answered"] == []
                assert len(onlooker["waiting"]) == 3
                # Each of them again, as after a lost reply: taken once, and so acknowledged.
                again = list(pool.map(post, clients, [people] * 4, SEATS, bodies))
                assert [answer.status_code for answer in again] == [200] * 4
                assert people.view()["number"] == 5
    for client in clients:
        client.close()


def test_three_of_four_answers_outlast_a_restart_of_everything(tmp_path):
    luck = random.Random(2)
    server = start_server(tmp_path / "data", tmp_path / "log")
    try:
        with People(server.url, "shark-attack-cards", **MINE) as people:
            sealed, choices = {}, {}
            for seat in SEATS[:3]:
                view = people.view(seat)
                choices[seat] = view["legal"]
                sealed[seat] = {"turn": view["turn"], "move": listed(view, luck)}
                assert people.move(seat, **sealed[seat]).status_code == 200
            before = {seat: people.view(seat) for seat in SEATS}
            assert before["p3"]["answered"] == list(SEATS[:3])
            server.process.kill()
            server.process.wait()
            server = start_server(tmp_path / "data", tmp_path / "log", port=server.port)
            assert {seat: people.view(seat) for seat in SEATS} == before
            # Final: another answer is refused, the same one is taken once.
            for seat, body in sealed.items():
                other = next(move for move in choices[seat] if move != body["move"])
                assert people.move(seat, body["turn"], other).json()["code"] == "already_answered"
                assert people.move(seat, **body).status_code == 200
            assert people.move("p3", before["p3"]["turn"], before["p3"]["legal"][0]).status_code == 200
            shown = people.view()
            assert shown["answered"] == []
            assert len(shown["waiting"]) == 3
    finally:
        assert server.stop() == 0


@pytest.mark.parametrize("seat", [None, "p1"])
def test_nobody_sees_a_sealed_answer(server, seat):
    with People(server.url, "shark-attack-cards", **MINE) as people:
        view = people.view("p0")
        before = people.answer(seat)
        assert people.move("p0", view["turn"], view["legal"][0]).status_code == 200
        one = people.answer(seat)
        with (
            People(server.url, "shark-attack-cards", seed="00" * 32, **MINE) as other,
            People(server.url, "shark-attack-cards", seed="00" * 32, **MINE) as twin,
        ):
            legal = other.view("p0")["legal"]
            assert other.move("p0", 1, legal[0]).status_code == 200
            assert twin.move("p0", 1, legal[-1]).status_code == 200
            seen, same = other.view(seat), twin.view(seat)
            assert {**seen, "game": ""} == {**same, "game": ""}
        assert one.json()["answered"] == ["p0"]
        assert before.json()["view"] == one.json()["view"]
