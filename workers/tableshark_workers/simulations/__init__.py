"""Simulations: on the processes of this machine, and through the queue."""

from tableshark_workers.simulations.processes import run

__all__ = ["run"]
