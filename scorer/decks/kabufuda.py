"""The kabufuda 株札 deck: ten ranks of four cards and a blank card.

One 1 and one 4 are red special cards. The blank card serves as Oni.
"""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.texts import Name, Text, Word

_RANKS = (
    Name("one", "ピン"),
    Name("two", "二", "に"),
    Name("three", "三", "さん"),
    Name("four", "四", "よん"),
    Name("five", "五", "ご"),
    Name("six", "六", "ろく"),
    Name("seven", "七", "しち"),
    Name("eight", "八", "はち"),
    Name("nine", "九", "く"),
    Name("ten", "十", "じゅう"),
)
_SPECIAL = {1: Name("special one", "赤ピン", "あかぴん"), 4: Name("special four", "赤四", "あかよん")}


def _build_faces() -> tuple[Face, ...]:
    faces = []
    for rank, name in enumerate(_RANKS, start=1):
        special = _SPECIAL.get(rank)
        if special:
            faces.append(Face(f"k{rank:02d}s", special, rank, "special"))
        faces.append(Face(f"k{rank:02d}", name, rank, "plain", copies=3 if special else 4))
    faces.append(Face("kblank", Name("blank card", "白札", "しろふだ"), 0, "blank"))
    return tuple(faces)


_FACES = _build_faces()
DECK = Deck(
    "kabufuda",
    Name("kabufuda", "株札", "かぶふだ"),
    _FACES,
    (
        *tuple(
            (name, tuple(face.code for face in _FACES if face.number == rank))
            for rank, name in enumerate(_RANKS, start=1)
        ),
        (Name("extra", "別札", "べつふだ"), ("kblank",)),
    ),
    terms=(
        Word(
            Name("kabufuda", "株札", "かぶふだ"),
            Text("Ten numbers of four cards each, for games of sums.", "一から十まで四枚ずつの、数を足して遊ぶ札。"),
        ),
    ),
)
