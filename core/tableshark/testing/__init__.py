"""The conformance kit: one line in a plugin's tests plays its rules through and holds them to what every game owes."""

from tableshark.testing.kit import prove

__all__ = ["prove"]
