"""Holds what clients recorded of a game against its log: what was acknowledged is there once, nobody was left alone."""

import json
from collections import Counter

import msgspec
from breach import Breach
from seat_checker import acts, comings, salts

from tableshark import luck, record
from tableshark.errors import TablesharkError
from tableshark.game import replay
from tableshark.table import decode_line, encode
from tableshark.windows import look

BOTS_WITHIN = 10.0
"""Seconds in which a machine player moves when nothing is at fault."""
RECONNECT = 1.0
"""Seconds after a fault in which a connection of before may still turn out to be dead."""
GOOD = (200, 201, 204, 304)
LATE = ("game_over", "not_your_turn", "stale_turn", "already_answered")
"""What a move may be told that came too late."""
REFUSED = {
    "move": (409, LATE),
    "sit": (409, ("seat_taken", "game_over")),
    "leave": (401, ("bad_token",)),
    "old token": (401, ("bad_token",)),
}
"""What a request may be refused with that was asked for in vain; whether with right, others see."""
AWAY = ("store_away", "queue_away", "busy")
"""What may be away for a while, with 503."""
SHOWN = ("number", "view", "waiting", "answered", "outcome")
"""What of a view is the same whenever it is told."""


def breaches(plugins, rows, made, faults):
    """All that is wrong with one game. `made` is its record; `rows` and `faults` are of one clock."""
    return [
        *replies(rows, faults),
        *moves(rows, made),
        *views(plugins, rows, made),
        *absences(rows, faults),
        *acts(rows),
        *salts(rows, made),
        *comings(rows, made),
    ]


def replies(rows, faults):
    """Each reply is good, or a clear problem; none is missing while nothing is at fault."""
    for row in rows:
        status, code, problem = row["status"], row["code"], row["media"] == "application/problem+json"
        refused, codes = REFUSED.get(row["what"], (0, ()))
        if status in GOOD or (status == refused and problem and code in codes):
            continue
        if status == 503 and problem and code in AWAY and int(row["retry"] or 0) >= 1:
            continue
        if status == 0:
            excused = row["wired"] or any(
                fault.began <= row["at"] and row["sent"] <= fault.over + RECONNECT for fault in faults
            )
            if excused:
                continue
        kind = "500" if status == 500 else "no reply" if status == 0 else "no clear problem"
        yield Breach(kind, row["at"], row["seat"], f"{row['what']} was answered with {status} {code} {row['media']}")


def moves(rows, made):
    """Each acknowledged move is in the log once, each other one at most once, and no refused one."""
    lines = [(line["seat"], line["turn"], line["move"]) for line in logged(made) if line["kind"] == "answer"]
    last = rows[-1]["at"]
    for (seat, turn), times in Counter((seat, turn) for seat, turn, _ in lines).items():
        if times > 1:
            told = next((row["at"] for row in rows if (row["seat"], row["turn"]) == (seat, turn)), last)
            yield Breach("doubled", told, seat, f"turn {turn} was answered {times} times")
    answers = {(seat, turn): move for seat, turn, move in lines}
    for row in rows:
        if row["what"] != "move":
            continue
        seat, turn, move = row["seat"], row["turn"], row["move"]
        played = answers.get((seat, turn))
        if row["status"] == 200 and played is None:
            yield Breach("missing", row["at"], seat, f"{move} of turn {turn} was acknowledged, and is not in the log")
        elif row["status"] == 200 and played != move:
            yield Breach("exchanged", row["at"], seat, f"{move} of turn {turn} was acknowledged, {played} was played")
        elif row["status"] == 409 and played == move:
            yield Breach("refused", row["at"], seat, f"{move} of turn {turn} is in the log, and was refused")


def logged(made):
    return [json.loads(line["text"]) for line in made["lines"]]


def views(plugins, rows, made):
    """Commitment, draws and chain hold, the rules allow the log, and each view is what its replay shows."""
    last = rows[-1]["at"]
    committed = next(row["told"]["commitment"] for row in rows if row["what"] == "create" and row["status"] == 201)
    if made["commitment"] != committed:
        yield Breach("chain", last, None, "the commitment is another one than at the beginning")
    try:
        record.verify(plugins, record.read(json.dumps(made).encode()))
        rules = plugins.rules[made["rules"]]
        options = msgspec.convert(made["options"], rules.options)
        key = luck.salted(bytes.fromhex(made["seed"]), made["salts"])
        entries = [decode_line(rules, line["text"].encode()) for line in made["lines"]]
        games = {}
        for game in replay(rules, options, key, entries):
            for seat in made["seats"]:
                games.setdefault((seat, game.numbers[seat]), game)
    except (TablesharkError, ValueError) as error:
        yield Breach("chain", last, None, f"the record does not hold: {error}")
        return
    known = {}
    for row in rows:
        if row["what"] not in ("view", "move") or row["status"] != 200:
            continue
        told, place = row["told"], (row["seat"], row["told"]["number"])
        if place not in games:
            yield Breach("view", row["at"], row["seat"], f"view {place[1]} was shown, and never came to be")
            continue
        if place not in known:
            known[place] = json.loads(encode(look(rules, games[place], row["seat"])))
        shown = (*SHOWN, "turn", "legal") if told["turn"] is not None else SHOWN
        differ = [name for name in shown if told[name] != known[place][name]]
        if differ:
            what = f"view {place[1]} differs from its replay in {', '.join(differ)}"
            yield Breach("view", row["at"], row["seat"], what)


def absences(rows, faults):
    """No machine player is silent for long while nothing is at fault."""
    for seat, since, until in waits(rows):
        if (seconds := calm(since, until, faults)) > BOTS_WITHIN:
            yield Breach("bot", until, seat, f"no machine player moved for {seconds:.1f} s without a fault")


def waits(rows):
    """From when to when a seat saw that machine players alone were waited for."""
    made = next((row["told"] for row in rows if row["what"] == "create" and row["status"] == 201), None)
    bots = {place["seat"] for place in made["seats"] if place["by"] == "bot"} if made else set()
    for seat in sorted({row["seat"] for row in rows if row["seat"]}):
        number, since, until = 0, None, 0.0
        for row in rows:
            if row["seat"] != seat or row["what"] not in ("view", "move"):
                continue
            until = row["at"]
            if row["status"] != 200 or row["told"]["number"] <= number:
                continue
            if since is not None:
                yield seat, since, until
            number, waiting = row["told"]["number"], row["told"]["waiting"]
            since = until if waiting and bots.issuperset(waiting) else None
        if since is not None:
            yield seat, since, until


def calm(since, until, faults):
    """The longest stretch between two times, in seconds, during which nothing was at fault."""
    longest, begin = 0.0, since
    for fault in sorted(faults, key=lambda fault: fault.began):
        if fault.over > since and fault.began < until:
            longest = max(longest, fault.began - begin)
            begin = max(begin, fault.over)
    return max(longest, until - begin)
