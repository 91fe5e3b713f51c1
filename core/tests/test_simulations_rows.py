"""Rows: NDJSON and CSV say the same; the hash is of all of them, however they are cut."""

import csv
import hashlib
import io

from episodes import plan_of, row_of

from tableshark.simulations import rows

PLAN = plan_of("a", "b", rotation="paired", seed='a "seed", with all')
ROWS = [
    row_of(PLAN, 0, [3.5, 2], reason='over, "at last"\nand done', faults={"p0": 1, "p1": 0}, seconds=1.25),
    row_of(PLAN, 1, [2, 2], reason="ünd äus"),
    row_of(PLAN, 2, None),
    row_of(PLAN, 3, None, steps=0, error="KeyError"),
]


def test_rows_are_read_as_they_were_written():
    lines = rows.write(ROWS)
    assert lines.count(b"\n") == len(ROWS)
    assert rows.read(lines) == ROWS


def test_the_hash_is_of_all_rows_however_they_are_cut():
    lines = rows.write(ROWS)
    found = rows.digest([lines])
    assert found == hashlib.sha256(lines).hexdigest()
    assert rows.digest([rows.write(ROWS[:1]), b"", rows.write(ROWS[1:])]) == found
    assert rows.digest([rows.write(ROWS[1:]), rows.write(ROWS[:1])]) != found


def test_csv_says_the_same():
    text = "".join(rows.in_csv([rows.write(ROWS[:1]), rows.write(ROWS[1:])], PLAN.seats))
    found = list(csv.DictReader(io.StringIO(text, newline="")))
    assert len(found) == len(ROWS)
    for told, row in zip(found, ROWS, strict=True):
        assert (int(told["episode"]), int(told["deal"]), told["seed"]) == (row.episode, row.deal, row.seed)
        assert (told["reason"] or None, told["error"] or None) == (row.reason, row.error)
        assert (int(told["steps"]), float(told["seconds"])) == (row.steps, row.seconds)
        for seat in PLAN.seats:
            assert told[f"{seat}_player"] == row.players[seat]
            assert told[f"{seat}_rank"] == ("" if row.ranks is None else str(row.ranks[seat]))
            assert told[f"{seat}_score"] == ("" if row.scores is None else str(row.scores[seat]))
            assert int(told[f"{seat}_decisions"]) == row.decisions[seat]
            assert int(told[f"{seat}_faults"]) == row.faults[seat]
