"""The Western deck: 52 cards and two jokers."""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.texts import Name

SUITS = {
    "S": Name("spades", "スペード"),
    "H": Name("hearts", "ハート"),
    "D": Name("diamonds", "ダイヤ"),
    "C": Name("clubs", "クラブ"),
}
_RANKS = {
    1: ("A", "ace", "エース"),
    11: ("J", "jack", "ジャック"),
    12: ("Q", "queen", "クイーン"),
    13: ("K", "king", "キング"),
}


def _build_face(suit: str, number: int) -> Face:
    letter, en, ja = _RANKS.get(number, (str(number), str(number), str(number)))
    kind = "picture" if number in _RANKS else "plain"
    return Face(
        f"{letter}{suit}",
        Name(f"{en} of {SUITS[suit].en}", f"{SUITS[suit].ja}の{ja}"),
        number,
        kind,
        SUITS[suit].en,
    )


_FACES = (
    *(_build_face(suit, number) for suit in SUITS for number in range(1, 14)),
    Face("joker", Name("joker", "ジョーカー"), 0, "joker"),
    Face("joker2", Name("second joker", "予備のジョーカー", "よびのじょーかー"), 0, "joker"),
)
DECK = Deck(
    "western",
    Name("Western cards", "トランプ"),
    _FACES,
    (
        *tuple((SUITS[suit], tuple(_build_face(suit, number).code for number in range(1, 14))) for suit in SUITS),
        (Name("jokers", "ジョーカー"), ("joker", "joker2")),
    ),
    size_mm=(63.0, 88.0),
    stock="paper",
)
