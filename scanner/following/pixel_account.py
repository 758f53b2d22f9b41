"""What lies on a table that nothing explains.

Every part that differs from the bare table and rests is a card that was told, a hand, or unexplained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Region
from scanner.tracking.followed_table import FollowedCard
from scanner.tracking.local_rest import RestState, Times
from scanner.tracking.motion import BoolMask, SmallImage
from scanner.tracking.places import fill


@dataclass(frozen=True, slots=True)
class AccountConfig:
    """Thresholds on the small picture of 320 pixels. Shares are 0..1, spans in seconds."""

    step_s: float = 0.5
    """Between two looks: what is waited for takes seconds."""
    rest_s: float = 0.9
    """Without movement after which a pixel counts as at rest."""
    min_level: float = 16.0
    """Levels of 255 in one colour, besides the light around it, by which something lies there."""
    other_level: float = 30.0
    """Levels of 255 in one colour by which what lies at a pixel is another thing than the last one at rest there."""
    light_px: int = 61
    """Width of the surroundings whose light a pixel has: a head's shadow is wider, a card much narrower."""
    light_gains: tuple[float, float] = (0.6, 1.35)
    """Factors of brightness, least and most, that are light and shade; what is darker lies there."""
    least_light_share: float = 0.1
    """Of the surroundings that must be in sight for their light to be known; else that of the whole picture counts."""
    rim_px: float = 4.0
    """Around a card: its shadow, and its outline is inexact."""
    follow_share: float = 0.25
    """By which the bare table follows the light at each look."""
    min_share: float = 0.25
    """Of a card's area that a part has at the least: less is a shadow, or the edge of a heap."""
    min_area_px: int = 25
    """Pixels of a part at the least, whatever the size of a card."""
    again_s: float = 2.0
    """After which the whole picture is read again with nothing known."""
    tell_s: float = 4.0
    """After which it is told: a doubtful card is looked at for three."""
    hand_s: float = 8.0
    """The same of what reaches over the edge of the picture, as arms do: sleeves rest for some seconds."""
    edge_px: int = 2
    """Width of the edge of the picture."""
    join_px: int = 5
    """Pixels between two parts that are one thing."""
    most_share: float = 0.3
    """Of the picture from which on the picture is another: the camera was turned, or a cloth pulled."""
    seen_share: float = 0.6
    """Of a part that must be in sight and at rest for it to be told."""
    least_filled: float = 0.85
    """Of the box around it that a card fills: round things fill less."""
    least_card: float = 0.4
    """Of the area of a card that lies open for the most part."""


CONFIG = AccountConfig()


@dataclass(frozen=True, slots=True)
class UnexplainedPart:
    """Something that lies there unexplained since second `since_s`.

    `number`: the same as long as it lies there. `box`: in pixels of the small picture. `is_card_like`: whether it may
    be a card by its shape. `is_at_edge`: whether it reaches over the edge of the picture, also under cards. `is_seen`:
    whether it is in sight and at rest now.
    """

    number: int
    box: Region
    since_s: float
    is_card_like: bool
    is_at_edge: bool = False
    is_seen: bool = True


