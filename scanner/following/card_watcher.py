"""Follows the cards of one table on its camera's pictures.

A picture of a table at rest costs a few milliseconds. Only the parts that came to rest are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from scanner.following.lookback import PictureMemory, backdate
from scanner.following.motion_trail import MotionTrail
from scanner.following.pixel_account import PixelAccount
from scanner.following.table_scale import TableScale
from scanner.imaging.geometry import Region
from scanner.imaging.image import ColorImage
from scanner.reads import CardRead, HiddenCard, PictureRead
from scanner.tracking import local_rest, look_schedule, tracker
from scanner.tracking.followed_table import CardEvent, FollowedCard, FollowedTable, Observation
from scanner.tracking.motion import MOTION_WIDTH_PX, BoolMask, SmallImage, difference_mask
from scanner.tracking.places import box_mask, card_center, fill, has_center_in, judge_place, overlap_share


class RegionReader(Protocol):
    """Reads the cards of a part of a frame, as `scanner.reader.read_region` does."""

    def __call__(
        self, frame: ColorImage, deck: str, region: Region, known: Sequence[CardRead], places: Sequence[CardRead]
    ) -> PictureRead:
        """Cards of a region in frame pixels, less the `known` ones; `places` are looked at, too."""


@dataclass(frozen=True, slots=True)
class CardWatcherConfig:
    """Lengths in pixels of the small picture of 320. Set on films of `fudayomi synth --film`."""

    margin_lengths: float = 0.35
    """Margin around a change that is read, too, in lengths of a card; more where the change is smaller than a card."""
    max_foreign_share: float = 0.45
    """What may have changed besides cards, in areas of a card, before it is a foreign object such as a hand."""
    min_unexplained_share: float = 0.4
    """Share of a card, 0..1, that nothing explained, for it to have been overlooked."""
    max_covered_share: float = 0.3
    """Share of a sure card, 0..1, that a hand which rests on it may cover for the card to be told."""
    max_shared: float = 0.45
    """Share of a card, 0..1, that may lie over a card found in another box."""
    max_hidden: float = 0.7
    """Share of a card not told yet, 0..1, over which one that is known may lie."""
    foreign_wait_s: float = 1.2
    """Seconds for which a part with a foreign object in it is waited for."""
    min_waited_share: float = 0.5
    """Share of a part, 0..1, that was waited for already, from which it is not waited for again."""
    rim_px: float = 4.0
    """Pixels around a card that its shadow or its edge may change, too."""
    settled_rim_px: float = 1.0
    """Pixels around a card that are remembered with it where a hand lies beside it."""
    min_still_share: float = 0.95
    """Share of a card's place, 0..1, that is at rest when it is looked at again."""


