"""Makes `deck.json`, always the same: `python -m tableshark_hungry_shark.make_deck`.

A card draws at even odds whether it has a shark, and whether an octopus; then how many slots stay empty, what swims in
the others, and the order. A card that was there before is thrown away, as is one with too many fish.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tableshark import Chance, Seeded
from tableshark_hungry_shark.sight import KINDS, Facing, Fish, Octopus, Shark, Slot

SEED = b"hungry-shark/48"
"""Of the first sixty the one with the kinds spread most evenly among those under which `none` can be right."""
DECK = Path(__file__).with_name("deck.json")

OCEAN_CARDS = 36
GROTTO_CARDS = 18
SLOTS = 4
MOST_FISH = 6
SIDES: tuple[Facing, ...] = ("left", "right")

Icon = dict[str, str]
Slots = tuple[Slot, ...]


def draw_slots(chance: Chance) -> Slots:
    """Draw one card that the deck may have."""
    while True:
        slots: list[Slot] = []
        if chance.below(2):
            slots.append(Shark(chance.pick(SIDES)))
        if chance.below(2):
            slots.append(Octopus(chance.pick(SIDES)))
        groups = 1 + chance.below(SLOTS - len(slots))
        fish = [Fish(chance.pick(KINDS), chance.die(3)) for _ in range(groups)]
        empty = [None] * (SLOTS - len(slots) - groups)
        if sum(group.count for group in fish) <= MOST_FISH:
            return chance.shuffle([*slots, *fish, *empty])


def draw_icons(chance: Chance) -> tuple[Icon, ...]:
    """Draw the icons of the grotto cards."""
    named = [{"sign": sign, "kind": kind} for sign in ("kind", "not") for kind in chance.shuffle(KINDS)[:4]]
    plain = [{"sign": sign} for sign, count in (("all", 4), ("most", 3), ("least", 3)) for _ in range(count)]
    return chance.shuffle([*named, *plain])


def build() -> bytes:
    """Make the file: JSON with one card a line."""
    chance = Seeded(SEED, 0)
    drawn: list[Slots] = []
    while len(drawn) < OCEAN_CARDS + GROTTO_CARDS:
        slots = draw_slots(chance)
        if slots not in drawn:
            drawn.append(slots)
    icons = (None,) * OCEAN_CARDS + draw_icons(chance)
    backs = ("ocean",) * OCEAN_CARDS + ("grotto",) * GROTTO_CARDS
    cards = [
        {"id": number, "back": back, "slots": slots, "icon": icon}
        for number, (back, slots, icon) in enumerate(zip(backs, drawn, icons, strict=True))
    ]
    return b"[\n" + b",\n".join(map(msgspec.json.encode, cards)) + b"\n]\n"


if __name__ == "__main__":
    DECK.write_bytes(build())
