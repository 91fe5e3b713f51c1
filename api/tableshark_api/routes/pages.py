"""The contract: the live document, and a page that shows it without any outside reference."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, redirect, request
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.wrappers import Response as AnyResponse

from tableshark_api.routing import Routes, described, refuses

routes = Routes("contract", __name__, description="This document.")

DOCUMENT = "tableshark-document"
"""Under which name the app keeps the bytes of its document."""


@routes.route("/")
@described(operationId="home")
@refuses()
@routes.response(302, description="See /docs/.")
def home() -> AnyResponse:
    """Lead to the documentation."""
    return redirect("/docs/")


@routes.route("/openapi.json")
@described(operationId="getContract")
@refuses()
@routes.response(200, {"type": "object"}, description="The OpenAPI document of what is installed here.")
@routes.alt_response(304, description="Nothing new.", success=True)
def document() -> AnyResponse:
    """Give this document, with the rules that are installed here."""
    response = Response(current_app.extensions[DOCUMENT], content_type="application/json")
    response.add_etag()
    response.headers["Cache-Control"] = "no-cache"
    return response.make_conditional(request)


def docs() -> Blueprint:
    """Make the page."""
    config = {"app_name": "Tableshark", "validatorUrl": None, "oauth2RedirectUrl": "", "layout": "BaseLayout"}
    page: Blueprint = get_swaggerui_blueprint("/docs", "/openapi.json", config=config)
    return page
