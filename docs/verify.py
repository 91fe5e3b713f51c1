"""Checks the record of a game with nothing but Python: python3 verify.py RECORD, a file or a URL.

It shows that all luck was drawn from the seed that was committed to before anybody sat down, and from the players'
salts; and that no line was changed. Whether the rules allow the moves, `tableshark verify` shows as well.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path
from urllib.request import urlopen


def draw(key, step, place, ways):
    """Draw one number of a step; a word from the last, incomplete run of `ways` is passed over."""
    tried = 0
    while True:
        digest = hmac.digest(key, f"{step}/{place}/{tried}".encode(), hashlib.sha256)
        word = int.from_bytes(digest[:8], "big")
        if word < 2**64 - 2**64 % ways:
            return word % ways
        tried += 1


def faults(record):
    """Say what is wrong with a record, the first line first."""
    seed, salts, chain = bytes.fromhex(record["seed"]), record["salts"], record["commitment"]
    committed = hashlib.sha256(f"tableshark/1/{record['game']}/{seed.hex()}".encode()).hexdigest() == chain
    key = hmac.digest(seed, "".join(f"{seat}={salts[seat]}\n" for seat in sorted(salts)).encode(), hashlib.sha256)
    step = 0
    for number, line in enumerate(record["lines"]):
        chain = hashlib.sha256(chain.encode() + line["text"].encode()).hexdigest()
        if line["hash"] != chain:
            yield f"line {number}: the text, or one before it, does not fit the hash"
        draws = json.loads(line["text"])["draws"]
        for place, (ways, drawn) in enumerate(draws or ()):
            if ways < 1 or drawn != draw(key, step, place, ways):
                yield f"line {number}: draw {place} is {drawn} out of {ways}, which seed and salts do not give"
        step += draws is not None  # a sealed answer is a line, but no step
    if not committed:
        yield "the seed is not the one that was committed to"


def main(source):
    """Check one record: say what is wrong first, or that it holds."""
    body = urlopen(source).read() if source.startswith(("http://", "https://")) else Path(source).read_bytes()
    record = json.loads(body)
    for fault in faults(record):
        sys.exit(fault)
    print(f"game {record['game']} holds: {len(record['lines'])} lines")


if __name__ == "__main__":
    main(sys.argv[1])
