"""Synthetic views of the corners of Western cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.art import load_svg
from scanner.imaging.decode import render_svg
from scanner.imaging.geometry import OPPOSITE_CORNER, Quad
from scanner.imaging.image import ColorImage
from scanner.indices.index_evidence import index_outline
from scanner.indices.index_network import INDEX_CODES, INDEX_SIZE, RANKS, SUITS
from scanner.recognition.crops import white_balance
from scanner.setup.card_set import CardSet
from scanner.synth.backgrounds import Rng, paint_card_back
from scanner.training.classifier import crops
from scanner.training.classifier.occluders import add_cover

_CARD_WIDTHS_PX = (42, 240)
"""Widths in pixels of the cards in the photographs: of narrower ones no index is legible, of wider ones nothing more is
seen at the size of a crop."""
_COVERED_SHARE = 0.7
"""Share of the cards, 0..1, that something lies over: it is those whose corners are read."""
_NO_INDEX_SHARE = 0.12
"""Share of the views, 0..1, of parts of faces and backs without an index."""
_FONT_SHARE = 0.35
"""Share of the faces, 0..1, whose ranks are written anew in another font: the sets have no more than a few."""
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
)
_RANK_BOX = (0.025, 0.02, 0.2, 0.185)
"""Left, top, right, bottom of the rank in an index, in shares of a card's width and height, as most makers place it."""
_OWN_WIDTH_PX = 240
"""Width in pixels at which our own drawings are rendered."""


@dataclass(frozen=True, slots=True)
class IndexViews:
    """Views of corners: `crops` (n, height, width, 3) uint8, white balanced, and `masks` (n, height, width) uint8.

    `ranks`, `suits` (n,): the numbers of what the index says, `len(RANKS)` and `len(SUITS)` for none. `showing` (n,):
    how much of the corner truly shows, 0..1.
    """

    crops: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    ranks: NDArray[np.int64]
    suits: NDArray[np.int64]
    showing: NDArray[np.float32]


def own_faces() -> dict[str, ColorImage]:
    """Our own drawings of the cards with an index by code, as large as views need them."""
    return {
        code: np.ascontiguousarray(render_svg(load_svg(code), _OWN_WIDTH_PX)[..., :3], np.uint8) for code in INDEX_CODES
    }


def indexed_faces(card_set: CardSet) -> dict[str, ColorImage]:
    """The faces of a set that have an index, by code, no larger than views need them."""
    return {
        code: crops.limit_width(picture, _CARD_WIDTHS_PX[1]) for code, picture in card_set.faces if code in INDEX_CODES
    }


def draw_views(faces: dict[str, ColorImage], count: int, seed: Sequence[int], *, vary: bool) -> IndexViews:
    """About `count` views of a set's faces, of each as many.

    `vary`: for training, as other makers might print them; without it as they are. Deterministic for the same seed.
    """
    rng = np.random.default_rng(list(seed))
    neighbours = tuple(faces.values())
    drawn = [
        _draw_view(code, face, rng, neighbours, vary=vary)
        for code, face in faces.items()
        for _ in range(max(1, round(count / len(faces))))
    ]
    columns = list(zip(*drawn, strict=True))
    return IndexViews(
        np.stack(columns[0]),
        np.stack(columns[1]),
        np.array(columns[2], np.int64),
        np.array(columns[3], np.int64),
        np.array(columns[4], np.float32),
    )


def join_views(parts: Sequence[IndexViews]) -> IndexViews:
    """All views of several sets."""
    return IndexViews(
        *(np.concatenate([getattr(part, column.name) for part in parts]) for column in fields(IndexViews))
    )


def _draw_view(
    code: str, face: ColorImage, rng: Rng, neighbours: tuple[ColorImage, ...], *, vary: bool
) -> tuple[ColorImage, NDArray[np.uint8], int, int, float]:
    has_index = rng.random() >= _NO_INDEX_SHARE
    if not has_index and rng.random() < 0.3:
        face = paint_card_back(rng, (face.shape[1], face.shape[0]))
    elif has_index and vary and rng.random() < _FONT_SHARE:
        face = write_rank(face, code[:-1], rng)
    if vary:
        face = crops.add_paper_edge(crops.jitter_print(face, rng, (_CARD_WIDTHS_PX[1] * 2 // 3, 0)), rng)
    width = round(float(np.exp(rng.uniform(*np.log(_CARD_WIDTHS_PX)))))
    scene = crops.compose_scene(face, rng, width, _pick(neighbours, rng), None)
    outline = crops.card_outline(scene, width)
    if rng.random() < _COVERED_SHARE:
        add_cover(scene.picture, scene.hidden, outline, rng, _pick(neighbours, rng))
    quad = crops.jitter_outline(outline, width, rng, crops.CropJitter())
    if rng.random() < 0.5:
        quad = np.ascontiguousarray(quad[OPPOSITE_CORNER])
    part = index_outline(quad) if has_index else _without_index(quad, rng)
    photo = crops.photograph(scene, rng)
    sample = crops.cut_out(photo, scene.hidden, part, INDEX_SIZE, rng)
    rank, suit = (RANKS.index(code[:-1]), SUITS.index(code[-1])) if has_index else (len(RANKS), len(SUITS))
    return white_balance(sample.crop, sample.mask), sample.mask, rank, suit, sample.visible_share


def _pick(pictures: tuple[ColorImage, ...], rng: Rng) -> tuple[ColorImage, ...]:
    return tuple(pictures[number] for number in rng.integers(0, len(pictures), 3))


def _without_index(card: Quad, rng: Rng) -> Quad:
    """The outline of a part of a card where no index is: beside its middle, or hardly on the card."""
    right, down = card[1] - card[0], card[3] - card[0]
    shift = (rng.uniform(0.25, 0.45), rng.uniform(0.2, 0.5)) if rng.random() < 0.7 else (rng.uniform(-0.35, -0.2), 0.0)
    return np.asarray(index_outline(card) + shift[0] * right + shift[1] * down, np.float32)


def write_rank(face: ColorImage, rank: str, rng: Rng) -> ColorImage:
    """The face with its rank written anew in both corners, in another font and in the colour of the old one."""
    height, width = face.shape[:2]
    left, top, right, bottom = (round(share * side) for share, side in zip(_RANK_BOX, (width, height) * 2, strict=True))
    written = face.copy()
    font, thickness = int(rng.choice(_FONTS)), max(1, round((bottom - top) * rng.uniform(0.04, 0.16)))
    for turned in (written, written[::-1, ::-1]):
        box = turned[top:bottom, left:right]
        paper = np.percentile(box.reshape(-1, 3), 90, axis=0)
        ink = np.percentile(box.reshape(-1, 3), 5, axis=0)
        (wide, high), _ = cv2.getTextSize(rank, font, 1.0, thickness)
        scale = min(box.shape[1] / wide, box.shape[0] / high) * float(rng.uniform(0.6, 0.95))
        label = np.ascontiguousarray(np.broadcast_to(paper, box.shape), np.uint8)
        start = (int((box.shape[1] - wide * scale) / 2), int((box.shape[0] + high * scale) / 2))
        cv2.putText(label, rank, start, font, scale, tuple(map(float, ink)), thickness, cv2.LINE_AA)
        box[:] = label
    return written
