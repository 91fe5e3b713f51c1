"""The HTTP API of Tableshark: the only place that knows HTTP."""
