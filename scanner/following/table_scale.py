"""How large a card is on a table, known before any is read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.imaging.geometry import Region
from scanner.reads import CardRead
from scanner.tracking.followed_table import FollowedCard
from scanner.tracking.motion import BoolMask


@dataclass(frozen=True, slots=True)
class ScaleConfig:
    """Lengths in pixels of the small picture of 320, ratios of lengths."""

    first_card_px: float = 30.0
    """Length of a card before any was seen."""
    smallest_card_px: float = 20.0
    """Length of the smallest card that can be read; as long as nothing is known, no part is too small for one."""
    card_area: float = 0.6
    """Area of a card in squares of its length: hanafuda are 33 mm wide and 54 mm high."""
    alike: float = 1.35
    """Ratio of two lengths, at most, of cards of one deck: a slanted camera sees them so."""
    firm_cards: int = 3
    """Cards as long as each other from which on their length is certain: one outline may be a mat, two a tray each."""
    fitting: tuple[float, float] = (0.5, 1.8)
    """Length of a card in certain lengths, least and most: nearer ones are larger, covered ones shorter."""
    longest_without_zones: float = 0.4
    """Length of a card in heights of the picture, at most, where no zone says more."""
    outline_lengths: tuple[float, float] = (0.7, 1.35)
    """How long the outline of a change is, in lengths of a card, for a card to be looked for just there."""
    min_outline_width: float = 0.35
    """How wide it is at the least, in lengths of a card: half a card's width and some more."""


CONFIG = ScaleConfig()


class TableScale:
    """What is known of the length of a card. `longest_px`: what no card exceeds, by the zones; None without zones.

    Sure cards sharpen it as they are seen. One outline never sets it.
    """

    def __init__(self, longest_px: float | None = None) -> None:
        self._longest_px = math.inf if longest_px is None else longest_px
        self._lengths: dict[int, tuple[float, bool]] = {}
        self._length_px = min(CONFIG.first_card_px, self._longest_px)
        self.is_firm = False

    @property
    def length_px(self) -> float:
        """The likeliest length of a card."""
        return self._length_px

    @property
    def area_px(self) -> float:
        """The likeliest area of a card."""
        return CONFIG.card_area * self._length_px**2

    @property
    def least_area_px(self) -> float:
        """The area of a card of which a part counts: of the smallest that can be read until more is known."""
        return self.area_px if self.is_firm else CONFIG.card_area * min(self._length_px, CONFIG.smallest_card_px) ** 2

    def learn(self, cards: Sequence[FollowedCard]) -> None:
        """Learn from cards that are known. What is doubtful or a single back says nothing."""
        for card in cards:
            if card.is_told and card.is_sure and card.read.sure:
                self._lengths[card.number] = max(side_lengths(card.read)), card.is_face_up
        groups = [
            [length for length, _ in self._lengths.values() if middle / CONFIG.alike < length < middle * CONFIG.alike]
            for middle, _ in self._lengths.values()
        ]
        best = max(groups, key=len, default=[])
        faces = [length for length, is_up in self._lengths.values() if is_up]
        if len(best) > 1 or faces:
            self._length_px = float(np.median(best if len(best) > 1 else faces))
        self.is_firm = len(best) >= CONFIG.firm_cards

    def fits(self, card: CardRead, height_px: int) -> bool:
        """Whether something can be a card by its size, in a picture of that height."""
        length = max(side_lengths(card))
        longest = min(self._longest_px, CONFIG.longest_without_zones * height_px)
        if not self.is_firm:
            return length <= longest
        least, most = (ratio * self._length_px for ratio in CONFIG.fitting)
        return least <= length <= min(longest, most)

    def card_outline(self, mask: BoolMask) -> CardRead | None:
        """The outline of what has changed if it is about as large as a card: the reader begins there, too."""
        rows, columns = np.nonzero(mask)
        points = cv2.boxPoints(cv2.minAreaRect(np.stack([columns, rows], axis=1).astype(np.float32)))
        if np.linalg.norm(points[0] - points[1]) > np.linalg.norm(points[1] - points[2]):
            points = np.roll(points, -1, axis=0)
        a, b, c, d = ((float(x), float(y)) for x, y in points)
        card = CardRead.outline((a, b, c, d))
        width, length = (side / self._length_px for side in sorted(side_lengths(card)[:2]))
        shortest, longest = CONFIG.outline_lengths
        return card if shortest < length < longest and CONFIG.min_outline_width < width < 1 else None

    def box_around(self, mask: BoolMask, margin_lengths: float) -> Region:
        """The box around the pixels of a mask with a margin, large enough for a card."""
        rows, columns = np.nonzero(mask)
        height, width = mask.shape

        def widened(low: int, high: int, limit: int) -> tuple[int, int]:
            margin = round(max(margin_lengths * self._length_px, self._length_px - (high - low)))
            return max(0, low - margin), min(limit, high + 1 + margin)

        left, right = widened(int(columns.min()), int(columns.max()), width)
        top, bottom = widened(int(rows.min()), int(rows.max()), height)
        return left, top, right, bottom


def side_lengths(card: CardRead) -> list[float]:
    """The lengths of its four sides in pixels, in order."""
    return [math.dist(a, b) for a, b in zip(card.corners, (*card.corners[1:], card.corners[0]), strict=True)]
