"""A machine for hypothesis: it does to a real server and to the model what anybody may do, in any order."""

from collections import Counter

from crowd import effects
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from raw_wire import ask, bearer, head, post
from table_model import PLAIN, PLUGINS, TableModel, Told, plain
from whole_server import wait_until

from tableshark import record

GAMES = {
    "shark-attacks": ({"players": 2, "target": 20}, {"type": "take_sign", "seat": "p1"}),
    "shark-attack-cards": ({}, {"type": "select", "card": 1}),
    "jaws": ({}, {"type": "pass"}),
}
"""Options of a short game, and a move that is hardly ever legal."""
WISHES = st.sampled_from([*[("me", 1)] * 8, ("me", 2), ("open", 1), ("open", 2), ("invited", 1)])
SEED = "5e" * 32
STEPS = 40
which = st.integers(0, 11)


class Life(RuleBasedStateMachine):
    """One game from its creation on."""

    server = None
    kinds = tuple(GAMES)
    bots = True
    seen = Counter()
    """What was done, and what came of it."""

    def send(self, data):
        """Ask the server; a test of this machine changes what comes back."""
        return ask(self.server.port, data)

    @initialize(kind=st.sampled_from(range(len(GAMES))), wishes=st.lists(WISHES, min_size=8, max_size=8))
    def create(self, kind, wishes):
        self.rules = self.kinds[kind % len(self.kinds)]
        options, self.odd = GAMES[self.rules]
        of = PLUGINS.get(self.rules)
        names = of.seats(of.options(**options))
        seats = {
            seat: {"by": by, **({"holders": holders} if holders > 1 else {})}
            for seat, (by, holders) in zip(names, wishes, strict=False)
        }
        body = {"rules": self.rules, "options": options, "seats": seats, "seed": SEED}
        made = self.send(post("/v1/games", body))
        assert made.status == 201, made.body
        self.path, self.invites = f"/v1/games/{made.json['game']}", made.json["invites"]
        self.model = TableModel(self.rules, options, seats, bytes.fromhex(SEED))
        for seat, token in made.json["tokens"].items():
            self.model.held[seat].append(token)
        self.model.begin()

    def expect(self, what, data, should, good):
        """Send it, and compare with what the model does. Gives the answer that is no refusal."""
        answer = self.send(data)
        told, refused = None, None
        try:
            told = should(answer)
        except Told as refusal:
            refused = str(refusal)
        if refused is not None:
            assert answer.code == refused, f"{what}: {answer.status} {answer.code}, not {refused}"
            self.seen[what, refused] += 1
            return None
        assert answer.status == good, f"{what}: {answer.status} {answer.body[:300]}, not {good}"
        if told is not None:
            assert {name: answer.json[name] for name in PLAIN} == told, what
        self.seen[what, good] += 1
        return answer

    def seat(self, n):
        return list(self.model.held)[n % len(self.model.held)]

    def token(self, n):
        """Some token, one that opens nothing any more, or none."""
        held = [token for tokens in self.model.held.values() for token in tokens]
        some = [*held, *held, *self.model.dead[-2:], "ts_" + "x" * 43, None]
        return some[n % len(some)]

    def with_token(self, method, path, token, body=None):
        lines = [] if token is None else [bearer(token)]
        return head(method, self.path + path, *lines) if body is None else post(self.path + path, body, *lines)

    @rule(n=which, invited=st.booleans())
    def join(self, n, invited):
        seat = self.seat(n)
        invite = {"invite": self.invites[seat]} if invited and seat in self.invites else {}
        sit = lambda answer: self.model.sit(seat, answer.json.get("token"), bool(invite))  # noqa: E731
        self.expect("join", self.with_token("POST", f"/seats/{seat}", None, invite), sit, 201)

    @rule(n=which)
    def join_where_there_is_room(self, n):
        free = [place for place, seat in enumerate(self.model.held) if not self.model.full(seat)]
        self.join(free[n % len(free)] if free else n, True)

    @rule(n=which, t=which)
    def leave(self, n, t):
        # No precondition on how the game stands: a bot may have changed it otherwise the time before.
        if len(self.model.played) % 3 == 1:
            return
        seat, token = self.seat(n), self.token(t)
        self.expect(
            "leave", self.with_token("DELETE", f"/seats/{seat}", token), lambda _: self.model.leave(seat, token), 204
        )

    @rule(n=which, t=which)
    def exchange(self, n, t):
        seat, token = self.seat(n), self.token(t)
        self.expect(
            "exchange",
            self.with_token("POST", f"/seats/{seat}/token", token, {}),
            lambda answer: self.model.exchange(seat, token, answer.json.get("token")),
            201,
        )

    def play(self, what, token, turn, move):
        data = self.with_token("POST", "/moves", token, {"turn": turn, "move": move})
        return self.expect(what, data, lambda _: self.model.move(token, turn, move), 200)

    def asked(self, n):
        """A seat that is asked and has somebody; its token and turn."""
        game = self.model.game
        seats = [seat for seat in game.waiting if self.model.held[seat]] if game else []
        if not seats:
            return None
        seat = seats[n % len(seats)]
        return seat, self.model.held[seat][-1], game.turns[seat]

    @rule(n=which, m=st.integers(0, 500))
    def move(self, n, m):
        if asked := self.asked(n):
            seat, token, turn = asked
            legal = self.model.legal(seat)
            self.play("move", token, turn, legal[m % len(legal)])

    @rule(n=which, m=which)
    def move_on(self, n, m):
        self.move(n, m)
        self.move(n + 1, m)

    @rule(t=which, turn=st.integers(1, 4))
    def move_at_random(self, t, turn):
        token = self.token(t)
        self.play("move at random", token, turn, self.odd)

    @rule(n=which)
    def move_in_a_turn_that_is_over(self, n):
        if asked := self.asked(n):
            seat, token, turn = asked
            self.play("late", token, max(1, turn - 1), self.model.legal(seat)[0])

    @rule(n=which)
    def move_again(self, n):
        if not self.model.played:
            return
        seat, turn, move = self.model.played[-1 - n % len(self.model.played)]
        if self.model.held[seat]:
            self.play("again", self.model.held[seat][0], turn, plain(move))

    @precondition(lambda self: self.bots and self.rules == "shark-attacks")
    @rule(n=which)
    def have_a_bot_move(self, n):
        if asked := self.asked(n):
            seat, token, turn = asked
            data = self.with_token("POST", "/bot-moves", token, {"turn": turn, "bot": "random"})
            answer = self.expect("bot", data, lambda _: None, 202)
            where = answer.headers["location"]
            wait_until(lambda: self.send(head("GET", where, bearer(token))).json["state"] == "done")
            seen = self.send(head("GET", f"{self.path}/view")).json
            self.model.follow(seat, {name: seen[name] for name in PLAIN})

    @rule(t=which)
    def view(self, t):
        token = self.token(t)
        self.expect("view", self.with_token("GET", "/view", token), lambda _: self.model.view(token), 200)

    @invariant()
    def facts_agree(self):
        if not hasattr(self, "model"):
            return
        facts = self.send(head("GET", self.path)).json
        assert facts["status"] == self.model.status
        taken = {place["seat"]: place["taken"] for place in facts["seats"]}
        assert taken == {seat: len(held) for seat, held in self.model.held.items()}

    def teardown(self):
        """At the end everybody sees what the model says, and the record, where there is one, holds it."""
        if not hasattr(self, "model"):
            return
        for token in [None, *(held[0] for held in self.model.held.values() if held)]:
            self.expect("view", self.with_token("GET", "/view", token), lambda _, one=token: self.model.view(one), 200)
        if self.model.status != "over":
            return
        found = record.read(self.send(head("GET", f"{self.path}/record")).body)
        assert record.verify(PLUGINS, found).replayed
        assert effects(found) == Counter((seat, turn) for seat, turn, _ in self.model.played)
        self.seen["record", 200] += 1


def lives(machine, count):
    """Play so many courses; the same ones each time, so that one that fails need not be made simpler."""
    given = {"max_examples": count, "stateful_step_count": STEPS, "derandomize": True, "database": None}
    given |= {"deadline": None, "suppress_health_check": list(HealthCheck), "report_multiple_bugs": False}
    run_state_machine_as_test(machine, settings=settings(phases=[Phase.generate], **given))
