"""The shapes that several routes share."""

from __future__ import annotations

from web.openapi.schema import (
    ANY,
    BOOLEAN,
    COUNT,
    INTEGER,
    NUMBER,
    SHARE,
    STRING,
    Schema,
    by_key,
    many,
    maybe,
    obj,
    one_of,
    ref,
    said,
)

TEXT, NAME = ref("Text"), ref("Name")
CHANGE = {
    "version": said(COUNT, "The version of the ledger that this change was made on."),
    "key": {
        "type": "string",
        "minLength": 8,
        "maxLength": 64,
        "description": "Chosen by the caller; the same again changes nothing and is answered with the same receipt.",
    },
}
CODES = many(STRING, "Card codes, such as h08-1.")
SEATS = many(COUNT, "Seats, dealer first.")

SHAPES: dict[str, Schema] = {
    "Text": obj("In English and Japanese.", en=STRING, ja=STRING),
    "Name": obj("A term; `kana`: how it is read.", en=STRING, ja=STRING, kana=STRING),
    "Error": obj(
        "Why something cannot be.",
        error=obj(code=STRING, message=TEXT, seat=maybe(INTEGER), cards=CODES),
    ),
    "Receipt": obj(
        "What was written. A repeated request is told the same.",
        version=said(COUNT, "The version of the ledger now."),
        sequence=said(COUNT, "The entry's number in the whole ledger."),
        at=said(STRING, "When, ISO 8601."),
        entry=said(obj(kind=STRING), "The entry as it is in the ledger; its other members depend on its `kind`.")
        | {"additionalProperties": True},
    ),
    "Reason": obj(code=STRING, text=TEXT, optional={"points": INTEGER, "section": STRING}),
    "Hand": obj(
        "What one seat's hand is worth.",
        seat=COUNT,
        class_=maybe(STRING, "Key of its class; null: never acted, turned up or met."),
        total=maybe(INTEGER, "Plain sum of values; null where the game gives none."),
        reasons=many(ref("Reason")),
    ),
    "Settlement": obj(
        "The end of one round, seats dealer first, whole stones.",
        game=STRING,
        outcome=STRING,
        winners=SEATS,
        net=many(INTEGER, "What each seat gains."),
        transfers=many(obj(from_=COUNT, to=COUNT, stones=INTEGER, optional={"reason": ref("Reason")})),
        next_dealer=maybe(COUNT),
        over=BOOLEAN,
        hands=many(ref("Hand")),
        reasons=many(ref("Reason")),
        optional={
            "stones": many(INTEGER, "Balances after the round."),
            "carried": INTEGER,
            "house": INTEGER,
            "game_winners": SEATS,
        },
    ),
    "Read": obj(
        "One card seen on a picture.",
        card=maybe(STRING, "Its code; null for a back."),
        confidence=SHARE,
        sure=BOOLEAN,
        face=one_of("up", "down"),
        corners=many(many(NUMBER), "Four corners, [x, y] in pixels, clockwise from the art's top left."),
        alternatives=many(obj(card=STRING, confidence=SHARE)),
        doubt=said(STRING, 'Why it is not sure, "" if it is.'),
    ),
    "PictureRead": obj(width=COUNT, height=COUNT, deck=STRING, ms=NUMBER, cards=many(ref("Read"))),
    "Picture": obj(
        "A picture at /picture/{name}.jpg and what was read on it.",
        name=STRING,
        width=COUNT,
        height=COUNT,
        deck=STRING,
        ms=NUMBER,
        cards=many(ref("Read")),
    ),
    "Ask": obj(
        "One question of the round; `path` names its answer.",
        path=STRING,
        kind=one_of("cards", "number", "choice", "choices"),
        label=TEXT,
        help=TEXT,
        seat=maybe(COUNT),
        least=INTEGER,
        most=said(INTEGER, "Less than `least`: no limit."),
        ordered=BOOLEAN,
        values=many(ANY),
        says=many(TEXT),
        default=ANY,
        optional_=BOOLEAN,
        laid=said(BOOLEAN, "Whether its cards lie at a place of the table."),
    ),
    "Answers": by_key(ANY, "Answers by the path of the ask: cards as a list of codes or of {card}, else a value."),
    "Round": obj(
        "One booked round.",
        number=said(COUNT, "Of its entry."),
        round=COUNT,
        seats=many(COUNT, "Players by their place, dealer first."),
        undone=BOOLEAN,
        edited=maybe(COUNT, "The entry that corrected it."),
        settlement=ref("Settlement"),
    ),
    "Preview": {
        "description": "What the round would settle, or what is missing, or why it cannot be.",
        "anyOf": [
            obj(settlement=ref("Settlement"), optional={"stones": many(INTEGER), "over": BOOLEAN}),
            obj(missing=many(STRING)),
            ref("Error"),
        ],
    },
    "Tabletop": obj(
        automatic=BOOLEAN,
        awaiting=BOOLEAN,
        watching=BOOLEAN,
        still=BOOLEAN,
        zones=many(many(SHARE), "[x, y, width, height] a player, the middle last."),
        table=maybe(
            obj(
                name=STRING,
                width=COUNT,
                height=COUNT,
                deck=STRING,
                ms=NUMBER,
                cards=many(ref("Read")),
                lying=many(obj(number=COUNT, covered=BOOLEAN, since=NUMBER), "Of each card, in the order of `cards`."),
                changes=many(obj(number=COUNT, kind=STRING, card=maybe(STRING), at=NUMBER)),
            )
        ),
    ),
    "Deck": obj(
        "A deck enrolled at this table; shares of the views it was tried on.",
        name=STRING,
        label=said(STRING, "What people call it."),
        kind=STRING,
        named=maybe(SHARE),
        sure=maybe(SHARE),
        silent=maybe(SHARE),
        near=many(many(STRING)),
        missing=CODES,
    ),
    "Keeping": obj("Corrections kept.", wanted=maybe(BOOLEAN), deck=STRING, kept=COUNT),
    "Term": obj(en=many(STRING), ja=many(STRING), name=NAME, says=maybe(TEXT)),
    "Chance": obj(
        key=STRING,
        says=TEXT,
        chance=said(STRING, "Exact, such as 3/38."),
        decimal=SHARE,
        optional={"faces": by_key(COUNT, "Cards that bring it at once, and how many nobody has seen.")},
    ),
}
