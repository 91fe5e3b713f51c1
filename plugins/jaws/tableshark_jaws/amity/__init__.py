"""Act one: Amity Island."""
