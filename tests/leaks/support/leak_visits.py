"""A pair of games laid into two servers, and all kinds of askers who come there."""

from collections import Counter
from functools import partial
from itertools import count

import msgspec
from leak_compare import Both, Leak, differences
from leak_lineages import number_of
from leak_questions import NOBODY, OF_A_GAME, STATIC, Asker, tried
from leak_sides import Request, token_of
from leak_words import kept, words

from tableshark.game import submit
from tableshark.rules import Where
from tableshark.testing.alike import shown_to

CHANGED, TAKEN = ({"Idempotency-Key": letter * 30} for letter in "ct")
IDS = count(1)
"""Of games: none twice, for answers to repeated requests are kept."""
SEATS = "/v1/games/{game}/seats/{seat}"
TAKE = f"POST {SEATS}"
GLANCE = ("GET /v1/games/{game}", "GET /v1/games/{game}/view", "GET /v1/games/{game}/stream", "GET /v1/jobs/{job}")
LATER = (*GLANCE, "GET /v1/games", "POST /v1/games/{game}/moves", "GET /v1/games/{game}/record")
"""What is asked again after a move."""
OWN, CAME, LEFT, OLD, STRANGER, ONLOOKER = (
    "a seat", "whoever came", "one who left", "an old token", "a stranger", "an onlooker",
)  # fmt: skip


WRONG = {"Authorization": "Bearer ts_wrong"}


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def some(*routes):
    return {route: OF_A_GAME[route] for route in routes}


