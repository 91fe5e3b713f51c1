"""The rules of Shark Attack: keep below the highest twice, then be the highest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tableshark import Awaiting, Chance, Outcome, Rules, Seat
from tableshark_shark_attack_cards.cards import CHOSEN, DECKS, ROUNDS, SEATS, Cards, Hand, in_order, total
from tableshark_shark_attack_cards.rounds import deal, play, returned, selections
from tableshark_shark_attack_cards.state import Options, Player, Select, ShownHand, State, View
from tableshark_shark_attack_cards.telling import tell


def seats(options: Options) -> tuple[Seat, ...]:
    return SEATS


def setup(options: Options, chance: Chance) -> State:
    """Shuffle, and deal six cards to each."""
    hands, stock = deal(chance.shuffle(DECKS[options.jokers]), range(len(SEATS)))
    nothing: tuple[tuple[()], ...] = ((),) * len(SEATS)
    return State(options.jokers, 1, stock, hands, nothing, nothing, ())


def status(state: State) -> Awaiting | Outcome:
    return _asked(tuple(map(bool, state.hands)), state.round) if any(state.hands) else _outcome(state)


def legal(state: State, seat: Seat) -> tuple[Select, ...]:
    """List all selections: 20, with one joker in the hand 160, with both 1,084."""
    return selections(state.hands[SEATS.index(seat)])


def apply(state: State, moves: Mapping[Seat, Select], chance: Chance) -> State:
    return play(state, moves, chance)


def view(state: State, seat: Seat | None) -> View:
    """Show all that was shown, and of hands and discards the seat's own; everything when the game is over."""
    over = not any(state.hands)
    return View(
        jokers=state.jokers,
        round=state.round,
        phase="over" if over else "select",
        players=tuple([_player(state, place, over or name == seat) for place, name in enumerate(SEATS)]),
        stock=len(state.stock),
        discard=CHOSEN * sum(map(len, state.discards)),
        returned=returned(state) if state.round == ROUNDS else (),
        stock_cards=state.stock if over else None,
        news=tuple(tell(state)),
    )


def determinize(state: State, seat: Seat, chance: Chance) -> State:
    """Deal the unseen cards anew: every deal that fits what the seat has seen is as likely.

    Unseen cards that came back in round 3 are in the stock or in a hand; all others may be discards as well.
    """
    if not any(state.hands):
        return state
    own = SEATS.index(seat)
    seen = {card for hands in state.shown for hand in hands for card, _ in hand}
    mine = {*state.hands[own], *(card for cards in state.discards[own] for card in cards)}
    pool = chance.shuffle([card for card in DECKS[state.jokers] if card not in seen and card not in mine])
    discards = list(state.discards)
    for place, past in enumerate(state.discards):
        if place != own:
            count = CHOSEN * len(past)
            laid, pool = pool[:count], pool[count:]
            discards[place] = tuple([in_order(laid[at : at + CHOSEN]) for at in range(0, count, CHOSEN)])
    if state.round == ROUNDS:
        pool = chance.shuffle(pool + tuple([card for card in returned(state) if card not in mine]))
    hands, stock = deal(pool, [place for place, hand in enumerate(state.hands) if hand and place != own])
    hands = (*hands[:own], state.hands[own], *hands[own + 1 :])
    return State(state.jokers, state.round, stock, hands, state.shown, tuple(discards), state.eaten)


def standing(state: State) -> dict[Seat, float]:
    """Judge by the round of going, and among those who are in by the lead over the best of the others."""
    totals = [total(hands) for hands in state.shown]
    stands = {}
    for place, seat in enumerate(SEATS):
        if place in state.eaten:
            stands[seat] = -100.0 + state.eaten.index(place)
        else:
            others = [totals[other] for other in range(len(SEATS)) if other != place and other not in state.eaten]
            stands[seat] = float(totals[place] - max(others))
    return stands


def _player(state: State, place: int, open_to: bool) -> Player:
    shown = state.shown[place]
    return Player(
        seat=SEATS[place],
        out=1 + state.eaten.index(place) if place in state.eaten else None,
        shown=tuple([_shown(turn, hand) for turn, hand in enumerate(shown, 1)]),
        total=total(shown),
        cards=len(state.hands[place]),
        hand=state.hands[place] if open_to else None,
        discards=state.discards[place] if open_to else None,
    )


def _shown(turn: int, hand: Hand) -> ShownHand:
    cards: Cards = tuple([card for card, _ in hand])
    return ShownHand(turn, cards, tuple([value for _, value in hand]), total([hand]))


def _outcome(state: State) -> Outcome:
    totals = [total(hands) for hands in state.shown]
    finalists = [place for place in range(len(SEATS)) if place not in state.eaten]
    ranks = {place: 1 + sum(totals[other] > totals[place] for other in finalists) for place in finalists}
    ranks |= {place: len(SEATS) - turn for turn, place in enumerate(state.eaten)}
    reason = "highest total" if 2 in ranks.values() else "equal totals"
    return Outcome(
        {seat: ranks[place] for place, seat in enumerate(SEATS)},
        {seat: float(totals[place]) for place, seat in enumerate(SEATS)},
        reason,
    )


@lru_cache(maxsize=1 << 6)
def _asked(within: tuple[bool, ...], turn: int) -> Awaiting:
    return Awaiting.of(*[seat for seat, is_in in zip(SEATS, within, strict=True) if is_in], question=f"round {turn}")


RULES: Rules[Options, State, Select, View] = Rules(
    id="shark-attack-cards",
    title="Shark Attack (cards)",
    version=1,
    options=Options,
    state=State,
    move=Select,
    seen=View,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
    determinize=determinize,
    standing=standing,
)
