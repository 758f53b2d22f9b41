"""Proposals from visible corners, for cards whose outlines others break.

Two straight edges at a right angle are a corner. Where the size of cards is known, one corner gives an outline
(`quads_from_corners`). Else two corners at the ends of one side do (`quads_from_corner_pairs`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.edge_support import EdgeField
from scanner.detection.foreground import Mask, largest_foreground_blobs
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.occlusion import MIN_VISIBLE_SHARE, side_points_in_frame, visible_shares
from scanner.detection.proposals.contours import deduplicate_quads
from scanner.imaging.geometry import Quad, expand_quad
from scanner.imaging.image import ColorImage

Floats = NDArray[np.float64]
CardSize = tuple[float, float]
ImageSize = tuple[int, int]
"""Width and height: of a card in any unit, of a picture in work pixels."""

MIN_RELIABLE_REFERENCES = 3
"""Known cards from which their size is trusted. Fewer may all be frames printed on cards, or chance finds."""


@dataclass(frozen=True, slots=True)
class CornerConfig:
    """Thresholds of the corner search, set by `fudayomi bench eyes` and, for the counts, `fudayomi bench crowd`."""

    min_segment_widths: float = 0.2
    """Length in card widths of the shortest edge used: shorter ones belong to the art."""
    max_corner_gap_widths: float = 0.3
    """Distance in card widths from the end of an edge to the corner it leads to: corners are rounded or covered."""
    max_corner_error_deg: float = 10
    """Degrees by which the angle of a corner may differ from 90 on the table."""
    max_collinear_error_deg: float = 4
    """Degrees by which the line between two corners may differ from their common side."""
    max_parallel_error_deg: float = 10
    """Degrees by which the free sides at two corners may differ from parallel."""
    max_width_ratio: float = 1.6
    """Factor by which the side between two corners may differ from the guessed width: the guess is rough."""
    max_segments: int = 220
    """Edges of which pairs are formed without a known card, the longest ones. The time grows with the square."""
    max_corner_pairs: int = 500
    """Pairs of corners per guessed width and orientation, which bounds the time."""
    max_uncut_quads: int = 100
    """Proposals inside the picture that are returned, best supported first, which bounds the time."""
    max_cut_quads: int = 80
    """Proposals that the border cuts off. They have a quota of their own because fewer edges speak for them."""
    min_uncut_sides: int = 3
    """Complete sides in the picture below which a proposal counts as cut off by the border."""
    min_mean_support: float = 0.45
    """Share 0..1 of the side points in the picture that must lie on edges."""
    min_visible_share_without_reference: float = 0.75
    """`MIN_VISIBLE_SHARE` while no card is known: with any size possible, a cut-off card could be any shape."""
    min_cards_for_scale: int = 4
    """Known cards from which their size needs no variation."""
    trial_scales: tuple[float, ...] = (0.85, 1.0, 1.15)
    """Factors by which the size is varied with fewer known cards."""
    frame_margins_widths: tuple[float, ...] = (0.07, 0.14)
    """Distances in card widths from a printed frame to the card's edge: a known outline may be such a frame."""
    card_width_frame_shares: tuple[float, ...] = (0.1, 0.25)
    """Guesses of a card's width, as shares 0..1 of the picture's longer side, while no card is known."""
    max_planes: int = 3
    """Card sizes guessed from the foreground that are tried, which bounds the time."""
    min_blob_side_px: float = 24.0
    """Short side in work pixels of a foreground blob that can be a readable card."""
    same_size_log_ratio: float = 0.12
    """Log-ratio up to which two guessed sizes are one."""


CONFIG = CornerConfig()


