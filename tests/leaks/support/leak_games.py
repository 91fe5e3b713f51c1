"""Which pairs of which games are compared: so that every hidden field of every game differs in at least one."""

import msgspec
from leak_lineages import pairs, same_but_for_luck, walk_of

from tableshark.plugins import load
from tableshark.testing.choices import option_sets

TURN = "stage.shark_turn."
HIDDEN = {
    "camouflage": {"board", "deck", "hides", "row"},
    "hungry-shark": {"decks"},
    "jaws": {
        *("stage.deck", "stage.shark", "stage.used", "stage.cloaked", "stage.hand", "stage.option", "stage.ability"),
        *(TURN + name for name in ("trail", "spent", "eaten", "michael", "tipped", "token")),
    },
    "shark-attack-cards": {"hands", "stock", "discards", "sealed"},
    "shark-attacks": set(),
}
"""The fields of each game's state that somebody can't know; what is sealed is kept beside it."""

PLAYED = {
    "camouflage": [({}, 0), ({"players": 3, "rows": 3, "columns": 3, "memorize_seconds": 60}, 1)],
    "hungry-shark": [({"players": 3}, 0), ({"style": "bubbles", "round_seconds": 60}, 1)],
    "jaws": [({"acts": "one"}, 7), ({"acts": "one", "hints": False}, 10), ({"acts": "one"}, 20), ({"acts": "two"}, 0)],
    "shark-attack-cards": [({}, 2), ({"jokers": True}, 0)],
    "shark-attacks": [({}, 0)],
}
"""Options and seeds of the games along which twins are looked for."""

MANY = {"camouflage": 5, "hungry-shark": 3, "jaws": 9, "shark-attack-cards": 4, "shark-attacks": 0}
"""So many pairs are compared, times `--twins`."""
SEEDS = 100_000
"""From this one on are the seeds of further games."""


def chosen(name, times):
    """Choose pairs of a game: first until all hidden fields differ somewhere, then some of each walk.

    Gives them, and pairs that are the same but for luck.
    """
    rules = load().rules[name]
    played = [(msgspec.convert(given, rules.options), seed) for given, seed in PLAYED[name]]
    played += [(one, SEEDS + more) for more in range(times - 1) for one in option_sets(rules)]
    walks = [walk_of(rules, options, seed) for options, seed in played]
    found = []
    for walk in walks:
        seats = [*walk.games[0].turns, None]
        found.append([pair for seat in seats for pair in pairs(walk, seat, 4 * MANY[name])])
    wanted = set(HIDDEN[name])
    taken = []
    left = [pair for some in found for pair in some]
    while wanted and left:
        best = max(left, key=lambda pair: len(pair.hidden & wanted))
        if not best.hidden & wanted:
            break
        taken.append(best)
        left.remove(best)
        wanted -= best.hidden
    # In turns from each game, so that all options and seats have their share.
    turns = [pair for some in zip(*found, strict=False) for pair in some if pair in left]
    taken += turns[:: max(1, len(turns) // max(1, MANY[name] * times - len(taken)))]
    lucky = same_but_for_luck(walks[0], next(iter(walks[0].games[0].turns)))
    return taken[: MANY[name] * times], [lucky]


def compare_all(visits, name, times):
    """Compare the chosen pairs of a game, under different terms; gives how many there were."""
    twins, lucky = chosen(name, times)
    for place, pair in enumerate([*twins, *lucky]):
        terms = {}
        if place % 4 == 1:
            terms = {"turn_seconds": 3600.0, "absent": "bot", "bot": "random", "level": "normal"}
        elif place % 4 == 3:
            terms = {"onlookers": "none"}
        seeds = (b"0" * 32, (b"0" if place % 2 else b"1") * 32)
        visits.compare(pair, seeds=seeds, static=place == 0 or pair in lucky, machine=place % 3 == 0, **terms)
    return len(twins) + len(lucky)
