"""What the routes of the hall for machines take and answer."""

from __future__ import annotations

from typing import Any

from web.hall.events.standings import SCORINGS
from web.openapi.components import SCHEMAS
from web.openapi.schema import (
    ANY,
    BOOLEAN,
    COUNT,
    INTEGER,
    LAST_ID,
    STRING,
    ApiDescription,
    RouteSpec,
    Schema,
    array,
    by_key,
    described,
    enum_of,
    nullable,
    obj,
    ref,
)

TABLE = "table"
"""Role of a table that has joined and shows its key."""

_TEXT = (
    "Anybody may read. A table joins with the code that the hall's referee sees, and gets a key, which it sends with "
    "its ledger entries. A request that may change something needs an `Origin` header equal to its `Host`. What "
    "referees do are forms of pages and no part of this API. Names and meanings stay; answers may gain members."
)
_ROLES = {"anyone": "Anybody.", TABLE: "A table that has joined, by its key; others are refused with `not_joined`."}
_SECURITY: dict[str, Schema] = {
    "key": {"type": "http", "scheme": "bearer", "description": "The key that a table got when it joined."}
}
_SEQUENCE: Schema = {"type": "integer", "minimum": 1, "maximum": LAST_ID}
_WHICH_TABLE, _WHICH_EVENT = {"table": _SEQUENCE}, {"event": _SEQUENCE}
_JOIN = obj(
    code={"type": "string", "maxLength": 40},
    name={"type": "string", "maxLength": 80},
    ledger={"type": "string", "minLength": 16, "maxLength": 40, "pattern": "^[0-9a-f]+$"},
    url={"type": "string", "maxLength": 200, "pattern": "^(https?://[^ \"'<>]+)?$"},
    first=described(_SEQUENCE, "The sequence of the first entry that it would send."),
    evening=described(_SEQUENCE, "The evening of that entry."),
    anew=described(BOOLEAN, "It left the hall, so what it played meanwhile is not to be sent."),
)
_CARD: dict[str, Schema] = {
    "table": COUNT,
    "name": STRING,
    "state": enum_of("active", "diverged", "removed"),
    "sequence": described(COUNT, "Of its last entry here."),
    "heard_at": described(STRING, "By the hall's clock, ISO 8601."),
    "evening": nullable(enum_of("open", "closed", "broken"), "How its evening stands; null before the first."),
    "disagreements": described(COUNT, "Rounds that count and that the rules settle otherwise."),
    "game": nullable(STRING),
    "round": COUNT,
    "over": BOOLEAN,
    "players": array(obj(name=STRING, stones=INTEGER)),
}
_BOARD = obj(
    board=COUNT,
    players=array(STRING, "Who sits here, the first dealer first."),
    numbers=array(COUNT, "The same as numbers of players."),
    nets=nullable(array(INTEGER), "Stones won by seat; null without a result."),
    from_=nullable(enum_of("referee", TABLE), "Where the result comes from."),
    rounds=described(COUNT, "Rounds played, as the table booked them."),
    table=nullable(COUNT, "The table that plays this board."),
    same_rules=described(BOOLEAN, "Whether it plays by the house rules of the event."),
)
_STANDING = obj(
    place=described(COUNT, "From 1; those who share it have the same."),
    player=COUNT,
    name=STRING,
    points=INTEGER,
    stones=INTEGER,
    won=described(COUNT, "Boards won."),
    best=described(INTEGER, "Stones of the best board."),
    boards=COUNT,
    out=described(COUNT, "Rounds sat out."),
    state=enum_of("playing", "withdrawn"),
)
_SHARED: dict[str, Schema] = {
    "Text": SCHEMAS["Text"],
    "Error": SCHEMAS["Error"],
    "TableCard": obj("What a table shows.", **_CARD),
    "TableDetail": obj(
        "A table with its last rounds and what each name won this evening.",
        **_CARD,
        url=STRING,
        evening_id=nullable(COUNT),
        disagreeing=array(
            obj(game=described(COUNT, "Of the evening, from 1."), round=COUNT),
            "Rounds that the rules settle otherwise. Undone ones are left out, and those whose correction is right.",
        ),
        rounds=array(
            obj(
                number=COUNT,
                round=COUNT,
                undone=BOOLEAN,
                edited=BOOLEAN,
                disagrees=BOOLEAN,
                seats=array(STRING),
                net=array(INTEGER),
            )
        ),
        totals=array(obj(name=STRING, member=nullable(COUNT), member_name=nullable(STRING), net=INTEGER)),
    ),
    "Event": obj(
        "An event as it stands.",
        event=COUNT,
        version=described(COUNT, "The number of its entries."),
        name=STRING,
        game=STRING,
        options=by_key(ANY, "House rules by key."),
        size=described(COUNT, "Seats of a board."),
        scoring=enum_of(*SCORINGS),
        counts=described(ref("Text"), "What counts, and how ties are broken."),
        planned=described(COUNT, "Rounds planned."),
        minutes=described(COUNT, "Of one round."),
        closed=BOOLEAN,
        clock=nullable(
            obj(left_s=described(COUNT, "Seconds left when this was sent."), runs=BOOLEAN), "Of the last round."
        ),
        rounds=array(obj(round=COUNT, begun=BOOLEAN, boards=array(_BOARD), out=array(STRING, "Who sits out."))),
        standings=array(_STANDING, "The first first."),
    ),
}
_STREAM = described(STRING, "Server-sent events; `beat` every four seconds. A page that hears nothing asks anew.")

