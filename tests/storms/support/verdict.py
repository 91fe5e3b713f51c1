"""What is wrong with an answer, whatever was asked."""

import re
from pathlib import Path

from raw_wire import PROBLEM, TYPE, ask, bearer, head

from tableshark_api.problems import KINDS

DEADLINE = 1.0
"""Seconds in which everything is answered that does not ask to wait."""
GROWTH = 6 * 1024
"""KiB by which a process may grow in ten rounds of what is hostile, once it has seen all of it."""

LATE = head("POST", "/v1/games", "Content-Type: application/json", "Content-Length: 26") + b'{"rules": '
REST = b'"shark-attacks"}'
"""A new game, of which all but the end is there, and that."""


def faults(answer, full=False):
    """What is wrong with it; where streams are at their cap (`full`), that may be said with 503."""
    found = []
    if answer.status >= 500 and not (full and answer.code == "busy"):
        found.append(f"status {answer.status}")
    if answer.took > DEADLINE:
        found.append(f"it took {answer.took:.2f} s")
    # What never reached the app is refused by the server without a body.
    if answer.status >= 400 and answer.body:
        if answer.headers.get(TYPE) != PROBLEM:
            found.append(f"of type {answer.headers.get(TYPE)}")
        elif not well_formed(answer):
            found.append(f"no problem as it should be: {answer.body[:200]}")
    return found


def well_formed(answer):
    """Whether a problem is as every problem has to be."""
    told = answer.json
    kind = KINDS.get(told["code"])
    return (
        kind is not None
        and (told["status"], answer.status, told["title"]) == (kind.status, kind.status, kind.title)
        and told["type"] == f"urn:tableshark:problem:{told['code']}"
        and re.fullmatch("[0-9a-f]{16}", told["trace"]) is not None
        and not re.search(r"Traceback|File \"|0x[0-9a-f]{8}", told["detail"])
        and ("retry-after" in answer.headers or answer.status not in (429, 503))
    )


def bombard(port, requests):
    """Send one after the other; gives what is wrong with any answer, and how many there were.

    Where one took too long it is sent again: on a machine that is busy with other things any may.
    """
    wrong, count = [], 0
    for name, data in requests:
        count += 1
        answer = timely(port, data)
        wrong += [f"{name}: {fault}" for fault in faults(answer)]
    alive = ask(port, head("GET", "/livez"))
    return wrong + ([] if alive.status == 200 else [f"no life: {alive}"]), count


def children(pid):
    """The ids of the processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def resident(pid):
    """The resident size of a process, in KiB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])


def in_time(answer, *statuses, full=False):
    """See that nothing is wrong with an answer, and that it is one of these; it is given back."""
    assert faults(answer, full) == []
    assert answer.status in statuses, answer
    return answer


def timely(port, data):
    """Ask, and once more where it took too long: what is repeated here has one effect, or a harmless second one."""
    answer = ask(port, data)
    return ask(port, data) if answer.took > DEADLINE else answer


def everybody_goes_on(table):
    """New games, views and moves are answered in time."""
    in_time(timely(table.port, LATE + REST), 201)
    seat, view = table.asked()
    token = table.tokens[seat][0]
    in_time(timely(table.port, table.move(token, view["turn"], view["legal"][0])), 200)
    in_time(timely(table.port, head("GET", f"{table.path}/view", bearer(token))), 200)
