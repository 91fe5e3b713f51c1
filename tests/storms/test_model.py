"""A model of a game against the real server: whatever is done in whatever order, both say the same."""

from collections import Counter

from model_machine import Life, lives

MUST = {
    ("join", 201), ("join", "seat_taken"), ("join", "not_invited"), ("leave", 204), ("leave", "bad_token"),
    ("leave", "other_seat"), ("leave", "no_token"), ("exchange", 201), ("exchange", "bad_token"), ("move", 200),
    ("move at random", "bad_token"), ("late", "stale_turn"), ("again", 200), ("view", 200), ("bot", 202),
    ("view", "game_not_started"), ("view", "bad_token"),
}  # fmt: skip
"""What must have come up, or the model has shown little."""
FEW, RARE = 100, 2
"""In so few lives so many of them may be left out by luck."""


def test_the_server_does_what_the_model_does(open_server, request):
    Life.server, Life.seen = open_server, Counter()
    many = request.config.getoption("--lives")
    lives(Life, many)
    missing = MUST - set(Life.seen)
    assert len(missing) <= (RARE if many < FEW else 0), missing
