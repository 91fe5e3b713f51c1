"""Persons who take open seats, leave them and come again, and exchange their tokens, all in the midst of a game."""

from person import Person, bearer, fresh

EXCHANGES, LEAVES, RIVALS = 0.15, 0.15, 0.05
"""How often it comes to that after an answered turn."""
LOSSES = 0.5
"""How often something happens to such a request where there are bad wires."""
SALT = 4
"""Bytes of the salt with which somebody sits down."""


class Sitter(Person):
    """One who sits down at an open seat, and does not stay there with the same token."""

    by = "open"
    again = 0.3
    """How often a request about the seat is sent once more than is needed."""

    @property
    def place(self):
        return f"{self.path}/seats/{self.seat}"

    def sit(self, game, seat):
        self.path, self.seat = f"/games/{game['game']}", seat
        self.take()

    def act(self, *what, headers, **more):
        """Do something about the seat once, however often it has to be asked for."""
        self.trouble(LOSSES)
        answer = self.insist(*what, headers=headers, **more)
        if answer is not None and answer.is_success and self.luck.random() < self.again:
            self.ask(*what, headers=headers, **more)
        return answer

    def take(self):
        """Sit down. Without a token then, the seat is not to be had: the game is over."""
        answer = self._come()
        self.token = answer.json()["token"] if answer is not None and answer.status_code == 201 else None

    def rival(self):
        """Want the seat that is one's own as anybody else might; it is taken."""
        self._come()

    def exchange(self):
        """Get another token for the seat."""
        old = self.token
        answer = self.act("exchange", "POST", f"{self.place}/token", headers={**self.headers, **fresh()})
        if answer is not None and answer.status_code == 201:
            self.token = answer.json()["token"]
            self.try_old(old)

    def leave(self):
        """Give the seat up, and come again."""
        old = self.token
        if self.act("leave", "DELETE", self.place, headers=self.headers) is not None:
            self.try_old(old)
            self.take()

    def try_old(self, token):
        """See or play with a token that opens nothing any more."""
        if self.sent and self.luck.random() < 0.5:
            turn, move = self.sent[-1]
            body = {"turn": turn, "move": move}
            self.ask("old token", "POST", f"{self.path}/moves", turn, move, json=body, headers=bearer(token))
        else:
            self.ask("old token", "GET", f"{self.path}/view", headers=bearer(token))

    def answer(self, view):
        answered = super().answer(view)
        if answered:
            self.stir()
        return answered

    def stir(self):
        """Now and then do something about the seat."""
        drawn = self.luck.random()
        if drawn < EXCHANGES:
            self.exchange()
        elif drawn < EXCHANGES + LEAVES:
            self.leave()
        elif drawn < EXCHANGES + LEAVES + RIVALS:
            self.rival()

    def _come(self):
        body = {"salt": self.luck.randbytes(SALT).hex()}
        return self.act("sit", "POST", self.place, None, body, json=body, headers=fresh())
