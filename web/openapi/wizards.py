"""The guided walks: the camera set right, a deck enrolled."""

from __future__ import annotations

from web.openapi.components import CODES, TEXT
from web.openapi.schema import (
    ANY,
    BOOLEAN,
    COUNT,
    NUMBER,
    SHARE,
    STRING,
    Told,
    by_key,
    many,
    maybe,
    obj,
    one_of,
    ref,
)

_PLACES = many(many(NUMBER), "Fractions of the picture.")
_MEASURED = obj(
    marks=by_key(one_of("good", "poor", "unknown")),
    figures=by_key(maybe(NUMBER)),
    needed=by_key(NUMBER),
    glare=_PLACES,
    cloth=_PLACES,
    card=_PLACES,
)
_CALIBRATION = obj(
    measured=maybe(_MEASURED),
    number=COUNT,
    kept=maybe(obj(measured=_MEASURED, source=STRING, seats=COUNT)),
    camera=BOOLEAN,
)
_ENROLLING = {
    "plan": maybe(obj(name=STRING, kind=STRING, order=CODES, required=COUNT, odd=by_key(STRING))),
    "grid": COUNT,
    "taken": many(COUNT),
    "lesson": maybe(obj(name=STRING, running=BOOLEAN, share=SHARE, says=TEXT, refusal=maybe(ANY))),
    "learned": maybe(ref("Deck")),
    "camera": BOOLEAN,
}
_ENROL = obj(**_ENROLLING)

ROUTES = {
    "GET /api/calibration": Told(_CALIBRATION, "host"),
    "POST /api/calibration": Told(_CALIBRATION, "host", obj(seats=COUNT)),
    "POST /api/calibration/look": Told(_CALIBRATION, "host", obj(), query={"kind": STRING}, picture=True),
    "GET /api/enrolled": Told(obj(decks=many(ref("Deck")))),
    "GET /api/enrol": Told(_ENROL, "host"),
    "POST /api/enrol/begin": Told(_ENROL, "host", obj(name=STRING, kind=STRING)),
    "POST /api/enrol/cancel": Told(_ENROL, "host"),
    "POST /api/enrol/show": Told(
        obj(accepted=BOOLEAN, seen=obj(cards=many(ANY), wanted=COUNT), **_ENROLLING),
        "host",
        obj(),
        query={"grid": COUNT, "place": COUNT},
        picture=True,
    ),
    "POST /api/enrol/right": Told(_ENROL, "host", query={"place": COUNT}),
    "POST /api/enrol/learn": Told(_ENROL, "host"),
}
