"""絵柄 egara: which codes share one drawing, and which faces are one to every rule."""

from __future__ import annotations

from functools import cache

from scorer.cards import Face
from scorer.discover import decks

BACK = "back"
NONE = "none"


def _drawing(face: Face) -> tuple[str, int, str, str]:
    return face.suit, face.number, face.kind, face.name.en


@cache
def drawing_of(kind: str) -> dict[str, str]:
    """Each code of a deck to the first code with the same drawing: two chaff of one month look alike enough.

    >>> drawing_of("hanafuda")["h03-4"], drawing_of("hanafuda")["h12-2"]
    ('h03-3', 'h12-2')
    """
    first: dict[tuple[str, int, str, str], str] = {}
    return {code: first.setdefault(_drawing(face), code) for code, face in decks()[kind].faces.items()}


@cache
def alike(kind: str) -> dict[str, tuple[str, ...]]:
    """Each code of a deck to all the codes that are one face to the rules, itself among them.

    >>> alike("hanafuda")["h12-2"]
    ('h12-2', 'h12-3', 'h12-4')
    """
    faces = decks()[kind].faces
    groups: dict[tuple[int, str], list[str]] = {}
    for code, face in faces.items():
        if kind == "hanafuda" and face.kind == "chaff":
            groups.setdefault((face.number, face.kind), []).append(code)
    shared = {code: tuple(group) for group in groups.values() for code in group}
    return {code: shared.get(code, (code,)) for code in faces}
