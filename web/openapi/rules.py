"""Routes of what can be played and learned, from the games' own data."""

from __future__ import annotations

from web.openapi.components import CODES, NAME, TEXT
from web.openapi.schema import (
    ANY,
    BOOLEAN,
    COUNT,
    INTEGER,
    NUMBER,
    STRING,
    RouteSpec,
    array,
    by_key,
    described,
    nullable,
    obj,
    ref,
)

_NAMED_TERM = obj(name=NAME, says=TEXT)
_OPTION = obj(
    key=STRING,
    label=TEXT,
    help=TEXT,
    default=ANY,
    values=array(ANY),
    says=array(TEXT),
    least=nullable(INTEGER),
    most=nullable(INTEGER),
    amounts=array(obj(key=STRING, name=NAME), "A house rule of amounts is an object: a number for any of these keys."),
)
_GAME = obj(
    key=STRING,
    name=NAME,
    says=TEXT,
    decks=array(STRING),
    seats=array(COUNT, "Fewest and most."),
    options=array(_OPTION),
    rounds=array(TEXT, "Names of the rounds, where players name them."),
    outcomes=by_key(TEXT),
    classes=array(obj(key=STRING, name=NAME, says=TEXT, example=CODES)),
    told_apart=described(CODES, "Cards that only this game tells from others of the same face, and those others."),
    words=array(_NAMED_TERM),
    lesson=array(obj(title=TEXT, body=TEXT)),
)
_FACE = obj(name=NAME, spoken=TEXT, number=nullable(INTEGER), kind=STRING, copies=COUNT)
_DECK = obj(
    kind=STRING,
    name=NAME,
    faces=by_key(_FACE, "By card code."),
    groups=array(obj(name=NAME, codes=CODES)),
    extras=array(obj(name=NAME, codes=CODES), "Further cards, which only some games add to the pack."),
)
_LAID_CARD = obj(card=STRING, name=NAME, number=nullable(INTEGER), group=NAME, kind=NAME, points=nullable(INTEGER))
_AVERAGE = obj("What a stake of one stone brings on average.", exact=STRING, decimal=NUMBER)
_ODDS_SECTION = obj(key=STRING, title=TEXT, lines=array(ref("Chance")), optional={"average": _AVERAGE})
_HAND_EXPLANATION = obj(
    cards=array(_LAID_CARD),
    value=nullable(ref("Hand")),
    class_=nullable(_NAMED_TERM),
    near=array(ref("Chance"), "Special hands that one more card makes."),
    odds=nullable(obj(unseen=COUNT, sections=array(_ODDS_SECTION))),
    why_not=by_key(obj(code=STRING, message=TEXT, seat=nullable(INTEGER), cards=CODES), "By the part that is null."),
)
_QUESTION = obj(
    key=STRING,
    drill=STRING,
    cards=CODES,
    rows=array(obj(label=TEXT, cards=CODES), "Cards beside these, such as the field."),
    ask=TEXT,
    choices=array(ANY),
    right=COUNT,
    why=array(ANY),
)
_ENDS = array(obj(key=STRING, says=TEXT, count=COUNT, share=NUMBER, error=NUMBER), "With the standard error of shares.")
_PLAYED_ON = obj(
    key=STRING,
    says=TEXT,
    card=STRING,
    average=described(NUMBER, "Stones gained in a round on average."),
    error=nullable(NUMBER, "The standard error of the average; null after one round."),
    net=described(INTEGER, "Stones gained in all rounds together."),
    squares=described(COUNT, "The sum of their squares."),
    ends=_ENDS,
    outcomes=_ENDS,
    classes=_ENDS,
)
_OPTIONS = {"options": {"type": "string", "description": "House rules as a JSON object."}}
_WITH_DECK = {"deck": STRING}

ROUTES = {
    "GET /api/games": RouteSpec(obj(games=array(_GAME))),
    "GET /api/decks": RouteSpec(obj(decks=array(_DECK))),
    "GET /api/agreed": RouteSpec(obj(options=by_key(ANY)), query={"game": STRING, **_OPTIONS}),
    "GET /api/learn/<key>": RouteSpec(
        _HAND_EXPLANATION,
        query={"cards": {"type": "string", "description": "Codes with commas."}, "seen": STRING, "role": STRING}
        | _OPTIONS,
    ),
    "POST /api/learn/<key>/picture": RouteSpec(
        obj(cards=CODES, unsure=CODES, advice=nullable(TEXT, "Why there are no cards, and what to do about it.")),
        body=obj(),
        accepts_picture=True,
        query=_WITH_DECK,
    ),
    "GET /api/advice": RouteSpec(
        obj(
            game=nullable(STRING),
            me=STRING,
            seat=nullable(COUNT),
            place=nullable(TEXT),
            advice=array(ref("Reason")),
        ),
        query={"game": STRING, "seat": COUNT, "seats": COUNT} | _OPTIONS,
    ),
    "GET /api/drill/<key>": RouteSpec(
        obj(
            game=STRING,
            deck=STRING,
            drills=by_key(TEXT, "What each kind of question is called, in the order they are best learnt."),
            names=by_key(NAME),
            questions=array(_QUESTION),
        ),
        query=_WITH_DECK | _OPTIONS,
    ),
    "GET /api/play/<key>": RouteSpec(
        obj(
            seats=array(STRING),
            seat=described(COUNT, "The learner's seat; of a pair the pair's."),
            hand=CODES,
            piles=array(obj(label=TEXT, cards=CODES)),
            lines=array(TEXT),
            question=TEXT,
            choices=array(obj(key=STRING, label=TEXT, card=STRING)),
            odds=nullable(obj(unseen=COUNT, sections=array(_ODDS_SECTION))),
            may_play_on=described(BOOLEAN, "Whether `/api/playouts/{key}` plays rounds on from here."),
            settlement=nullable(ref("Settlement")),
            names=by_key(NAME),
            numbers=by_key(INTEGER, "By card: the number that a player needs of it. Empty where it is printed."),
        ),
        query={"seed": INTEGER, "choices": STRING} | _WITH_DECK | _OPTIONS,
    ),
    "GET /api/playouts/<key>": RouteSpec(
        obj(
            first=COUNT,
            most=described(COUNT, "Rounds that are played on after each choice, over all requests."),
            rounds=described(COUNT, "Rounds played on after each choice now; 0 while another phone has them played."),
            choices=array(_PLAYED_ON),
        ),
        query={"seed": INTEGER, "choices": STRING, "first": COUNT} | _WITH_DECK | _OPTIONS,
    ),
    "POST /api/practice/review": RouteSpec(
        obj(memory=by_key(ANY, "What the phone keeps of the question."), due=STRING),
        body=obj(memory=nullable(by_key(ANY)), right=BOOLEAN),
    ),
    "GET /api/glossary/<key>": RouteSpec(obj(game=STRING, deck=STRING, terms=array(ref("Term"))), query=_WITH_DECK),
}
