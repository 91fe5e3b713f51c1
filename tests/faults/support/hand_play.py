"""People who sit at one machine and answer for all seats of a game by hand, and remember what was acknowledged."""

from people_at_a_server import People, listed
from whole_server import wait_until

RULES = "shark-attacks"


class ByHand(People):
    """A game of Shark Attacks! all seats of which are ours, but for those of bots."""

    def __init__(self, url, luck, **seats):
        super().__init__(url, RULES, seats=seats, others={"by": "me"}, options={"target": 100})
        self.luck = luck
        self.acknowledged = []
        """(seat, turn, move) for each move that was answered with 200."""

    def next(self):
        """Choose a move for whoever of us is asked: (seat, turn, move), or None while a bot is."""
        seat = self.view()["waiting"][0]
        if seat not in self.tokens:
            return None
        view = self.view(seat)
        return seat, view["turn"], listed(view, self.luck)

    def send(self, answer):
        """Send a move, and remember it if it is acknowledged; gives the server's answer."""
        told = self.move(*answer)
        if told.status_code == 200 and answer not in self.acknowledged:
            self.acknowledged.append(answer)
        return told

    def play(self, moves):
        for _ in range(moves):
            self.send(self.next()).raise_for_status()

    def pass_on(self, turns, seconds=10.0):
        """Play so many turns, each handed on at once to a bot, which has to answer in time."""
        for _ in range(turns):
            seat, turn, _ = wait_until(self.next, seconds)
            self.send((seat, turn, {"type": "stop"})).raise_for_status()
        wait_until(self.next, seconds)
