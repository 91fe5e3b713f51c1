"""Tells the news of act two in sentences, from the numbers that the rules speak in."""

from __future__ import annotations

from collections.abc import Iterable

from tableshark_jaws.orca import news
from tableshark_jaws.orca.board import BOAT, DAMAGED, GONE
from tableshark_jaws.orca.state import NOTHING, Attack, Ending, Plan
from tableshark_jaws.orca.tables import ABILITIES, GEAR, LETTERS, SPOTS, SURFACINGS, WEAPONS, ZONES
from tableshark_jaws.table import CREW, listed

NAMES = tuple([member.capitalize() for member in CREW])


def put_to_sea(abilities: int, cards: tuple[int, ...]) -> news.PutToSea:
    gear = tuple([GEAR[card] for card in cards])
    text = f"The Orca puts to sea. The shark has {count(abilities, 'ability', 'abilities')}; "
    text += f"the crew shares {listed(tuple(map(words, gear)))}." if gear else "the crew shares no gear."
    return news.PutToSea(text=text, abilities=abilities, gear=gear)


def gear_given(card: int, to: int) -> news.GearGiven:
    return news.GearGiven(text=f"{NAMES[to]} gets a {words(GEAR[card])}.", card=GEAR[card], to=CREW[to])


def place_taken(member: int, zone: int) -> news.PlaceTaken:
    return news.PlaceTaken(text=f"{NAMES[member]} stands on {ZONES[zone]}.", seat=CREW[member], space=ZONES[zone])


def options_turned(number: int, cards: Iterable[int], shuffled: bool) -> news.OptionsTurned:
    zones = {letter: SURFACINGS[card].zone for letter, card in zip(LETTERS, cards, strict=True)}
    where = tuple([f"{zone} ({letter})" for letter, zone in zones.items()])
    text = f"Round {number}: the shark may come up at {listed(where)}."
    if shuffled:
        text = f"The resurface cards are shuffled. {text}"
    return news.OptionsTurned(text=text, round=number, zones=zones, shuffled=shuffled)


def shark_chose() -> news.SharkChose:
    return news.SharkChose(text="The shark has chosen.")


def member_prepared(member: int, spot: int, plan: Plan) -> news.MemberPrepared:
    zone = ZONES[spot % BOAT]
    text = f"{NAMES[member]} {f'stands on {zone}' if spot < BOAT else f'swims at {zone}'}"
    weapon = target = chum = None
    if plan.weapon != NOTHING:
        weapon, target = WEAPONS[plan.weapon], ZONES[plan.target]
        text += f" and aims the {words(weapon)} at {target}"
    if plan.chum != NOTHING:
        chum = LETTERS[plan.chum]
        text += f", with chum for {chum}"
    return news.MemberPrepared(
        text=f"{text}.", seat=CREW[member], spot=SPOTS[spot], weapon=weapon, target=target, chum=chum
    )


def shark_came_up(option: int, zone: int, ability: int) -> news.SharkCameUp:
    played = None if ability == NOTHING else ABILITIES[ability]
    text = f"The shark comes up at {ZONES[zone]} ({LETTERS[option]})"
    text += f" with {words(played)}." if played else " without an ability."
    return news.SharkCameUp(text=text, option=LETTERS[option], zone=ZONES[zone], ability=played)


def shook_off(cards: tuple[int, ...]) -> news.ShookOff:
    names = tuple([GEAR[card] for card in cards])
    return news.ShookOff(text=f"The shark shakes off {listed(tuple(map(words, names)))}.", cards=names)


def token_followed(member: int, zone: int) -> news.TokenFollowed:
    text = f"{NAMES[member]} follows the shark to {ZONES[zone]}."
    return news.TokenFollowed(text=text, seat=CREW[member], space=ZONES[zone])


def chum_spread(member: int, option: int, works: bool) -> news.ChumSpread:
    text = f"{NAMES[member]}'s chum {'draws the shark' if works else 'is wasted'}."
    return news.ChumSpread(text=text, seat=CREW[member], option=LETTERS[option], works=works)


def shark_struck(member: int, weapon: int, attack: Attack, evade: int, wounds: int) -> news.SharkStruck:
    name = WEAPONS[weapon]
    text = f"{NAMES[member]} attacks with the {words(name)}: {count(attack.hits, 'hit')} against an evade of {evade}, "
    text += f"{count(wounds, 'wound')}."
    return news.SharkStruck(
        text=text, seat=CREW[member], weapon=name, dice=attack.dice, hits=attack.hits, evade=evade, wounds=wounds
    )


