"""角 kado: cards whose outline is broken by others: rebuilt from one visible corner and the size known by now."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.contours import deduplicate_quads
from scanner.detection.edge_support import EdgeField
from scanner.detection.foreground import Mask, largest_foreground_blobs
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.occlusion import MIN_VISIBLE_SHARE, side_points_in_frame, visible_shares
from scanner.imaging.geometry import Quad, expand_quad
from scanner.imaging.image import ColorImage

_MIN_SEGMENT_WIDTHS = 0.2
_MAX_CORNER_GAP_WIDTHS = 0.3
_MAX_CORNER_COSINE = float(np.sin(np.deg2rad(10)))
_MAX_UNCUT_QUADS = 100
_MAX_CUT_QUADS = 80
_MIN_UNCUT_SIDES = 3
"""Outlines with fewer whole sides in the picture are of cards that its edge cuts off; they have room of their own."""
_MIN_MEAN_SUPPORT = 0.45
_MIN_VISIBLE_SHARE_WITHOUT_REFERENCE = 0.75
_MIN_CARDS_FOR_SCALE = 4
_TRIED_SCALES = (0.85, 1.0, 1.15)

Floats = NDArray[np.float64]


def detect_segments(lab: ColorImage, boxes: list[tuple[int, int, int, int]]) -> Floats:
    """Straight edges of the picture within boxes (left, top, width, height) as (n, 2, 2) end points in its pixels."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    lines = [np.zeros((0, 2, 2))]
    for left, top, width, height in boxes:
        found = detector.detect(np.ascontiguousarray(lab[top : top + height, left : left + width, 0]))[0]
        if found is not None:
            lines.append(np.asarray(found, np.float64).reshape(-1, 2, 2) + np.array([left, top]))
    return np.concatenate(lines)


def _segments_outside_cards(lines: Floats, cards: list[Quad]) -> Floats:
    """The lines that are not part of the art of a card already known."""
    keep = np.ones(len(lines), bool)
    middles = lines.mean(axis=1)
    for card in cards:
        centre = card.mean(axis=0)
        inner = ((card - centre) * np.float32(0.88) + centre).astype(np.float32)
        for number in np.flatnonzero(keep & (np.abs(middles - centre).max(axis=1) < np.abs(card - centre).max())):
            point = (float(middles[number, 0]), float(middles[number, 1]))
            keep[number] = cv2.pointPolygonTest(inner, point, measureDist=False) < 0
    return lines[keep]


def right_angle_corners(flat: Floats, width: float) -> tuple[Floats, Floats, Floats]:
    """Corners (n, 2) where two lines (card units) meet squarely, and the unit ways (n, 2) its two sides may run."""
    way = flat[:, 1] - flat[:, 0]
    length = np.linalg.norm(way, axis=1)
    way = way / length[:, None]
    square = np.abs(way @ way.T) < _MAX_CORNER_COSINE
    first, second = np.nonzero(np.triu(square))
    cross = way[first, 0] * way[second, 1] - way[first, 1] * way[second, 0]
    between = flat[second, 0] - flat[first, 0]
    along_first = (between[:, 0] * way[second, 1] - between[:, 1] * way[second, 0]) / cross
    along_second = (between[:, 0] * way[first, 1] - between[:, 1] * way[first, 0]) / cross
    gap = _MAX_CORNER_GAP_WIDTHS * width
    near = (along_first > -gap) & (along_first < length[first] + gap)
    near &= (along_second > -gap) & (along_second < length[second] + gap)
    first, second, along_first, along_second = first[near], second[near], along_first[near], along_second[near]
    corner = flat[first, 0] + way[first] * along_first[:, None]
    corners, ones, twos = [], [], []
    for one_way in (1, -1):
        for two_way in (1, -1):
            # A side runs from the corner the way its line goes on, both ways from a line's middle.
            runs = _extends_beyond(along_first, length[first], one_way, gap) & _extends_beyond(
                along_second, length[second], two_way, gap
            )
            corners.append(corner[runs])
            ones.append(way[first[runs]] * one_way)
            twos.append(way[second[runs]] * two_way)
    return np.concatenate(corners), np.concatenate(ones), np.concatenate(twos)


def _extends_beyond(along: Floats, length: Floats, direction: int, gap: float) -> NDArray[np.bool_]:
    return np.asarray(length - along > gap if direction > 0 else along > gap)


