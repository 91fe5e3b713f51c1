"""The workers of Tableshark: machine players as RQ jobs, the clock, and the one-command server."""
