"""The token of the closed beach, as the events move it."""

from __future__ import annotations

from jaws_amity import Game

from tableshark_jaws.amity.news import SwimmersCame, TokenTurned


def test_a_closed_beach_opens_in_two_steps():
    """JW-24: the next card that names it turns the token, the one after takes it away; neither brings anybody."""
    game = Game(card=3, token="N")
    assert (game.space("N").token, game.water()["N"]) == ("opening_soon", 0)
    assert game.story(TokenTurned).side == "opening_soon"
    # Card 10 does not name North Beach.
    game.next(10)
    assert (game.space("N").token, game.water()["N"]) == ("opening_soon", 0)
    assert not game.heard(TokenTurned)
    game.next(9)
    assert (game.space("N").token, game.water()["N"]) == (None, 0)
    assert game.story(TokenTurned).side is None
    game.next(8)
    assert game.water()["N"] == 2


def test_an_alert_moves_the_token_by_one_step():
    """JW-24: card 11 names South Beach twice; the extra line counts only where it applies."""
    for track in (0, 9):
        twice = Game(card=11, token="S", track=track, limit=99)
        assert twice.space("S").token == "opening_soon"
        assert twice.water()["S"] == 0
    named = Game(card=11, token="N", track=3)
    assert (named.space("N").token, named.water()["N"]) == ("opening_soon", 0)
    silent = Game(card=11, token="N", track=4)
    assert silent.space("N").token == "closed"
    last = Game(card=11, token="S", opening=True)
    assert (last.space("S").token, last.water()["S"]) == (None, 0)


def test_the_supply_does_not_matter_for_the_token():
    """JW-24: West Beach is named although nobody is left to come."""
    game = Game(card=3, swimmers={"S": 15}, token="W")
    assert game.space("W").token == "opening_soon"
    # Those who would have come to a closed beach aren't lacking.
    assert game.story(SwimmersCame).lost == 2


def test_swimmers_of_a_closed_beach_stay_in_the_supply():
    """JW-24: they don't take the place of others."""
    game = Game(card=9, swimmers={"W": 10}, token="N")
    assert game.water() == {"N": 0, "S": 2, "E": 2, "W": 11}
