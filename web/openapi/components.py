"""Schemas that several routes share."""

from __future__ import annotations

from scorer.texts import LANGUAGES
from web.openapi.schema import (
    ANY,
    BOOLEAN,
    COUNT,
    INTEGER,
    NUMBER,
    SHARE,
    STRING,
    Schema,
    array,
    by_key,
    described,
    enum_of,
    nullable,
    obj,
    ref,
)

TEXT, NAME = ref("Text"), ref("Name")
_FURTHER = {language: STRING for language in LANGUAGES if language not in ("en", "ja")}
"""Languages beside the two that every text has."""
CHANGE = {
    "version": described(COUNT, "The version of the ledger that this change was made on."),
    "key": {
        "type": "string",
        "minLength": 8,
        "maxLength": 64,
        "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
        "description": "Chosen by the caller; the same again changes nothing and is answered with the same receipt.",
    },
}
CODES = array(STRING, "Card codes, such as h08-1.")
SEATS = array(COUNT, "Seats, dealer first.")

RECORD_FORMAT = "fudayomi-round-1"
"""Value of `format` in the record of a followed round."""
MAX_RECORD_LINES = 3000
"""Lines of the table, or moves, of one record."""
_LINE: Schema = {**STRING, "maxLength": 300}
_NOTE: Schema = obj(en=_LINE, ja=_LINE, optional=dict.fromkeys(_FURTHER, _LINE))
_RECORD_CARD = nullable({**STRING, "maxLength": 20}, "Its code; null face down.")
_MOVE = {
    "t": described(NUMBER, "Seconds since the round began."),
    "event": enum_of("laid", "turned", "taken", "moved", "retracted", "lost", "found"),
    "seat": nullable(COUNT),
    "card": _RECORD_CARD,
}
_RECORD_TABLE = obj(
    "A card came to lie there, changed, or left.",
    t=_MOVE["t"],
    number=described(COUNT, "Of the card, the same as long as it was followed."),
    seat=nullable(COUNT, "In whose place it lies; null in the middle."),
    card=_RECORD_CARD,
    gone=BOOLEAN,
)
RECORD: Schema = obj(
    "A round as a camera followed it.",
    format=enum_of(RECORD_FORMAT),
    table={**array(_RECORD_TABLE), "maxItems": MAX_RECORD_LINES},
    moves={
        **array(
            obj(
                note=nullable(_NOTE, "What was wrong with it."),
                optional={"text": described(TEXT, "In words; not in files.")},
                **_MOVE,
            )
        ),
        "maxItems": MAX_RECORD_LINES,
    },
    optional={"seats": array(STRING, "Names; not in files, like `deck`."), "deck": STRING},
)
_READ_FIELDS: dict[str, Schema] = {
    "width": COUNT,
    "height": COUNT,
    "deck": STRING,
    "ms": NUMBER,
    "cards": array(ref("Read")),
    "hidden": array(ref("HiddenCard")),
}
_READ_ISSUE = described(STRING, "Why there are none.")

