"""The kit's own option sets: the ends of every type, and nothing that the options refuse."""

import dataclasses
import enum
from typing import Annotated, Literal

from msgspec import Meta
from toys import PIG, THIEF

import tableshark
from tableshark.testing import elsewhere, option_sets, prove


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Varied(tableshark.Options, frozen=True):
    players: Annotated[int, Meta(ge=2, le=4)] = 3
    above: Annotated[int, Meta(gt=0, lt=10)] = 5
    share: Annotated[float, Meta(ge=0, le=1)] = 0.5
    seconds: Annotated[float, Meta(gt=0, lt=200)] | None = None
    endless: Annotated[float, Meta(gt=3)] = 7.0
    fast: bool = False
    style: Literal["plain", "wild"] = "plain"
    colour: Colour = Colour.RED
    name: str = "anna"
    free: int = 1
    hands: tuple[int, ...] = ()

    def __post_init__(self):
        if self.players == 2 and self.style == "wild":
            raise ValueError("two can't play wild")
        if self.fast and self.players > 2:
            raise ValueError("only two can play fast")


VARIED = dataclasses.replace(PIG, options=Varied)


def test_each_field_is_taken_to_its_ends():
    usual = Varied()
    assert option_sets(VARIED) == [
        usual,
        Varied(players=2),
        Varied(players=4),
        Varied(above=1),
        Varied(above=9),
        Varied(share=0.0),
        Varied(share=1.0),
        Varied(seconds=2.0),
        Varied(seconds=198.0),
        Varied(endless=4.0),
        Varied(style="wild"),
        Varied(colour=Colour.BLUE),
        Varied(players=2, above=1, share=0.0, seconds=2.0, endless=4.0),
    ]


def test_the_toys_have_several():
    assert [THIEF.options(hunters=1), THIEF.options(hunters=5)] == option_sets(THIEF)[1:3]
    assert len(option_sets(PIG)) == 5


def test_most_seeds_are_for_the_default_options(monkeypatch):
    monkeypatch.setattr(elsewhere, "HASH_SEEDS", ())
    played = prove(PIG, seeds=range(8), bots=()).played
    assert [one.games for one in played] == [8, 2, 2, 2, 2]
    assert [one.games for one in prove(PIG, option_sets(PIG), range(2), bots=()).played] == [2] * 5
