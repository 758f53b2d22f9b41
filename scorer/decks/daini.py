"""The daini 大二 deck: one suit of ten ranks, with special cards.

The special cards are I-tsun, special 3, I-shi, the demon Oni and the Buddha Jizo.
"""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.wording import wording_beside

WORDING = wording_beside(__file__)

_RANK_KEYS = ("bakatsun", "ni", "bakasan", "bakashi", "go", "roku", "hichi", "hachi", "ku", "doh")
_RANKS = tuple(WORDING.name(f"ranks.{rank}") for rank in _RANK_KEYS)
_SPECIAL = {rank: WORDING.name(f"special.{rank}") for rank in (1, 3, 4)}


def _build_faces() -> tuple[Face, ...]:
    faces = []
    for rank, name in enumerate(_RANKS, start=1):
        special = _SPECIAL.get(rank)
        if special:
            faces.append(Face(f"d{rank:02d}s", special, rank, "special"))
        faces.append(Face(f"d{rank:02d}", name, rank, "plain", copies=3 if special else 4))
    faces.append(Face("doni", WORDING.name("oni"), 0, "oni"))
    faces.append(Face("djizo", WORDING.name("jizo"), 0, "jizo"))
    return tuple(faces)


_FACES = _build_faces()
DECK = Deck(
    "daini",
    WORDING.name("daini"),
    _FACES,
    (
        *tuple(
            (name, tuple(face.code for face in _FACES if face.number == rank))
            for rank, name in enumerate(_RANKS, start=1)
        ),
        (WORDING.name("extra"), ("doni", "djizo")),
    ),
    terms=(WORDING.word("daini"), WORDING.word("bakasan"), WORDING.word("bakashi")),
)