CONFIG = CardWatcherConfig()


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture changed. `events`: what happened, in order. `has_read`: whether some of it was read."""

    events: tuple[CardEvent, ...] = ()
    has_read: bool = False


class CardWatcher:
    """Follows the cards of one table: `see` takes picture after picture.

    `deck`: what the cards are read as, of the kind `kind`. `read`: such as `scanner.reader.read_region`.
    `longest_px`: what no card exceeds in the small picture, None where no zones say it.
    """

    def __init__(self, deck: str, kind: str, read: RegionReader, longest_px: float | None = None) -> None:
        self._deck, self._read = deck, read
        self._rest: local_rest.RestState | None = None
        self._is_unread = False
        self.table = FollowedTable(kind)
        self.trail = MotionTrail()
        self._memory = PictureMemory()
        self._scale = TableScale(longest_px)
        self.account = PixelAccount()
        self.readings = 0

    @property
    def is_settled(self) -> bool:
        """Whether the table is at rest and all that lies there has been looked at."""
        is_calm = self._rest is not None and local_rest.is_calm(self._rest) and not self._is_unread
        return is_calm and look_schedule.is_settled(self.table)

    def see(self, image: SmallImage, time_s: float, picture: Callable[[], ColorImage | None]) -> Look:
        """What happened by this small picture of second `time_s`.

        `picture`: the large one (height, width, 3) BGR uint8 of the same moment, asked for only if some of it is to be
        read. Where it gives None that waits for a later one.
        """
        self._rest, parts = local_rest.look(self._rest, image, time_s, self._scale.least_area_px)
        if time_s <= self.table.time_s:
            return Look()
        if self._rest.time_s == time_s:
            self.trail = self.trail.add(time_s, self._rest.moving)
        boxes = self._second_looks(image, parts, time_s)
        is_again = self.account.is_due(time_s) and not any(part.is_whole for part in parts)
        frame = picture() if parts or boxes or is_again else None
        self._is_unread = frame is None and bool(parts)
        observation = self._observe(frame, image, time_s, parts, boxes)
        if is_again and frame is not None:
            observation = self._read_again(observation, frame)
        past = self.table
        self.table, events = tracker.follow(past, observation)
        self._memory = self._memory.add_moves(past, self.table)
        events = tuple(backdate(event, past, self.table, image, self._memory) for event in events)
        self._memory = self._memory.add(time_s, image)
        self._scale.learn(self.table.cards)
        self.account.look(image, time_s, self._rest, self.table.cards, self._scale.least_area_px)
        return Look(tuple(sorted(events, key=lambda event: event.time_s)), observation.area is not None)

    def _observe(
        self,
        frame: ColorImage | None,
        image: SmallImage,
        time_s: float,
        parts: Sequence[local_rest.RestedPart],
        boxes: Sequence[Region],
    ) -> Observation:
        """Read the parts that came to rest, and the boxes around cards to look at again; neither without a `frame`."""
        assert self._rest is not None  # noqa: S101  parts and boxes come of a state
        before = self._rest.settled
        areas: list[BoolMask] = []
        cards: list[CardRead] = []
        hidden: list[HiddenCard] = []
        if frame is not None:
            for part in parts:
                area, found = self._read_part(frame, image, part, time_s)
                if area is not None and found is not None:
                    areas.append(area)
                    cards += _not_among(found.cards, cards)
                    hidden += found.hidden
            for box in boxes:
                found = self._read_box(frame, image, box)
                areas.append(box_mask(image.shape, box))
                cards += _not_among(found.cards, cards)
                hidden += found.hidden
        observation = Observation(time_s, image, moved_at=self._rest.moved_at, is_busy=local_rest.is_busy(self._rest))
        if not areas:
            return observation
        return replace(
            observation,
            area=np.logical_or.reduce(areas),
            before=before,
            cards=tuple(cards),
            hidden=tuple(hidden),
            is_whole=any(part.is_whole for part in parts),
        )

    def _read_again(self, observation: Observation, frame: ColorImage) -> Observation:
        """The look with all of the picture read as if nothing was known: something lies there that nothing explains."""
        image = observation.image
        height, width = image.shape[:2]
        found = self._read_box(frame, image, (0, 0, width, height), is_anew=True)
        self.account.note_reading(observation.time_s)
        new = [
            card
            for card in _not_among(found.cards, observation.cards)
            if self.account.mask[fill(image.shape, card.corners)].mean() > CONFIG.min_unexplained_share
        ]
        around = np.logical_or.reduce([self.account.mask, *(fill(image.shape, card.corners) for card in new)])
        return replace(
            observation,
            area=around if observation.area is None else observation.area | around,
            before=self._rest.settled if observation.before is None and self._rest is not None else observation.before,
            cards=(*observation.cards, *new),
            hidden=(*observation.hidden, *found.hidden),
            unexplained=around,
        )

    def _read_part(
        self, frame: ColorImage, image: SmallImage, part: local_rest.RestedPart, time_s: float
    ) -> tuple[BoolMask | None, PictureRead | None]:
        """The area that was read for a part that came to rest, and what lies there; None while a hand is there."""
        assert self._rest is not None  # noqa: S101  a part comes of a state
        box = (0, 0, image.shape[1], image.shape[0]) if part.is_whole else self._box_around(part.mask)
        outline = None if part.is_whole else self._scale.card_outline(part.mask)
        found = self._read_box(frame, image, box, () if outline is None else (outline,))
        area = box_mask(image.shape, box)
        if part.is_whole:
            self._rest = local_rest.settle(self._rest, part.mask)
            return area, found
        foreign = self._foreign_mask(part.mask, found.cards)
        has_foreign = foreign.sum() > CONFIG.max_foreign_share * self._scale.area_px
        if has_foreign and np.isfinite(self._rest.retry_at[part.mask]).mean() <= CONFIG.min_waited_share:
            self._rest = local_rest.postpone(self._rest, part.mask, time_s + CONFIG.foreign_wait_s)
            clear = [card for card in found.cards if card.sure and _shows(card, foreign)]
            if not clear:
                return None, None
            area = np.logical_or.reduce([fill(foreign.shape, card.corners, CONFIG.settled_rim_px) for card in clear])
            self._rest = local_rest.settle(self._rest, area)
            return area, replace(found, cards=tuple(clear), hidden=())
        whole = cv2.dilate(part.mask.astype(np.uint8), np.ones((5, 5))).astype(np.bool_)
        self._rest = local_rest.settle(self._rest, whole, foreign if has_foreign else None)
        return area, found

    def _read_box(
        self,
        frame: ColorImage,
        image: SmallImage,
        box: Region,
        hints: Sequence[CardRead] = (),
        *,
        is_anew: bool = False,
    ) -> PictureRead:
        """What lies in a box of the small picture that can be a card by its size; corners likewise.

        Left out are the cards that are sure and unchanged, unless everything is to be read anew (`is_anew`).
        """
        assert self._rest is not None  # noqa: S101
        self.readings += 1
        scale = frame.shape[1] / MOTION_WIDTH_PX
        mask = box_mask(image.shape, box)
        inside = [card for card in self.table.cards if has_center_in(card.read, mask)]
        settled = self._rest.settled
        known: list[FollowedCard] = []
        if settled is not None and not is_anew:
            difference = difference_mask(image, settled)
            known = [
                card
                for card in inside
                if card.is_told
                and card.is_sure
                and card.missing_since is None
                and not card.cover
                and judge_place(difference, card.read, (), ()) == "same"
            ]
        places = [card for card in inside if card not in known and not _lies_under(card, known) and not is_anew]
        height, width = frame.shape[:2]
        left, top, right, bottom = (round(side * scale) for side in box)
        reading = self._read(
            frame,
            self._deck,
            (max(0, left), max(0, top), min(width, right), min(height, bottom)),
            [card.read.scaled(scale, scale) for card in known],
            [*(card.read.scaled(scale, scale) for card in places), *(card.scaled(scale, scale) for card in hints)],
        )
        small = reading.to_size(image.shape[1], image.shape[0])
        return replace(small, cards=tuple(card for card in small.cards if self._scale.fits(card, image.shape[0])))

    def _foreign_mask(self, mask: BoolMask, cards: Sequence[CardRead]) -> BoolMask:
        """What changed that neither the cards found nor those that lay there explain."""
        assert self._rest is not None  # noqa: S101
        rest = mask & ~local_rest.uncovered_mask(self._rest)
        for card in (*cards, *(card.read for card in self.table.cards)):
            rest &= ~fill(mask.shape, card.corners, CONFIG.rim_px)
        return cv2.morphologyEx(rest.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.bool_)

    def _second_looks(self, image: SmallImage, parts: Sequence[local_rest.RestedPart], time_s: float) -> list[Region]:
        """Boxes around cards that another look would settle, where nothing moves."""
        assert self._rest is not None  # noqa: S101
        if any(part.is_whole for part in parts):
            return []
        still = time_s - self._rest.moved_at >= local_rest.CONFIG.rest_s
        read_now = [self._box_around(part.mask) for part in parts]
        boxes: list[Region] = []
        for card in look_schedule.due_cards(self.table, time_s, is_busy=local_rest.is_busy(self._rest)):
            place = fill(image.shape, card.read.corners)
            x, y = card_center(card.read)
            is_read = any(left <= x < right and top <= y < bottom for left, top, right, bottom in (*read_now, *boxes))
            if place.any() and still[place].mean() > CONFIG.min_still_share and not is_read:
                boxes.append(self._box_around(place))
        return boxes

    def _box_around(self, mask: BoolMask) -> Region:
        """The box around the pixels of a mask, large enough for a card; a second look begins at another edge."""
        return self._scale.box_around(mask, CONFIG.margin_lengths * (1 + self.readings % 2))


def _shows(card: CardRead, foreign: BoolMask) -> bool:
    """Whether most of a card shows beside the foreign object."""
    inside = fill(foreign.shape, card.corners)
    return bool(inside.any()) and float(foreign[inside].mean()) < CONFIG.max_covered_share


def _lies_under(card: FollowedCard, known: Sequence[FollowedCard]) -> bool:
    """Whether the place of a card is that of another one, which lies there for certain: a hand was read as a card."""
    return not card.is_told and any(overlap_share(card.read, other.read) > CONFIG.max_hidden for other in known)


def _not_among(cards: Sequence[CardRead], others: Sequence[CardRead]) -> list[CardRead]:
    """The cards of a box that were not found in an earlier one that overlaps with it."""
    return [card for card in cards if all(overlap_share(card, other) < CONFIG.max_shared for other in others)]
