"""Phones and who holds them."""

from __future__ import annotations

from web.openapi.schema import BOOLEAN, STRING, Told, many, obj, one_of

_ROLE = one_of("host", "player", "guest")
_HOST = obj(host=BOOLEAN)

ROUTES = {
    "GET /api/me": Told(obj(host=BOOLEAN, role=_ROLE, name=STRING, offered=BOOLEAN, proved=BOOLEAN)),
    "POST /api/join": Told(obj(name=STRING, role=_ROLE), body=obj(name=STRING, optional={"take": BOOLEAN})),
    "DELETE /api/join": Told(obj(name=STRING, role=_ROLE)),
    "POST /api/host": Told(_HOST, body=obj(pin=STRING)),
    "DELETE /api/host": Told(_HOST),
    "POST /api/host/offer": Told(obj(offered=BOOLEAN), "host", obj(phone=STRING, pin=STRING)),
    "POST /api/host/answer": Told(_HOST, body=obj(take=BOOLEAN)),
    "POST /api/pin": Told(_HOST, "host", obj(pin=STRING, new=STRING)),
    "GET /api/phones": Told(
        obj(phones=many(obj(phone=STRING, name=STRING, host=BOOLEAN, offered=BOOLEAN, me=BOOLEAN))), "host"
    ),
    "DELETE /api/phones/<other>": Told(obj(revoked=BOOLEAN), "host"),
    "DELETE /api/phones/<other>/host": Told(_HOST, "host"),
}
