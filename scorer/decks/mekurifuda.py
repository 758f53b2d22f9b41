"""The mekurifuda めくり札 deck: four suits of twelve cards and the Oni.

The ranks of a suit go from dragon to king.
"""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.wording import wording_beside

WORDING = wording_beside(__file__)

_SUIT_KEYS = {"c": "clubs", "s": "swords", "u": "cups", "o": "coins"}
SUITS = {code: WORDING.name(f"suits.{suit}") for code, suit in _SUIT_KEYS.items()}
_COURTS = {1: "dragon", 10: "maid", 11: "horse", 12: "king"}


def _build_face(suit: str, rank: int) -> Face:
    court = _COURTS.get(rank)
    name = WORDING.name("face", rank=WORDING.name(f"courts.{court}") if court else rank, suit=SUITS[suit])
    return Face(f"m{suit}-{rank:02d}", name, rank, court or "plain", _SUIT_KEYS[suit])


_FACES = (
    *(_build_face(suit, rank) for suit in SUITS for rank in range(1, 13)),
    Face("moni", WORDING.name("oni"), 0, "oni"),
)
DECK = Deck(
    "mekurifuda",
    WORDING.name("mekurifuda"),
    _FACES,
    (
        *tuple((SUITS[suit], tuple(f"m{suit}-{rank:02d}" for rank in range(1, 13))) for suit in SUITS),
        (WORDING.name("extra"), ("moni",)),
    ),
    terms=(
        WORDING.word("mekurifuda"),
        WORDING.word("suit", "suits"),
        WORDING.word("clubs", "hau"),
        WORDING.word("swords", "isu"),
        WORDING.word("cups", "koppu"),
        WORDING.word("coins", "oru"),
    ),
)
