"""Machine players that play any rules, brought through the same hooks as anybody's."""

from tableshark.search.any_rules import GREEDY, RANDOM
from tableshark.search.playout import playout

__all__ = ["GREEDY", "RANDOM", "playout"]
