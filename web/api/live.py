"""The state of the table: once, or as it changes."""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask import session as session_cookie
from werkzeug.wrappers import Response as BaseResponse

from web.access.roles import GUEST
from web.context import context
from web.request.auth import client_address, current_role
from web.request.snapshot import encode_snapshot
from web.system.network import is_own_address

BLUEPRINT = Blueprint("live", __name__, url_prefix="/api")


@BLUEPRINT.get("/session")
def session() -> BaseResponse:
    """The whole state, once. 304 for a client that has it already."""
    response = Response(encode_snapshot(context()), mimetype="application/json")
    response.add_etag()
    return response.make_conditional(request)


@BLUEPRINT.get("/live")
def live() -> Response:
    """The whole state now and after every change, as server-sent events "state", with "beat" when it is quiet."""
    address = client_address()
    counted = "" if is_own_address(address) else address
    if "phone" in session_cookie:
        context().phones.touch(str(session_cookie["phone"]), address)
    stream = context().hub.subscribe(counted, is_seated=current_role() != GUEST)
    return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