class PixelAccount:
    """Follows what lies on one table unexplained: `look` takes picture after picture."""

    def __init__(self) -> None:
        self._bare: SmallImage | None = None
        self._is_known = np.zeros((0, 0), np.bool_)
        self._since: Times = np.zeros((0, 0))
        self._shown: SmallImage = np.zeros((0, 0, 3), np.float32)
        self._looked_s = -np.inf
        self._read_s: dict[int, float] = {}
        self._told: set[int] = set()
        self._next_number = 1
        self.parts: tuple[UnexplainedPart, ...] = ()

    @property
    def mask(self) -> BoolMask:
        """The pixels that are unexplained now, (h, w)."""
        return np.isfinite(self._since)

    def unexplained(self, time_s: float) -> tuple[UnexplainedPart, ...]:
        """What has lain there for so long that it must be told."""
        for part in self.parts:
            wait_s = CONFIG.hand_s if part.is_at_edge else CONFIG.tell_s
            if part.is_seen and time_s - part.since_s >= wait_s:
                self._told.add(part.number)
        return tuple(part for part in self.parts if part.number in self._told)

    def is_due(self, time_s: float) -> bool:
        """Whether the whole picture should be read again: once for each part, later at longer and longer intervals."""
        return any(
            part.is_seen
            and time_s - part.since_s >= CONFIG.again_s
            and (part.number not in self._read_s or time_s - part.since_s >= 2 * (self._read_s[part.number]))
            for part in self.parts
        )

    def note_reading(self, time_s: float) -> None:
        """Note that the whole picture was read again."""
        self._read_s = {part.number: max(CONFIG.again_s, time_s - part.since_s) for part in self.parts}

    def look(
        self, image: SmallImage, time_s: float, rest: RestState, cards: Sequence[FollowedCard], card_area_px: float
    ) -> None:
        """Account for the pixels of a picture of second `time_s`, once the table has been read a first time."""
        if self._bare is None or self._bare.shape != image.shape:
            if rest.settled is not None:
                self._begin(image, cards)
            return
        if time_s - self._looked_s < CONFIG.step_s:
            return
        self._looked_s = time_s
        moving = time_s - rest.moved_at < CONFIG.rest_s
        explained = _card_mask(image.shape, [card for card in cards if card.is_told and card.missing_since is None])
        visible = ~moving & ~explained
        around, whole = self._light_gains(image, visible)
        # A hand that rests darkens its surroundings, too: what is as bright as before is alike all the same.
        levels = np.minimum(_levels(image, around * self._bare), _levels(image, whole * self._bare))
        differs = _opened(levels > CONFIG.min_level) & self._is_known
        # An arm that comes again and again is another thing each time.
        is_other = np.abs(image - self._shown).max(axis=2) > CONFIG.other_level
        began = np.where(is_other, time_s, np.minimum(self._since, time_s))
        self._since = np.where(visible & differs, began, self._since)
        self._shown = np.where(visible[:, :, None], image, self._shown)
        self._since = np.where(explained | (~moving & ~differs), np.inf, self._since)
        fresh = visible & ~self._is_known
        is_alike = np.abs(image - whole * self._bare).max(axis=2) < CONFIG.min_level
        same = visible & self._is_known & ~differs & is_alike
        share = np.where(fresh, np.float32(1), np.where(same, np.float32(CONFIG.follow_share), np.float32(0)))
        unseen = 1 + (~fresh & ~same) * np.float32(CONFIG.follow_share * (whole - 1))  # under hands it is as bright
        bare = np.minimum(self._bare * unseen[:, :, None], 255)
        self._bare = np.asarray(bare + share[:, :, None] * (image - bare), np.float32)
        self._is_known |= fresh
        self._find_parts(visible, moving | explained, card_area_px)
        if float(self.mask.mean()) > CONFIG.most_share and self.unexplained(time_s):
            self._begin(image, cards)

    def dismiss(self, number: int, image: SmallImage) -> None:
        """Take a part for a thing that lies there: nobody asks about it again."""
        for part in self.parts:
            if part.number == number and self._bare is not None:
                left, top, right, bottom = part.box
                self._bare[top:bottom, left:right] = image[top:bottom, left:right]
                self._since[top:bottom, left:right] = np.inf
        self.parts = tuple(part for part in self.parts if part.number != number)

    def _begin(self, image: SmallImage, cards: Sequence[FollowedCard]) -> None:
        """Take the table as it lies there for bare, but for its cards."""
        self._bare, self._shown, self._since = image.copy(), image, np.full(image.shape[:2], np.inf)
        self._is_known = ~_card_mask(image.shape, cards)

    def _light_gains(self, image: SmallImage, visible: BoolMask) -> tuple[SmallImage, float]:
        """By which factor the light is another than on the bare table: (h, w, 1) around each pixel, and as a whole."""
        assert self._bare is not None  # noqa: S101  the caller has begun
        weight = (visible & self._is_known & ~self.mask).astype(np.float32)
        size = (CONFIG.light_px, CONFIG.light_px)
        now, then = (
            cv2.boxFilter(weight * (picture.sum(axis=2) + 1), -1, size, normalize=False)
            for picture in (image, self._bare)
        )
        whole = (float(now.sum()) + 1) / (float(then.sum()) + 1)
        is_open = cv2.boxFilter(weight, -1, size) > CONFIG.least_light_share
        gain = np.where(is_open, now / np.maximum(then, 1), whole)
        least, most = CONFIG.light_gains
        return np.asarray(np.clip(gain, least, most)[:, :, None], np.float32), min(most, max(least, whole))

    def _find_parts(self, visible: BoolMask, hidden: BoolMask, card_area_px: float) -> None:
        """Find the parts, and know again those that lay there before."""
        size = 2 * (CONFIG.join_px // 2) + 1
        grown = cv2.dilate(self.mask.astype(np.uint8), np.ones((size, size), np.uint8))
        count, labels = cv2.connectedComponents(grown, connectivity=8)
        least = max(CONFIG.min_area_px, CONFIG.min_share * card_area_px)
        before, found = list(self.parts), []
        _, things = cv2.connectedComponents(
            cv2.dilate((self.mask | hidden).astype(np.uint8), np.ones((size, size), np.uint8))
        )
        at_edge = _edge_labels(np.asarray(things, np.int32))
        for label in range(1, count):
            part = self.mask & (labels == label)
            if part.sum() < least:
                continue
            rows, columns = np.nonzero(part)
            box = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
            since_s = float(np.median(self._since[part]))
            known = next((each for each in before if _overlaps(each.box, box)), None)
            if known is not None:
                before.remove(known)
                number, since_s = known.number, min(known.since_s, since_s)
            else:
                number, self._next_number = self._next_number, self._next_number + 1
            is_at_edge = bool(np.isin(things[part], at_edge).any())
            is_seen = float(visible[part].mean()) >= CONFIG.seen_share
            found.append(UnexplainedPart(number, box, since_s, _is_card_like(part, card_area_px), is_at_edge, is_seen))
        self.parts = tuple(found)


def _levels(image: SmallImage, bare: SmallImage) -> SmallImage:
    """By how many levels (h, w) each pixel differs from the bare table, of which the camera may be off by a pixel."""
    around = np.ones((3, 3), np.uint8)
    off = np.maximum(image - cv2.dilate(bare, around), cv2.erode(bare, around) - image)
    return np.asarray(off.max(axis=2), np.float32)


def _edge_labels(labels: NDArray[np.int32]) -> NDArray[np.int32]:
    """The labels, but for 0, along the edge of a picture."""
    edge = CONFIG.edge_px
    sides = (labels[:edge], labels[-edge:], labels[:, :edge], labels[:, -edge:])
    found = np.unique(np.concatenate([side.ravel() for side in sides]))
    return np.asarray(found[found > 0], np.int32)


def _card_mask(shape: tuple[int, ...], cards: Sequence[FollowedCard]) -> BoolMask:
    mask = np.zeros(shape[:2], np.bool_)
    for card in cards:
        mask |= fill(shape, card.read.corners, CONFIG.rim_px)
    return mask


def _opened(mask: BoolMask) -> BoolMask:
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.bool_)


def _overlaps(first: Region, second: Region) -> bool:
    """Whether two boxes share pixels."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _is_card_like(part: BoolMask, card_area_px: float) -> bool:
    """Whether what lies there may be a card: a round thing or a narrow one is none."""
    rows, columns = np.nonzero(part)
    points = np.stack([columns, rows], axis=1).astype(np.float32)
    (_, (width, height), _) = cv2.minAreaRect(points)
    hull = float(cv2.contourArea(cv2.convexHull(points)))
    area = max(1.0, width * height)
    is_round = hull / area < CONFIG.least_filled and max(width, height) < 1.25 * max(1.0, min(width, height))
    return part.sum() >= CONFIG.least_card * card_area_px and not is_round