_ROUTES: dict[str, RouteSpec] = {
    "GET /api/live": RouteSpec(_STREAM, media_type="text/event-stream"),
    "GET /api/live/<int:table>": RouteSpec(_STREAM, media_type="text/event-stream", path=_WHICH_TABLE),
    "GET /api/live/events/<int:event>": RouteSpec(_STREAM, media_type="text/event-stream", path=_WHICH_EVENT),
    "GET /api/tables": RouteSpec(obj(tables=array(ref("TableCard")))),
    "POST /api/tables": RouteSpec(
        obj(table=COUNT, key=described(STRING, "Known to nobody else."), next=described(COUNT, "To be sent first.")),
        body=_JOIN,
    ),
    "DELETE /api/tables": RouteSpec(obj(table=COUNT), TABLE),
    "GET /api/tables/<int:table>": RouteSpec(ref("TableDetail"), path=_WHICH_TABLE),
    "POST /api/tables/entries": RouteSpec(
        obj(next=described(COUNT, "The sequence to send next."), stored=described(COUNT, "How many were new.")),
        TABLE,
        obj(entries=array(ANY, "Ledger entries in order, 1 to 500, at most 8 MB; others are refused: `bad_batch`.")),
    ),
    "GET /api/events": RouteSpec(
        obj(events=array(obj(event=COUNT, name=STRING, game=STRING, day=STRING), "The newest first, at most 50.")),
        query={"before": COUNT},
    ),
    "GET /api/events/<int:event>": RouteSpec(ref("Event"), path=_WHICH_EVENT),
    "GET /api/events/<int:event>/results.csv": RouteSpec(STRING, media_type="text/csv", path=_WHICH_EVENT),
    "GET /api/events/<int:event>/results.json": RouteSpec(ref("Event"), path=_WHICH_EVENT),
    "GET /health": RouteSpec(obj(status=STRING, version=STRING, tables=COUNT, watching=COUNT)),
    "GET /openapi.json": RouteSpec({"type": "object"}),
}


def hall_api() -> ApiDescription:
    """What a hall serves to machines."""
    routes: dict[tuple[str, str], Any] = {}
    for route, spec in _ROUTES.items():
        method, _, rule = route.partition(" ")
        routes[method, rule] = spec
    return ApiDescription(_TEXT, routes, _SHARED, _ROLES, _SECURITY)
