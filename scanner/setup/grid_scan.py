"""Scan of a deck laid out in grids: find the cards, order them, cut crops.

The deck lies in its listed order, twelve cards in each picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import intersection_area
from scanner.detection.edge_support import EdgeField
from scanner.detection.foreground import background_distance, color_gradients
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.proposals.contours import deduplicate_quads, quads_from_contours, to_smoothed_lab, to_work_size
from scanner.detection.proposals.corner_proposals import detect_segments, quads_from_corners
from scanner.enrolled.store import CARDS_PER_GRID, grid_card_counts, grid_order
from scanner.imaging.decode import decode
from scanner.imaging.geometry import ImagePyramid, Quad, quad_area, quad_size
from scanner.imaging.image import ColorImage
from scanner.setup.card_set import CardSet
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

_FACE_WIDTH_PX = 200
"""Pixels, the width of a card's crop: more than a classifier crop has, so that training can reduce it."""


@dataclass(frozen=True, slots=True)
class GridScanConfig:
    """Thresholds of the search for cards in a grid, set by the tests that scan every grid of the five decks."""

    max_size_log_ratio: float = 0.16
    """Log ratio of the sides of two outlines up to which they are of one size. Perspective changes cards by less."""
    min_edge_support: float = 0.6
    """Share of an outline, 0..1, that must lie on edges for it to count as a card's."""
    max_skew: float = 0.12
    """Log ratio of sides and diagonals to those of a card. An outline beyond it is of two cards run together."""
    max_proposal_skew: float = 0.15
    """The same limit for a proposal that completes the grid, whose outline a neighbour may disturb."""
    skew_weight: float = 2.0
    """Weight of a proposal's skew, a log ratio, against its edge support, a share, in its score."""
    max_overlap_share: float = 0.1
    """Share of a card's area, 0..1, that another may overlap. The cards of a grid lie apart."""
    min_foreground_share: float = 0.6
    """Share, 0..1, of the plainest card's distance from the background. A rectangle below it is the table itself."""


CONFIG = GridScanConfig()


def _largest_size_family(quads: list[Quad], max_cards: int) -> list[int]:
    """Indices of the outlines of one size, apart from each other, whose sides are longest in total.

    The family with the most members is not always right: the pips of a few cards outnumber the cards. Larger outlines
    are preferred to smaller ones inside them.
    """
    log_sizes = np.log(np.array([quad_size(quad) for quad in quads]))
    best: list[int] = []
    max_length = 0.0
    for index in range(len(quads)):
        similar = np.flatnonzero(np.abs(log_sizes - log_sizes[index]).max(axis=1) < CONFIG.max_size_log_ratio)
        family: list[int] = []
        for member in sorted(similar.tolist(), key=lambda number: -quad_area(quads[number])):
            if not _overlaps_any(quads[member], [quads[number] for number in family]):
                family.append(member)
        length = len(family) * float(np.sqrt(quad_area(quads[index])))
        if len(family) <= max_cards and length > max_length:
            best, max_length = family, length
    return best


def _overlaps_any(quad: Quad, cards: list[Quad]) -> bool:
    """Whether the quad overlaps one of the cards by more than their allowed share."""
    return any(intersection_area(quad, card) >= CONFIG.max_overlap_share * quad_area(card) for card in cards)


def find_card_outlines(
    frame: ColorImage, card_size: tuple[float, float], max_cards: int = CARDS_PER_GRID
) -> list[Quad]:
    """Find cards of one size that lie apart, at most `max_cards`, in reading order.

    `card_size`: width and height of a card in any unit. Returns quads (4, 2) in pixels of the picture, the first
    corner at the top left of a card that lies upright there.
    """
    small, scale = to_work_size(frame)
    lab = to_smoothed_lab(small)
    gradients = color_gradients(lab)
    edges = EdgeField(gradients)
    aspect = card_size[0] / card_size[1]
    quads = deduplicate_quads(quads_from_contours(lab, gradients, background_distance(lab), aspect))
    quads = _with_edge_support(deduplicate_quads([*edges.snap(quads), *quads]), edges)
    cards = [quads[index] for index in _largest_size_family(quads, max_cards)]
    if 0 < len(cards) < max_cards:
        cards = _add_missed_cards(cards, quads, lab, edges, card_size)
    return _in_reading_order([np.asarray((_upright(card) + 0.5) / scale - 0.5, np.float32) for card in cards])


def _with_edge_support(quads: list[Quad], edges: EdgeField) -> list[Quad]:
    supports = edges.support(quads)
    return [quad for quad, support in zip(quads, supports, strict=True) if support.mean() >= CONFIG.min_edge_support]


