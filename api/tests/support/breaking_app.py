"""An app that breaks in the middle of an answer, where no handler of errors is left."""

from tableshark_api import logs

MESSAGE = "canary-of-a-message"


def build():
    """Make it, as one process of the server makes ours."""
    logs.begin("json")

    def answer(environ, start_response):
        start_response("200 OK", [("Content-Type", "text/plain")])
        yield b"begun"
        raise RuntimeError(MESSAGE)

    return answer
