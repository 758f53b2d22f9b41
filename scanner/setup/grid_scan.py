"""並べ narabe: a deck laid out on the table in its listed order, twelve cards a picture, cut into its faces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import intersection_area
from scanner.detection.contours import deduplicate_quads, quads_from_contours, to_smoothed_lab, to_work_size
from scanner.detection.corner_proposals import detect_segments, quads_from_corners
from scanner.detection.edge_support import EdgeField
from scanner.detection.foreground import background_distance, color_gradients
from scanner.detection.ground_plane import GroundPlane
from scanner.enrolled.store import CARDS_PER_GRID, grid_card_counts, grid_order
from scanner.imaging.decode import decode
from scanner.imaging.geometry import ImagePyramid, Quad, quad_area, quad_size
from scanner.imaging.image import ColorImage
from scanner.setup.card_set import CardSet
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

_FACE_WIDTH_PX = 200
_MAX_SIZE_LOG_RATIO = 0.16
_MIN_EDGE_SUPPORT = 0.6
_MAX_SKEW = 0.12
_MAX_PROPOSAL_SKEW = 0.15
_SKEW_WEIGHT = 2.0
"""How much a card's being askew or unlike the rest in size (as a log-ratio) counts against the edges seen of it."""
_MAX_OVERLAP_SHARE = 0.1
_MIN_FOREGROUND_SHARE = 0.6
"""A rectangle less unlike the table than this share of what the plainest card is, is the table."""


def _largest_size_family(quads: list[Quad], max_cards: int) -> list[int]:
    """The family of like-sized outlines apart from each other with the longest sides in all, as numbers.

    Not simply the largest: the pips of a few cards are more than the cards. Outer outlines come before inner ones.
    """
    size = np.log(np.array([quad_size(quad) for quad in quads]))
    best: list[int] = []
    longest = 0.0
    for number in range(len(quads)):
        like = np.flatnonzero(np.abs(size - size[number]).max(axis=1) < _MAX_SIZE_LOG_RATIO)
        kept: list[int] = []
        for other in sorted(like.tolist(), key=lambda one: -quad_area(quads[one])):
            if all(
                intersection_area(quads[other], quads[one]) < _MAX_OVERLAP_SHARE * quad_area(quads[one]) for one in kept
            ):
                kept.append(other)
        length = len(kept) * float(np.sqrt(quad_area(quads[number])))
        if len(kept) <= max_cards and length > longest:
            best, longest = kept, length
    return best


def find_card_outlines(
    frame: ColorImage, card_size: tuple[float, float], max_cards: int = CARDS_PER_GRID
) -> list[Quad]:
    """The like-sized cards of `shape` (width, height) lying apart on a picture, at most `most`, in reading order.

    Quads (4, 2) in pixels of the picture, the first corner at the top left of a card that stands upright there.
    """
    small, scale = to_work_size(frame)
    lab = to_smoothed_lab(small)
    sloping = color_gradients(lab)
    edges = EdgeField(sloping)
    quads = deduplicate_quads(quads_from_contours(lab, sloping, background_distance(lab), card_size[0] / card_size[1]))
    quads = _with_edge_support(deduplicate_quads([*edges.snap(quads), *quads]), edges)
    cards = [quads[one] for one in _largest_size_family(quads, max_cards)]
    if 0 < len(cards) < max_cards:
        cards = _add_missed_cards(cards, quads, lab, edges, card_size)
    return _in_reading_order([np.asarray((_upright(card) + 0.5) / scale - 0.5, np.float32) for card in cards])


def _with_edge_support(quads: list[Quad], edges: EdgeField) -> list[Quad]:
    return [quad for quad, seen in zip(quads, edges.support(quads), strict=True) if seen.mean() >= _MIN_EDGE_SUPPORT]


def _add_missed_cards(
    cards: list[Quad], quads: list[Quad], lab: ColorImage, edges: EdgeField, card_size: tuple[float, float]
) -> list[Quad]:
    """The cards, and those as large whose outline runs into a neighbour's or into the cloth: one corner shows them.

    A card that is no rectangle, though as large as the rest, is two that ran together, and is sought again.
    """
    plane = GroundPlane(cards, card_size)
    size = (lab.shape[1], lab.shape[0])
    more = quads_from_corners(detect_segments(lab, [(0, 0, *size)]), cards, plane, card_size, edges, size)
    pool = _with_edge_support(deduplicate_quads([*quads, *more]), edges)
    askew = _skew(pool, plane, card_size)
    worth = edges.support(pool).mean(axis=(1, 2)) - _SKEW_WEIGHT * askew
    kept = [card for card, off in zip(cards, _skew(cards, plane, card_size).tolist(), strict=True) if off < _MAX_SKEW]
    apart = background_distance(lab)
    least = _MIN_FOREGROUND_SHARE * min(_background_distance(card, apart) for card in cards)
    for number in np.argsort(-worth).tolist():
        one = pool[number]
        if askew[number] >= _MAX_PROPOSAL_SKEW or any(
            intersection_area(one, other) >= _MAX_OVERLAP_SHARE * quad_area(other) for other in kept
        ):
            continue
        if _background_distance(one, apart) > least:  # the weave of a mat has straight lines and corners too
            kept.append(one)
    return kept


