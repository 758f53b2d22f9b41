"""Where the table has changed and come to rest, part by part.

A hand at one side holds up nothing at the other. Pure: `look` makes the next state from a small picture and its time,
`settle` notes that a part has been read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.tracking.motion import CONFIG as MOTION
from scanner.tracking.motion import BoolMask, SmallImage, difference_levels, difference_mask

Times = NDArray[np.float64]
"""Seconds for each pixel of the small picture. A clock that has counted for months needs every digit."""


@dataclass(frozen=True, slots=True)
class LocalRestConfig:
    """Thresholds on the small picture of 320 pixels, set on films of `fudayomi synth --film`."""

    min_stir_level: float = 18.0
    """Levels of 255 in one colour by which a pixel differs where something stirs: light that flickers differs less."""
    min_stir_share: float = 0.0012
    """Share of the picture, 0..1, that stirs at the least: a quarter of the smallest card that can be read."""
    min_area_px: int = 14
    """Pixels that must differ in one part, whatever the size of a card: less is noise."""
    min_share: float = 0.08
    """Share of a card's area, 0..1, that must differ in one part: less is a shadow."""
    min_held_up_share: float = 0.35
    """The same for the still share of a part of which the rest moves: parts of a hand look still, too."""
    rest_s: float = 0.35
    """Seconds without movement after which a part is at rest: two frames at five a second."""
    motion_reach_px: int = 3
    """Pixels around a movement that count as moving, too: the edge of a hand between two frames."""
    join_px: int = 4
    """Pixels between changed pixels that still belong to one part."""
    held_up_s: float = 0.5
    """Seconds after which the still share of a part is read though the rest of it moves, such as under a sleeve."""
    whole_share: float = 0.3
    """Share of the picture, 0..1, from which a change is one of the whole: of the camera's place or of the light."""
    min_leaving_share: float = 0.15
    """Share of a part with a thing in it, 0..1, that moves when the thing goes."""
    follow_share: float = 0.3
    """Share by which the remembered picture follows the light, frame by frame, where nothing has changed."""
    repeat_s: float = 1.0
    """Seconds after which a picture that repeats to the last bit is a table at rest and not a camera that hangs."""


CONFIG = LocalRestConfig()


@dataclass(frozen=True, slots=True, eq=False)
class RestState:
    """What is remembered of a table from picture to picture.

    `time_s`, `image`: of the last picture that was new; `moving`: which of its pixels moved. `settled`: the table as
    it was last read, the light followed. `stirred_at`: when more than noise moved last. `is_waiting`: whether a part
    that has changed is waited for. `moved_at`: when each pixel moved last. `changed_since`: since when each pixel
    differs from `settled`, infinite where it does not. `retry_at`: before when a part that shows something else than
    cards is not read again. `beneath`: the table before such a thing came to lie on the pixels of `is_covered`.
    """

    time_s: float
    image: SmallImage
    moving: BoolMask
    settled: SmallImage | None
    stirred_at: float
    is_waiting: bool
    moved_at: Times
    changed_since: Times
    retry_at: Times
    beneath: SmallImage
    is_covered: BoolMask


@dataclass(frozen=True, slots=True, eq=False)
class RestedPart:
    """A part of the table that has changed and lies still: its pixels, and whether it is the whole picture."""

    mask: BoolMask
    is_whole: bool = False


def look(
    state: RestState | None, image: SmallImage, time_s: float, card_area_px: float = 0.0
) -> tuple[RestState, list[RestedPart]]:
    """The state after a small picture of second `time_s`, and the parts to be read now.

    `card_area_px`: square pixels of a card on the small picture. What is much smaller is settled without being read. A
    picture of another size begins anew. One that is not later than the last, or repeats it, changes nothing.
    """
    if state is None or state.image.shape != image.shape:
        return begin(image, time_s), []
    if time_s <= state.time_s:
        return state, []
    if time_s - state.time_s < CONFIG.repeat_s and np.array_equal(image, state.image):
        return state, []
    levels = difference_levels(image, state.image)
    moving = _open(levels > MOTION.min_level_difference)
    is_stirred = float((levels > CONFIG.min_stir_level).mean()) > CONFIG.min_stir_share
    stirred_at = time_s if is_stirred else state.stirred_at
    moved_at, retry_at = state.moved_at, state.retry_at
    if moving.any():
        reached = _grow(moving, CONFIG.motion_reach_px)
        moved_at = np.where(reached, time_s, moved_at)
        retry_at = np.where(_left_by(moving, np.isfinite(retry_at)) | reached, -np.inf, retry_at)
    still = time_s - moved_at >= CONFIG.rest_s
    if state.settled is None:
        after = replace(state, time_s=time_s, image=image, moving=moving, stirred_at=stirred_at, moved_at=moved_at)
        is_still = float(still.mean()) > 1 - CONFIG.whole_share
        return after, [RestedPart(np.ones(still.shape, np.bool_), is_whole=True)] if is_still else []
    changed = _open(difference_mask(image, state.settled))
    grown = _grow(changed, 1)
    share = np.where(still & ~grown, np.float32(CONFIG.follow_share), np.float32(0))
    settled = np.asarray(state.settled + share[:, :, None] * (image - state.settled), np.float32)
    changed_since = np.where(grown, np.minimum(state.changed_since, time_s), np.inf)
    after = replace(
        state,
        time_s=time_s,
        image=image,
        moving=moving,
        settled=settled,
        stirred_at=stirred_at,
        is_waiting=False,
        moved_at=moved_at,
        changed_since=changed_since,
        retry_at=retry_at,
    )
    return _rested_parts(after, changed, still, card_area_px) if changed.any() else (after, [])


