"""`tableshark play`: a player at the terminal that knows of a game only what the HTTP API tells."""

from tableshark_api.play.command import play_command

__all__ = ["play_command"]
