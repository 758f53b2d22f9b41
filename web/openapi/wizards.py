"""Routes of the wizards: calibration and enrolment."""

from __future__ import annotations

from web.openapi.components import CODES, TEXT
from web.openapi.schema import (
    ANY,
    BOOLEAN,
    COUNT,
    NUMBER,
    SHARE,
    STRING,
    RouteSpec,
    array,
    by_key,
    enum_of,
    nullable,
    obj,
    ref,
)

_POLYGONS = array(array(NUMBER), "Fractions of the picture.")
_MEASUREMENT = obj(
    marks=by_key(enum_of("good", "poor", "unknown")),
    figures=by_key(nullable(NUMBER)),
    needed=by_key(NUMBER),
    glare=_POLYGONS,
    cloth=_POLYGONS,
    card=_POLYGONS,
)
_CALIBRATION = obj(
    measured=nullable(_MEASUREMENT),
    number=COUNT,
    kept=nullable(obj(measured=_MEASUREMENT, source=STRING, seats=COUNT)),
    camera=BOOLEAN,
)
_ENROLMENT_FIELDS = {
    "plan": nullable(obj(name=STRING, kind=STRING, order=CODES, required=COUNT, odd=by_key(STRING))),
    "grid": COUNT,
    "taken": array(COUNT),
    "label": nullable(STRING, "What people call the deck."),
    "lesson": nullable(obj(name=STRING, running=BOOLEAN, share=SHARE, says=TEXT, refusal=nullable(ANY))),
    "learned": nullable(ref("Deck")),
    "camera": BOOLEAN,
}
_ENROLMENT = obj(**_ENROLMENT_FIELDS)

ROUTES = {
    "GET /api/calibration": RouteSpec(_CALIBRATION, "host"),
    "POST /api/calibration": RouteSpec(_CALIBRATION, "host", obj(seats=COUNT)),
    "POST /api/calibration/look": RouteSpec(_CALIBRATION, "host", obj(), query={"kind": STRING}, accepts_picture=True),
    "GET /api/enrolled": RouteSpec(obj(decks=array(ref("Deck")))),
    "GET /api/enrol": RouteSpec(_ENROLMENT, "host"),
    "POST /api/enrol/begin": RouteSpec(_ENROLMENT, "host", obj(name=STRING, kind=STRING)),
    "POST /api/enrol/cancel": RouteSpec(_ENROLMENT, "host"),
    "POST /api/enrol/show": RouteSpec(
        obj(accepted=BOOLEAN, seen=obj(cards=array(ANY), wanted=COUNT), **_ENROLMENT_FIELDS),
        "host",
        obj(),
        query={"grid": COUNT, "place": COUNT},
        accepts_picture=True,
    ),
    "POST /api/enrol/right": RouteSpec(_ENROLMENT, "host", query={"place": COUNT}),
    "POST /api/enrol/learn": RouteSpec(_ENROLMENT, "host"),
}
