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
    described,
    enum_of,
    nullable,
    obj,
    ref,
)

RECEIPT = ref("Receipt")
ACKNOWLEDGED = obj(told=BOOLEAN)
_UNDO = obj(optional={"of": described(COUNT, "The last round of an earlier game, by its number.")}, **CHANGE)
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
REPLACE: Schema = {
    "replace": {"type": "boolean", "description": "Replace cards entered by hand; else it is `hands_entered`."}
}
_DRAFT_VERSION = {"version": COUNT}
_SHOWN_CARDS = array(ref("ShownCards"))
_PREVIOUS_SETTLEMENTS = array(ref("Settlement"), "Before it was corrected.")
_HISTORY_ITEM = obj(
    "One entry, or a round with every turn it took (`kind` round).",
    kind=STRING,
    number=COUNT,
    undone=BOOLEAN,
    undoable=described(BOOLEAN, "Whether it is what can be undone next in its game."),
    redoable=BOOLEAN,
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
    names=array(STRING, "Everybody, each person of a pair. Partners share what their pair wins or loses."),
    ranking=array(obj(place=COUNT, name=STRING, net=INTEGER)),
    payments=array(obj(from_=COUNT, to=COUNT, stones=COUNT), "The fewest that settle everybody, by place in `names`."),
    unowned=INTEGER,
    games=array(
        obj(
            game=STRING,
            rounds=COUNT,
            over=BOOLEAN,
            options=described(by_key(ANY), "The house rules it is played by."),
            players=array(STRING),
            stones=array(INTEGER),
            brought=array(INTEGER),
            bought=array(INTEGER, "Of `brought`, what was taken in the middle of the game."),
            winners=array(STRING),
            nets=array(nullable(INTEGER), "What each of `names` won or lost in it; null for who sat in no seat."),
        )
    ),
    wins=array(COUNT),
    best=array(
        obj(
            name=described(STRING, "Of the seat: of a pair both names."),
            game=COUNT,
            class_=nullable(STRING),
            total=nullable(INTEGER),
            round=COUNT,
            notable=described(BOOLEAN, "False for what is no more than a count of points, or lost."),
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

_GAMES = array(obj(game=STRING, rounds=COUNT))
_RANKING = array(obj(place=COUNT, name=STRING, net=INTEGER))
_HAND = {"class": nullable(STRING), "total": nullable(INTEGER), "cards": CODES, "round": COUNT}
_EVENINGS = obj(
    evenings=array(
        obj(id=COUNT, began=STRING, changed=STRING, closed=BOOLEAN, readable=BOOLEAN, games=_GAMES, ranking=_RANKING),
        "Newest first.",
    ),
    more=BOOLEAN,
    current=nullable(COUNT, "The one under way."),
)
_PLAYED_ROUND = obj(
    number=COUNT,
    game=COUNT,
    round=COUNT,
    at=STRING,
    seats=array(STRING),
    net=array(INTEGER),
    undone=BOOLEAN,
    hands=array(obj(seat=COUNT, class_=nullable(STRING), total=nullable(INTEGER), cards=CODES)),
)
_PERSON = obj(
    name=STRING,
    evenings=COUNT,
    rounds=COUNT,
    wins=COUNT,
    net=INTEGER,
    favourite=nullable(STRING, "The game of most rounds."),
    games=_GAMES,
    best=array(obj(game=STRING, evening=COUNT, **{f"{name}_": each for name, each in _HAND.items()})),
    last=STRING,
)
_WHICH_EVENING = {"evening": described(COUNT, "The ID of an earlier evening.")}

_RULE_SET = obj(name=STRING, game=STRING, options=by_key(ANY))
_RULE_SETS = obj(sets=array(_RULE_SET, "Of every game, the one saved last at the end."))

ROUTES = {
    "GET /api/house-rules": RouteSpec(_RULE_SETS),
    "POST /api/house-rules": RouteSpec(_RULE_SETS, "host", _RULE_SET),
    "DELETE /api/house-rules/<name>": RouteSpec(_RULE_SETS, "host"),
    "GET /api/evenings": RouteSpec(_EVENINGS, query={"before": COUNT}),
    "GET /api/evenings/<int:number>": RouteSpec(obj(id=COUNT, tally=_TALLY, rounds=array(_PLAYED_ROUND))),
    "POST /api/evenings/<int:number>/continue": RouteSpec(RECEIPT, "host", obj(optional=_PIN, **CHANGE)),
    "GET /api/players": RouteSpec(obj(players=array(_PERSON, "Whoever played most evenings first."))),
    "POST /api/evening": RouteSpec(RECEIPT, "host", obj(optional={**_OPENING_OPTIONAL, **_PIN}, **_OPENING)),
    "POST /api/game": RouteSpec(RECEIPT, "host", obj(optional={**_OPENING_OPTIONAL, "dealer": COUNT}, **_OPENING)),
    "POST /api/game/again": RouteSpec(RECEIPT, "host", obj(**CHANGE)),
    "POST /api/draft": RouteSpec(
        ACKNOWLEDGED, "player", obj(answers=ref("Answers"), optional={"was": ref("Answers")}, **_DRAFT_VERSION)
    ),
    "POST /api/draft/give": RouteSpec(ACKNOWLEDGED, "host", obj(read=COUNT, to=STRING, **_DRAFT_VERSION)),
    "POST /api/draft/share": RouteSpec(ACKNOWLEDGED, "host", obj(optional=REPLACE, **_DRAFT_VERSION)),
    "POST /api/draft/restore": RouteSpec(ACKNOWLEDGED, "host", obj(**_DRAFT_VERSION)),
    "POST /api/draft/unshare": RouteSpec(ACKNOWLEDGED, "host", obj(**_DRAFT_VERSION)),
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
            followed=described(BOOLEAN, "Whether a camera followed it: `/api/rounds/{number}/record` has what it saw."),
        )
    ),
    "GET /api/rounds/<int:number>/record": RouteSpec(ref("RoundRecord"), query=_WHICH_EVENING),
    "POST /api/rounds/<int:number>/reopen": RouteSpec(ACKNOWLEDGED, "host", obj(**_DRAFT_VERSION)),
    "POST /api/undo": RouteSpec(RECEIPT, "host", _UNDO),
    "POST /api/redo": RouteSpec(RECEIPT, "host", _UNDO),
    "POST /api/close": RouteSpec(RECEIPT, "host", obj(optional=_PIN, **CHANGE)),
    "POST /api/seats/ask": RouteSpec(ACKNOWLEDGED),
    "POST /api/seats/decline": RouteSpec(ACKNOWLEDGED, "host", obj(player=STRING)),
    "POST /api/seats/<move>": RouteSpec(
        RECEIPT,
        "host",
        obj(optional={"player": STRING, "stones": COUNT, "place": COUNT, "one": STRING, "other": STRING}, **CHANGE),
        path={"move": enum_of("join", "leave", "swap", "buy")},
    ),
    "GET /api/history": RouteSpec(obj(items=array(_HISTORY_ITEM), more=BOOLEAN), query={"before": COUNT}),
    "GET /api/tally": RouteSpec(_TALLY),
    "GET /api/ledger": RouteSpec(
        {"type": "string", "contentMediaType": "application/gzip"}, "host", media_type="application/gzip"
    ),
    "GET /evening.json": RouteSpec(_FILE, query=_WHICH_EVENING),
    "GET /evening.csv": RouteSpec(STRING, media_type="text/csv", query=_WHICH_EVENING),
    "GET /evening.txt": RouteSpec(STRING, media_type="text/plain", query=_WHICH_EVENING),
    "POST /api/import": RouteSpec(
        RECEIPT, "host", obj(evening=_FILE, optional=_PIN, **CHANGE), refused_by_view=frozenset({"evening"})
    ),
    "POST /api/demo/evening": RouteSpec(
        RECEIPT,
        "host",
        obj(optional={"game": STRING, "players": array(STRING), **_OPENING_OPTIONAL, **_PIN}, **CHANGE),
    ),
    "POST /api/demo": RouteSpec(ACKNOWLEDGED, "host", obj(on=BOOLEAN)),
    "POST /api/demo/round": RouteSpec(
        obj(cards=COUNT), "host", obj(optional={"seed": INTEGER, **REPLACE}, **_DRAFT_VERSION)
    ),
    "GET /api/seen": RouteSpec(obj(deck=nullable(STRING), mine=CODES, others=CODES)),
}
