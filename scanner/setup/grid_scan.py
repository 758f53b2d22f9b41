"""並べ narabe: a deck laid out on the table in its listed order, twelve cards a picture, cut into its faces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import shared
from scanner.detection.contours import distinct, from_contours, smoothed, worked
from scanner.detection.corner_proposals import from_corners, segments
from scanner.detection.edge_support import Edges
from scanner.detection.foreground import slopes, table_distance
from scanner.detection.ground_plane import Plane
from scanner.enrolled.store import GRID, laid_counts, laid_order
from scanner.imaging.decode import decode
from scanner.imaging.geometry import CARD_MM, Pyramid, Quad, area, sides
from scanner.recognition.features import Picture
from scanner.training.card_sets import CardSet
from scorer.errors import Refusal
from scorer.texts import Text

_WIDTH = 200
_LIKE = 0.16
_SEEN = 0.6
_ASKEW = 0.12
_GUESSED = 0.15
_WEIGHT = 2.0
"""How much a card's being askew or unlike the rest in size (as a log-ratio) counts against the edges seen of it."""
_APART = 0.1
_LIKE_CLOTH = 0.6
"""A rectangle less unlike the table than this share of what the plainest card is, is the table."""


def _grown(quads: list[Quad], most: int) -> list[int]:
    """The family of like-sized outlines apart from each other with the longest sides in all, as numbers.

    Not simply the largest: the pips of a few cards are more than the cards. Outer outlines come before inner ones.
    """
    size = np.log(np.array([sides(quad) for quad in quads]))
    best: list[int] = []
    longest = 0.0
    for number in range(len(quads)):
        like = np.flatnonzero(np.abs(size - size[number]).max(axis=1) < _LIKE)
        kept: list[int] = []
        for other in sorted(like.tolist(), key=lambda one: -area(quads[one])):
            if all(shared(quads[other], quads[one]) < _APART * area(quads[one]) for one in kept):
                kept.append(other)
        length = len(kept) * float(np.sqrt(area(quads[number])))
        if len(kept) <= most and length > longest:
            best, longest = kept, length
    return best


def outlines(frame: Picture, shape: tuple[float, float], most: int = GRID) -> list[Quad]:
    """The like-sized cards of `shape` (width, height) lying apart on a picture, at most `most`, in reading order.

    Quads (4, 2) in pixels of the picture, the first corner at the top left of a card that stands upright there.
    """
    small, scale = worked(frame)
    lab = smoothed(small)
    sloping = slopes(lab)
    edges = Edges(sloping)
    quads = distinct(from_contours(lab, sloping, table_distance(lab), shape[0] / shape[1]))
    quads = _on_edges(distinct([*edges.snapped(quads), *quads]), edges)
    cards = [quads[one] for one in _grown(quads, most)]
    if 0 < len(cards) < most:
        cards = _completed(cards, quads, lab, edges, shape)
    return _rows([np.asarray((_stood(card) + 0.5) / scale - 0.5, np.float32) for card in cards])


def _on_edges(quads: list[Quad], edges: Edges) -> list[Quad]:
    return [quad for quad, seen in zip(quads, edges.seen(quads), strict=True) if seen.mean() >= _SEEN]


def _completed(
    cards: list[Quad], quads: list[Quad], lab: Picture, edges: Edges, shape: tuple[float, float]
) -> list[Quad]:
    """The cards, and those as large whose outline runs into a neighbour's or into the cloth: one corner shows them.

    A card that is no rectangle, though as large as the rest, is two that ran together, and is sought again.
    """
    plane = Plane(cards, shape)
    size = (lab.shape[1], lab.shape[0])
    more = from_corners(segments(lab, [(0, 0, *size)]), cards, plane, shape, edges, size)
    pool = _on_edges(distinct([*quads, *more]), edges)
    askew = _askew(pool, plane, shape)
    worth = edges.seen(pool).mean(axis=(1, 2)) - _WEIGHT * askew
    kept = [card for card, off in zip(cards, _askew(cards, plane, shape).tolist(), strict=True) if off < _ASKEW]
    apart = table_distance(lab)
    least = _LIKE_CLOTH * min(_unlike(card, apart) for card in cards)
    for number in np.argsort(-worth).tolist():
        one = pool[number]
        if askew[number] >= _GUESSED or any(shared(one, other) >= _APART * area(other) for other in kept):
            continue
        if _unlike(one, apart) > least:  # the weave of a mat has straight lines and corners too
            kept.append(one)
    return kept


