"""Act two: the Orca."""
