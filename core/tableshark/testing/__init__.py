"""The conformance kit: one line in a plugin's tests plays its rules through and holds them to what every game owes."""

from tableshark.testing.choices import option_sets
from tableshark.testing.kit import prove
from tableshark.testing.report import Report

__all__ = ["Report", "option_sets", "prove"]