def _add_missed_cards(
    cards: list[Quad], quads: list[Quad], lab: ColorImage, edges: EdgeField, card_size: tuple[float, float]
) -> list[Quad]:
    """The cards, and those of the same size that were missed because they touch a neighbour or blend into the cloth.

    Such a card is proposed from one visible corner. An outline as large as a card but no rectangle is of two cards run
    together: it is dropped and proposed anew.
    """
    plane = GroundPlane(cards, card_size)
    size = (lab.shape[1], lab.shape[0])
    corner_quads = quads_from_corners(detect_segments(lab, [(0, 0, *size)]), cards, plane, card_size, edges, size)
    proposals = _with_edge_support(deduplicate_quads([*quads, *corner_quads]), edges)
    skews = _skew(proposals, plane, card_size)
    scores = edges.support(proposals).mean(axis=(1, 2)) - CONFIG.skew_weight * skews
    card_skews = _skew(cards, plane, card_size).tolist()
    result = [card for card, skew in zip(cards, card_skews, strict=True) if skew < CONFIG.max_skew]
    distances = background_distance(lab)
    min_distance = CONFIG.min_foreground_share * min(_background_distance(card, distances) for card in cards)
    for index in np.argsort(-scores).tolist():
        proposal = proposals[index]
        if skews[index] >= CONFIG.max_proposal_skew or _overlaps_any(proposal, result):
            continue
        if _background_distance(proposal, distances) > min_distance:  # the weave of a mat has lines and corners too
            result.append(proposal)
    return result


def _background_distance(quad: Quad, distances: NDArray[np.uint8]) -> float:
    """Mean distance 0..255 of the quad's pixels from the background colour. `distances` as of `background_distance`."""
    mask = np.zeros_like(distances)
    cv2.fillConvexPoly(mask, np.asarray(np.round(quad), np.int32), 255)
    return float(cv2.mean(distances, mask)[0])


def _skew(quads: list[Quad], plane: GroundPlane, card_size: tuple[float, float]) -> NDArray[np.float64]:
    """Size error of each quad at its position: max |log(length / expected)| over sides and diagonals, shape (n,)."""
    stacked = np.stack(quads).astype(np.float64)
    flat = stacked @ np.linalg.inv(plane.local_transforms(stacked.mean(axis=1))).transpose(0, 2, 1)
    vectors = np.concatenate([np.roll(flat, -1, axis=1) - flat, flat[:, 2:] - flat[:, :2]], axis=1)
    diagonal = float(np.hypot(*card_size))
    expected = np.array([*card_size, *card_size, diagonal, diagonal])
    return np.asarray(np.abs(np.log(np.linalg.norm(vectors, axis=2) / expected)).max(axis=1), np.float64)


def _upright(quad: Quad) -> Quad:
    """The quad rotated so that its first, short side is the one nearer to the picture's top."""
    first, third = (quad[0] + quad[1])[1], (quad[2] + quad[3])[1]
    return quad if first <= third else np.roll(quad, 2, axis=0)


def _in_reading_order(quads: list[Quad]) -> list[Quad]:
    """The quads by rows from the top, each row from the left. A new row begins half a card further down."""
    rows: list[list[Quad]] = []
    for quad in sorted(quads, key=lambda quad: float(quad[:, 1].mean())):
        height = quad_size(quad)[1]
        if rows and float(quad[:, 1].mean() - np.mean([card[:, 1].mean() for card in rows[-1]])) < 0.5 * height:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda quad: float(quad[:, 0].mean()))]


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
    """The faces of a deck from pictures of its grids, in the order of the pack.

    Raises `bad_count` when the number of cards does not match the deck.
    """
    deck_counts = grid_card_counts(kind)
    pictures: list[ColorImage] = []
    for number, file in enumerate(files):
        grid_counts = expected_card_counts(kind, number)
        faces, quads = extract_cards(decode(file.read_bytes()), kind)
        if len(quads) not in grid_counts:
            raise _bad_count(file.name, len(quads), "/".join(map(str, grid_counts)) or "0")
        pictures += faces
    if len(pictures) not in deck_counts:
        raise _bad_count(files[-1].name, len(pictures), "/".join(map(str, deck_counts)))
    return CardSet("laid", "laid", "", "", tuple(zip(grid_order(kind), pictures, strict=False)), ())


def expected_card_counts(kind: str, number: int) -> tuple[int, ...]:
    """Possible numbers of cards in the grid of that number, from 0, largest first. Empty after the last grid."""
    counts = {min(CARDS_PER_GRID, max(0, count - number * CARDS_PER_GRID)) for count in grid_card_counts(kind)} - {0}
    return tuple(sorted(counts, reverse=True))


def extract_cards(frame: ColorImage, kind: str, max_cards: int = CARDS_PER_GRID) -> tuple[list[ColorImage], list[Quad]]:
    """The cards of a grid in reading order: their crops (height, width, 3), and their outlines."""
    card_size = decks()[kind].size_mm
    size = (_FACE_WIDTH_PX, round(_FACE_WIDTH_PX * card_size[1] / card_size[0]))
    quads = find_card_outlines(frame, card_size, max_cards)
    pyramid = ImagePyramid(frame)
    return [pyramid.rectify(quad, size) for quad in quads], quads