def _background_distance(quad: Quad, distances: NDArray[np.uint8]) -> float:
    """How far what lies in the quad is from the table's tone, 0..255, on the whole; `apart`: `table_distance`."""
    mask = np.zeros_like(distances)
    cv2.fillConvexPoly(mask, np.asarray(np.round(quad), np.int32), 255)
    return float(cv2.mean(distances, mask)[0])


def _skew(quads: list[Quad], plane: GroundPlane, card_size: tuple[float, float]) -> NDArray[np.float64]:
    """How far quads are from a card lying there: the largest log-ratio of their sides and diagonals to its, (n,)."""
    stacked = np.stack(quads).astype(np.float64)
    flat = stacked @ np.linalg.inv(plane.local_transforms(stacked.mean(axis=1))).transpose(0, 2, 1)
    across = np.concatenate([np.roll(flat, -1, axis=1) - flat, flat[:, 2:] - flat[:, :2]], axis=1)
    diagonal = float(np.hypot(*card_size))
    wanted = np.array([*card_size, *card_size, diagonal, diagonal])
    return np.asarray(np.abs(np.log(np.linalg.norm(across, axis=2) / wanted)).max(axis=1), np.float64)


def _upright(quad: Quad) -> Quad:
    """The quad beginning so that its first, short side is the one nearer the picture's top."""
    first, third = (quad[0] + quad[1])[1], (quad[2] + quad[3])[1]
    return quad if first <= third else np.roll(quad, 2, axis=0)


def _in_reading_order(quads: list[Quad]) -> list[Quad]:
    """In reading order: rows from the top, each from the left; a new row begins half a card further down."""
    rows: list[list[Quad]] = []
    for quad in sorted(quads, key=lambda one: float(one[:, 1].mean())):
        height = quad_size(quad)[1]
        if rows and float(quad[:, 1].mean() - np.mean([one[:, 1].mean() for one in rows[-1]])) < 0.5 * height:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda one: float(one[:, 0].mean()))]


def _bad_count(file: str, count: int, expected_counts: str) -> Refusal:
    return Refusal(
        "bad_count",
        Text(
            f"{file}: {count} cards were found where {expected_counts} belong; lay them apart, upright, "
            "on a plain dark cloth, "
            "and take the picture from straight above",
            f"「{file}」：{expected_counts}枚のはずが{count}枚見つかりました。無地の暗い布の上に、離してまっすぐ並べ、"
            "真上から撮ってください",
        ),
    )


def load_scanned_set(files: Sequence[Path], kind: str) -> CardSet:
    """The faces on pictures of a deck laid out in the order of its pack. `bad_count` when the cards do not fit it."""
    wanted = grid_card_counts(kind)
    pictures: list[ColorImage] = []
    for number, file in enumerate(files):
        left = expected_card_counts(kind, number)
        faces, quads = extract_cards(decode(file.read_bytes()), kind)
        if len(quads) not in left:
            raise _bad_count(file.name, len(quads), "/".join(map(str, left)) or "0")
        pictures += faces
    if len(pictures) not in wanted:
        raise _bad_count(files[-1].name, len(pictures), "/".join(map(str, wanted)))
    return CardSet("laid", "laid", "", "", tuple(zip(grid_order(kind), pictures, strict=False)), ())


def expected_card_counts(kind: str, number: int) -> tuple[int, ...]:
    """How many cards the picture of that number (from 0) may show, most first; nothing when the deck is through."""
    left = {min(CARDS_PER_GRID, max(0, count - number * CARDS_PER_GRID)) for count in grid_card_counts(kind)} - {0}
    return tuple(sorted(left, reverse=True))


def extract_cards(frame: ColorImage, kind: str, max_cards: int = CARDS_PER_GRID) -> tuple[list[ColorImage], list[Quad]]:
    """The cards laid out on a picture in reading order: each flattened (height, width, 3), and its outline."""
    shape = decks()[kind].size_mm
    size = (_FACE_WIDTH_PX, round(_FACE_WIDTH_PX * shape[1] / shape[0]))
    quads = find_card_outlines(frame, shape, max_cards)
    pyramid = ImagePyramid(frame)
    return [pyramid.rectify(quad, size) for quad in quads], quads
