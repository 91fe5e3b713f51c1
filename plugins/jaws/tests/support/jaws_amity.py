"""Act one for tests: as rules of its own, and as a table on which moves are played that have to be legal."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from tableshark import Awaiting, Chance, Data, Options, Outcome, Quick, Rules
from tableshark_jaws.amity import act
from tableshark_jaws.amity.moves import AmityMove, EndTurn, PickStart
from tableshark_jaws.amity.news import AmityStory
from tableshark_jaws.amity.state import GONE, Amity, AmityView
from tableshark_jaws.amity.tables import BEACHES, DOCKS, NUMBER, PLACES, TABLES
from tableshark_jaws.table import CREW, SEATS

CARDS = range(1, 17)
NAMES = {seat: place for place, seat in enumerate(CREW)}


class IslandOptions(Options, frozen=True):
    """Act one alone."""

    limit: Annotated[int, Meta(ge=1, le=9)] = 7
    hints: bool = True


class Island(Data, frozen=True, gc=False):
    """What the frame of the game keeps beside the stage."""

    stage: Amity
    hints: bool
    news: tuple[AmityStory, ...]


class IslandView(Data, frozen=True):
    """What the frame shows."""

    stage: AmityView
    news: tuple[AmityStory, ...]


def _setup(options: IslandOptions, chance: Chance) -> Island:
    stage, news = act.begin(options.limit, chance)
    return Island(stage, options.hints, news)


def _status(island: Island) -> Awaiting | Outcome:
    ending = act.ending(island.stage)
    if ending is None:
        return act.asked(island.stage)
    won = float(ending == "track")
    return Outcome.highest({"shark": won, **dict.fromkeys(CREW, 1 - won)}, act.REASONS[ending])


def _apply(island: Island, moves: Any, chance: Chance) -> Island:
    ((seat, move),) = moves.items()
    stage, told = act.play(island.stage, seat, move, chance)
    return replace(island, stage=stage, news=told or island.news)


def _view(island: Island, seat: str | None) -> IslandView:
    over = act.ending(island.stage) is not None
    return IslandView(act.view(island.stage, seat, hints=island.hints, over=over), island.news)


def _determinize(island: Island, seat: str, chance: Chance) -> Island:
    if act.ending(island.stage) is not None:
        return island
    return replace(island, stage=act.determinize(island.stage, seat, chance))


ISLAND = Rules(
    id="amity",
    title="Jaws, act one",
    version=1,
    options=IslandOptions,
    state=Island,
    move=AmityMove,
    seen=IslandView,
    seats=lambda options: SEATS,
    setup=_setup,
    status=_status,
    legal=lambda island, seat: act.legal(island.stage, seat),
    apply=_apply,
    view=_view,
    determinize=_determinize,
)
"""Act one as rules of its own, for the engine and for the kit."""


class Game:
    """A table at the first event, or at any card: its water and its pieces can be set as a test needs them."""

    def __init__(self, card: int = 3, start: str = "1", *, limit: int = 9, deck: tuple[int, ...] = (), **before: Any):
        """Turn up this card as the first event, with the table changed as `set` says before it is."""
        self.luck = Quick(Random(0))
        self.stage, self.told = act.begin(limit, self.luck)
        rest = deck or tuple([other for other in CARDS if other != card])
        self.stage = replace(self.stage, deck=(card, *rest))
        self.set(**before)
        self.shark(PickStart(start))

    def set(self, **changes: Any) -> Game:
        """Change the table; spaces, beaches and docks go by their names."""
        for name, value in changes.items():
            self.stage = replace(self.stage, **dict(_change(self.stage, name, value)))
        return self

    def play(self, seat: str, *moves: Any) -> Game:
        """Play moves of one seat, each of which has to be legal."""
        for move in moves:
            asked = act.asked(self.stage)
            assert seat in asked.seats, f"{seat} is not asked, {sorted(asked.seats)} are"
            assert move in act.legal(self.stage, seat), f"{seat} may not {move}: {act.legal(self.stage, seat)}"
            self.stage, self.told = act.play(self.stage, seat, move, self.luck)
        return self

    def shark(self, *moves: Any) -> Game:
        return self.play("shark", *moves)

    def quint(self, *moves: Any) -> Game:
        return self.play("quint", *moves)

    def brody(self, *moves: Any) -> Game:
        return self.play("brody", *moves)

    def hooper(self, *moves: Any) -> Game:
        return self.play("hooper", *moves)

    def rest(self) -> Game:
        """End the turn of everybody who still has one this round."""
        number = self.stage.round
        while act.ending(self.stage) is None and self.stage.round == number and not self.stage.asked:
            self.play(sorted(act.asked(self.stage).seats)[0], EndTurn())
        return self

    def next(self, card: int) -> Game:
        """Go on to the next round, whose event is this card."""
        self.set(deck=(card, *[other for other in CARDS if other != card]))
        return self.rest()

    def may(self, seat: str, *kinds: type) -> set[Any]:
        """List what a seat may do, of these kinds."""
        assert seat in act.asked(self.stage).seats
        return {move for move in act.legal(self.stage, seat) if isinstance(move, kinds or object)}

    def view(self, seat: str | None = None, *, hints: bool = True) -> AmityView:
        return act.view(self.stage, seat, hints=hints, over=act.ending(self.stage) is not None)

    def story(self, kind: type) -> Any:
        """Give the one piece of news of this kind that was told last."""
        [found] = [story for story in self.told if isinstance(story, kind)]
        return found

    def heard(self, kind: type) -> bool:
        return any(isinstance(story, kind) for story in self.told)

    def water(self) -> dict[str, int]:
        """Count the ordinary swimmers at each beach."""
        return dict(zip(TABLES.board.beaches, self.stage.swimmers, strict=True))

    def at(self, seat: str) -> str:
        """Say where one of the crew is."""
        [member] = [member for member in self.view().crew if member.member == seat]
        return member.space

    def left(self, seat: str) -> int:
        """Count the actions that one of the crew has left."""
        [member] = [member for member in self.view().crew if member.member == seat]
        return member.actions

    def space(self, name: str, seat: str | None = None) -> Any:
        """Show a space of the board."""
        return self.view(seat).spaces[NUMBER[name]]


def _change(stage: Amity, name: str, value: Any) -> Any:
    orca, hoopers = stage.boats
    match name:
        case "swimmers":
            yield name, tuple([value.get(beach, 0) for beach in TABLES.board.beaches])
        case "michael" | "token":
            yield name, BEACHES.index(NUMBER[value]) if isinstance(value, str) and value != "gone" else GONE
        case "quint":
            yield "boats", (NUMBER[value], hoopers)
        case "hooper":
            yield "boats", (orca, NUMBER[value])
        case "brody":
            yield "brody", NUMBER[value]
        case "floating":
            yield name, tuple([value.get(place, 0) for place in PLACES[:12]])
        case "docked":
            yield name, tuple([value.get(PLACES[dock], 0) for dock in DOCKS])
        case "held":
            yield name, tuple([value.get(member, 0) for member in CREW])
        case _:
            yield name, value


def barrels(stage: Amity) -> int:
    """Count all barrels."""
    return sum(stage.held) + stage.shop + sum(stage.docked) + sum(stage.floating) + stage.attached
