"""Routes of the table now: state and stream, pictures, watch, health."""

from __future__ import annotations

from web.openapi.components import SCHEMAS, TEXT
from web.openapi.evening import ACKNOWLEDGED, REPLACE
from web.openapi.schema import (
    ANY,
    BOOLEAN,
    COUNT,
    INTEGER,
    SHARE,
    STRING,
    RouteSpec,
    array,
    by_key,
    described,
    enum_of,
    nullable,
    obj,
    ref,
)

_SCANNER = enum_of("up", "down", "starting")
_DRAFT_CARD = obj(card=STRING, sure=BOOLEAN, read=nullable(COUNT), optional={"at": array(SHARE), "earlier": STRING})
_EVENING = obj(
    id=COUNT,
    game=STRING,
    deck=STRING,
    faces=by_key(COUNT, "Cards in play and how many of each."),
    numbers=by_key(COUNT, "Numbers of the cards that this game counts otherwise than they are printed."),
    options=by_key(ANY),
    players=array(STRING),
    members=array(array(STRING), "The people who play under each name of `players`: one, or both of a pair."),
    stones=array(INTEGER, "By player."),
    dealer=COUNT,
    seat_order=array(COUNT, "Players by their place, dealer first."),
    round=COUNT,
    pot=INTEGER,
    over=BOOLEAN,
    closed=BOOLEAN,
    away=array(COUNT),
    undoable=nullable(COUNT),
    redoable=nullable(COUNT),
    game_winners=array(COUNT),
    playable=BOOLEAN,
    can_join=described(BOOLEAN, "Whether one more can sit down: `/api/seats/ask`, `/api/seats/join`."),
    can_buy=described(BOOLEAN, "Whether somebody seated can take more stones: `/api/seats/buy`."),
    earlier_games=array(STRING),
    totals=nullable(array(INTEGER), "Won in the whole evening, by player, of a pair both; null in its first game."),
    member_totals=nullable(array(array(INTEGER)), "The same, by the people of `members`."),
    rounds=array(ref("Round"), "The last round and the last that counts."),
)
_DRAFT = obj(
    begun=BOOLEAN,
    hands=by_key(array(_DRAFT_CARD), "By the path of the ask."),
    answers=ref("Answers"),
    picture=nullable(ref("Picture")),
    unsure=COUNT,
    followed=BOOLEAN,
    shared_out=described(BOOLEAN, "Whether a picture was shared out to the seats last: `/api/draft/unshare`."),
    implied=described(ref("Answers"), "Answers that follow from others; they are in `answers`, too."),
    earlier_reads=by_key(
        obj(name=STRING, width=COUNT, height=COUNT, read=ref("Read")), "Cards as read on earlier pictures."
    ),
)
_EDITING = obj(
    number=COUNT,
    round=COUNT,
    seats=array(COUNT, "Players of its game."),
    net=array(INTEGER),
    later=COUNT,
    evening=nullable(_EVENING, "The game of the round, if another is being played."),
)

SCHEMAS["State"] = obj(
    "The whole state, the same for every phone.",
    version=COUNT,
    says=nullable(TEXT),
    saved=BOOLEAN,
    scanner=obj(state=_SCANNER, camera=BOOLEAN, demo=BOOLEAN),
    evening=nullable(_EVENING),
    people=obj(number=COUNT, joined=array(STRING), asking=array(STRING, "Who asks for a seat.")),
    optional={
        "asks": array(ref("Ask"), "What the round must be told; here and below only during an evening."),
        "draft": _DRAFT,
        "dropped": described(BOOLEAN, "Whether the round was started over just now: `/api/draft/restore`."),
        "preview": ref("Preview"),
        "notes": by_key(array(TEXT), "By seat what the game can say of its cards so far."),
        "worth": by_key(
            obj(**{"class": nullable(STRING), "total": nullable(INTEGER)}),
            "By seat what a hand that has its cards is worth, also while others are missing.",
        ),
        "tabletop": ref("Tabletop"),
        "following": ref("Following"),
        "keeping": nullable(ref("Keeping")),
        "editing": nullable(_EDITING, "The earlier round being corrected."),
    },
)

_PICTURE_RESULT = obj(
    cards=COUNT,
    read=ref("PictureRead"),
    advice=nullable(TEXT, "Why there are no cards, or too few, and what to do about it."),
)
_STREAM = {
    "type": "string",
    "description": 'Events "state" (data: a State, id: its number) and "beat" (no data) every few seconds.',
}
_SWITCH = obj(on=BOOLEAN)

ROUTES = {
    "GET /api/session": RouteSpec(ref("State"), other_statuses={"304": "As the ETag sent."}),
    "GET /api/live": RouteSpec(_STREAM, media_type="text/event-stream"),
    "GET /health": RouteSpec(
        obj(
            status=STRING,
            version=STRING,
            scanner=_SCANNER,
            rounds=COUNT,
            ledger=enum_of("saved", "memory", "shared"),
            folds=enum_of("kept", "renewed"),
            unreadable=array(COUNT, "Evenings."),
        )
    ),
    "GET /openapi.json": RouteSpec({"type": "object"}),
    "POST /api/picture": RouteSpec(
        _PICTURE_RESULT, "player", accepts_picture=True, query={"to": STRING, "replace": enum_of("true", "false")}
    ),
    "POST /api/look": RouteSpec(
        _PICTURE_RESULT, "host", obj(version=COUNT, optional={"to": nullable(STRING), **REPLACE})
    ),
    "GET /api/tabletop": RouteSpec(ref("Tabletop")),
    "GET /api/tabletop/live.jpg": RouteSpec(
        {"type": "string", "contentMediaType": "image/jpeg"}, media_type="image/jpeg"
    ),
    "POST /api/tabletop/shown": RouteSpec(obj(filled=BOOLEAN), "host"),
    "POST /api/tabletop/automatic": RouteSpec(ACKNOWLEDGED, "host", _SWITCH),
    "POST /api/tabletop/zones": RouteSpec(ACKNOWLEDGED, "host", obj(zones=nullable(array(array(SHARE))))),
    "POST /api/following": RouteSpec(
        obj(
            on=BOOLEAN,
            hints=BOOLEAN,
            missing=array(
                obj(
                    code=STRING,
                    text=TEXT,
                    path=described(STRING, 'The page with the cure, or "".'),
                    label=nullable(TEXT),
                ),
                "What keeps it off.",
            ),
        ),
        "host",
        obj(on=BOOLEAN, optional={"hints": BOOLEAN}),
    ),
    "POST /api/following/back": RouteSpec(ACKNOWLEDGED, "host", obj(count=COUNT)),
    "POST /api/following/found": RouteSpec(ACKNOWLEDGED, "host", obj()),
    "POST /api/following/hand": RouteSpec(ACKNOWLEDGED, "host", obj()),
    "POST /api/following/replace": RouteSpec(ACKNOWLEDGED, "host", obj(path=STRING)),
    "POST /api/following/asks": RouteSpec(ACKNOWLEDGED, "host", obj(keys=array(STRING))),
    "POST /api/corrections": RouteSpec(obj(corrections=nullable(ref("Keeping"))), "host", _SWITCH),
    "POST /api/corrections/forget": RouteSpec(obj(corrections=nullable(ref("Keeping"))), "host"),
}
