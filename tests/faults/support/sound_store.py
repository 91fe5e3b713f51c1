"""Whether a store holds together: each game's body, log and marks say the same, and the log plays to the body."""

import json
import re
from urllib.parse import quote

import redis

from tableshark import life, luck, record
from tableshark.game import replay
from tableshark.plugins import load
from tableshark.store.redis import RedisStore
from tableshark.table import decode, decode_line, stored_rules

GAME = re.compile(rb"g:\{([0-9a-f]{24})\}(:log)?")


def embedded_url(data, name="store"):
    """The URL of a store that a running server keeps in this folder, as its configuration tells it."""
    lines = (data / f"{name}.conf").read_text().splitlines()
    told = {name: value.strip('"') for name, _, value in (line.partition(" ") for line in lines)}
    return f"unix://:{told['requirepass']}@{quote(told['unixsocket'])}?db=0"


def missing(url, game, acknowledged):
    """Give the moves (seat, turn, move) that the log of a game does not hold exactly once."""
    lines = [json.loads(line) for line in RedisStore(url).log(game)]
    found = [(line["seat"], line["turn"], line["move"]) for line in lines]
    return [answer for answer in acknowledged if found.count(answer) != 1]


def everything(url):
    """Give all that the store holds of games, as it holds it."""
    with redis.Redis.from_url(url) as client:
        keys = [key for key in client.keys("*") if key.startswith((b"g:", b"tableshark:")) and b":probe" not in key]
        return {key: client.dump(key) for key in keys}


def breaks(url):
    """Look at all games of a store; gives what does not hold together, one sentence for each."""
    store, plugins, found = RedisStore(url), load(), []
    with redis.Redis.from_url(url) as client:
        games = {key.group(1).decode() for key in map(GAME.fullmatch, client.keys("g:*")) if key}
        for game in sorted(games):
            stored, log = store.load(game), store.log(game)
            if stored is None:
                found.append(f"{game} has a log and no body")
                continue
            rules = plugins.get(stored_rules(stored.body))
            table = decode(rules, stored.body)
            if table.lines != len(log):
                found.append(f"{game} has {len(log)} lines, and its body counts {table.lines}")
            elif log and record.make(table, log).lines[-1].hash != table.chain:
                found.append(f"{game} has a log that its body does not know")
            elif log and _last(rules, table, log) != table.game.state:
                found.append(f"{game} has a log that plays to another state")
            for index, mark in life.marks(table).items():
                if client.zscore(f"tableshark:{index}", game) != mark:
                    found.append(f"{game} stands wrongly in the index {index}")
    return found


def _last(rules, table, log):
    entries = [decode_line(rules, line) for line in log]
    *_, last = replay(rules, table.header.options, luck.salted(table.seed, table.salts), entries)
    return last.state
