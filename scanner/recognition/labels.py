"""絵柄 egara: which codes share one drawing, and which faces are one to every rule."""

from __future__ import annotations

from functools import cache

from scorer.cards import Face
from scorer.decks import decks

BACK = "back"
NO_CARD = "none"


def _artwork_key(face: Face) -> tuple[str, int, str, str]:
    return face.suit, face.number, face.kind, face.name.en


@cache
def same_artwork(kind: str) -> dict[str, str]:
    """Each code of a deck to the first code with the same drawing: two chaff of one month look alike enough.

    >>> same_artwork("hanafuda")["h03-4"], same_artwork("hanafuda")["h12-2"]
    ('h03-3', 'h12-2')
    """
    first: dict[tuple[str, int, str, str], str] = {}
    return {code: first.setdefault(_artwork_key(face), code) for code, face in decks()[kind].faces.items()}


@cache
def equivalent_codes(kind: str) -> dict[str, tuple[str, ...]]:
    """Each code of a deck to all the codes that are one face to the rules, itself among them.

    >>> equivalent_codes("hanafuda")["h12-2"]
    ('h12-2', 'h12-3', 'h12-4')
    """
    deck = decks()[kind]
    faces = deck.faces
    groups: dict[tuple[int, str], list[str]] = {}
    for code, face in faces.items():
        if face.kind in deck.equivalent_kinds:
            groups.setdefault((face.number, face.kind), []).append(code)
    shared = {code: tuple(group) for group in groups.values() for code in group}
    return {code: shared.get(code, (code,)) for code in faces}
