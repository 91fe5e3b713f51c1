"""What must hold of a game whatever comes in the middle of what: at each change, after each call, at the end."""

import json

from tableshark import life, record
from tableshark.asking import wanted
from tableshark.sweeping import Retention
from tableshark.table import encode
from tableshark.timing import is_late as late
from tableshark.windows import look

KEPT = Retention(waiting=10.0, idle=10.0, ended=1e9)
"""How long a sweep leaves a game alone."""


def check_change(call, before, after, lines, now):
    """Hold one committed change against the table that it was made of, and against the call that made it."""
    entry = json.loads(lines[0]) if lines else {}
    kind, seat = entry.get("kind"), entry.get("seat")
    ripe = seat in before.intents
    asked = [(one.seat, one.bot) for one in wanted(before)]
    for other, notes in after.notes.items():
        if notes != before.notes.get(other):
            assert (other, notes.split()[0]) in asked, f"{notes} decides for {other}, and is not asked"
    if call.key is not None and kind in ("answer", "back") and seat == call.seat and not ripe:
        assert call.key in before.keys[seat], f"{kind} of {seat} with a key that opens nothing any more"
    if late(before, now):
        assert after.orders.items() <= before.orders.items(), "an order is taken after what was due"
        assert after.notes == before.notes, "a decision is taken after what was due"
        assert kind != "answer" or ripe, "an answer is taken after what was due"
    if call.verb == "sweep" and after.header.status == "abandoned":
        marks = life.marks(before)
        kept = {"waiting": KEPT.waiting, "idle": KEPT.idle}
        found = [index for index in kept if marks[index] is not None and marks[index] <= now - kept[index]]
        assert found, f"a game is swept that stands at {marks} at {now}"


def check_standing(at):
    """Hold what is stored against itself, and against what was told to whoever made the calls."""
    table, store = at.table, at.hall.store
    assert len(store.log(at.game)) == table.lines, f"{len(store.log(at.game))} lines of the log, not {table.lines}"
    for index, mark in life.marks(table).items():
        found = dict(store.find(index)).get(at.game)
        assert found == mark, f"the index {index} says {found}, not {mark}"
    for place in table.header.seats:
        keys = table.keys.get(place.seat, ())
        assert len(keys) == place.taken <= place.holders, f"{len(keys)} keys open {place}"
        held = {key for key, seat in at.keys.items() if seat == place.seat}
        assert held == {*keys}, f"{held} were told that they sit on {place.seat}, and {keys} do"
    if table.game is not None:
        check_machines(table)


def check_machines(table):
    """Whoever decides for a seat is whose turn it is, and no machine player is forgotten."""
    game = table.game
    players = {place.seat: player(table, place) for place in table.header.seats}
    for seat, intent in table.intents.items():
        assert game.waited_for(seat), f"{seat} has an intent, and is not asked"
        assert game.turns[seat] == intent.turn, f"{seat} has an intent of a turn that is over"
        assert players[seat] is not None, f"{seat} has an intent, and nobody plays for its person"
        assert players[seat] == table.noted[seat], f"{seat} has an intent of {table.noted[seat]}, not {players[seat]}"
    passed = [seat for seat, turn in table.passes.items() if turn == game.turns[seat] and game.waited_for(seat)]
    for seat in passed:
        assert players[seat] in (None, table.noted[seat]), f"{table.noted[seat]} has passed for {players[seat]}"
    if game.awaiting is None or wanted(table):
        return
    idle = [seat for seat in game.waiting if players[seat] is not None and seat not in table.intents]
    if game.awaiting.until == "all":
        assert not idle, f"forgotten: {idle}"
    else:
        assert {*idle} <= {*passed}, f"forgotten: {idle}, of whom {passed} let others go first"
        assert not idle or len(idle) < len(game.waiting), f"forgotten: all of {idle} let others go first"


def player(table, place):
    """The machine player that answers for a seat now, if one does."""
    order = table.orders.get(place.seat)
    if place.by == "bot":
        return place.bot
    if order is not None and order.turn == table.game.turns[place.seat]:
        return order.bot
    return table.header.terms.bot if place.away else None


def check_end(at):
    """Hold the log against what was acknowledged, and play it again: for whoever is late, and for the record."""
    table, log = at.table, at.hall.store.log(at.game)
    lines = [json.loads(line) for line in log]
    answers = [(line["seat"], line["turn"]) for line in lines if line["kind"] == "answer"]
    assert len(answers) == len({*answers}), f"a turn is answered twice: {answers}"
    logged = [(line["seat"], line["turn"], line["move"]) for line in lines]
    for seat, turn, move in at.acknowledged:
        assert (seat, turn, json.loads(encode(move))) in logged, f"{seat} was told that {move} is taken in {turn}"
    # No line of an older version is played again.
    for seat in (*at.seats, None) if table.game and not at.upgraded else ():
        window = look(at.rules, table.game, seat)
        for number in range(window.number):
            past = at.desk.follow(table, window, number)
            assert past.number == number + 1, f"{seat} is shown {past.number} after {number}: a gap"
            _, view = at.shown.get((seat, past.number), (None, past.view))
            assert past.view == view, f"{seat} is shown {past.view} as {past.number} afterwards, and saw {view}"
    if table.header.status in ("over", "abandoned"):
        record.verify(at.hall.plugins, record.make(table, log))
