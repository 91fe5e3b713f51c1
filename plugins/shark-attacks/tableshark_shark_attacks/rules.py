"""The rules of Shark Attacks!: swim on or stop, and flee when the sharks come."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tableshark import Awaiting, Chance, Outcome, Rules, Seat
from tableshark_shark_attacks.dice import BLUE, HAND, RED, RED_DICE, SIGNS, WAVE, Dice
from tableshark_shark_attacks.news import SEATS, Happening, tell, won
from tableshark_shark_attacks.state import Beach, Options, Party, State, Stop, SwimOn, TakeSign, View
from tableshark_shark_attacks.turns import end_turn, flee_throw, givers, swim_on, take_sign

__all__ = ["RULES", "flee_throw"]

AnyMove = Stop | Party | SwimOn | TakeSign

STOP_OR_SWIM: tuple[AnyMove, ...] = (Stop(), SwimOn())
STOP_OR_PARTY: tuple[AnyMove, ...] = (Stop(), Party())
TAKE = tuple(TakeSign(seat) for seat in SEATS)


def seats(options: Options) -> tuple[Seat, ...]:
    return SEATS[: options.players]


def setup(options: Options, chance: Chance) -> State:
    """Find who starts, and throw for the first turn."""
    count = options.players
    news: list[Happening] = []
    seat = SEATS.index(options.first_seat) if options.first_seat else _first(count, news, chance)
    blue = chance.faces(BLUE, HAND)
    return State(options.target, (0,) * count, (0,) * count, 1, seat, blue, (*news, ("turn", (seat,), blue)))


def status(state: State) -> Awaiting | Outcome:
    # Only the player whose turn it is can have reached the target.
    if state.totals[state.seat] < state.target:
        return _asked(state.seat, state.turn)
    return Outcome.highest(dict(zip(SEATS, map(float, state.totals), strict=False)), "target reached")


def legal(state: State, seat: Seat) -> tuple[AnyMove, ...]:
    """List what the seat may do; opponents to take a sign from come clockwise from it."""
    if state.attack is not None:
        return tuple([TAKE[giver] for giver in givers(state.signs, state.seat)])
    return STOP_OR_SWIM if WAVE in state.blue else STOP_OR_PARTY


def apply(state: State, moves: Mapping[Seat, AnyMove], chance: Chance) -> State:
    [move] = moves.values()
    if type(move) is SwimOn:
        return swim_on(state, chance)
    if type(move) is TakeSign:
        return take_sign(state, SEATS.index(move.seat), chance)
    pips = sum(state.blue)
    if type(move) is Party:
        return end_turn(state, state.signs, "party", 2 * pips, 2, state.blue, (), chance)
    return end_turn(state, state.signs, "stop", pips, 1, state.blue, (), chance)


def view(state: State, seat: Seat | None) -> View:
    """Show everything: nobody hides anything here."""
    attack, owner, total = state.attack, SEATS[state.seat], state.totals[state.seat]
    over = total >= state.target
    begun = state.news[-1][0] == "turn"
    mover = SEATS[(state.seat - begun) % len(state.totals)]
    told = tuple(tell(state.news, mover))
    return View(
        target=state.target,
        beaches=tuple([Beach(*beach) for beach in zip(SEATS, state.totals, state.signs, strict=False)]),
        pool=SIGNS - sum(state.signs),
        turns=state.turn,
        seat=owner,
        phase="over" if over else "sign" if attack else "beach",
        blue=state.blue,
        red=attack.red if attack else (),
        escaped=attack.escaped if attack else (),
        owed=attack.owed if attack else 0,
        news=(*told, won(owner, total)) if over else told,
    )


def standing(state: State) -> dict[Seat, float]:
    """Judge by the lead in points, the swimmers at stake included, less what the signs will cost."""
    target, mine = state.target, state.seat
    # A sign a turn goes back, and a die brings a point a turn: s signs cost s + (s - 1) + ... + 1.
    worth = [min(total, target) - n * (n + 1) / 2 for total, n in zip(state.totals, state.signs, strict=True)]
    lead = [own - max(worth[:seat] + worth[seat + 1 :]) for seat, own in enumerate(worth)]
    # What is at stake counts for its owner alone: the next throw is luck that no rival's move has earned.
    lead[mine] += max(0, min(_at_stake(state), target - state.totals[mine]))
    return dict(zip(SEATS, lead, strict=False))


def _at_stake(state: State) -> int:
    if state.attack is not None:
        return sum(state.attack.escaped)
    return sum(state.blue) if WAVE in state.blue else 2 * sum(state.blue)


def _first(count: int, news: list[Happening], chance: Chance) -> int:
    tied = list(range(count))
    while len(tied) > 1:
        throws: list[tuple[int, Dice]] = [(seat, chance.faces(RED, RED_DICE)) for seat in tied]
        news += [("start", (seat,), red) for seat, red in throws]
        most = max(sum(red) for _, red in throws)
        tied = [seat for seat, red in throws if sum(red) == most]
    return tied[0]


@lru_cache(maxsize=1 << 10)
def _asked(seat: int, turn: int) -> Awaiting:
    return Awaiting.of(SEATS[seat], question=f"turn {turn}")


RULES: Rules[Options, State, Stop | Party | SwimOn | TakeSign, View] = Rules(
    id="shark-attacks",
    title="Shark Attacks!",
    version=1,
    options=Options,
    state=State,
    move=Stop | Party | SwimOn | TakeSign,
    seen=View,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
    standing=standing,
)
