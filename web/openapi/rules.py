"""What can be played and learned: straight from the games' own data."""

from __future__ import annotations

from web.openapi.components import CODES, NAME, TEXT
from web.openapi.schema import ANY, COUNT, INTEGER, STRING, Told, by_key, many, maybe, obj, ref

_SAID = obj(name=NAME, says=TEXT)
_OPTION = obj(
    key=STRING,
    label=TEXT,
    help=TEXT,
    default=ANY,
    values=many(ANY),
    says=many(TEXT),
    least=maybe(INTEGER),
    most=maybe(INTEGER),
)
_GAME = obj(
    key=STRING,
    name=NAME,
    says=TEXT,
    decks=many(STRING),
    seats=many(COUNT, "Fewest and most."),
    options=many(_OPTION),
    outcomes=by_key(TEXT),
    classes=many(obj(key=STRING, name=NAME, says=TEXT, example=CODES)),
    words=many(_SAID),
    lesson=many(obj(title=TEXT, body=TEXT)),
)
_FACE = obj(name=NAME, spoken=TEXT, number=maybe(INTEGER), kind=STRING, copies=COUNT)
_DECK = obj(
    kind=STRING,
    name=NAME,
    faces=by_key(_FACE, "By card code."),
    groups=many(obj(name=NAME, codes=CODES)),
)
_LAID = obj(card=STRING, name=NAME, number=maybe(INTEGER), group=NAME, kind=NAME, points=maybe(INTEGER))
_LEARNT = obj(
    cards=many(_LAID),
    value=maybe(ref("Hand")),
    class_=maybe(_SAID),
    near=many(ref("Chance"), "Special hands that one more card makes."),
    odds=maybe(obj(unseen=COUNT, sections=many(obj(key=STRING, title=TEXT, lines=many(ref("Chance")))))),
    why_not=by_key(obj(code=STRING, message=TEXT, seat=maybe(INTEGER), cards=CODES), "By the part that is null."),
)
_QUESTION = obj(
    key=STRING,
    drill=STRING,
    cards=CODES,
    ask=TEXT,
    choices=many(ANY),
    right=COUNT,
    why=many(ANY),
)
_OPTIONS = {"options": {"type": "string", "description": "House rules as a JSON object."}}
_WITH_DECK = {"deck": STRING}

ROUTES = {
    "GET /api/games": Told(obj(games=many(_GAME))),
    "GET /api/decks": Told(obj(decks=many(_DECK))),
    "GET /api/agreed": Told(obj(options=by_key(ANY)), query={"game": STRING, **_OPTIONS}),
    "GET /api/learn/<key>": Told(
        _LEARNT,
        query={"cards": {"type": "string", "description": "Codes with commas."}, "seen": STRING, "role": STRING}
        | _OPTIONS,
    ),
    "GET /api/advice": Told(
        obj(
            game=maybe(STRING),
            me=STRING,
            seat=maybe(COUNT),
            place=maybe(TEXT),
            advice=many(ref("Reason")),
        ),
        query={"game": STRING, "seat": COUNT, "seats": COUNT} | _OPTIONS,
    ),
    "GET /api/drill/<key>": Told(
        obj(
            game=STRING,
            deck=STRING,
            drills=by_key(TEXT, "What each kind of question is called, in the order they are best learnt."),
            names=by_key(NAME),
            questions=many(_QUESTION),
        ),
        query=_WITH_DECK | _OPTIONS,
    ),
    "GET /api/glossary/<key>": Told(obj(game=STRING, deck=STRING, terms=many(ref("Term"))), query=_WITH_DECK),
}
