"""Find halves of covered cards that were taken for whole cards.

Such a half looks like a small card that lies across. In a row laid lengthwise each card leaves about half of the one
below open, which is about as wide as it is long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scanner.detection.naming import NamedCard, deck_plane, sure_quads
from scanner.imaging.geometry import Quad, expand_quad, points_in_quad, quad_size, side_vectors
from scanner.recognition.classifier import CardClassifier


@dataclass(frozen=True, slots=True)
class HalfCardConfig:
    """What is a half, set on drawn rows with `pysol-kintengu`, `bellot-svgcards-png`, `pysol-tensho`, and five more."""

    max_length_share: float = 0.78
    """Length of a half in lengths of a card, at most: its long side is a card's width, about .62. Whole cards far from
    the sure ones of a picture taken aslant are measured as short as .74, but touch no other."""
    max_length_share_by_one: float = 0.7
    """The same where a single sure card says how long cards are: its own outline may be a tenth too long."""
    touch_widths: float = 0.2
    """Widths of a half within which something else shows of the card that lies over it."""


CONFIG = HalfCardConfig()


def find_halves(cards: Sequence[NamedCard], classifier: CardClassifier) -> list[NamedCard]:
    """Those of the cards that are too short beside the sure ones, and touch another. Without a sure card, none."""
    sure = sure_quads(cards, classifier)
    # In pixels first: few cards are that short, and the plane is worked out for each of them.
    longest = max((quad_size(quad)[1] for quad in sure), default=0)
    short = [card for card in cards if quad_size(card.quad)[1] < CONFIG.max_length_share * longest]
    return [card for card in short if _touches_any(card, cards) and _is_short(card, sure, classifier)]


def _touches_any(card: NamedCard, cards: Sequence[NamedCard]) -> bool:
    """Whether another of the cards shows within the card's outline or just beside it."""
    near = expand_quad(card.quad, CONFIG.touch_widths)
    return any(points_in_quad(other.detection.visible_points, near).any() for other in cards if other is not card)


def _is_short(card: NamedCard, sure: Sequence[Quad], classifier: CardClassifier) -> bool:
    """Whether the other sure cards, one at least, say that it must be longer."""
    others = [quad for quad in sure if quad is not card.quad]
    if not others:
        return False
    plane = deck_plane(others, classifier)
    lengths = np.linalg.norm(side_vectors(plane.flatten([card.quad]))[0], axis=1)[[1, 3]]
    share = CONFIG.max_length_share if len(others) > 1 else CONFIG.max_length_share_by_one
    return bool(lengths.mean() < share * plane.card_size[1])