def quads_from_corners(
    lines: Floats,
    cards: list[Quad],
    plane: GroundPlane,
    card_size: tuple[float, float],
    edges: EdgeField,
    image_size: tuple[int, int],
) -> list[Quad]:
    """Upright quads (work pixels) of cards of `shape` with a visible corner, sized by `plane`, best edges first.

    `cards` are those already known, `size` (width, height) the picture's.
    """
    outside = _segments_outside_cards(lines, cards)
    if len(outside) < 2:
        return []
    found = [
        _rectangles_at_corners(part, plane.local_transform(part.reshape(-1, 2).mean(axis=0)) * scale, card_size)
        for part in _group_by_neighborhood(outside, plane, card_size)
        for scale in (_TRIED_SCALES if len(cards) < _MIN_CARDS_FOR_SCALE else (1.0,))
    ]
    # where no card says how large it would be, one cut off could be anything that runs out of the picture
    least = MIN_VISIBLE_SHARE if cards else _MIN_VISIBLE_SHARE_WITHOUT_REFERENCE
    return best_supported(np.concatenate(found), edges, image_size, least) if found else []


def best_supported(
    quads: NDArray[np.float32],
    edges: EdgeField,
    image_size: tuple[int, int],
    min_visible_share: float = MIN_VISIBLE_SHARE,
) -> list[Quad]:
    """Those of the quads (n, 4, 2) in a picture of `size` (width, height), best on edges first and moved onto them.

    `least`: the share of each that must be in the picture. Of a card that the picture's edge cuts off only what is in
    the picture is asked for edges.
    """
    if not len(quads):
        return []
    shown = deduplicate_quads(list(quads[visible_shares(quads, image_size) >= min_visible_share]), 0.08)
    if not shown:
        return []
    within = side_points_in_frame(shown, image_size)
    support = (edges.support(shown) & within).sum(axis=-1) / np.maximum(within.sum(axis=-1), 1)
    mean = (support * within.sum(axis=-1)).sum(axis=1) / within.sum(axis=(1, 2))
    # of a side of which nothing is in the picture nothing is known: it is as good as the others
    support = np.where(within.any(axis=-1), support, mean[:, None])
    seen = mean + 0.5 * np.sort(support, axis=1)[:, 1:].mean(axis=1)
    order = np.argsort(-seen)
    order = order[mean[order] > _MIN_MEAN_SUPPORT]
    cut = within[order].all(axis=-1).sum(axis=-1) < _MIN_UNCUT_SIDES
    return edges.snap([shown[number] for number in (*order[~cut][:_MAX_UNCUT_QUADS], *order[cut][:_MAX_CUT_QUADS])])


def _rectangles_at_corners(lines: Floats, to_picture: Floats, card_size: tuple[float, float]) -> NDArray[np.float32]:
    """Every card of `shape`, either way round, at every corner of the lines: (n, 4, 2) pixels.

    `to_picture` maps card units to pixels.
    """
    flat = lines @ np.linalg.inv(to_picture).T
    flat = flat[np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1) > _MIN_SEGMENT_WIDTHS * card_size[0]]
    corner, one, two = right_angle_corners(flat, card_size[0])
    found = []
    for across, down in ((one * card_size[0], two * card_size[1]), (two * card_size[0], one * card_size[1])):
        rectangles = np.stack([corner, corner + across, corner + across + down, corner + down], axis=1)
        left = across[:, 0] * down[:, 1] < across[:, 1] * down[:, 0]
        rectangles[left] = rectangles[left][:, ::-1]
        found.append(np.asarray(rectangles @ to_picture.T, np.float32))
    return np.concatenate(found)


def _group_by_neighborhood(lines: Floats, plane: GroundPlane, card_size: tuple[float, float]) -> list[Floats]:
    """The lines in neighbourhoods of a few cards, overlapping: pairs are only sought within one."""
    middles = lines.mean(axis=1)
    reach = 2.2 * card_size[1] * float(np.sqrt(abs(np.linalg.det(plane.local_transform(middles.mean(axis=0))))))
    low, high = middles.min(axis=0), middles.max(axis=0)
    parts = []
    for x in np.arange(low[0], high[0] + 1, reach):
        for y in np.arange(low[1], high[1] + 1, reach):
            here = (np.abs(middles - (x + reach / 2, y + reach / 2)) < reach * 0.75).all(axis=1)
            if here.sum() >= 2:
                parts.append(lines[here])
    return parts


_MAX_COLLINEAR_SINE = float(np.sin(np.deg2rad(4)))
_MIN_PARALLEL_COSINE = float(np.cos(np.deg2rad(10)))
_MAX_WIDTH_LOG_RATIO = float(np.log(1.6))
_MAX_SEGMENTS = 220
_MAX_CORNER_PAIRS = 500


