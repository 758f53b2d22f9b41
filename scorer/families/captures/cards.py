"""The 48 hanafuda as players of captured piles sort and count them.

A set of cards is a bit mask, one bit a card, so that a pile is compared with a yaku in one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from scorer.decks import decks
from scorer.families.captures import text

_DECK = decks()["hanafuda"]
PACK_SIZE = 48
"""Cards in the pack."""
CARDS = _DECK.pack()
"""Every code, month by month."""
BRIGHTS, ANIMALS, RIBBONS, CHAFF = (
    tuple(face.code for face in _DECK.face_list if face.kind == kind)
    for kind in ("bright", "animal", "ribbon", "chaff")
)
CRANE, CURTAIN, MOON, RAIN_MAN, PHOENIX = BRIGHTS
DRY_BRIGHTS = (CRANE, CURTAIN, MOON, PHOENIX)
"""The brights without the rain man."""
WARBLER, SAKE_CUP, WILLOW_RIBBON = "h02-1", "h09-1", "h11-3"
BOAR_DEER_BUTTERFLIES = ("h07-1", "h10-1", "h06-1")
POETRY_RIBBONS = ("h01-2", "h02-2", "h03-2")
BLUE_RIBBONS = ("h06-2", "h09-2", "h10-2")
GRASS_RIBBONS = ("h04-2", "h05-2", "h07-2")
DRY_RIBBONS = tuple(code for code in RIBBONS if code != WILLOW_RIBBON)
"""The ribbons without that of the willow."""
WISTERIA, WILLOW, PAULOWNIA = 4, 11, 12
"""Months that yaku or house rules name."""

POINTS_BY_KIND: Mapping[str, int] = MappingProxyType({"bright": 20, "animal": 10, "ribbon": 5, "chaff": 1})
"""Card points by kind: the pack has 264 (hana-awase 1.1)."""
BIT: Mapping[str, int] = MappingProxyType({code: 1 << place for place, code in enumerate(CARDS)})
"""The bit of each card."""
MONTH_OF: Mapping[str, int] = MappingProxyType({code: _DECK.faces[code].number for code in CARDS})
"""The month of each card, 1 to 12."""

MONTH_NAMES = tuple(text("month", month=month, plant=plant) for month, (plant, _) in enumerate(_DECK.groups, 1))
"""The twelve months as the rounds of a game are named."""


def cards_of_month(month: int) -> tuple[str, ...]:
    """The four cards of a month.

    >>> cards_of_month(4)
    ('h04-1', 'h04-2', 'h04-3', 'h04-4')
    """
    return CARDS[4 * month - 4 : 4 * month]


def month_mask(month: int) -> int:
    """The four cards of a month as a set.

    >>> month_mask(1), cards_in(month_mask(4)) == cards_of_month(4)
    (15, True)
    """
    return 0b1111 << 4 * month - 4


def mask_of(cards: Iterable[str]) -> int:
    """The set of these cards.

    >>> mask_of(("h01-1", "h01-3"))
    5
    """
    mask = 0
    for code in cards:
        mask |= BIT[code]
    return mask


def known_mask(cards: Iterable[str]) -> int:
    """The set of these cards, less those that are not of the pack.

    >>> known_mask(("h01-1", "k01"))
    1
    """
    return mask_of(code for code in cards if code in BIT)


def cards_in(mask: int) -> tuple[str, ...]:
    """The cards of a set, month by month.

    >>> cards_in(5)
    ('h01-1', 'h01-3')
    """
    return tuple(code for code in CARDS if mask & BIT[code])


_MASK_BY_KIND = tuple(
    (mask_of(cards), POINTS_BY_KIND[kind])
    for cards, kind in ((BRIGHTS, "bright"), (ANIMALS, "animal"), (RIBBONS, "ribbon"))
)
_CHAFF_MASK = mask_of(CHAFF)


def card_points(pile: int, chaff_points: int = 1) -> int:
    """The card points of a pile, with `chaff_points` for each chaff card.

    >>> card_points((1 << 48) - 1), card_points((1 << 48) - 1, 0)
    (264, 240)
    """
    points = (pile & _CHAFF_MASK).bit_count() * chaff_points
    for mask, worth in _MASK_BY_KIND:
        points += (pile & mask).bit_count() * worth
    return points
