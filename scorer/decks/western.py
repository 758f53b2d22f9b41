"""The Western deck: 52 cards and two jokers."""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.wording import wording_beside

WORDING = wording_beside(__file__)

_SUIT_KEYS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUITS = {code: WORDING.name(f"suits.{suit}") for code, suit in _SUIT_KEYS.items()}
_PICTURES = {1: ("A", "ace"), 11: ("J", "jack"), 12: ("Q", "queen"), 13: ("K", "king")}


def _build_face(suit: str, number: int) -> Face:
    letter, picture = _PICTURES.get(number, (str(number), ""))
    rank = WORDING.name(f"pictures.{picture}") if picture else number
    name = WORDING.name("face", rank=rank, suit=SUITS[suit])
    return Face(f"{letter}{suit}", name, number, "picture" if picture else "plain", _SUIT_KEYS[suit])


_FACES = (
    *(_build_face(suit, number) for suit in SUITS for number in range(1, 14)),
    Face("joker", WORDING.name("joker"), 0, "joker"),
    Face("joker2", WORDING.name("second_joker"), 0, "joker"),
)
DECK = Deck(
    "western",
    WORDING.name("western"),
    _FACES,
    (
        *tuple((SUITS[suit], tuple(_build_face(suit, number).code for number in range(1, 14))) for suit in SUITS),
        (WORDING.name("jokers"), ("joker", "joker2")),
    ),
    size_mm=(63.0, 88.0),
    stock="paper",
)
