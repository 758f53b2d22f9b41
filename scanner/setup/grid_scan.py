"""Scan of a deck laid out in grids: find the cards, order them, cut crops.

The deck lies in its listed order, twelve cards in each picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scanner.detection.detector import CardDetector, DetectorOutput, shipped_detector
from scanner.detection.ground_plane import fit_to_most
from scanner.detection.missed_cards import draw_again
from scanner.enrolled.store import CARDS_PER_GRID, grid_card_counts, grid_order
from scanner.imaging.decode import decode
from scanner.imaging.geometry import ImagePyramid, Quad, intersection_area, quad_area, quad_size
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
    max_overlap_share: float = 0.1
    """Share of a card's area, 0..1, that another may overlap. The cards of a grid lie apart."""


CONFIG = GridScanConfig()


def _largest_size_family(quads: list[Quad], max_cards: int) -> list[int]:
    """Indices of the outlines of one size, apart from each other, whose sides are longest in total.

    The family with the most members is not always right: the pips of a few cards outnumber the cards. `quads` are the
    clearest first. Of two that overlap, the clearer one is taken: the other often lies beside the card, and is larger.
    """
    log_sizes = np.log(np.array([quad_size(quad) for quad in quads]))
    best: list[int] = []
    max_length = 0.0
    for index in range(len(quads)):
        similar = np.flatnonzero(np.abs(log_sizes - log_sizes[index]).max(axis=1) < CONFIG.max_size_log_ratio)
        family: list[int] = []
        for member in similar.tolist():
            if not _overlaps_any(quads[member], [quads[number] for number in family]):
                family.append(member)
        length = len(family) * float(np.sqrt(quad_area(quads[index])))
        if len(family) <= max_cards and length > max_length:
            best, max_length = family, length
    return best


def _overlaps_any(quad: Quad, cards: list[Quad]) -> bool:
    """Whether the quad overlaps one of the cards by more than their allowed share."""
    return any(intersection_area(quad, card) >= CONFIG.max_overlap_share * quad_area(card) for card in cards)


def find_card_outlines(frame: ColorImage, max_cards: int = CARDS_PER_GRID) -> list[Quad]:
    """Find cards of one size that lie apart, at most `max_cards`, in reading order.

    Returns quads (4, 2) in pixels of the picture, the first corner at the top left of a card that lies upright there.
    """
    detector, pyramid = shipped_detector(), ImagePyramid(frame)
    output = detector.detect(pyramid)
    quads = [found.quad for found in output.detections if found.card_log_odds > 0]
    cards = [quads[index] for index in _largest_size_family(quads, max_cards)]
    if cards and len(cards) < max_cards:
        cards += _find_missed(detector, pyramid, output, cards)
    return _in_reading_order([_upright(card) for card in cards])


def _find_missed(
    detector: CardDetector, pyramid: ImagePyramid, output: DetectorOutput, cards: list[Quad]
) -> list[Quad]:
    """Clear cards apart from `cards`, one at least, and of their size, from outlines of another size.

    Of a card whose art is the same upside down the detector may see each half alone.
    """
    plane = fit_to_most(cards)
    sources = [outline.quad for outline in output.outlines if not _overlaps_any(outline.quad, cards)]
    detections = detector.detect_again(pyramid, draw_again(sources, plane), None)
    missed: list[Quad] = []
    for found, error in zip(detections, plane.size_errors([found.quad for found in detections]), strict=True):
        if found.is_clear and error < CONFIG.max_size_log_ratio and not _overlaps_any(found.quad, [*cards, *missed]):
            missed.append(found.quad)
    return missed


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
    quads = find_card_outlines(frame, max_cards)
    pyramid = ImagePyramid(frame)
    return [pyramid.rectify(quad, size) for quad in quads], quads
