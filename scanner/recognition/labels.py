"""Labels of the classifiers, and which codes of a deck are equivalent."""

from __future__ import annotations

from functools import cache

from scorer.cards import Face
from scorer.decks import decks

BACK = "back"
"""Label of card backs."""
NO_CARD = "none"
"""Label of crops that show no whole card."""


def _artwork_key(face: Face) -> tuple[str, int, str, str]:
    return face.suit, face.number, face.kind, face.name.en


@cache
def same_artwork(kind: str) -> dict[str, str]:
    """Map each code of a deck to the first code with the same drawing: two chaff cards of one month look alike enough.

    >>> same_artwork("hanafuda")["h03-4"], same_artwork("hanafuda")["h12-2"]
    ('h03-3', 'h12-2')
    """
    first: dict[tuple[str, int, str, str], str] = {}
    return {code: first.setdefault(_artwork_key(face), code) for code, face in decks()[kind].faces.items()}


@cache
def equivalent_codes(kind: str) -> dict[str, tuple[str, ...]]:
    """Map each code of a deck to all codes that are the same face to the rules, itself included.

    >>> equivalent_codes("hanafuda")["h12-2"]
    ('h12-2', 'h12-3', 'h12-4')
    """
    return dict(decks()[kind].same_faces)
