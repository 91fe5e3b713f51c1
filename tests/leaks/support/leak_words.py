"""Words of the shipped games that somebody can't know: cards, corals and abilities that a seat has not seen."""

import base64
from itertools import chain

from tableshark import luck
from tableshark.table import encode
from tableshark_camouflage.corals import CORALS
from tableshark_camouflage.sight import swims
from tableshark_hungry_shark.cards import DECK
from tableshark_jaws.orca.state import Orca
from tableshark_jaws.orca.tables import ABILITIES
from tableshark_shark_attack_cards.cards import SEATS as CARD_SEATS


def cards(state, seat):
    """Cards in the hands of others, in the stock, and what others laid aside; but for what was shown."""
    shown = {card for hands in state.shown for hand in hands for card, _ in hand}
    found = {*state.stock}
    for other, hand, past in zip(CARD_SEATS, state.hands, state.discards, strict=True):
        if other != seat:
            found |= {*hand, *chain.from_iterable(past)}
    return {b'"%s"' % card.encode() for card in found - shown}


def boards(state, seat):
    """Cards that were not turned up, as they will be shown; but for those of which there are two alike."""
    every = [encode(card) for card in DECK]
    return {every[card] for deck in state.decks for card in deck if every.count(every[card]) == 1}


def corals(state, seat):
    """All corals, for the shark and onlookers while fish hide; but for those of the round before, which is open."""
    if state.phase != "hide" or swims(state, seat):
        return set()
    past = {*state.past.layout, *state.past.board} if state.past else set()
    return {name.encode() for token, name in enumerate(CORALS) if token not in past}


def abilities(state, seat):
    """What the shark holds, for the crew."""
    stage = state.stage
    if not isinstance(stage, Orca) or seat == "shark":
        return set()
    return {b'"%s"' % ABILITIES[number].encode() for number in stage.hand if number not in stage.played}


OF = {"shark-attack-cards": cards, "hungry-shark": boards, "camouflage": corals, "jaws": abilities}


def words(name, state, seat):
    """All words of a game that somebody can't know."""
    return OF[name](state, seat) if name in OF else set()


def kept(side, game):
    """What is secret in every game: seed, the key of machine players, hashes of tokens and of the log."""
    table = side.desk.load(game)[1]
    found = {one for secret in (table.seed, table.bot_key) for one in (base64.b64encode(secret), secret.hex().encode())}
    found |= {key.encode() for keys in table.keys.values() for key in keys}
    told = table.header.commitment
    for line in side.store.log(game):
        told = luck.chain(told, line)
        found.add(told.encode())
    assert told == table.chain
    return found | {word.encode() for word in table.salts.values()}