def _unlike(quad: Quad, apart: NDArray[np.uint8]) -> float:
    """How far what lies in the quad is from the table's tone, 0..255, on the whole; `apart`: `table_distance`."""
    mask = np.zeros_like(apart)
    cv2.fillConvexPoly(mask, np.asarray(np.round(quad), np.int32), 255)
    return float(cv2.mean(apart, mask)[0])


def _askew(quads: list[Quad], plane: Plane, shape: tuple[float, float]) -> NDArray[np.float64]:
    """How far quads are from a card lying there: the largest log-ratio of their sides and diagonals to its, (n,)."""
    stacked = np.stack(quads).astype(np.float64)
    flat = stacked @ np.linalg.inv(plane.maps_at(stacked.mean(axis=1))).transpose(0, 2, 1)
    across = np.concatenate([np.roll(flat, -1, axis=1) - flat, flat[:, 2:] - flat[:, :2]], axis=1)
    diagonal = float(np.hypot(*shape))
    wanted = np.array([*shape, *shape, diagonal, diagonal])
    return np.asarray(np.abs(np.log(np.linalg.norm(across, axis=2) / wanted)).max(axis=1), np.float64)


def _stood(quad: Quad) -> Quad:
    """The quad beginning so that its first, short side is the one nearer the picture's top."""
    first, third = (quad[0] + quad[1])[1], (quad[2] + quad[3])[1]
    return quad if first <= third else np.roll(quad, 2, axis=0)


def _rows(quads: list[Quad]) -> list[Quad]:
    """In reading order: rows from the top, each from the left; a new row begins half a card further down."""
    rows: list[list[Quad]] = []
    for quad in sorted(quads, key=lambda one: float(one[:, 1].mean())):
        height = sides(quad)[1]
        if rows and float(quad[:, 1].mean() - np.mean([one[:, 1].mean() for one in rows[-1]])) < 0.5 * height:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda one: float(one[:, 0].mean()))]


def _bad_count(file: str, found: int, wanted: str) -> Refusal:
    return Refusal(
        "bad_count",
        Text(
            f"{file}: {found} cards were found where {wanted} belong; lay them apart, upright, on a plain dark cloth, "
            "and take the picture from straight above",
            f"「{file}」：{wanted}枚のはずが{found}枚見つかりました。無地の暗い布の上に、離してまっすぐ並べ、"
            "真上から撮ってください",
        ),
    )


def load(files: Sequence[Path], kind: str) -> CardSet:
    """The faces on pictures of a deck laid out in the order of its pack. `bad_count` when the cards do not fit it."""
    wanted = laid_counts(kind)
    pictures: list[Picture] = []
    for number, file in enumerate(files):
        left = expected(kind, number)
        faces, quads = cards_of(decode(file.read_bytes()), kind)
        if len(quads) not in left:
            raise _bad_count(file.name, len(quads), "/".join(map(str, left)) or "0")
        pictures += faces
    if len(pictures) not in wanted:
        raise _bad_count(files[-1].name, len(pictures), "/".join(map(str, wanted)))
    return CardSet("laid", "laid", "", "", tuple(zip(laid_order(kind), pictures, strict=False)), ())


def expected(kind: str, number: int) -> tuple[int, ...]:
    """How many cards the picture of that number (from 0) may show, most first; nothing when the deck is through."""
    left = {min(GRID, max(0, count - number * GRID)) for count in laid_counts(kind)} - {0}
    return tuple(sorted(left, reverse=True))


def cards_of(frame: Picture, kind: str, most: int = GRID) -> tuple[list[Picture], list[Quad]]:
    """The cards laid out on a picture in reading order: each flattened (height, width, 3), and its outline."""
    shape = CARD_MM[kind]
    size = (_WIDTH, round(_WIDTH * shape[1] / shape[0]))
    quads = outlines(frame, shape, most)
    pyramid = Pyramid(frame)
    return [pyramid.flatten(quad, size) for quad in quads], quads
