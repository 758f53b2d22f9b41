"""The table as it is now: state and stream, pictures, the watch, health."""

from __future__ import annotations

from web.openapi.components import SHAPES, TEXT
from web.openapi.evening import TOLD
from web.openapi.schema import ANY, BOOLEAN, COUNT, INTEGER, SHARE, STRING, Told, by_key, many, maybe, obj, one_of, ref

_SCANNER = one_of("up", "down", "starting")
_GIVEN = obj(card=STRING, sure=BOOLEAN, read=maybe(COUNT), optional={"at": many(SHARE)})
_EVENING = obj(
    id=COUNT,
    game=STRING,
    deck=STRING,
    faces=by_key(COUNT, "Cards in play and how many of each."),
    options=by_key(ANY),
    players=many(STRING),
    stones=many(INTEGER, "By player."),
    dealer=COUNT,
    seat_order=many(COUNT, "Players by their place, dealer first."),
    round=COUNT,
    pot=INTEGER,
    over=BOOLEAN,
    closed=BOOLEAN,
    away=many(COUNT),
    undoable=maybe(COUNT),
    redoable=maybe(COUNT),
    game_winners=many(COUNT),
    playable=BOOLEAN,
    earlier_games=many(STRING),
    totals=maybe(many(INTEGER), "Won in the whole evening, by player; null in its first game."),
    rounds=many(ref("Round"), "The last round and the last that counts."),
)
_DRAFT = obj(
    begun=BOOLEAN,
    hands=by_key(many(_GIVEN), "By the path of the ask."),
    answers=ref("Answers"),
    picture=maybe(ref("Picture")),
    unsure=COUNT,
    followed=BOOLEAN,
)
_EDITING = obj(number=COUNT, round=COUNT, seats=many(COUNT), net=many(INTEGER), later=COUNT)

SHAPES["State"] = obj(
    "The whole state, the same for every phone.",
    version=COUNT,
    says=maybe(TEXT),
    saved=BOOLEAN,
    scanner=obj(state=_SCANNER, camera=BOOLEAN, demo=BOOLEAN),
    evening=maybe(_EVENING),
    people=obj(number=COUNT, joined=many(STRING)),
    optional={
        "asks": many(ref("Ask"), "What the round must be told; here and below only during an evening."),
        "draft": _DRAFT,
        "preview": ref("Preview"),
        "tabletop": ref("Tabletop"),
        "keeping": maybe(ref("Keeping")),
        "editing": maybe(_EDITING, "The earlier round being corrected."),
    },
)

_SEEN = obj(cards=COUNT, read=ref("PictureRead"))
_STREAM = {
    "type": "string",
    "description": 'Events "state" (data: a State, id: its number) and "beat" (no data) every few seconds.',
}
_ON = obj(on=BOOLEAN)

ROUTES = {
    "GET /api/session": Told(ref("State"), other={"304": "As the ETag sent."}),
    "GET /api/live": Told(_STREAM, media="text/event-stream"),
    "GET /health": Told(obj(status=STRING, version=STRING, scanner=_SCANNER, rounds=COUNT)),
    "GET /openapi.json": Told({"type": "object"}),
    "POST /api/picture": Told(_SEEN, "host", picture=True, query={"to": STRING}),
    "POST /api/look": Told(_SEEN, "host", obj(version=COUNT, optional={"to": maybe(STRING)})),
    "GET /api/tabletop": Told(ref("Tabletop")),
    "GET /api/tabletop/live.jpg": Told({"type": "string", "contentMediaType": "image/jpeg"}, media="image/jpeg"),
    "POST /api/tabletop/shown": Told(obj(filled=BOOLEAN), "host"),
    "POST /api/tabletop/automatic": Told(TOLD, "host", _ON),
    "POST /api/tabletop/zones": Told(TOLD, "host", obj(zones=maybe(many(many(SHARE))))),
    "POST /api/corrections": Told(obj(corrections=maybe(ref("Keeping"))), "host", _ON),
    "POST /api/corrections/forget": Told(obj(corrections=maybe(ref("Keeping"))), "host"),
}
