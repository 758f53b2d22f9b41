"""並べ narabe: a deck laid out on the table in its listed order, twelve cards a picture, cut into its faces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from scanner.choosing import shared
from scanner.edges import Edges
from scanner.features import Picture
from scanner.geometry import CARD_MM, Pyramid, Quad, area, sides
from scanner.outlines import slopes, table_distance
from scanner.pictures import decode
from scanner.quads import distinct, from_contours, smoothed, worked
from scanner.shelf import GRID, laid_counts, laid_order
from scanner.train.sets import CardSet
from scorer.errors import Refusal
from scorer.texts import Text

_WIDTH = 200
_LIKE = 0.16
_SEEN = 0.6


def _grown(quads: list[Quad], most: int) -> list[int]:
    """The largest family of like-sized outlines apart from each other, as numbers; outer ones before inner ones."""
    size = np.log(np.array([sides(quad) for quad in quads]))
    best: list[int] = []
    for number in range(len(quads)):
        like = np.flatnonzero(np.abs(size - size[number]).max(axis=1) < _LIKE)
        kept: list[int] = []
        for other in sorted(like.tolist(), key=lambda one: -area(quads[one])):
            if all(shared(quads[other], quads[one]) < 0.1 * area(quads[one]) for one in kept):
                kept.append(other)
        if len(kept) <= most and (len(kept), area(quads[number])) > (len(best), area(quads[best[0]]) if best else 0.0):
            best = kept
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
    quads = distinct([*edges.snapped(quads), *quads])
    quads = [quad for quad, seen in zip(quads, edges.seen(quads), strict=True) if seen.mean() >= _SEEN]
    found = [np.asarray((_stood(quads[one]) + 0.5) / scale - 0.5, np.float32) for one in _grown(quads, most)]
    return _rows(found)


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
