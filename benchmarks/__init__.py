"""Benchmarks: ratios against reference loops of our own, interleaved in one run. `make bench` prints the table."""
