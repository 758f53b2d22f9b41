"""When a card came to lie where it is seen, by the last pictures.

An arm may come to rest over a card as soon as it is laid. The card is read when the arm goes, and was there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scanner.reads import Corners
from scanner.tracking.followed_table import CardEvent, FollowedCard, FollowedTable
from scanner.tracking.motion import SmallImage
from scanner.tracking.places import fill, overlap_share


@dataclass(frozen=True, slots=True)
class LookbackConfig:
    """Spans in seconds, shares 0..1 of the place of a card."""

    kept_s: float = 15.0
    """For how long pictures are kept: arms rest over cards for some seconds."""
    step_s: float = 0.19
    """Seconds between two pictures that are kept, at least: five a second."""
    max_level_difference: float = 18.0
    """Levels of 255 in one colour up to which a pixel looks the same: light that flickers differs less."""
    shown_share: float = 0.5
    """Share that looks as it does now from which on the card lay there: a hand may still hold the rest."""
    clear_share: float = 0.75
    """The same that is reached within `clear_s` after: a hand alone may look like half of a card."""
    clear_s: float = 1.0
    """Seconds in which a hand that laid a card lets go of it."""
    bare_share: float = 0.3
    """Share up to which the place looked different: before the card was laid it did, or nothing can be told."""
    max_overlap: float = 0.3
    """Share of a place, 0..1, that a card which left may have lain over: its look was no look of this card."""
    min_free_share: float = 0.25
    """Share of a card, 0..1, over which no other one lies, at least: the rest of its place says nothing of it."""
    inset_px: float = 1.0
    """Pixels of the small picture along the outline that are not compared: the outline of a card is inexact."""


CONFIG = LookbackConfig()


@dataclass(frozen=True, slots=True, eq=False)
class PictureMemory:
    """The small pictures (h, w, 3) uint8 of the last seconds, the oldest first, each with its second.

    `left`: cards as they lay before they moved within that time, each with the second at which it lay elsewhere.
    """

    pictures: tuple[tuple[float, NDArray[np.uint8]], ...] = ()
    left: tuple[tuple[FollowedCard, float], ...] = ()

    def add(self, time_s: float, image: SmallImage) -> PictureMemory:
        """The memory with the picture of second `time_s`; what is too old is forgotten."""
        if self.pictures and 0 <= time_s - self.pictures[-1][0] < CONFIG.step_s:
            return self
        kept = tuple(pair for pair in self.pictures if time_s - CONFIG.kept_s <= pair[0] < time_s)
        left = tuple(pair for pair in self.left if time_s - CONFIG.kept_s <= pair[1])
        return PictureMemory((*kept, (time_s, np.asarray(image + 0.5, np.uint8))), left)

    def add_moves(self, before: FollowedTable, after: FollowedTable) -> PictureMemory:
        """The memory with the places that cards left between two looks, whether they were told or not."""
        now = {card.number: card for card in after.cards}
        moved = [(card, now[card.number].since) for card in before.cards if _has_moved(card, now.get(card.number))]
        return replace(self, left=(*self.left, *moved)) if moved else self

    def shown_since(
        self,
        corners: Corners,
        image: SmallImage,
        rested_s: float,
        not_before_s: float = 0.0,
        others: Sequence[Corners] = (),
    ) -> float:
        """The second since which a place looks as it does in `image`, at most `rested_s`; then, if that is not known.

        `corners`: in pixels of the small picture; `others`: of cards that may lie over it. It looked otherwise before
        `not_before_s`.
        """
        inside = fill(image.shape, corners, -CONFIG.inset_px)
        size = inside.sum()
        for other in others:
            inside &= ~fill(image.shape, other, CONFIG.inset_px)
        rows, columns = np.nonzero(inside)
        if not rows.size or rows.size < CONFIG.min_free_share * size:
            return rested_s
        now = image[rows, columns]
        found, clear_s, has_begun = rested_s, rested_s, False
        for time_s, picture in reversed(self.pictures):
            if picture.shape != image.shape:
                break
            if time_s >= rested_s:
                continue
            if time_s < not_before_s:
                has_begun = True
                break
            same = np.abs(picture[rows, columns] - now).max(axis=1) <= CONFIG.max_level_difference
            share = float(same.mean())
            if share >= CONFIG.clear_share:
                clear_s = time_s
            if share >= CONFIG.shown_share and clear_s - time_s <= CONFIG.clear_s:
                found, has_begun = time_s, False
            elif share <= CONFIG.bare_share:
                has_begun = True
        return found if has_begun else rested_s


def backdate(
    event: CardEvent, before: FollowedTable, table: FollowedTable, image: SmallImage, memory: PictureMemory
) -> CardEvent:
    """The event with the second in which it first showed, by the pictures before. `image`: that of now.

    `before`: the table before the look that told it, `table`: after it. A card that has another name now may be another
    one, laid where the first lay.
    """
    card, earlier = event.card, event.before
    if event.kind == "renamed" and (earlier is None or earlier.evidence.best == card.evidence.best):
        return event
    gone = [
        left_s
        for other, left_s in (*table.departed, *memory.left)
        if other.number != card.number and overlap_share(card.read, other.read) > CONFIG.max_overlap
    ]
    since_s = _last_elsewhere(card, before)
    if earlier is not None and event.kind != "renamed":
        since_s = max(since_s, earlier.since)
    others = [other.read.corners for other in table.cards if other.number != card.number]
    time_s = memory.shown_since(card.read.corners, image, event.time_s, max([since_s, *gone]), others)
    return event if time_s == event.time_s else replace(event, time_s=time_s)


def _last_elsewhere(card: FollowedCard, before: FollowedTable) -> float:
    """The second until which a card that moved lay in another place, as far as that is known; 0 for one that did not.

    `before`: the table before it moved.
    """
    there = [(other, other.missing_since or other.since) for other in before.cards]
    return max((left_s for other, left_s in (*before.departed, *there) if _has_moved(other, card)), default=0.0)


def _has_moved(before: FollowedCard, after: FollowedCard | None) -> bool:
    """Whether two looks are of one card that came to lie anew between them."""
    return after is not None and before.number == after.number and after.since > before.since