class CornerProposer:
    """Proposes outlines (work pixels) of cards of `card_size` in a picture with this `background_distance`."""

    def __init__(self, edges: EdgeField, card_size: CardSize, distance_map: Mask) -> None:
        self._edge_field = edges
        self._card_size = card_size
        self._distance_map = distance_map

    def propose(self, lines: Floats, known: list[Quad]) -> list[Quad]:
        """Outlines that may be cards, from the picture's straight edges (n, 2, 2) and the known cards."""
        size = (self._distance_map.shape[1], self._distance_map.shape[0])
        planes = [GroundPlane(known, self._card_size)] if known else self._plane_hypotheses()
        quads = [
            quad
            for plane in planes
            for quad in quads_from_corners(lines, known, plane, self._card_size, self._edge_field, size)
        ]
        if not known:
            widths = [share * max(size) for share in CONFIG.card_width_frame_shares]
            quads += quads_from_corner_pairs(lines, widths, self._card_size, self._edge_field, size)
        if len(known) < MIN_RELIABLE_REFERENCES:
            expanded = [expand_quad(quad, margin) for quad in known for margin in CONFIG.frame_margins_widths]
            quads += self._edge_field.snap(expanded)
        return quads

    def _plane_hypotheses(self) -> list[GroundPlane]:
        """Planes for a table without known cards: its largest foreground blobs are as high, or as wide, as a card."""
        width, height = self._card_size
        blob_sides = [short for short, _ in largest_foreground_blobs(self._distance_map)]
        scales = [short / side for short in blob_sides for side in (height, width) if short > CONFIG.min_blob_side_px]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        distinct = [
            scale
            for index, scale in enumerate(scales)
            if all(abs(np.log(scale / previous)) > CONFIG.same_size_log_ratio for previous in scales[:index])
        ]
        return [GroundPlane([corners * np.float32(scale)], self._card_size) for scale in distinct[: CONFIG.max_planes]]