def begin(image: SmallImage, time_s: float) -> RestState:
    """The state after the first picture: all of it is still to be read."""
    shape = image.shape[:2]
    return RestState(
        time_s=time_s,
        image=image,
        moving=np.zeros(shape, np.bool_),
        settled=None,
        stirred_at=time_s,
        is_waiting=False,
        moved_at=np.full(shape, time_s),
        changed_since=np.full(shape, np.inf),
        retry_at=np.full(shape, -np.inf),
        beneath=image,
        is_covered=np.zeros(shape, np.bool_),
    )


def is_busy(state: RestState) -> bool:
    """Whether something moves, or has changed and was not read yet."""
    return bool((state.time_s - state.moved_at < CONFIG.rest_s).any() or np.isfinite(state.changed_since).any())


def is_calm(state: RestState) -> bool:
    """Whether the table has been read, and nothing but noise moves or has changed since."""
    has_rested = state.settled is not None and state.time_s - state.stirred_at >= CONFIG.rest_s
    return has_rested and not state.is_waiting


def settle(state: RestState, mask: BoolMask, foreign: BoolMask | None = None) -> RestState:
    """The state after the pixels of `mask` have been read as they are now, of which `foreign` show a thing, no card."""
    inside = mask[:, :, None]
    beneath, is_covered = state.beneath, state.is_covered & ~mask
    if foreign is not None and state.settled is not None:
        newly = (foreign & ~state.is_covered)[:, :, None]
        beneath, is_covered = np.where(newly, state.settled, beneath), is_covered | foreign
    settled = state.image if state.settled is None else np.where(inside, state.image, state.settled)
    changed_since = np.where(mask, np.inf, state.changed_since)
    return replace(state, settled=settled, changed_since=changed_since, beneath=beneath, is_covered=is_covered)


def uncovered_mask(state: RestState) -> BoolMask:
    """The pixels that look again as before a thing lay on them."""
    if not state.is_covered.any():
        return state.is_covered
    return state.is_covered & ~difference_mask(state.image, state.beneath, 2 * MOTION.min_level_difference)


def postpone(state: RestState, mask: BoolMask, until_s: float) -> RestState:
    """The state in which the pixels of `mask` are not read before second `until_s` unless they move."""
    return replace(state, is_waiting=True, retry_at=np.where(mask, until_s, state.retry_at))


def _rested_parts(
    state: RestState, changed: BoolMask, still: BoolMask, card_area_px: float
) -> tuple[RestState, list[RestedPart]]:
    if float(changed.mean()) > CONFIG.whole_share:
        if float(still[changed].mean()) > 1 - CONFIG.whole_share:
            return state, [RestedPart(np.ones(changed.shape, np.bool_), is_whole=True)]
        return replace(state, is_waiting=True), []
    is_waiting = False
    parts: list[RestedPart] = []
    small = np.zeros(changed.shape, np.bool_)
    least = max(CONFIG.min_area_px, CONFIG.min_share * card_area_px)
    for mask in _components(changed, CONFIG.join_px):
        rested, least_piece = mask, least
        if not still[mask].all():
            is_waiting |= bool(mask.sum() >= least)
            is_held_up = state.time_s - float(state.changed_since[mask].min()) > CONFIG.held_up_s
            if not is_held_up:
                continue
            rested, least_piece = mask & still, max(least, CONFIG.min_held_up_share * card_area_px)
        elif mask.sum() < least:
            small |= mask
            continue
        for piece in _components(rested, 1):
            if piece.sum() < max(CONFIG.min_area_px, least_piece):
                continue
            if (state.retry_at[piece] <= state.time_s).any():
                parts.append(RestedPart(piece))
            else:
                is_waiting = True
    return replace(settle(state, small) if small.any() else state, is_waiting=is_waiting), parts


def _left_by(moving: BoolMask, postponed: BoolMask) -> BoolMask:
    """The postponed parts of which much moves now: the thing goes, and what it leaves behind may be read."""
    left = np.zeros(moving.shape, np.bool_)
    for part in _components(postponed, 1) if postponed.any() else ():
        if float(moving[part].mean()) > CONFIG.min_leaving_share:
            left |= part
    return left


def _components(mask: BoolMask, join_px: int) -> list[BoolMask]:
    """The connected parts of a mask; pixels no further apart than `join_px` are connected."""
    count, labels = cv2.connectedComponents(_grow(mask, join_px // 2).astype(np.uint8), connectivity=8)
    return [mask & (labels == label) for label in range(1, count)]


def _open(mask: BoolMask) -> BoolMask:
    """The mask without single pixels and lines one pixel wide, which are noise and the shaking of edges."""
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)).astype(np.bool_)


def _grow(mask: BoolMask, reach_px: int) -> BoolMask:
    if reach_px < 1:
        return mask
    size = 2 * reach_px + 1
    return cv2.dilate(mask.astype(np.uint8), np.ones((size, size), np.uint8)).astype(np.bool_)
