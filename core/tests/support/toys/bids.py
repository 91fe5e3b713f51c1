"""Bids: everybody bids at once, sealed, for prizes from a hidden deck. Who is late bids the lowest card."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

import tableshark
from tableshark import Awaiting, Data, Move, News, Outcome, Rules


class Options(tableshark.Options, frozen=True):
    players: Annotated[int, Meta(ge=2, le=16)] = 3
    cards: Annotated[int, Meta(ge=1, le=20)] = 7
    seconds: Annotated[float, Meta(gt=0, le=600)] | None = None


class Bid(Move, frozen=True):
    card: int


class Sold(News, frozen=True):
    bids: tuple[int, ...]


class State(Data, frozen=True):
    seconds: float | None
    prizes: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    news: tuple[Sold, ...] = ()


class View(Data, frozen=True):
    prize: int | None
    hands: tuple[tuple[int, ...], ...]
    won: tuple[int, ...]
    news: tuple[Sold, ...]


def seats(options):
    return tuple(f"p{i}" for i in range(options.players))


def setup(options, chance):
    cards = tuple(range(1, options.cards + 1))
    return State(options.seconds, chance.shuffle(cards), (cards,) * options.players, (0,) * options.players)


def status(s):
    table = [f"p{i}" for i in range(len(s.hands))]
    if s.prizes:
        return Awaiting.of(*table, question=f"prize {len(s.prizes)}", seconds=s.seconds)
    return Outcome.highest({seat: float(n) for seat, n in zip(table, s.won, strict=True)}, "no prizes left")


def legal(s, seat):
    return tuple(Bid(card) for card in s.hands[int(seat[1:])])


def apply(s, moves, chance):
    bids = tuple(moves[f"p{i}"].card if f"p{i}" in moves else hand[0] for i, hand in enumerate(s.hands))
    top = max(bids)
    won = tuple(n + s.prizes[0] * (bid == top and bids.count(top) == 1) for n, bid in zip(s.won, bids, strict=True))
    hands = tuple(tuple(c for c in hand if c != bid) for hand, bid in zip(s.hands, bids, strict=True))
    news = Sold(text=f"The bids were {', '.join(map(str, bids))}.", bids=bids)
    return State(s.seconds, s.prizes[1:], hands, won, (news,))


def view(s, seat):
    return View(s.prizes[0] if s.prizes else None, s.hands, s.won, s.news)


def determinize(s, seat, chance):
    return replace(s, prizes=s.prizes[:1] + chance.shuffle(sorted(s.prizes[1:])))


BIDS = Rules(
    id="bids",
    title="Bids",
    version=1,
    options=Options,
    state=State,
    move=Bid,
    seen=View,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
    determinize=determinize,
)
