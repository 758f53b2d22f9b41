"""How well a name fits what the camera saw of a card."""

from __future__ import annotations

import math

from scorer.following.sighting import SeenCard

FLOOR_SURE = 1e-4
"""The least probability of a name that a sure reading does not list: sure readings err once in thousands."""
FLOOR_UNSURE = 4e-3
"""The same where the reading is in doubt."""
MOST_NAMES = 4
"""Names of one card that are tried at first; others only where nothing else fits."""


def name_cost(card: SeenCard, code: str) -> float:
    """The logarithm of the probability that a card seen face up is `code`; at most 0.

    >>> seen = SeenCard(1, 0, (0.5, 0.5), (("k01", 0.9), ("k02", 0.1)))
    >>> name_cost(seen, "k01") > name_cost(seen, "k02") > name_cost(seen, "k09")
    True
    """
    floor = FLOOR_SURE if card.is_sure else FLOOR_UNSURE
    listed = next((chance for name, chance in card.names if name == code), 0.0)
    return math.log(min(1.0, max(listed, floor)))


def likely_names(card: SeenCard, least: float = 0.01) -> tuple[str, ...]:
    """The names worth trying: the first, and others of at least that probability."""
    first, *others = card.names
    return (first[0], *(name for name, chance in others[: MOST_NAMES - 1] if chance >= least))


def is_surely(card: SeenCard, code: str) -> bool:
    """Whether the camera is sure that a card is `code`."""
    return card.is_sure and bool(card.names) and card.names[0][0] == code
