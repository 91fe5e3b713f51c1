"""Blueprints of this API: typed, with the strict loader, and with the codes that each route may refuse with."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any, TypeVar

import flask_smorest

from tableshark_api.bodies import BodyParser

F = TypeVar("F", bound=Callable[..., Any])

CODES = "x-codes"
"""Where a route's documentation keeps the codes of its problems until the document is finished."""


class Routes(flask_smorest.Blueprint):  # type: ignore[misc]
    """Some routes and their documentation."""

    ARGUMENTS_PARSER = BodyParser()

    def arguments(self, schema: Any, **options: Any) -> Callable[[F], F]:
        """Load a body or a query; one schema serves all requests."""
        one = schema() if isinstance(schema, type) else schema
        return super().arguments(one, **options)  # type: ignore[no-any-return]

    if TYPE_CHECKING:  # flask-smorest has no types

        def route(self, rule: str, **options: Any) -> Callable[[F], F]:
            """Register a route."""

        def response(self, status: int, schema: Any = None, **options: Any) -> Callable[[F], F]:
            """Describe an answer."""

        def alt_response(self, status: int, **options: Any) -> Callable[[F], F]:
            """Describe another answer."""


def refuses(*codes: str) -> Callable[[F], F]:
    """Say with which codes a route may refuse."""

    def decorate(route: F) -> F:
        docs = deepcopy(getattr(route, "_apidoc", {}))
        docs.setdefault("manual_doc", {})[CODES] = list(codes)
        route._apidoc = docs  # type: ignore[attr-defined]
        return route

    return decorate


def described(**more: Any) -> Callable[[F], F]:
    """Add to a route's documentation."""

    def decorate(route: F) -> F:
        docs = deepcopy(getattr(route, "_apidoc", {}))
        docs.setdefault("manual_doc", {}).update(more)
        route._apidoc = docs  # type: ignore[attr-defined]
        return route

    return decorate
