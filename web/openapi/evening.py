"""Routes of the evening and its ledger."""

from __future__ import annotations

from web.openapi.components import CHANGE, CODES
from web.openapi.schema import (
    ANY,
    BOOLEAN,
    COUNT,
    INTEGER,
    STRING,
    RouteSpec,
    Schema,
    array,
    by_key,
    enum_of,
    nullable,
    obj,
    ref,
)

RECEIPT = ref("Receipt")
ACKNOWLEDGED = obj(told=BOOLEAN)
_CHANGE = obj(**CHANGE)
_PIN: Schema = {"pin": {"type": "string", "description": "Needed where something is destroyed or given away."}}
_OPENING = {
    "game": STRING,
    "players": array(STRING, "Names by seat."),
    **CHANGE,
}
_OPENING_OPTIONAL = {
    "deck": {"type": "string", "description": "A kind, or the name of an enrolled deck."},
    "options": by_key(ANY, "House rules other than the usual ones."),
    "stones": array(COUNT, "What each begins with."),
}
_DRAFT_VERSION = {"version": COUNT}
_SHOWN_CARDS = array(ref("ShownCards"))
_PREVIOUS_SETTLEMENTS = array(ref("Settlement"), "Before it was corrected.")
_HISTORY_ITEM = obj(
    "One entry, or a round with every turn it took (`kind` round).",
    kind=STRING,
    number=COUNT,
    undone=BOOLEAN,
    optional={
        "game": ANY,
        "round": COUNT,
        "seats": array(STRING),
        "net": array(INTEGER),
        "turns": array(obj(kind=STRING, who=STRING, at=STRING, by=COUNT)),
        "was": array(array(INTEGER)),
        "who": STRING,
        "at": STRING,
        "by": COUNT,
        "players": array(STRING),
        "player": STRING,
        "stones": ANY,
        "one": STRING,
        "other": STRING,
    },
)
_TALLY = obj(
    names=array(STRING),
    ranking=array(obj(place=COUNT, name=STRING, net=INTEGER)),
    payments=array(obj(from_=COUNT, to=COUNT, stones=COUNT), "The fewest that settle everybody, by place in `names`."),
    unowned=INTEGER,
    games=array(
        obj(
            game=STRING,
            rounds=COUNT,
            over=BOOLEAN,
            players=array(STRING),
            stones=array(INTEGER),
            brought=array(INTEGER),
            winners=array(STRING),
        )
    ),
    wins=array(COUNT),
    best=array(
        obj(
            name=STRING,
            game=COUNT,
            class_=nullable(STRING),
            total=nullable(INTEGER),
            round=COUNT,
            cards=CODES,
            counted=array(BOOLEAN),
        )
    ),
    course=array(obj(game=COUNT, round=COUNT, held=array(nullable(INTEGER)))),
)
_FILE = obj(
    format=STRING,
    entries=array(obj(sequence=COUNT, version=COUNT, who=STRING, at=STRING, entry=by_key(ANY))),
)

ROUTES = {
    "POST /api/evening": RouteSpec(RECEIPT, "host", obj(optional={**_OPENING_OPTIONAL, **_PIN}, **_OPENING)),
    "POST /api/game": RouteSpec(RECEIPT, "host", obj(optional={**_OPENING_OPTIONAL, "dealer": COUNT}, **_OPENING)),
    "POST /api/draft": RouteSpec(ACKNOWLEDGED, "player", obj(answers=ref("Answers"), **_DRAFT_VERSION)),
    "POST /api/draft/give": RouteSpec(ACKNOWLEDGED, "host", obj(read=COUNT, to=STRING, **_DRAFT_VERSION)),
    "POST /api/draft/clear": RouteSpec(ACKNOWLEDGED, "host", obj(**_DRAFT_VERSION)),
    "POST /api/preview": RouteSpec(ref("Preview"), body=obj(answers=ref("Answers"))),
    "POST /api/rounds": RouteSpec(RECEIPT, "host", obj(answers=ref("Answers"), **CHANGE)),
    "GET /api/rounds/<int:number>": RouteSpec(
        obj(
            number=COUNT,
            game=COUNT,
            round=COUNT,
            seats=array(STRING),
            undone=BOOLEAN,
            settlement=ref("Settlement"),
            cards=_SHOWN_CARDS,
            was_cards=array(_SHOWN_CARDS, "Of each of `was`."),
            was=_PREVIOUS_SETTLEMENTS,
        )
    ),
    "POST /api/rounds/<int:number>/reopen": RouteSpec(ACKNOWLEDGED, "host", obj(**_DRAFT_VERSION)),
    "POST /api/undo": RouteSpec(RECEIPT, "host", _CHANGE),
    "POST /api/redo": RouteSpec(RECEIPT, "host", _CHANGE),
    "POST /api/close": RouteSpec(RECEIPT, "host", obj(optional=_PIN, **CHANGE)),
    "POST /api/seats/<move>": RouteSpec(
        RECEIPT,
        "host",
        obj(optional={"player": STRING, "stones": COUNT, "place": COUNT, "one": STRING, "other": STRING}, **CHANGE),
        path={"move": enum_of("join", "leave", "swap")},
    ),
    "GET /api/history": RouteSpec(obj(items=array(_HISTORY_ITEM), more=BOOLEAN), query={"before": COUNT}),
    "GET /api/tally": RouteSpec(_TALLY),
    "GET /evening.json": RouteSpec(_FILE),
    "GET /evening.csv": RouteSpec(STRING, media_type="text/csv"),
    "GET /evening.txt": RouteSpec(STRING, media_type="text/plain"),
    "POST /api/import": RouteSpec(
        RECEIPT, "host", obj(evening=_FILE, optional=_PIN, **CHANGE), refused_by_view=frozenset({"evening"})
    ),
    "POST /api/demo/evening": RouteSpec(RECEIPT, "host", obj(optional=_PIN, **CHANGE)),
    "POST /api/demo/round": RouteSpec(obj(cards=COUNT), "host", obj(optional={"seed": INTEGER}, **_DRAFT_VERSION)),
    "GET /api/seen": RouteSpec(obj(deck=nullable(STRING), mine=CODES, others=CODES)),
}