def detect_segments(lab: ColorImage, boxes: list[tuple[int, int, int, int]]) -> Floats:
    """Straight edges of the picture within boxes (left, top, width, height) as end points (n, 2, 2) in its pixels."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    lines = [np.zeros((0, 2, 2))]
    for left, top, width, height in boxes:
        segments = detector.detect(np.ascontiguousarray(lab[top : top + height, left : left + width, 0]))[0]
        if segments is not None:
            lines.append(np.asarray(segments, np.float64).reshape(-1, 2, 2) + np.array([left, top]))
    return np.concatenate(lines)


def quads_from_corners(
    lines: Floats, cards: list[Quad], plane: GroundPlane, card_size: CardSize, edges: EdgeField, image_size: ImageSize
) -> list[Quad]:
    """Upright quads (work pixels) of cards with a visible corner, of the size that `plane` gives, best supported first.

    `lines`: straight edges (n, 2, 2). `cards`: outlines already known.
    """
    outside = _segments_outside_cards(lines, cards)
    if len(outside) < 2:
        return []
    quads = [
        _rectangles_at_corners(part, plane.local_transform(part.reshape(-1, 2).mean(axis=0)) * scale, card_size)
        for part in _group_by_neighborhood(outside, plane, card_size)
        for scale in (CONFIG.trial_scales if len(cards) < CONFIG.min_cards_for_scale else (1.0,))
    ]
    min_visible_share = MIN_VISIBLE_SHARE if cards else CONFIG.min_visible_share_without_reference
    return best_supported(np.concatenate(quads), edges, image_size, min_visible_share) if quads else []


def quads_from_corner_pairs(
    lines: Floats, widths: list[float], card_size: CardSize, edges: EdgeField, image_size: ImageSize
) -> list[Quad]:
    """Quads (work pixels) of cards with two visible corners, best supported first.

    `lines`: straight edges (n, 2, 2). `widths`: guesses of a card's width in pixels.
    """
    lengths = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
    quads = [np.zeros((0, 4, 2), np.float32)]
    for width in widths:
        longest = np.argsort(-lengths, kind="stable")[: CONFIG.max_segments]
        longest = longest[lengths[longest] > CONFIG.min_segment_widths * width]
        if len(longest) >= 2:
            corner, first, second = right_angle_corners(lines[longest], width)
            for along, across in ((first, second), (second, first)):
                quads += _quads_on_corner_pairs(corner, along, across, width, card_size)
    return best_supported(np.concatenate(quads), edges, image_size)


def best_supported(
    quads: NDArray[np.float32], edges: EdgeField, image_size: ImageSize, min_visible_share: float = MIN_VISIBLE_SHARE
) -> list[Quad]:
    """The quads (n, 4, 2) that lie on edges, best first and snapped to them.

    At least `min_visible_share` 0..1 of each is in the picture of `image_size`. Edges count only there.
    """
    if not len(quads):
        return []
    visible = deduplicate_quads(list(quads[visible_shares(quads, image_size) >= min_visible_share]), 0.08)
    if not visible:
        return []
    in_frame = side_points_in_frame(visible, image_size)
    support = (edges.support(visible) & in_frame).sum(axis=-1) / np.maximum(in_frame.sum(axis=-1), 1)
    mean = (support * in_frame.sum(axis=-1)).sum(axis=1) / in_frame.sum(axis=(1, 2))
    support = np.where(in_frame.any(axis=-1), support, mean[:, None])  # a side outside the picture counts as the mean
    score = mean + 0.5 * np.sort(support, axis=1)[:, 1:].mean(axis=1)  # the worst side may be covered
    order = np.argsort(-score)
    order = order[mean[order] > CONFIG.min_mean_support]
    is_cut = in_frame[order].all(axis=-1).sum(axis=-1) < CONFIG.min_uncut_sides
    best = (*order[~is_cut][: CONFIG.max_uncut_quads], *order[is_cut][: CONFIG.max_cut_quads])
    return edges.snap([visible[index] for index in best])


def right_angle_corners(flat: Floats, width: float) -> tuple[Floats, Floats, Floats]:
    """Corners (n, 2) where two lines meet at a right angle, and unit vectors (n, 2), (n, 2) along their two sides.

    `flat`: lines (m, 2, 2) in card units. `width`: of a card, in the same units.
    """
    way = flat[:, 1] - flat[:, 0]
    length = np.linalg.norm(way, axis=1)
    way = way / length[:, None]
    is_square = np.abs(way @ way.T) < float(np.sin(np.deg2rad(CONFIG.max_corner_error_deg)))
    first, second = np.nonzero(np.triu(is_square))
    cross = way[first, 0] * way[second, 1] - way[first, 1] * way[second, 0]
    between = flat[second, 0] - flat[first, 0]
    along_first = (between[:, 0] * way[second, 1] - between[:, 1] * way[second, 0]) / cross
    along_second = (between[:, 0] * way[first, 1] - between[:, 1] * way[first, 0]) / cross
    gap = CONFIG.max_corner_gap_widths * width
    near = (along_first > -gap) & (along_first < length[first] + gap)
    near &= (along_second > -gap) & (along_second < length[second] + gap)
    first, second, along_first, along_second = first[near], second[near], along_first[near], along_second[near]
    corner = flat[first, 0] + way[first] * along_first[:, None]
    corners, firsts, seconds = [], [], []
    for first_sign, second_sign in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        # A side runs from the corner along its line, in both directions if the corner is in the line's middle.
        extends = _extends_beyond(along_first, length[first], first_sign, gap)
        extends &= _extends_beyond(along_second, length[second], second_sign, gap)
        corners.append(corner[extends])
        firsts.append(way[first[extends]] * first_sign)
        seconds.append(way[second[extends]] * second_sign)
    return np.concatenate(corners), np.concatenate(firsts), np.concatenate(seconds)


def _extends_beyond(along: Floats, length: Floats, direction: int, gap: float) -> NDArray[np.bool_]:
    """Whether lines of `length` run on for more than `gap` from their points `along`, forwards (1) or back (-1)."""
    return np.asarray(length - along > gap if direction > 0 else along > gap)


def _segments_outside_cards(lines: Floats, cards: list[Quad]) -> Floats:
    """The lines that are not part of the art of a known card."""
    is_outside = np.ones(len(lines), bool)
    middles = lines.mean(axis=1)
    for card in cards:
        center = card.mean(axis=0)
        inner = ((card - center) * np.float32(0.88) + center).astype(np.float32)  # its own sides stay
        for index in np.flatnonzero(is_outside & (np.abs(middles - center).max(axis=1) < np.abs(card - center).max())):
            point = (float(middles[index, 0]), float(middles[index, 1]))
            is_outside[index] = cv2.pointPolygonTest(inner, point, measureDist=False) < 0
    return lines[is_outside]


def _group_by_neighborhood(lines: Floats, plane: GroundPlane, card_size: CardSize) -> list[Floats]:
    """The lines in overlapping squares of a few cards: only lines of one group are paired."""
    middles = lines.mean(axis=1)
    reach = 2.2 * card_size[1] * float(np.sqrt(abs(np.linalg.det(plane.local_transform(middles.mean(axis=0))))))
    low, high = middles.min(axis=0), middles.max(axis=0)
    groups = []
    for x in np.arange(low[0], high[0] + 1, reach):
        for y in np.arange(low[1], high[1] + 1, reach):
            is_near = (np.abs(middles - (x + reach / 2, y + reach / 2)) < reach * 0.75).all(axis=1)
            if is_near.sum() >= 2:
                groups.append(lines[is_near])
    return groups


def _rectangles_at_corners(lines: Floats, to_picture: Floats, card_size: CardSize) -> NDArray[np.float32]:
    """Every card of `card_size`, either way round, at every corner of the lines: (n, 4, 2) pixels (`to_picture`)."""
    width, height = card_size
    flat = lines @ np.linalg.inv(to_picture).T
    flat = flat[np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1) > CONFIG.min_segment_widths * width]
    corner, first, second = right_angle_corners(flat, width)
    quads = []
    for across, down in ((first * width, second * height), (second * width, first * height)):
        rectangles = np.stack([corner, corner + across, corner + across + down, corner + down], axis=1)
        is_mirrored = across[:, 0] * down[:, 1] < across[:, 1] * down[:, 0]
        rectangles[is_mirrored] = rectangles[is_mirrored][:, ::-1]
        quads.append(np.asarray(rectangles @ to_picture.T, np.float32))
    return np.concatenate(quads)


def _quads_on_corner_pairs(
    corner: Floats, along: Floats, across: Floats, width: float, card_size: CardSize
) -> list[NDArray[np.float32]]:
    """Cards on each pair of corners at the two ends of one side, whose other sides run the same way."""
    between = corner[None] - corner[:, None]
    length = np.linalg.norm(between, axis=2)
    way = between / np.maximum(length, 1e-6)[..., None]
    ahead = (way * along[:, None]).sum(axis=2)
    off = np.abs(way[..., 0] * along[:, None, 1] - way[..., 1] * along[:, None, 0])
    min_cosine = float(np.cos(np.deg2rad(CONFIG.max_parallel_error_deg)))
    faces = (
        (ahead > 0)
        & (off < float(np.sin(np.deg2rad(CONFIG.max_collinear_error_deg))))
        & (along @ along.T < -min_cosine)
        & (across @ across.T > min_cosine)
    )
    max_log_ratio = float(np.log(CONFIG.max_width_ratio))
    found = []
    for side, other in (card_size, card_size[::-1]):
        fits = faces & (np.abs(np.log(np.maximum(length, 1e-6) / (width * side / card_size[0]))) < max_log_ratio)
        first, second = (ends[: CONFIG.max_corner_pairs] for ends in np.nonzero(fits))
        depth = (length[first, second] * other / side)[:, None]
        start, end = corner[first], corner[second]
        quads = np.stack([start, end, end + across[second] * depth, start + across[first] * depth], axis=1)
        direction = way[first, second]
        is_mirrored = direction[:, 0] * across[first, 1] < direction[:, 1] * across[first, 0]
        quads[is_mirrored] = quads[is_mirrored][:, ::-1]
        found.append(np.asarray(quads if side < other else np.roll(quads, -1, axis=1), np.float32))
    return found
