"""The daini 大二 deck: one suit of ten ranks, with special cards.

The special cards are I-tsun, special 3, I-shi, the demon Oni and the Buddha Jizo.
"""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.texts import Name, Text, Word

_RANKS = (
    Name("bakatsun (1)", "バカツン"),
    Name("ni (2)", "二", "に"),
    Name("bakasan (3)", "バカサン"),
    Name("bakashi (4)", "バカシ"),
    Name("go (5)", "五", "ご"),
    Name("roku (6)", "六", "ろく"),
    Name("hichi (7)", "七", "ひち"),
    Name("hachi (8)", "八", "はち"),
    Name("ku (9)", "九", "く"),
    Name("doh (10)", "十", "どう"),
)
_SPECIAL = {
    1: Name("i-tsun (special 1)", "イツン"),
    3: Name("special 3", "色三", "いろさん"),
    4: Name("i-shi (special 4)", "イシ"),
}


def _build_faces() -> tuple[Face, ...]:
    faces = []
    for rank, name in enumerate(_RANKS, start=1):
        special = _SPECIAL.get(rank)
        if special:
            faces.append(Face(f"d{rank:02d}s", special, rank, "special"))
        faces.append(Face(f"d{rank:02d}", name, rank, "plain", copies=3 if special else 4))
    faces.append(Face("doni", Name("oni, the demon", "鬼", "おに"), 0, "oni"))
    faces.append(Face("djizo", Name("jizo, the Buddha", "地蔵", "じぞう"), 0, "jizo"))
    return tuple(faces)


_FACES = _build_faces()
DECK = Deck(
    "daini",
    Name("daini", "大二", "だいに"),
    _FACES,
    (
        *tuple(
            (name, tuple(face.code for face in _FACES if face.number == rank))
            for rank, name in enumerate(_RANKS, start=1)
        ),
        (Name("extra", "別札", "べつふだ"), ("doni", "djizo")),
    ),
    terms=(
        Word(
            Name("daini", "大二", "だいに"),
            Text("Ten numbers of four cards each, with a demon.", "一から十まで四枚ずつに鬼を加えた札。"),
        ),
        Word(Name("bakasan", "バカサン"), Text("A plain 3.", "ふつうの3の札。")),
        Word(Name("bakashi", "バカシ"), Text("A plain 4.", "ふつうの4の札。")),
    ),
)
