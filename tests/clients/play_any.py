"""A game of any rules by a generated Python client: no request and no answer is written by hand.

python play_any.py URL RULES OPTIONS, with `tableshark_client` on the path; says how the game ended, as JSON.
"""

import json
import random
import sys
from datetime import datetime

from tableshark_client import AuthenticatedClient, Client, models
from tableshark_client.api.games import create_game, get_game
from tableshark_client.api.moves import play
from tableshark_client.api.records import get_record
from tableshark_client.api.rules import get_rules
from tableshark_client.api.seats import take_seat
from tableshark_client.api.views import get_view

MOST = 3000
"""More moves than any game takes."""


def known(answer, kind, status=200):
    """Give what an answer was parsed to; it must have lost nothing of what was sent."""
    assert answer.status_code == status, answer.content
    assert isinstance(answer.parsed, kind), type(answer.parsed)
    sent = json.loads(answer.content)
    assert plain(answer.parsed.to_dict()) == plain(sent), (answer.parsed.to_dict(), sent)
    return answer.parsed


def plain(value):
    """Write times in one way."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    try:
        return datetime.fromisoformat(value).timestamp() if isinstance(value, str) and "T" in value else value
    except ValueError:
        return value


def main(url, rules, options):
    luck = random.Random(rules)
    # Classes bear the rules' name: shark-attacks.NewGame is SharkAttacksNewGame.
    named = rules.title().replace("-", "")
    new_game, settings, window = (getattr(models, named + part) for part in ("NewGame", "Options", "Window"))
    anybody = Client(base_url=url, timeout=30)
    first = known(get_rules.sync_detailed(rules, client=anybody), models.Rules).seats[0]

    seats = getattr(models, f"{named}NewGameSeats")()
    seats[first] = models.MySeat(by="me")
    wanted = new_game(rules=rules, options=settings(**options), seats=seats)
    made = known(create_game.sync_detailed(client=anybody, body=wanted), models.NewlyMade, 201)
    tokens = dict(made.tokens.additional_properties)
    for place in made.seats:
        if place.by is models.PlaceBy.OPEN:
            taken = take_seat.sync_detailed(made.game, place.seat, client=anybody, body=models.Sit())
            tokens[place.seat] = known(taken, models.Token, 201).token
    players = {seat: AuthenticatedClient(base_url=url, token=token, timeout=30) for seat, token in tokens.items()}

    view = known(get_view.sync_detailed(made.game, client=anybody), window)
    moves = 0
    while view.outcome is None:
        assert moves < MOST
        me = players[luck.choice(view.waiting)]
        view = known(get_view.sync_detailed(made.game, client=me), window)
        legal = view.legal if isinstance(view.legal, list) else view.legal.examples
        answer = models.Move(turn=view.turn, move=luck.choice(legal))
        view = known(play.sync_detailed(made.game, client=me, body=answer), window)
        moves += 1

    assert known(play.sync_detailed(made.game, client=me, body=answer), window) == view  # the same request again
    late = models.Move(turn=answer.turn + 1, move=answer.move)
    refused = known(play.sync_detailed(made.game, client=me, body=late), models.Problem, 409)
    assert refused.code is models.ProblemCode.GAME_OVER
    assert known(get_game.sync_detailed(made.game, client=anybody), models.Game).outcome == view.outcome
    record = known(get_record.sync_detailed(made.game, client=anybody), models.Record)
    assert len(record.lines) > moves / len(players)
    print(json.dumps({"moves": moves, "ranks": view.outcome.ranks.to_dict()}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))
