"""What a run of faults has shown, in figures that add up over runs."""

import json
import time
from collections import Counter

from breach import Breach
from checker import breaches, calm, replies, waits
from seat_checker import acts

LOST = ("missing", "exchanged")
BEFORE = 60.0
"""A fault that was over so many seconds before a game began does it no harm."""
HEAD = ("kind", "times", "longest recovery")
MOVES = ("acknowledged", "unacknowledged", "unanswered", "refused", "lost", "doubled")
"""Moves are acknowledged, or never were; requests to move are unanswered, or refused; moves are lost, or doubled."""
SEATS = ("sits", "exchanges", "leaves", "acts unanswered", "old tokens refused")
"""Acknowledged changes of seats; requests for them that are unanswered; what was asked in vain with an old token."""
SUMS = ("games", *MOVES, "503", "500", "breaches", *SEATS)
ACTS = {"sits": "sit", "exchanges": "exchange", "leaves": "leave"}


class Report:
    """Counts games and faults; `found` holds a line for each breach."""

    def __init__(self, plugins, faults):
        self.plugins, self.faults = plugins, faults
        self.counts = Counter(dict.fromkeys(SUMS, 0))
        self.longest_wait = 0.0
        self.found = []
        self.began = time.time()

    def add(self, played):
        """Check one game, and forget it if nothing is wrong with it."""
        rows = played.ledger.rows()
        # Those of its time; in a long run there are thousands.
        faults = [fault for fault in self.faults if fault.over > rows[0]["sent"] - BEFORE]
        if played.record is None:
            wrong = [Breach("unfinished", rows[-1]["at"], None, "the game did not come to its end")]
            wrong += [*replies(rows, faults), *acts(rows)]
        else:
            wrong = breaches(self.plugins, rows, played.record, faults)
        self.found += [f"{played.ledger.file.name}: {breach.tell(faults)}" for breach in wrong]
        sent = [row for row in rows if row["what"] == "move"]
        self.counts["games"] += 1
        acknowledged = distinct(row for row in sent if row["status"] == 200)
        self.counts["acknowledged"] += len(acknowledged)
        self.counts["unacknowledged"] += len(distinct(sent) - acknowledged)
        self.counts["unanswered"] += sum(row["status"] in (0, 503) for row in sent)
        self.counts["refused"] += sum(row["status"] == 409 for row in sent)
        self.counts["lost"] += sum(breach.kind in LOST for breach in wrong)
        self.counts["doubled"] += sum(breach.kind == "doubled" for breach in wrong)
        self._count_seats(rows)
        self.counts["503"] += sum(row["status"] == 503 for row in rows)
        self.counts["500"] += sum(row["status"] == 500 for row in rows)
        self.counts["breaches"] += len(wrong)
        self.longest_wait = max([self.longest_wait, *(calm(since, until, faults) for _, since, until in waits(rows))])
        if not wrong:
            for file in played.ledger.file.parent.glob(f"{played.ledger.file.stem}.*"):
                file.unlink()

    def _count_seats(self, rows):
        for name, what in ACTS.items():
            asked = [row for row in rows if row["what"] == what]
            # A leave is told from the next one by its token; sent again, it may be told that this opens nothing.
            done = [row for row in asked if row["status"] in (201, 204) or row["code"] == "bad_token"]
            self.counts[name] += len({(row["seat"], row["key"] or row["token"]) for row in done})
            self.counts["acts unanswered"] += sum(row["status"] in (0, 503) for row in asked)
        refused = [row for row in rows if row["what"] == "old token" and row["code"] == "bad_token"]
        self.counts["old tokens refused"] += len(refused)

    def row(self):
        """Give the run as one row for a file of runs."""
        kinds = {}
        for fault in self.faults:
            kinds.setdefault(fault.kind, []).append(round(fault.over - fault.began, 2))
        return {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.began)),
            "seconds": round(time.time() - self.began),
            "kinds": {kind: {"times": len(took), "longest": max(took)} for kind, took in sorted(kinds.items())},
            "longest wait for a bot": round(self.longest_wait, 2),
            **self.counts,
        }


def distinct(rows):
    """The moves of rows, each of them once."""
    return {(row["seat"], row["turn"], json.dumps(row["move"])) for row in rows}


def added_up(rows):
    """Add rows up to one: times and counts are summed, of what lasted the longest counts.

    Rows that were written before a figure was counted have none of it.
    """
    total = {"runs": len(rows), "seconds": sum(row["seconds"] for row in rows), "kinds": {}}
    for row in rows:
        for kind, shown in row["kinds"].items():
            so_far = total["kinds"].get(kind, {"times": 0, "longest": 0.0})
            total["kinds"][kind] = {
                "times": so_far["times"] + shown["times"],
                "longest": max(so_far["longest"], shown["longest"]),
            }
    total["longest wait for a bot"] = max(row["longest wait for a bot"] for row in rows)
    return {**total, **{name: sum(row.get(name, 0) for row in rows) for name in SUMS}}


def table(row):
    """Write a row, or a sum of rows, for people."""
    lines = [f"{HEAD[0]:<18}{HEAD[1]:>8}{HEAD[2]:>20}"]
    lines += [f"{kind:<18}{shown['times']:>8}{shown['longest']:>18.2f} s" for kind, shown in row["kinds"].items()]
    lines += [f"{name:<18}{row[name]:>8}" for name in SUMS]
    lines += [f"longest wait for a machine player while nothing was at fault: {row['longest wait for a bot']:.2f} s"]
    return "\n".join([*lines, f"{row.get('runs', 1)} run(s), {row['seconds']} s"])


def keep(file, row):
    """Add a run to a file of runs, and give all that are in it."""
    with file.open("a") as out:
        out.write(json.dumps(row) + "\n")
    return [json.loads(line) for line in file.read_text().splitlines()]
