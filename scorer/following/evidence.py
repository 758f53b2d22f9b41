"""How well a name fits what the camera saw of a card."""

from __future__ import annotations

import math

from scorer.decks import same_faces
from scorer.following.sighting import SeenCard

FLOOR_SURE = 1e-4
"""The least probability of a name that a sure reading does not list: sure readings err once in thousands."""
FLOOR_UNSURE = 4e-3
"""The same where the reading is in doubt."""
MOST_NAMES = 4
"""Names of one card that are tried at first; others only where nothing else fits."""


def name_cost(card: SeenCard, code: str, *, is_card: bool = False) -> float:
    """The logarithm of the probability that a card seen face up is `code`, or a copy of its face; at most 0.

    `is_card`: it was read well before, so that it is one of the names listed though readings that contradict each other
    leave little to all of them.

    >>> seen = SeenCard(1, 0, (0.5, 0.5), (("k01", 0.9), ("k02", 0.1)))
    >>> name_cost(seen, "k01") > name_cost(seen, "k02") > name_cost(seen, "k09")
    True
    """
    floor = FLOOR_SURE if card.is_sure else FLOOR_UNSURE
    same = same_faces(code)
    listed = sum(chance for name, chance in card.names if name in same)
    total = sum(chance for _, chance in card.names) if is_card else 1.0
    return math.log(min(1.0, max(listed / total if total else 0.0, floor)))


def likely_names(card: SeenCard, least: float = 0.01) -> tuple[str, ...]:
    """The names worth trying: the first, and others of at least that probability; of copies of one face only one.

    >>> likely_names(SeenCard(1, 0, (0.5, 0.5), (("h01-3", 0.5), ("h01-4", 0.3), ("h02-3", 0.2))))
    ('h01-3', 'h02-3')
    """
    names: list[str] = []
    for place, (name, chance) in enumerate(card.names[:MOST_NAMES]):
        if (place == 0 or chance >= least) and not any(is_same_face(name, other) for other in names):
            names.append(name)
    return tuple(names)


def is_same_face(first: str | None, second: str | None) -> bool:
    """Whether two codes are one face to every rule.

    >>> is_same_face("h01-3", "h01-4"), is_same_face("h01-1", "h01-2")
    (True, False)
    """
    return first == second or (first is not None and second is not None and first in same_faces(second))


def is_surely(card: SeenCard, code: str) -> bool:
    """Whether the camera is sure that a card is `code`, or a copy of its face."""
    return card.is_sure and bool(card.names) and is_same_face(card.names[0][0], code)
