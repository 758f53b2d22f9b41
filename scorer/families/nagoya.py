"""名古屋順 nagoya-jun: the twelve ranks of a 48-card pack, whichever deck stands in for it.

Sources: tokotoko 1 (the order of the plants), dontsuku 1 (decks that may stand in, and the cards its suits bind).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from scorer.discover import decks

RANK_OF_MONTH = MappingProxyType({1: 1, 11: 2, 3: 3, 4: 4, 5: 5, 12: 6, 7: 7, 8: 8, 9: 9, 10: 10, 6: 11, 2: 12})
"""Willow 2, paulownia 6, peony 11 and plum 12; every other plant has the number of its month."""

_COURTS = MappingProxyType({"QJK": {12: 10, 11: 11, 13: 12}, "JQK": {11: 10, 12: 11, 13: 12}})


@cache
def ranks(kind: str, courts: str = "QJK") -> Mapping[str, int]:
    """Rank 1..12 of every card of a deck that belongs to the 48; Western tens, jokers and the Oni have none.

    `courts`: which Western pictures are 10, 11 and 12, such as "QJK".

    >>> ranks("hanafuda")["h11-1"], ranks("western")["JC"], ranks("western", "JQK")["JC"], len(ranks("mekurifuda"))
    (2, 11, 10, 48)
    """
    deck = decks()[kind]
    numbers: Mapping[int, int] = {number: number for number in range(1, 13)}
    if kind == "hanafuda":
        numbers = RANK_OF_MONTH
    elif kind == "western":
        numbers = {number: number for number in range(1, 10)} | _COURTS[courts]
    return MappingProxyType({face.code: numbers[face.number] for face in deck.listed if face.number in numbers})
