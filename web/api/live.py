"""The state of the table: once, or as it changes."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from web.companion import companion
from web.request.auth import address
from web.request.snapshot import line
from web.system.network import own

BLUEPRINT = Blueprint("live", __name__, url_prefix="/api")


@BLUEPRINT.get("/session")
def session() -> BaseResponse:
    """The whole state, once; 304 for who has it already."""
    response = Response(line(companion()), mimetype="application/json")
    response.add_etag()
    return response.make_conditional(request)


@BLUEPRINT.get("/live")
def live() -> Response:
    """The whole state now and after every change, as server-sent events "state", with "beat" when it is quiet."""
    where = address()
    stream = companion().hub.stream("" if own(where) else where)
    return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
