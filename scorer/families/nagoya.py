"""Ranks 1 to 12 of a 48-card pack in the Nagoya order, for every deck.

Sources: tokotoko 1 (the order of the plants, 名古屋順 nagoya-jun), dontsuku 1 (decks that may stand in, and the cards
that suits mark).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from scorer.decks import decks

RANK_BY_MONTH = MappingProxyType({1: 1, 11: 2, 3: 3, 4: 4, 5: 5, 12: 6, 7: 7, 8: 8, 9: 9, 10: 10, 6: 11, 2: 12})
"""Willow 2, paulownia 6, peony 11 and plum 12; every other plant has the number of its month."""

_COURT_RANKS = MappingProxyType({"QJK": {12: 10, 11: 11, 13: 12}, "JQK": {11: 10, 12: 11, 13: 12}})


@cache
def nagoya_ranks(kind: str, court_order: str = "QJK") -> Mapping[str, int]:
    """Rank 1..12 of every card of a deck that belongs to the 48; Western tens, jokers and the Oni have none.

    `court_order` gives the Western pictures that rank 10, 11 and 12, in this order, such as "QJK".

    >>> nagoya_ranks("hanafuda")["h11-1"], nagoya_ranks("western")["JC"], nagoya_ranks("western", "JQK")["JC"]
    (2, 11, 10)
    >>> len(nagoya_ranks("mekurifuda"))
    48
    """
    deck = decks()[kind]
    numbers: Mapping[int, int] = {number: number for number in range(1, 13)}
    if kind == "hanafuda":
        numbers = RANK_BY_MONTH
    elif kind == "western":
        numbers = {number: number for number in range(1, 10)} | _COURT_RANKS[court_order]
    return MappingProxyType({face.code: numbers[face.number] for face in deck.face_list if face.number in numbers})
