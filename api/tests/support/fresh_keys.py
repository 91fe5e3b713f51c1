"""A hook for Schemathesis: each request that has a good Idempotency-Key gets one of its own.

It makes one key for all cases of an operation, so that all but the first would be refused for another body.
"""

import re
import secrets

import schemathesis

NAME = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    """Exchange the key, unless the case is about a header: it would count as mended."""
    about = getattr(case.meta.phase.data, "parameter_location", None) if case.meta else None
    if about is not None and about.value == "header":
        return
    for headers in (case.headers, kwargs.get("headers")):
        if headers and isinstance(headers.get(NAME), str) and re.fullmatch("[!-~]{22,255}", headers[NAME]):
            headers[NAME] = secrets.token_urlsafe(32)