def brief(questions):
    """Of each route the first question, and one in the middle."""

    def asked(question, asker):
        every = question(asker)
        return every[:: max(1, (len(every) + 1) // 2)]

    return {route: partial(asked, question) for route, question in questions.items()}


class Visits(Both):
    """Compares pairs of games, one after the other."""

    def __init__(self, one, other, thorough=False):
        super().__init__(one, other)
        self.thorough = thorough
        self.adviser = "random"
        self.hidden = Counter()
        """In how many pairs the two differed in each field of the state."""

    def compare(self, pair, *, seeds=(b"0" * 32, b"1" * 32), static=False, machine=False, **terms):
        """Lay a pair of games into the two servers, and ask all that can be asked, as all who may not tell them apart.

        With `machine` one of the others is a machine player, whose decision waits; `terms` are those of the game.
        """
        game = f"{next(IDS):024x}"
        others = [seat for seat in pair.one[0].game.turns if seat != pair.seat]
        player = others[-1] if machine else None
        shut = terms.get("onlookers") == "none"
        watchers = [seat for seat in (pair.seat, *others) if seat not in (None, player) and pair.alike_for(seat)]
        watchers += [None] if shut or pair.alike_for(None) else []
        assert pair.seat in watchers, "the pair was found for this one"
        if not self.thorough:
            watchers = [*watchers[:2], *watchers[2:][-1:]]
        self._lay(game, pair, watchers, seeds, terms, machine=player)
        self.figures["pairs"] += 1
        self.hidden.update(pair.hidden)
        for seat in watchers:
            asker = self._asker(game, pair, pair.ends, seat)
            self._keep_from(game, pair, seat)
            self.ask_all(_name(seat), asker, OF_A_GAME if self.thorough or seat == pair.seat else brief(OF_A_GAME))
            if static and seat == pair.seat:
                # The document has all words in it, as examples.
                self.secrets = set()
                self.ask_all(_name(seat), self._simulating(asker), STATIC)
        self._keep_from(game, pair, None)
        self._strangers(self._asker(game, pair, pair.ends, None))
        if pair.seat is not None:
            self._keep_from(game, pair, pair.seat)
            holder = self._hands(self._asker(game, pair, pair.ends, pair.seat))
            if pair.ends[0].waited_for(pair.seat):
                self._advice(holder)
                self.secrets = set()
                self._play(pair, holder, watchers)
        self.secrets = set()
        self.metrics()
        for side in self.sides:
            side.store.delete(game)

    def _keep_from(self, game, pair, seat):
        """Listen for all words that somebody can't know."""
        self.secrets = {word for side in self.sides for word in kept(side, game)}
        one, other = pair.ends
        self.secrets |= words(pair.rules.id, one.state, seat) & words(pair.rules.id, other.state, seat)
        self.figures["words listened for"] += len(self.secrets)

    def _lay(self, game, pair, watchers, seeds, terms, machine):
        """Play both games, with streams open from where they part."""
        ways = (pair.one, pair.other)
        alike = [one.game is other.game for one, other in zip(*ways, strict=False)]
        common = max(1, alike.index(False) if False in alike else len(alike))
        for side, way, seed in zip(self.sides, ways, seeds, strict=True):
            side.begin()
            side.lay(game, pair.rules, pair.options, way[:common], seed=seed, machine=machine, **terms)
        streams = []
        if pair.one[0].game is pair.other[0].game:
            parted = [way[common - 1].game for way in ways]
            askers = [self._asker(game, pair, parted, seat) for seat in watchers if seat or "onlookers" not in terms]
            streams = [self.follow(_name(asker.seat), asker, asker.number) for asker in askers]
        for side, way, seed, word in zip(self.sides, ways, seeds, ("canary-one", "canary-another"), strict=True):
            side.go(game, way[common:], seed)
            side.hide(game, pair.seat, word)
            side.now = max(way[-1].at for way in ways) + 0.01
        for stream, asker in zip(streams, askers if streams else (), strict=True):
            number = number_of(pair.ends[0], asker.seat)
            stream.up_to(number) if number > asker.number else stream.close()

    def _asker(self, game, pair, games, seat):
        headers = {} if seat is None else bearer(token_of(game, seat))
        one = games[0]
        return Asker(
            game=game,
            rules=pair.rules.id,
            seat=seat,
            headers=headers,
            number=number_of(one, seat),
            turn=one.turns.get(seat, 1),
            seats=tuple(one.turns),
            moves=tried(pair.rules, games, seat),
            forgets=pair.rules.forgets,
            thorough=self.thorough,
        )

    def _simulating(self, asker):
        """Order a simulation of the same rules while the game runs."""
        body = {"rules": asker.rules, "bots": [{"bot": "random"}], "episodes": 2, "seed": "0"}
        key = {"Idempotency-Key": f"{asker.game}-simulation"}
        request = Request("POST /v1/simulations", "POST", "/v1/simulations", key, body)
        told = msgspec.json.decode(self.same("anybody", request).parts[0])
        return asker._replace(simulation=told["simulation"], ordered=bearer(told["token"]))

    def _strangers(self, asker):
        """Ask with a token that is none, with one of another game, or with something else."""
        words = (WRONG, bearer(token_of(NOBODY, asker.seats[0])), {"Authorization": "Basic x"})
        stranger = asker._replace(headers=words[self.figures["pairs"] % 3], moves=asker.moves[:1], number=1)
        self.ask_all(STRANGER, stranger, brief(OF_A_GAME))

    def _hands(self, asker):
        """Exchange the token, leave the seat, and have somebody else sit down: each is told what is theirs to know."""
        path = f"{asker.path}/seats/{asker.seat}"
        stream = self.follow(OWN, asker, asker.number)
        token = Request(f"{TAKE}/token", "POST", f"{path}/token", {**asker.headers, **CHANGED})
        told = msgspec.json.decode(self.same(OWN, token).parts[0])
        new = asker._replace(headers=bearer(told["token"]))
        self.shunned(OLD, asker, OF_A_GAME)
        stream.to_the_end(OLD)
        stream = self.follow(CAME, new, new.number)
        self.same(CAME, Request(f"DELETE {SEATS}", "DELETE", path, new.headers))
        self.shunned(LEFT, new, {route: asked for route, asked in OF_A_GAME.items() if route != TAKE})
        stream.to_the_end(LEFT)
        self.ask_all(ONLOOKER, asker._replace(headers={}, seat=None, number=1, moves=()), some("GET /v1/games/{game}"))
        come = Request(TAKE, "POST", path, TAKEN, {"salt": "salt"})
        came = asker._replace(headers=bearer(msgspec.json.decode(self.same(CAME, come).parts[0])["token"]))
        self.shunned(LEFT, new, some(*GLANCE))
        self.ask_all(CAME, came, brief(some(*GLANCE)))
        return came

    def shunned(self, who, asker, questions):
        """See that a token opens nothing: whoever has it is told what anybody with a wrong one is told."""
        side = self.sides[self.figures["pairs"] % 2]
        for question in brief(questions).values():
            for request, until in question(asker):
                shut = request._replace(headers={**request.headers, **WRONG})
                self.figures["answers"] += 1
                for part, here, there in differences(side.ask(request, until), side.ask(shut, until)):
                    if part not in ("RateLimit-Remaining", "headers"):
                        raise Leak(who, request, part, here, there)

    def _advice(self, asker):
        """Ask a machine player what it would do: it sees what the seat sees."""
        body = {"turn": asker.turn, "bot": self.adviser}
        request = Request("POST /v1/games/{game}/advice", "POST", f"{asker.path}/advice", asker.headers, body)
        job = msgspec.json.decode(self.same(OWN, request).parts[0])["job"]
        asked = Request("GET /v1/jobs/{job}", "GET", f"/v1/jobs/{job}", asker.headers)
        self.same(OWN, asked)
        self.work(asker.game, asker.seat)
        done = msgspec.json.decode(self.same(OWN, asked).parts[0])
        assert done["advice"], done
        self.figures["pieces of advice"] += 1

    def _play(self, pair, asker, watchers):
        """Answer for the seat by something after which it still sees the same in both; then all is asked again."""
        seen = [side.desk.load(asker.game)[1].game for side in self.sides]
        one, other = (self._foreseen(pair.rules, game, asker) for game in seen)
        move = next((move for move in one if one[move] == other.get(move)), None)
        if move is None:
            return
        body = {"turn": asker.turn, "move": msgspec.json.decode(move)}
        request = Request("POST /v1/games/{game}/moves", "POST", f"{asker.path}/moves", asker.headers, body)
        stream = self.follow(OWN, asker, asker.number)
        number = msgspec.json.decode(self.same(OWN, request).parts[0])["number"]
        stream.up_to(number)
        # As after a lost reply.
        self.same(OWN, request)
        self.figures["moves played"] += 1
        after = [side.desk.load(asker.game)[1].game for side in self.sides]
        for seat in watchers:
            if shown_to(pair.rules, after[0], seat) == shown_to(pair.rules, after[1], seat):
                later = self._asker(asker.game, pair, after, seat)
                later = later._replace(headers=asker.headers) if seat == asker.seat else later
                self.ask_all(_name(seat), later, some(*LATER) if self.thorough else brief(some(*LATER)))

    def _foreseen(self, rules, game, asker):
        """Say what the seat would see after some of its moves, by the move as JSON."""
        legal = rules.legal(game.state, asker.seat)
        moves, found = [] if isinstance(legal, Where) else list(legal), {}
        for move in moves[:: max(1, len(moves) // 3)]:
            after = submit(rules, game, asker.seat, move, turn=asker.turn, now=self.sides[0].now)
            found[msgspec.json.encode(move)] = repr(shown_to(rules, after, asker.seat))
        return found


def _name(seat):
    return ONLOOKER if seat is None else OWN
