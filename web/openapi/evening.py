"""The evening and its ledger."""

from __future__ import annotations

from web.openapi.components import CHANGE, CODES
from web.openapi.schema import ANY, BOOLEAN, COUNT, INTEGER, STRING, Schema, Told, by_key, many, maybe, obj, one_of, ref

RECEIPT = ref("Receipt")
TOLD = obj(told=BOOLEAN)
_CHANGE = obj(**CHANGE)
_PIN: Schema = {"pin": {"type": "string", "description": "Needed where something is destroyed or given away."}}
_OPEN = {
    "game": STRING,
    "players": many(STRING, "Names by seat."),
    **CHANGE,
}
_MORE = {
    "deck": {"type": "string", "description": "A kind, or the name of an enrolled deck."},
    "options": by_key(ANY, "House rules other than the usual ones."),
    "stones": many(COUNT, "What each begins with."),
}
_DRAFTED = {"version": COUNT}
_WAS = many(ref("Settlement"), "Before it was corrected.")
_HAPPENED = obj(
    "One entry, or a round with every turn it took (`kind` round).",
    kind=STRING,
    number=COUNT,
    undone=BOOLEAN,
    optional={
        "game": ANY,
        "round": COUNT,
        "seats": many(STRING),
        "net": many(INTEGER),
        "turns": many(obj(kind=STRING, who=STRING, at=STRING, by=COUNT)),
        "was": many(many(INTEGER)),
        "who": STRING,
        "at": STRING,
        "by": COUNT,
        "players": many(STRING),
        "player": STRING,
        "stones": ANY,
        "one": STRING,
        "other": STRING,
    },
)
_TALLY = obj(
    names=many(STRING),
    ranking=many(obj(place=COUNT, name=STRING, net=INTEGER)),
    payments=many(obj(from_=COUNT, to=COUNT, stones=COUNT), "The fewest that settle everybody, by place in `names`."),
    unowned=INTEGER,
    games=many(
        obj(
            game=STRING,
            rounds=COUNT,
            over=BOOLEAN,
            players=many(STRING),
            stones=many(INTEGER),
            brought=many(INTEGER),
            winners=many(STRING),
        )
    ),
    wins=many(COUNT),
    best=many(obj(name=STRING, game=COUNT, class_=maybe(STRING), total=maybe(INTEGER), round=COUNT)),
    course=many(obj(game=COUNT, round=COUNT, held=many(maybe(INTEGER)))),
)
_FILE = obj(
    format=STRING,
    entries=many(obj(sequence=COUNT, version=COUNT, who=STRING, at=STRING, entry=by_key(ANY))),
)

ROUTES = {
    "POST /api/evening": Told(RECEIPT, "host", obj(optional={**_MORE, **_PIN}, **_OPEN)),
    "POST /api/game": Told(RECEIPT, "host", obj(optional={**_MORE, "dealer": COUNT}, **_OPEN)),
    "POST /api/draft": Told(TOLD, "player", obj(answers=ref("Answers"), **_DRAFTED)),
    "POST /api/draft/give": Told(TOLD, "host", obj(read=COUNT, to=STRING, **_DRAFTED)),
    "POST /api/draft/clear": Told(TOLD, "host", obj(**_DRAFTED)),
    "POST /api/preview": Told(ref("Preview"), body=obj(answers=ref("Answers"))),
    "POST /api/rounds": Told(RECEIPT, "host", obj(answers=ref("Answers"), **CHANGE)),
    "GET /api/rounds/<int:number>": Told(
        obj(
            number=COUNT,
            game=COUNT,
            round=COUNT,
            seats=many(STRING),
            undone=BOOLEAN,
            settlement=ref("Settlement"),
            was=_WAS,
        )
    ),
    "POST /api/rounds/<int:number>/reopen": Told(TOLD, "host", obj(**_DRAFTED)),
    "POST /api/undo": Told(RECEIPT, "host", _CHANGE),
    "POST /api/redo": Told(RECEIPT, "host", _CHANGE),
    "POST /api/close": Told(RECEIPT, "host", obj(optional=_PIN, **CHANGE)),
    "POST /api/seats/<move>": Told(
        RECEIPT,
        "host",
        obj(optional={"player": STRING, "stones": COUNT, "place": COUNT, "one": STRING, "other": STRING}, **CHANGE),
        path={"move": one_of("join", "leave", "swap")},
    ),
    "GET /api/history": Told(obj(items=many(_HAPPENED), more=BOOLEAN), query={"before": COUNT}),
    "GET /api/tally": Told(_TALLY),
    "GET /evening.json": Told(_FILE),
    "GET /evening.csv": Told(STRING, media="text/csv"),
    "GET /evening.txt": Told(STRING, media="text/plain"),
    "POST /api/import": Told(RECEIPT, "host", obj(evening=_FILE, optional=_PIN, **CHANGE)),
    "POST /api/demo/evening": Told(RECEIPT, "host", obj(optional=_PIN, **CHANGE)),
    "POST /api/demo/round": Told(obj(cards=COUNT), "host", obj(optional={"seed": INTEGER}, **_DRAFTED)),
    "GET /api/seen": Told(obj(deck=maybe(STRING), mine=CODES, others=CODES)),
}
