"""Where games are kept: one small port, and its backends."""

from tableshark.store.port import INDEXES, Change, Index, Store, Stored

__all__ = ["INDEXES", "Change", "Index", "Store", "Stored"]
