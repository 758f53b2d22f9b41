"""角 kado: cards whose outline is broken by others: rebuilt from one visible corner and the size known by now."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.contours import distinct
from scanner.detection.cut import LEGIBLE, inside_of, shares
from scanner.detection.edge_support import Edges
from scanner.detection.ground_plane import Plane
from scanner.imaging.geometry import Quad
from scanner.recognition.features import Picture

_SHORTEST = 0.2
_GAP = 0.3
_SQUARE = float(np.sin(np.deg2rad(10)))
_MOST = 100
_MOST_CUT = 80
_UNCUT = 3
"""Outlines with fewer whole sides in the picture are of cards that its edge cuts off; they have room of their own."""
_LEAST_SEEN = 0.45
_NEARLY_WHOLE = 0.75
_FEW = 4
_SCALES = (0.85, 1.0, 1.15)

Floats = NDArray[np.float64]


def segments(lab: Picture, boxes: list[tuple[int, int, int, int]]) -> Floats:
    """Straight edges of the picture within boxes (left, top, width, height) as (n, 2, 2) end points in its pixels."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    lines = [np.zeros((0, 2, 2))]
    for left, top, width, height in boxes:
        found = detector.detect(np.ascontiguousarray(lab[top : top + height, left : left + width, 0]))[0]
        if found is not None:
            lines.append(np.asarray(found, np.float64).reshape(-1, 2, 2) + np.array([left, top]))
    return np.concatenate(lines)


def _outside(lines: Floats, cards: list[Quad]) -> Floats:
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


def meetings(flat: Floats, width: float) -> tuple[Floats, Floats, Floats]:
    """Corners (n, 2) where two lines (card units) meet squarely, and the unit ways (n, 2) its two sides may run."""
    way = flat[:, 1] - flat[:, 0]
    length = np.linalg.norm(way, axis=1)
    way = way / length[:, None]
    square = np.abs(way @ way.T) < _SQUARE
    first, second = np.nonzero(np.triu(square))
    cross = way[first, 0] * way[second, 1] - way[first, 1] * way[second, 0]
    between = flat[second, 0] - flat[first, 0]
    along_first = (between[:, 0] * way[second, 1] - between[:, 1] * way[second, 0]) / cross
    along_second = (between[:, 0] * way[first, 1] - between[:, 1] * way[first, 0]) / cross
    gap = _GAP * width
    near = (along_first > -gap) & (along_first < length[first] + gap)
    near &= (along_second > -gap) & (along_second < length[second] + gap)
    first, second, along_first, along_second = first[near], second[near], along_first[near], along_second[near]
    corner = flat[first, 0] + way[first] * along_first[:, None]
    corners, ones, twos = [], [], []
    for one_way in (1, -1):
        for two_way in (1, -1):
            # A side runs from the corner the way its line goes on, both ways from a line's middle.
            runs = _goes_on(along_first, length[first], one_way, gap) & _goes_on(
                along_second, length[second], two_way, gap
            )
            corners.append(corner[runs])
            ones.append(way[first[runs]] * one_way)
            twos.append(way[second[runs]] * two_way)
    return np.concatenate(corners), np.concatenate(ones), np.concatenate(twos)


def _goes_on(along: Floats, length: Floats, way: int, gap: float) -> NDArray[np.bool_]:
    return np.asarray(length - along > gap if way > 0 else along > gap)


def from_corners(
    lines: Floats, cards: list[Quad], plane: Plane, shape: tuple[float, float], edges: Edges, size: tuple[int, int]
) -> list[Quad]:
    """Upright quads (work pixels) of cards of `shape` with a visible corner, sized by `plane`, best edges first.

    `cards` are those already known, `size` (width, height) the picture's.
    """
    outside = _outside(lines, cards)
    if len(outside) < 2:
        return []
    found = [
        _rectangles(part, plane.map_at(part.reshape(-1, 2).mean(axis=0)) * scale, shape)
        for part in _parts(outside, plane, shape)
        for scale in (_SCALES if len(cards) < _FEW else (1.0,))
    ]
    # where no card says how large it would be, one cut off could be anything that runs out of the picture
    least = LEGIBLE if cards else _NEARLY_WHOLE
    return likeliest(np.concatenate(found), edges, size, least) if found else []


def likeliest(found: NDArray[np.float32], edges: Edges, size: tuple[int, int], least: float = LEGIBLE) -> list[Quad]:
    """Those of the quads (n, 4, 2) in a picture of `size` (width, height), best on edges first and moved onto them.

    `least`: the share of each that must be in the picture. Of a card that the picture's edge cuts off only what is in
    the picture is asked for edges.
    """
    if not len(found):
        return []
    shown = distinct(list(found[shares(found, size) >= least]), 0.08)
    if not shown:
        return []
    within = inside_of(shown, size)
    support = (edges.seen(shown) & within).sum(axis=-1) / np.maximum(within.sum(axis=-1), 1)
    mean = (support * within.sum(axis=-1)).sum(axis=1) / within.sum(axis=(1, 2))
    # of a side of which nothing is in the picture nothing is known: it is as good as the others
    support = np.where(within.any(axis=-1), support, mean[:, None])
    seen = mean + 0.5 * np.sort(support, axis=1)[:, 1:].mean(axis=1)
    order = np.argsort(-seen)
    order = order[mean[order] > _LEAST_SEEN]
    cut = within[order].all(axis=-1).sum(axis=-1) < _UNCUT
    return edges.snapped([shown[number] for number in (*order[~cut][:_MOST], *order[cut][:_MOST_CUT])])


def _rectangles(lines: Floats, to_picture: Floats, shape: tuple[float, float]) -> NDArray[np.float32]:
    """Every card of `shape`, either way round, at every corner of the lines: (n, 4, 2) pixels.

    `to_picture` maps card units to pixels.
    """
    flat = lines @ np.linalg.inv(to_picture).T
    flat = flat[np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1) > _SHORTEST * shape[0]]
    corner, one, two = meetings(flat, shape[0])
    found = []
    for across, down in ((one * shape[0], two * shape[1]), (two * shape[0], one * shape[1])):
        rectangles = np.stack([corner, corner + across, corner + across + down, corner + down], axis=1)
        left = across[:, 0] * down[:, 1] < across[:, 1] * down[:, 0]
        rectangles[left] = rectangles[left][:, ::-1]
        found.append(np.asarray(rectangles @ to_picture.T, np.float32))
    return np.concatenate(found)


def _parts(lines: Floats, plane: Plane, shape: tuple[float, float]) -> list[Floats]:
    """The lines in neighbourhoods of a few cards, overlapping: pairs are only sought within one."""
    middles = lines.mean(axis=1)
    reach = 2.2 * shape[1] * float(np.sqrt(abs(np.linalg.det(plane.map_at(middles.mean(axis=0))))))
    low, high = middles.min(axis=0), middles.max(axis=0)
    parts = []
    for x in np.arange(low[0], high[0] + 1, reach):
        for y in np.arange(low[1], high[1] + 1, reach):
            here = (np.abs(middles - (x + reach / 2, y + reach / 2)) < reach * 0.75).all(axis=1)
            if here.sum() >= 2:
                parts.append(lines[here])
    return parts