def weapon_attached(member: int, weapon: int, evade: int) -> news.WeaponAttached:
    name = WEAPONS[weapon]
    text = f"{NAMES[member]} attaches the {words(name)} to the shark: its evade is {evade}."
    return news.WeaponAttached(text=text, seat=CREW[member], weapon=name, evade=evade)


def attack_held(member: int) -> news.AttackHeld:
    return news.AttackHeld(text=f"{NAMES[member]} does not attack.", seat=CREW[member])


def ammo_spent(member: int, used: bool) -> news.AmmoSpent:
    text = f"{NAMES[member]} {'discards ammo and keeps the firearm' if used else 'discards the firearm'}."
    return news.AmmoSpent(text=text, seat=CREW[member], used=used)


def shark_rammed(zone: int, moved: bool) -> news.SharkRammed:
    text = f"The shark rams its way to {ZONES[zone]}." if moved else f"The shark stays at {ZONES[zone]}."
    return news.SharkRammed(text=text, zone=ZONES[zone], moved=moved)


def nothing_to_attack() -> news.NothingToAttack:
    return news.NothingToAttack(text="The shark finds nothing to attack.")


def shark_threw(attack: Attack, again: bool) -> news.SharkThrew:
    assert attack.by != "strike"
    boat = attack.by in ("bite", "second_helping")
    space, member = (ZONES[attack.at], None) if boat else (None, CREW[attack.at])
    whom = ZONES[attack.at] if boat else NAMES[attack.at]
    done = {
        "bite": f"The shark attacks {whom}",
        "maul": f"The shark attacks {whom}",
        "second_helping": f"The shark comes back for {whom}",
        "bonus": f"The shark snaps at {whom}",
    }[attack.by]
    if again:
        done = f"The shark throws dice against {whom} again"
    return news.SharkThrew(
        text=f"{done}: {count(attack.hits, 'hit')}.", by=attack.by, space=space, member=member,
        dice=attack.dice, hits=attack.hits, again=again,
    )  # fmt: skip


def dice_kept() -> news.DiceKept:
    return news.DiceKept(text="The shark leaves the dice as they lie.")


def boat_hit(zone: int, was: int, tile: int) -> news.BoatHit:
    name = ZONES[zone]
    if tile == was:
        return news.BoatHit(text=f"{name} holds.", space=name, effect="none")
    if tile == DAMAGED:
        return news.BoatHit(text=f"{name} is damaged.", space=name, effect="damaged")
    assert tile == GONE
    return news.BoatHit(text=f"{name} is destroyed.", space=name, effect="destroyed")


def member_fell(member: int, zone: int) -> news.MemberFell:
    text = f"{NAMES[member]} falls into the water of {ZONES[zone]}."
    return news.MemberFell(text=text, seat=CREW[member], zone=ZONES[zone])


def member_hurt(member: int, wounds: int, total: int) -> news.MemberHurt:
    text = f"{NAMES[member]} takes {count(wounds, 'wound')}."
    return news.MemberHurt(text=text, seat=CREW[member], wounds=wounds, total=total)


def cage_held(member: int, used: bool) -> news.CageHeld:
    text = f"{NAMES[member]}'s cage keeps the shark off." if used else f"{NAMES[member]} does without the cage."
    return news.CageHeld(text=text, seat=CREW[member], used=used)


def member_out(member: int) -> news.MemberOut:
    return news.MemberOut(text=f"{NAMES[member]} is out of the game.", seat=CREW[member])


def helping_declined() -> news.HelpingDeclined:
    return news.HelpingDeclined(text="The shark has had enough.")


def sea_over(end: Ending) -> news.SeaOver:
    text = {
        "shark": "The shark is down: the crew wins.",
        "crew": "The crew is out: the shark wins.",
        "boat": "The Orca is gone: the shark wins.",
    }[end]
    return news.SeaOver(text=text, winner="crew" if end == "shark" else "shark")


def words(name: str) -> str:
    """Write the name of a card as one says it."""
    return name.replace("_", " ")


def count(number: int, one: str, many: str | None = None) -> str:
    """Write a number of things; none is "no"."""
    return f"{number or 'no'} {one if number == 1 else many or f'{one}s'}"
