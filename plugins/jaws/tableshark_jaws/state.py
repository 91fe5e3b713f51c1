"""What Jaws is made of, whichever act is played: options, moves, the state and what of it a seat may see."""

from __future__ import annotations

from typing import Literal

import tableshark
from tableshark import Data
from tableshark_jaws.amity.moves import AmityMove
from tableshark_jaws.amity.news import AmityStory
from tableshark_jaws.amity.state import Amity, AmityView
from tableshark_jaws.orca.moves import OrcaMove
from tableshark_jaws.orca.news import OrcaStory
from tableshark_jaws.orca.state import Orca, OrcaView

Acts = Literal["both", "one", "two"]

AnyMove = AmityMove | OrcaMove
Story = AmityStory | OrcaStory


class Options(tableshark.Options, frozen=True):
    """How a game is set up."""

    acts: Acts = "both"
    """Both acts, of which the second decides, or one of them alone."""
    hints: bool = True
    """Whether everybody is shown the spaces in which the shark can still be in act one, by all that is public."""


class State(Data, frozen=True, gc=False):
    """The whole table. What happened is public as soon as it is told, so the news stand as they are told."""

    acts: Acts
    hints: bool
    stage: Amity | Orca
    news: tuple[Story, ...]


class View(Data, frozen=True):
    """What one seat, or somebody without a seat, sees."""

    acts: Acts
    act: Literal[1, 2]
    stage: AmityView | OrcaView
    """The board of the act that is played."""
    news: tuple[Story, ...]
    """What happened last, in order."""
