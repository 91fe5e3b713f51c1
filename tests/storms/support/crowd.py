"""A crowd around one game: many hands at a table over bare connections, and what must hold afterwards."""

import json
import secrets
from collections import Counter

from raw_wire import ask, at_once, bearer, head, post

from tableshark import record
from tableshark.plugins import load

LOST = {"stale_turn", "not_your_turn", "already_answered", "game_over", "illegal_move"}
"""What those are told whom somebody else in the same seat forestalled."""

PLUGINS = load()


class Crowd:
    """A game of Shark Attacks! and the tokens that were given for each of its seats."""

    def __init__(self, server, seats, **options):
        self.port = server.port
        made = ask(self.port, post("/v1/games", {"rules": "shark-attacks", "options": options, "seats": seats}))
        assert made.status == 201, made.body
        self.game, self.path = made.json["game"], f"/v1/games/{made.json['game']}"
        self.tokens = {place["seat"]: [] for place in made.json["seats"]}
        for seat, token in made.json["tokens"].items():
            self.tokens[seat].append(token)

    def get(self, path="", token=None):
        return ask(self.port, head("GET", self.path + path, *([bearer(token)] if token else [])))

    def joins(self, seat, count=1, **body):
        return [post(f"{self.path}/seats/{seat}", {"salt": secrets.token_hex(8), **body}) for _ in range(count)]

    def leave(self, seat, token):
        return head("DELETE", f"{self.path}/seats/{seat}", bearer(token))

    def move(self, token, turn, move, *lines):
        return post(f"{self.path}/moves", {"turn": turn, "move": move}, bearer(token), *lines)

    def storm(self, requests):
        """Send them all at once; tokens that are given are kept."""
        answers = at_once(self.port, requests)
        for answer in answers:
            if answer.status == 201 and "token" in answer.json:
                self.tokens[answer.json["seat"]].append(answer.json["token"])
        return answers

    def taken(self):
        return {place["seat"]: place["taken"] for place in self.get().json["seats"]}

    def asked(self):
        """Who is asked, and that seat's view; None once the game is over."""
        told = self.get("/view").json
        if told["outcome"]:
            return None
        [seat] = told["waiting"]
        return seat, self.get("/view", self.tokens[seat][0]).json

    def play_out(self):
        while (asked := self.asked()) is not None:
            seat, view = asked
            answer = ask(self.port, self.move(self.tokens[seat][0], view["turn"], view["legal"][0]))
            assert answer.status == 200, answer.body
        return self

    def record(self):
        """The record, checked: chain, draws, rules and outcome."""
        answer = self.get("/record")
        assert answer.status == 200, answer.body
        found = record.read(answer.body)
        assert record.verify(PLUGINS, found).replayed
        return found


def effects(found):
    """How often each seat's turn stands in a record; and that the game was set up once."""
    entries = [json.loads(line.text) for line in found.lines]
    assert [entry["kind"] for entry in entries].count("setup") == 1
    return Counter((entry["seat"], entry["turn"]) for entry in entries if entry["kind"] == "answer")


def check_once(found, acknowledged):
    """Each acknowledged turn stands in the record exactly once, and nothing else does."""
    assert effects(found) == Counter(dict.fromkeys(acknowledged, 1)), "one effect for each turn"


def check_raced(moves, answers):
    """Of rivals for one turn one move won: who sent it has the same view, and all others a coded refusal. Gives it."""
    won = [(move, answer) for move, answer in zip(moves, answers, strict=True) if answer.status == 200]
    assert won, [answer.code for answer in answers]
    assert all(move == won[0][0] for move, _ in won), "two different moves were acknowledged"
    lost = [answer for answer in answers if answer.status != 200]
    assert {(answer.status, answer.code in LOST) for answer in lost} <= {(409, True)}, [one.code for one in lost]
    return won[0][0]


def check_seated(answers, places):
    """So many sat down as there were places, each with a token of its own; all others were told: taken."""
    sat = [answer.json["token"] for answer in answers if answer.status == 201]
    assert len(sat) == len(set(sat)) == places, f"{len(sat)} sat down on {places} places"
    assert {answer.code for answer in answers if answer.status != 201} <= {"seat_taken"}
    return sat
