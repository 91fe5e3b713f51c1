"""The HTTP API of Tableshark."""
