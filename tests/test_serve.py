"""`tableshark serve`: it starts everything, loses nothing when all of it is killed, and ends everything."""

import os
import signal

import httpx
import pytest
from whole_server import start_server, wait_until

from tableshark.plugins import load
from tableshark.simulations import make_plan
from tableshark_workers.simulations import run

pytestmark = pytest.mark.alone

GAME = {
    "rules": "shark-attacks",
    "options": {"players": 3, "target": 40},
    "seats": {
        "p0": {"by": "me"},
        "p1": {"by": "bot", "bot": "stop-at-8"},
        "p2": {"by": "bot", "bot": "stop-at-12"},
    },
}


BATCH = {"rules": "shark-attacks", "bots": [{"bot": "stop-at-8"}, {"bot": "random"}], "episodes": 700, "seed": "all"}


def simulated(batch):
    """The hash of the same simulation, played in this process."""
    plugins = load()
    plan = make_plan(
        plugins, batch["rules"], [one["bot"] for one in batch["bots"]], batch["episodes"], seed=batch["seed"]
    )
    return run(plan, plugins=plugins).hash


class Person:
    """A client that takes the first listed move, and goes on whatever happens to the server."""

    def __init__(self, url):
        self.http = httpx.Client(base_url=f"{url}/v1", timeout=40.0)
        created = self.http.post("/games", json=GAME).raise_for_status().json()
        self.path = f"/games/{created['game']}"
        self.headers = {"Authorization": f"Bearer {created['tokens']['p0']}"}
        self.acknowledged = []

    def view(self, **query):
        """The seat's view; asked again while the server is away."""

        def seen():
            try:
                answer = self.http.get(f"{self.path}/view", params=query, headers=self.headers)
            except httpx.TransportError:
                return None
            assert answer.status_code in (200, 304, 503), answer.text
            return answer

        return wait_until(lambda: (found := seen()) and found.status_code != 503 and found, seconds=30.0)

    def move(self, view):
        """Play the first legal move; a move whose answer did not come is sent again, as it is."""
        body = {"turn": view["turn"], "move": view["legal"][0]}

        def sent():
            try:
                answer = self.http.post(f"{self.path}/moves", json=body, headers=self.headers)
            except httpx.TransportError:
                return None
            assert answer.status_code in (200, 503), answer.text
            return answer.status_code == 200

        wait_until(sent, seconds=30.0)
        self.acknowledged.append(body["turn"])

    def play(self):
        """Play to the end."""
        number = 0
        while True:
            answer = self.view(after=number, wait=10)
            if answer.status_code == 304:
                continue
            view = answer.json()
            number = view["number"]
            if view["outcome"]:
                return view
            if view["turn"]:
                self.move(view)


@pytest.fixture
def mortal(tmp_path):
    """A server that the test kills."""
    running = start_server(tmp_path / "data", tmp_path / "log")
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def person(mortal):
    """Somebody at that server."""
    met = Person(mortal.url)
    yield met
    met.http.close()


def test_it_says_where_it_listens_and_ends_all_that_it_started(tmp_path):
    server = start_server(tmp_path / "data", tmp_path / "log")
    wait_until(lambda: "listens on" in server.log.read_text())
    told = server.log.read_text()
    assert server.url in told
    assert f"{server.url}/docs" in told
    members = server.members()
    assert len(members) == 7  # two stores, the clock, two workers, the API, a worker of simulations
    assert server.stop(signal.SIGINT) == 0
    assert not [pid for pid in members if os.path.exists(f"/proc/{pid}")]
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{server.url}/livez")


def test_a_game_goes_on_after_everything_was_killed_and_started_again(mortal, person):
    view = wait_until(lambda: (seen := person.view().json())["turn"] and seen)
    person.move(view)
    ordered = person.http.post("/simulations", json=BATCH).raise_for_status()
    where, token = f"{mortal.url}{ordered.headers['Location']}", {"Authorization": f"Bearer {ordered.json()['token']}"}
    played = wait_until(lambda: person.http.get(where, headers=token).json()["played"])
    mortal.process.kill()
    mortal.process.wait()
    again = start_server(mortal.data, mortal.log, port=mortal.port)
    try:
        assert person.play()["outcome"]
        done = wait_until(
            lambda: (told := person.http.get(where, headers=token).json())["state"] == "done" and told, 60
        )
        assert 0 < played < done["played"], "it was killed in the middle"
        assert done["hash"] == simulated(BATCH)
        assert person.acknowledged == list(range(1, len(person.acknowledged) + 1))
    finally:
        assert again.stop() == 0
