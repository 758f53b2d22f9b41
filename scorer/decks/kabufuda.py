"""The kabufuda 株札 deck: ten ranks of four cards and a blank card.

One 1 and one 4 are red special cards. The blank card serves as Oni.
"""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.wording import wording_beside

WORDING = wording_beside(__file__)

_RANK_KEYS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS = tuple(WORDING.name(f"ranks.{rank}") for rank in _RANK_KEYS)
_SPECIAL = {rank: WORDING.name(f"special.{rank}") for rank in (1, 4)}


def _build_faces() -> tuple[Face, ...]:
    faces = []
    for rank, name in enumerate(_RANKS, start=1):
        special = _SPECIAL.get(rank)
        if special:
            faces.append(Face(f"k{rank:02d}s", special, rank, "special"))
        faces.append(Face(f"k{rank:02d}", name, rank, "plain", copies=3 if special else 4))
    faces.append(Face("kblank", WORDING.name("blank"), 0, "blank"))
    return tuple(faces)


_FACES = _build_faces()
DECK = Deck(
    "kabufuda",
    WORDING.name("kabufuda"),
    _FACES,
    (
        *tuple(
            (name, tuple(face.code for face in _FACES if face.number == rank))
            for rank, name in enumerate(_RANKS, start=1)
        ),
        (WORDING.name("extra"), ("kblank",)),
    ),
    terms=(WORDING.word("kabufuda"),),
)
