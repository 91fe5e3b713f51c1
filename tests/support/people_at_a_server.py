"""People at a running server, as plain HTTP clients."""

import httpx


class People:
    """A game over HTTP and the tokens of the seats that we hold."""

    def __init__(self, url, rules, **body):
        self.http = httpx.Client(base_url=f"{url}/v1", timeout=40.0)
        made = self.http.post("/games", json={"rules": rules, **body})
        assert made.status_code == 201, made.text
        self.game = made.json()
        self.path = f"/games/{self.game['game']}"
        self.tokens = self.game["tokens"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.close()

    def bearer(self, seat):
        return {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}

    def answer(self, seat=None, **query):
        return self.http.get(f"{self.path}/view", params=query, headers=self.bearer(seat))

    def view(self, seat=None):
        return self.answer(seat).raise_for_status().json()

    def move(self, seat, turn, move):
        return self.http.post(f"{self.path}/moves", json={"turn": turn, "move": move}, headers=self.bearer(seat))

    def follow(self, seat):
        """Give the seat's views one after the other, to the end."""
        number = 0
        while True:
            answer = self.answer(seat, after=number, wait=20)
            assert answer.status_code in (200, 304), answer.text
            if answer.status_code == 200:
                view = answer.json()
                number = view["number"]
                yield view
                if view["outcome"]:
                    return


def listed(view, luck):
    """A legal move of a view, or an example where they are too many to list."""
    legal = view["legal"]
    return luck.choice(legal["examples"] if isinstance(legal, dict) else legal)
