"""The public facts of a game: what hooks, the lobby and onlookers may know of it."""

from __future__ import annotations

from typing import Generic, Literal

from tableshark.rules import Data, O, Outcome, Seat


class Place(Data, frozen=True):
    """One seat of a game and who sits there."""

    seat: Seat
    by: Literal["open", "person", "bot"] = "open"
    bot: str | None = None
    level: str | None = None
    holders: int = 1
    """How many persons share the seat."""
    taken: int = 0
    """How many of them have come."""
    invited: bool = False
    """Whether only those may come who bring the seat's invitation."""
    away: bool = False
    """Whether a machine player answers in the person's place, until the person plays again."""

    @property
    def full(self) -> bool:
        """Whether nobody is missing here."""
        return self.by == "bot" or self.taken >= self.holders


class Terms(Data, frozen=True):
    """What whoever created the game decided beside the rules' own options; all of it is public."""

    listed: bool = True
    """Whether the lobby shows the game."""
    onlookers: Literal["public", "none"] = "public"
    """Whether somebody without a seat may watch."""
    turn_seconds: float | None = None
    """How long a person has for a question; None: as long as it takes."""
    absent: Literal["wait", "bot", "end"] = "wait"
    """What happens once that time is up: nothing, a machine player takes over, or the game ends."""
    bot: str | None = None
    """The machine player that takes over."""
    level: str | None = None


USUAL = Terms()


class Header(Data, Generic[O], frozen=True):
    """A game without anything secret: no seed, no state, no token."""

    id: str
    rules: str
    version: int
    options: O
    seats: tuple[Place, ...]
    status: Literal["waiting", "running", "over", "abandoned"]
    created: float
    """Seconds since 1970, as all times of a header."""
    commitment: str
    """SHA-256 (hex) of what the seed was drawn to be before anybody sat down; see `tableshark.luck`."""
    seeded: bool = False
    """Whether the creator chose the seed: a practice game, kept out of the promises about luck."""
    started: float | None = None
    ended: float | None = None
    outcome: Outcome | None = None
    terms: Terms = USUAL

    def place(self, seat: Seat) -> Place | None:
        """Give the place of a seat, if there is such a seat."""
        return next((place for place in self.seats if place.seat == seat), None)