def quads_from_corner_pairs(
    lines: Floats, widths: list[float], card_size: tuple[float, float], edges: EdgeField, image_size: tuple[int, int]
) -> list[Quad]:
    """Quads (work pixels) of cards of `shape` (width, height) with two visible corners, best edges first.

    `lines` (n, 2, 2): straight edges of the picture; `widths`: about how many pixels wide a card may be here, as far as
    can be guessed; `size` (width, height): the picture's.
    """
    lengths = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
    found = [np.zeros((0, 4, 2), np.float32)]
    for width in widths:
        long = np.argsort(-lengths, kind="stable")[:_MAX_SEGMENTS]
        long = long[lengths[long] > 0.2 * width]
        if len(long) >= 2:
            corner, one, two = right_angle_corners(lines[long], width)
            found += _quads_on_corner_pairs(corner, one, two, width, card_size) + _quads_on_corner_pairs(
                corner, two, one, width, card_size
            )
    return best_supported(np.concatenate(found), edges, image_size)


def _quads_on_corner_pairs(
    corner: Floats, along: Floats, across: Floats, width: float, card_size: tuple[float, float]
) -> list[NDArray[np.float32]]:
    """Cards on each pair of corners that face each other along one side and open to the same other."""
    between = corner[None] - corner[:, None]
    length = np.linalg.norm(between, axis=2)
    way = between / np.maximum(length, 1e-6)[..., None]
    ahead = (way * along[:, None]).sum(axis=2)
    off = np.abs(way[..., 0] * along[:, None, 1] - way[..., 1] * along[:, None, 0])
    faces = (
        (ahead > 0)
        & (off < _MAX_COLLINEAR_SINE)
        & (along @ along.T < -_MIN_PARALLEL_COSINE)
        & (across @ across.T > _MIN_PARALLEL_COSINE)
    )
    found = []
    for side, other in (card_size, card_size[::-1]):
        fits = faces & (np.abs(np.log(np.maximum(length, 1e-6) / (width * side / card_size[0]))) < _MAX_WIDTH_LOG_RATIO)
        first, second = np.nonzero(fits)
        first, second = first[:_MAX_CORNER_PAIRS], second[:_MAX_CORNER_PAIRS]
        depth = (length[first, second] * other / side)[:, None]
        start, end = corner[first], corner[second]
        quads = np.stack([start, end, end + across[second] * depth, start + across[first] * depth], axis=1)
        turn = way[first, second]
        left = turn[:, 0] * across[first, 1] < turn[:, 1] * across[first, 0]
        quads[left] = quads[left][:, ::-1]
        upright = quads if side < other else np.roll(quads, -1, axis=1)
        found.append(np.asarray(upright, np.float32))
    return found


MIN_RELIABLE_REFERENCES = 3
"""Fewer known cards than this may all be printed frames, or stand alone by chance."""
_FRAME_MARGINS_WIDTHS = (0.07, 0.14)
"""The card's edge lies about this many widths outside the frame printed on it."""
_CARD_WIDTH_FRAME_SHARES = (0.1, 0.25)
"""Shares of the picture's longer side that a card may be about as wide as, where none is known."""
_MAX_PLANES = 3
_MIN_BLOB_SIDE_PX = 24.0
_SAME_SIZE_LOG_RATIO = 0.12


class CornerProposer:
    """Guesses outlines in a picture (work pixels) whose `table_distance` is `apart`, of cards of `shape`."""

    def __init__(self, edges: EdgeField, card_size: tuple[float, float], distance_map: Mask) -> None:
        self._edge_field = edges
        self._card_size = card_size
        self._distance_map = distance_map

    def propose(self, lines: Floats, known: list[Quad]) -> list[Quad]:
        """Outlines that may be cards, from the picture's straight edges (n, 2, 2) and the cards known by now."""
        size = (self._distance_map.shape[1], self._distance_map.shape[0])
        planes = [GroundPlane(known, self._card_size)] if known else self._plane_hypotheses()
        found = [
            quad
            for plane in planes
            for quad in quads_from_corners(lines, known, plane, self._card_size, self._edge_field, size)
        ]
        if not known:
            found += quads_from_corner_pairs(
                lines,
                [share * max(size) for share in _CARD_WIDTH_FRAME_SHARES],
                self._card_size,
                self._edge_field,
                size,
            )
        if len(known) < MIN_RELIABLE_REFERENCES:
            found += self._edge_field.snap([expand_quad(quad, by) for quad in known for by in _FRAME_MARGINS_WIDTHS])
        return found

    def _plane_hypotheses(self) -> list[GroundPlane]:
        """Planes for a table on which no card is known: its largest heaps are as high, or as wide, as a card."""
        width, height = self._card_size
        sizes = [
            short / side
            for short, _ in largest_foreground_blobs(self._distance_map)
            for side in (height, width)
            if short > _MIN_BLOB_SIDE_PX
        ]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        kept = [
            one
            for number, one in enumerate(sizes)
            if all(abs(np.log(one / other)) > _SAME_SIZE_LOG_RATIO for other in sizes[:number])
        ]
        return [GroundPlane([corners * np.float32(size)], self._card_size) for size in kept[:_MAX_PLANES]]
