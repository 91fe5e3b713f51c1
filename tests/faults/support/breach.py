"""What a breach is: a promise that was not kept."""

from typing import NamedTuple


class Breach(NamedTuple):
    """A promise that was not kept: which, when, to whom."""

    kind: str
    at: float
    seat: str | None
    what: str

    def tell(self, faults):
        """Say it with the fault before and the one after."""
        before = max((fault for fault in faults if fault.began <= self.at), key=lambda fault: fault.began, default=None)
        after = min((fault for fault in faults if fault.began > self.at), key=lambda fault: fault.began, default=None)
        told = [f"{self.kind}: {self.what} (seat {self.seat})"]
        told += [f"{self.at - before.began:.2f} s after: {before.kind}"] if before else ["no fault before"]
        told += [f"{after.began - self.at:.2f} s before: {after.kind}"] if after else []
        return "; ".join(told)