SCHEMAS: dict[str, Schema] = {
    "Text": obj("In English, Japanese and further languages.", en=STRING, ja=STRING, optional=_FURTHER),
    "Name": obj("A term; `kana`: how it is read.", en=STRING, ja=STRING, kana=STRING, optional=_FURTHER),
    "Error": obj(
        "Why a request is refused.",
        error=obj(code=STRING, message=TEXT, seat=nullable(INTEGER), cards=CODES),
    ),
    "Receipt": obj(
        "The entry that was written. A repeated request gets the same receipt.",
        version=described(COUNT, "The version of the ledger now."),
        sequence=described(COUNT, "The entry's number in the whole ledger."),
        at=described(STRING, "When, ISO 8601."),
        entry=described(obj(kind=STRING), "The entry as it is in the ledger; its other members depend on its `kind`.")
        | {"additionalProperties": True},
    ),
    "Reason": obj(code=STRING, text=TEXT, optional={"points": INTEGER, "section": STRING}),
    "Hand": obj(
        "What one seat's hand is worth.",
        seat=COUNT,
        class_=nullable(STRING, "Key of its class; null: never acted, turned up or met."),
        total=nullable(INTEGER, "Plain sum of values; null where the game gives none."),
        reasons=array(ref("Reason")),
    )
    | {"additionalProperties": described(ANY, "What only this game tells, such as the worth of each yaku.")},
    "Settlement": obj(
        "The end of one round, seats dealer first, whole stones.",
        game=STRING,
        outcome=STRING,
        winners=SEATS,
        net=array(INTEGER, "What each seat gains."),
        transfers=array(obj(from_=COUNT, to=COUNT, stones=INTEGER, optional={"reason": ref("Reason")})),
        next_dealer=nullable(COUNT),
        over=BOOLEAN,
        hands=array(ref("Hand")),
        reasons=array(ref("Reason")),
        optional={
            "stones": array(INTEGER, "Balances after the round."),
            "carried": INTEGER,
            "house": INTEGER,
            "game_winners": SEATS,
        },
    )
    | {"additionalProperties": described(ANY, "What only this game tells, such as a multiplier.")},
    "Read": obj(
        "One card read on a picture.",
        card=nullable(STRING, "Its code; null for a back."),
        confidence=SHARE,
        sure=BOOLEAN,
        face=enum_of("up", "down"),
        corners=array(array(NUMBER), "Four corners, [x, y] in pixels, clockwise from the art's top left."),
        alternatives=array(obj(card=STRING, confidence=SHARE)),
        doubt=described(STRING, 'Why it is not sure, "" if it is.'),
    ),
    "HiddenCard": obj(
        "A card of which too little shows to name it.",
        under=nullable(STRING, "Code of the face that lies over it; null if none does."),
        corners=array(array(NUMBER), "As those of a read."),
    ),
    "PictureRead": obj(
        **_READ_FIELDS,
        optional={"issue": _READ_ISSUE},
    ),
    "Picture": obj(
        "A picture at /picture/{name}.jpg and what was read on it.",
        name=STRING,
        **_READ_FIELDS,
        optional={
            "issue": _READ_ISSUE,
            "hand": described(STRING, "Path of the hand that it shows, left out where it shows the whole table."),
            "whole_table": described(
                BOOLEAN, "Whether a picture of one hand seems to show the whole table: `/api/draft/share`."
            ),
        },
    ),
    "Ask": obj(
        "One question of the round; `path` names its answer.",
        path=STRING,
        kind=enum_of("cards", "number", "choice", "choices", "sequence"),
        label=TEXT,
        help=TEXT,
        seat=nullable(COUNT),
        least=INTEGER,
        most=described(INTEGER, "Less than `least`: no limit."),
        ordered=BOOLEAN,
        values=array(ANY),
        says=array(TEXT),
        default=ANY,
        optional_=BOOLEAN,
        only_with=described(
            nullable(array(ANY)), "A path and a value: asked only with that answer there, or among it."
        ),
        laid=described(BOOLEAN, "Whether its cards lie in a zone of the table."),
        cards=array(STRING, "The only cards that can answer; empty: any in play."),
        counting=array(STRING, "The cards that count, where others may lie among them; empty: all."),
        shares=described(STRING, "Asks of one such key share a whole, such as all cards in play."),
    ),
    "ShownCards": obj(
        "Cards of one answer; `seat` null: they lie on the table.",
        seat=nullable(COUNT),
        label=TEXT,
        cards=CODES,
        counted=array(BOOLEAN, "Whether each made the hand."),
        optional={"yaku": by_key(CODES, "The cards of each yaku, by the code of the line that names it.")},
    ),
    "Answers": by_key(ANY, "Answers by the path of the ask: cards as a list of codes or of {card}, else a value."),
    "Round": obj(
        "One booked round.",
        number=described(COUNT, "Of its entry."),
        round=COUNT,
        seats=array(COUNT, "Players by their place, dealer first."),
        undone=BOOLEAN,
        edited=nullable(COUNT, "The entry that corrected it."),
        settlement=ref("Settlement"),
        cards=array(ref("ShownCards"), "Table first, then seat by seat."),
    ),
    "Preview": {
        "description": "What the round would settle, or what is missing, or why it cannot be.",
        "anyOf": [
            obj(
                settlement=ref("Settlement"),
                optional={"stones": array(INTEGER), "over": BOOLEAN, "cards": array(ref("ShownCards"))},
            ),
            obj(missing=array(STRING)),
            ref("Error"),
            obj(
                error=obj(code=STRING, message=TEXT, seat=nullable(INTEGER), cards=CODES),
                cures=array(obj(label=TEXT, answers=ref("Answers")), "Answers that put it right."),
            ),
        ],
    },
    "Tabletop": obj(
        automatic=BOOLEAN,
        awaiting=BOOLEAN,
        watching=BOOLEAN,
        still=BOOLEAN,
        zones=array(array(SHARE), "[x, y, width, height] a player, the middle last."),
        table=nullable(
            obj(
                name=STRING,
                **_READ_FIELDS,
                lying=array(obj(number=COUNT, covered=BOOLEAN, since=NUMBER), "Of each card, in the order of `cards`."),
                changes=array(obj(number=COUNT, kind=STRING, card=nullable(STRING), at=NUMBER)),
            )
        ),
    ),
    "RoundRecord": RECORD,
    "Following": obj(
        "A round that the camera follows. What follows `offered` is there while one is.",
        on=BOOLEAN,
        hints=BOOLEAN,
        offered=described(BOOLEAN, "Whether this table has a camera, and the game can be followed."),
        optional={
            "phase": enum_of("waiting", "playing", "lost", "over", "away"),
            "problem": nullable(TEXT, "Why no pictures come."),
            "lost": nullable(TEXT, "Where table and record disagree."),
            "shown": array(
                obj(
                    seat=nullable(COUNT, "Null in the middle."),
                    cards=array(STRING, "Codes; the kind of the deck for a card face down."),
                    sure=array(BOOLEAN),
                ),
                "What lies on the table.",
            ),
            "count": described(COUNT, "Moves so far."),
            "moves": array(ref("FollowedMove"), "The last ones."),
            "faults": array(ref("FollowedMove"), "Those that the rules do not allow."),
            "can_take_back": BOOLEAN,
            "asks": array(
                obj(
                    key=STRING,
                    path=STRING,
                    text=TEXT,
                    guess=described(
                        BOOLEAN, "The likeliest answer is entered, and somebody must say that it is right."
                    ),
                ),
                "What nobody has told yet, at the end.",
            ),
            "differing": array(STRING, "Paths at which something else was entered than followed."),
            "turn": nullable(COUNT, "Whose turn it is; only with hints."),
            "may": array(TEXT, "What may be played; only with hints."),
        },
    ),
    "FollowedMove": obj("One move, and in words.", text=TEXT, fault=nullable(TEXT), **_MOVE),
    "Deck": obj(
        "A deck enrolled at this table; shares of the views it was tried on.",
        name=STRING,
        label=described(STRING, "What people call it."),
        kind=STRING,
        named=nullable(SHARE),
        sure=nullable(SHARE),
        silent=nullable(SHARE),
        near=array(array(STRING)),
        missing=CODES,
    ),
    "Keeping": obj("Corrections kept.", wanted=nullable(BOOLEAN), deck=STRING, kept=COUNT),
    "Term": obj(
        en=array(STRING),
        ja=array(STRING),
        name=NAME,
        says=nullable(TEXT),
        optional=dict.fromkeys(_FURTHER, array(STRING)),
    ),
    "Chance": obj(
        key=STRING,
        says=TEXT,
        chance=described(STRING, "Exact, such as 3/38."),
        decimal=SHARE,
        optional={"faces": by_key(COUNT, "Cards that bring it at once, and how many nobody has seen.")},
    ),
}
