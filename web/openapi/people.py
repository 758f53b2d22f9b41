"""Routes of phones and the people who hold them."""

from __future__ import annotations

from web.openapi.schema import BOOLEAN, COUNT, STRING, RouteSpec, array, enum_of, obj

_ROLE = enum_of("host", "player", "guest")
_HOST = obj(host=BOOLEAN)
_PIN = frozenset({"pin"})
"""Without it the refusal is `pin_again`, upon which the page asks for it."""

ROUTES = {
    "GET /api/me": RouteSpec(
        obj(
            host=BOOLEAN,
            role=_ROLE,
            name=STRING,
            offered=BOOLEAN,
            proved=BOOLEAN,
            guesses=COUNT,
            asks=array(obj(phone=STRING, name=STRING, address=STRING)),
            moves=array(obj(number=COUNT, name=STRING)),
        )
    ),
    "POST /api/join": RouteSpec(obj(name=STRING, role=_ROLE), body=obj(name=STRING, optional={"take": BOOLEAN})),
    "POST /api/join/answer": RouteSpec(obj(name=STRING, role=_ROLE), body=obj(phone=STRING, give=BOOLEAN)),
    "DELETE /api/join": RouteSpec(obj(name=STRING, role=_ROLE)),
    "POST /api/host": RouteSpec(_HOST, body=obj(pin=STRING)),
    "DELETE /api/host": RouteSpec(_HOST),
    "POST /api/host/offer": RouteSpec(
        obj(offered=BOOLEAN), "host", obj(phone=STRING, pin=STRING), refused_by_view=_PIN
    ),
    "POST /api/host/answer": RouteSpec(_HOST, body=obj(take=BOOLEAN)),
    "POST /api/pin": RouteSpec(_HOST, "host", obj(pin=STRING, new=STRING), refused_by_view=_PIN),
    "GET /api/phones": RouteSpec(
        obj(phones=array(obj(phone=STRING, name=STRING, host=BOOLEAN, offered=BOOLEAN, away=BOOLEAN, me=BOOLEAN))),
        "host",
    ),
    "DELETE /api/pin/tries": RouteSpec(obj(ended=BOOLEAN), "host"),
    "POST /api/phones/<other>/back": RouteSpec(obj(away=BOOLEAN), "host"),
    "DELETE /api/phones/<other>": RouteSpec(obj(revoked=BOOLEAN), "host"),
    "DELETE /api/phones/<other>/host": RouteSpec(_HOST, "host"),
}
