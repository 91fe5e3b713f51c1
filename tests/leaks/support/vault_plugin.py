"""Vault: a toy with a word that occurs nowhere else in every place where a game can hide one, as a plugin."""

import logging
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

import tableshark
from tableshark import Awaiting, Bot, Data, Decision, Move, News, Outcome, Rules, hookimpl
from tableshark.errors import IllegalMove
from tableshark.rules import Where

SEATS = ("a", "b", "c")
STEPS = 3
"""So many hidden steps are taken in a round, at most."""
WIDE = 10**15
"""A draw out of so many is a word of its own, wherever its digits are found."""


class Options(tableshark.Options, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=5)] = 2
    breaks: bool = False
    """Whether there is a move that fails, with all that is hidden in the error."""
    blinks: Literal["", "RuntimeError", "Gone"] = ""
    """By which error the view of c fails after the hidden turn, with all that is hidden in it."""
    seconds: Annotated[float, Meta(gt=0, le=600)] | None = None
    """For a hidden turn."""
    leak: Literal["", "view", "problem", "log", "job"] = ""
    """A leak that is planted."""


class Gone(BaseException):
    """What no `except Exception` holds up."""


FAILURES = {"RuntimeError": RuntimeError, "Gone": Gone}


class Step(Move, frozen=True):
    """Take a hidden step."""


class Done(Move, frozen=True):
    """End the hidden turn."""


class Break(Move, frozen=True):
    """Fail."""


class Say(Move, frozen=True):
    """Say a word that begins with one's own seat; all say theirs at once."""

    word: Annotated[str, Meta(max_length=60)]


class Told(News, frozen=True):
    words: dict[str, str]


class State(Data, frozen=True):
    options: Options
    hands: dict[str, str]
    """What each seat knows alone."""
    deck: tuple[str, ...]
    """What nobody knows."""
    trail: tuple[str, ...] = ()
    """What a drew in its hidden steps, and knows alone."""
    steps: int = 0
    round: int = 1
    phase: Literal["hide", "say"] = "hide"
    news: tuple[Told, ...] = ()


class View(Data, frozen=True):
    round: int
    phase: Literal["hide", "say"]
    hands: dict[str, str]
    """Those that the seat knows: its own, and after the end all."""
    trail: tuple[str, ...] | None
    deck: tuple[str, ...] | None
    news: tuple[Told, ...]


def word(kind, chance):
    """Draw a word that occurs nowhere else."""
    return f"canary-{kind}-{chance.below(WIDE):015d}"


def setup(options, chance):
    hands = {seat: word(f"hand-of-{seat}", chance) for seat in SEATS}
    return State(options, hands, tuple([word("deck", chance) for _ in range(options.rounds + 1)]))


def status(state):
    if state.round > state.options.rounds:
        return Outcome.highest(dict.fromkeys(SEATS, 1.0), "all was said")
    # A label is never served, whatever it holds.
    seats = ("a",) if state.phase == "hide" else SEATS
    seconds = state.options.seconds if state.phase == "hide" else None
    return Awaiting.of(*seats, question=f"{state.phase} {state.round} {state.deck[0]}", seconds=seconds)


def legal(state, seat):
    if state.phase == "hide":
        return (Step(), Done(), Break()) if state.options.breaks else (Step(), Done())
    return Where(
        {"type": "object"},
        lambda move: isinstance(move, Say) and move.word.startswith(f"{seat}-"),
        lambda chance: Say(f"{seat}-{word('said', chance)}"),
    )


def apply(state, moves, chance):
    if state.phase == "say":
        told = Told(text="All have said something.", words={seat: move.word for seat, move in moves.items()})
        return replace(state, deck=state.deck[1:], steps=0, round=state.round + 1, phase="hide", news=(told,))
    # Time is up where there is no move.
    move = moves.get("a", Break() if state.options.breaks else Done())
    if move == Break():
        raise RuntimeError(f"{state} and {moves} can't be")
    if isinstance(move, Done):
        return replace(state, phase="say")
    if state.options.leak == "problem":
        raise IllegalMove(f"not while {state.deck[0]} is on top")
    if state.options.leak == "log":
        logging.getLogger("vault").warning("a step is taken under %s", state.deck[0])
    steps = state.steps + 1
    phase = "say" if steps == STEPS else "hide"
    return replace(state, trail=(*state.trail, word("step", chance)), steps=steps, phase=phase)


def view(state, seat):
    over = isinstance(status(state), Outcome)
    if state.options.blinks and seat == "c" and state.phase == "say":
        raise FAILURES[state.options.blinks](f"{state} can't be seen")
    return View(
        state.round,
        state.phase,
        {other: hand for other, hand in state.hands.items() if over or other == seat},
        state.trail if over or seat == "a" else None,
        state.deck if over or state.options.leak == "view" else None,
        state.news,
    )


def determinize(state, seat, chance):
    if isinstance(status(state), Outcome) or state.options.leak == "job":
        return state
    hands = {other: state.hands[other] if other == seat else word("imagined", chance) for other in SEATS}
    state = replace(state, hands=hands, deck=tuple([word("imagined", chance) for _ in state.deck]))
    return state if seat == "a" else replace(state, trail=(), steps=0)


VAULT = Rules(
    id="vault",
    title="Vault",
    version=1,
    options=Options,
    state=State,
    move=Step | Done | Break | Say,
    seen=View,
    seats=lambda options: SEATS,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
    determinize=determinize,
)


def whisper(vantage, notes, settings, chance, budget):
    """Note a word, and take a long time for the next one."""
    noted = {"noted": word(f"note-of-{vantage.seat}", chance)}
    if isinstance(vantage.legal, tuple):
        move = Done() if notes and chance.below(2) else Step()
        return Decision(move, 0.0, noted)
    return Decision(Say(f"{vantage.seat}-{word('intent', chance)}"), float(settings), noted)


def fail(vantage, notes, settings, chance, budget):
    """Fail, with all that is known in the error."""
    raise RuntimeError(f"{vantage.view} {notes} {vantage.imagine(chance)}")


def peek(vantage, notes, settings, chance, budget):
    """Say what is on top of the deck, as far as it can be imagined."""
    return Decision(Say(f"{vantage.seat}-{vantage.imagine(chance).deck[0]}"))


@hookimpl
def tableshark_rules():
    return [VAULT]


@hookimpl
def tableshark_bots():
    levels = {"normal": tableshark.Level(0.5), "slow": tableshark.Level(600.0)}
    return [
        Bot(id="whisper", title="Whispers", choose=whisper, rules="vault", levels=levels),
        Bot(id="failing", title="Fails", choose=fail, rules="vault"),
        Bot(id="peek", title="Peeks", choose=peek, rules="vault"),
    ]
