"""Where luck comes from: the commitment, the salts, the chained log, and a bot's own chance."""

import hashlib
import hmac

from tableshark import luck


def test_the_commitment_is_a_hash_of_what_it_says():
    told = "tableshark/1/" + "ab" * 12 + "/" + "00" * 32
    assert luck.commitment("ab" * 12, bytes(32)) == hashlib.sha256(told.encode()).hexdigest()


def test_salts_are_mixed_in_by_seat_id():
    wanted = hmac.new(b"seed", b"p0=alpha\np1=beta\n", "sha256").digest()
    assert luck.salted(b"seed", {"p1": "beta", "p0": "alpha"}) == wanted
    assert luck.salted(b"seed", {}) == hmac.new(b"seed", b"", "sha256").digest()


def test_the_chain_depends_on_every_line_and_their_order():
    one = luck.chain(luck.chain("", b"a"), b"b")
    assert one == hashlib.sha256(hashlib.sha256(b"a").hexdigest().encode() + b"b").hexdigest()
    assert one != luck.chain(luck.chain("", b"b"), b"a")


def test_a_bot_decides_the_same_again_and_not_as_another():
    def draws(*given):
        chance = luck.bot_chance(b"key", *given)
        return [chance.below(2**64) for _ in range(2)]

    assert draws("g", "p0", 1) == draws("g", "p0", 1)
    others = [("g", "p0", 2), ("g", "p1", 1), ("h", "p0", 1), ("g", "p0", 1, "window")]
    assert len({tuple(draws(*given)) for given in [("g", "p0", 1), *others]}) == 5
