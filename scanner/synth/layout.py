"""並べ方 narabekata: how cards lie on a table, in millimetres, by chance but the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil

import cv2
import numpy as np

from scanner.seat_zones import Zone

Size = tuple[float, float]
LEAN_MM = 0.35  # how much a card that leans on the one before lies higher
GAP_MM = 5.0


@dataclass(frozen=True, slots=True)
class Laid:
    """One card laid: `code` ("" face down), centre in mm from the middle of the table, `angle` clockwise as seen.

    `rise`: mm its underside lies above the table; `deep`: how many cards lie under it squarely, as in a draw pile.
    """

    code: str
    x: float
    y: float
    angle: float
    rise: float = 0.0
    deep: int = 0


Layout = Callable[[np.random.Generator, Sequence[str], Size, Size], list[Laid]]


def moved(cards: Sequence[Laid], x: float, y: float, angle: float) -> list[Laid]:
    """A group turned about its own middle and carried to (x, y)."""
    turn = np.radians(angle)
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    return [
        replace(
            card, x=x + card.x * cos - card.y * sin, y=y + card.x * sin + card.y * cos, angle=(card.angle + angle) % 360
        )
        for card in cards
    ]


def block(codes: Sequence[str], columns: int, card: Size, gap: Size) -> list[Laid]:
    """Cards in rows of `columns`, centred on (0, 0), `gap` mm apart (less than 0: overlapping, later on top)."""
    step = (card[0] + gap[0], card[1] + gap[1])
    rows = ceil(len(codes) / columns)
    lean = LEAN_MM if min(gap) < 0 else 0.0
    out = []
    for n, code in enumerate(codes):
        row, column = divmod(n, columns)
        wide = min(columns, len(codes) - row * columns)
        place = ((column - (wide - 1) / 2) * step[0], (row - (rows - 1) / 2) * step[1])
        out.append(Laid(code, *place, 0.0, rise=lean * min(n, 4)))
    return out


def handled(rng: np.random.Generator, cards: Sequence[Laid], *, slip: float, twist: float) -> list[Laid]:
    """The cards as hands leave them: `slip` mm and `twist` degrees off, as standard deviations."""
    return [
        replace(
            card,
            x=card.x + float(rng.normal(0, slip)),
            y=card.y + float(rng.normal(0, slip)),
            angle=(card.angle + float(rng.normal(0, twist))) % 360,
        )
        for card in cards
    ]


def columns_for(cards: int, room: Size, card: Size) -> int | None:
    """How many columns let that many cards lie apart in `room` mm, as few rows as can be; None when none do."""
    across = int((room[0] + GAP_MM) // (card[0] + GAP_MM))
    down = int((room[1] + GAP_MM) // (card[1] + GAP_MM))
    if across < 1 or across * down < cards:
        return None
    return ceil(cards / ceil(cards / across)) if cards else 1


def hands(
    rng: np.random.Generator, piles: Sequence[Sequence[str]], places: Sequence[tuple[Zone, Size, Size]], card: Size
) -> list[Laid]:
    """Each pile in its zone, given with its centre and its room in mm (along and across its owner's edge)."""
    out: list[Laid] = []
    for codes, (zone, centre, room) in zip(piles, places, strict=True):
        columns = columns_for(len(codes), room, card)
        if columns is None:  # more than fit apart: rows that overlap, as a captured pile is kept
            columns = max(1, ceil(len(codes) / 2))
            spread = (room[0] - card[0]) / max(1, columns - 1) - card[0]
            group = block(codes, columns, card, (min(GAP_MM, spread), min(GAP_MM, room[1] - 2 * card[1])))
        else:
            group = block(codes, columns, card, (GAP_MM, GAP_MM))
        loose = handled(rng, group, slip=0.9, twist=1.8)
        out += moved(loose, *centre, zone.facing + float(rng.normal(0, 2.5)))
    return out


def grid(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[Laid]:
    """Rows and columns, loosely, the whole turned a little."""
    columns = columns_for(len(codes), (room[0] * 0.86, room[1] * 0.86), card) or max(1, ceil(len(codes) ** 0.5 * 1.6))
    gap = float(rng.uniform(3, 9))
    laid = handled(rng, block(codes, columns, card, (gap, gap)), slip=1.0, twist=2.0)
    return moved(_upside(rng, laid), 0, 0, float(rng.normal(0, 4)))


def scatter(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[Laid]:
    """Each at any angle, none on another."""
    return _spread(rng, [[Laid(code, 0, 0, 0)] for code in codes], room, card)


def touching(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[Laid]:
    """Short rows and little blocks, edge to edge."""
    groups = []
    for some in _parts(rng, codes, 2, 6):
        columns = len(some) if rng.random() < 0.6 else ceil(len(some) / 2)
        groups.append(handled(rng, block(some, columns, card, (0.15, 0.15)), slip=0.12, twist=0.25))
    return _spread(rng, groups, room, card)


def overlap(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[Laid]:
    """Rows in which each card covers a part of the one before, across or along."""
    groups = []
    for some in _parts(rng, codes, 3, 5):
        shown = float(rng.uniform(0.3, 0.75))
        row = block(some, len(some), card, (-(1 - shown) * card[0], 0))
        if rng.random() < 0.35:
            row = block(some, 1, card, (0, -(1 - shown) * card[1]))
        groups.append(handled(rng, row, slip=0.8, twist=3.0))
    return _spread(rng, groups, room, card)


def captured(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[Laid]:
    """A game under way: the field with its draw pile in the middle, what two players took, overlapping, before them."""
    field = codes[: max(1, len(codes) // 3)]
    taken = codes[len(field) :]
    out = handled(rng, block(field, ceil(len(field) / 2), card, (6, 6)), slip=1.2, twist=2.5)
    wide = max(abs(laid.x) for laid in out) + card[0] * 1.6
    out.append(Laid("", wide, float(rng.normal(0, 3)), float(rng.normal(0, 3)), deep=int(rng.integers(6, 20))))
    for side, some in ((1, taken[::2]), (-1, taken[1::2])):
        at = -room[0] * 0.34
        for part in _parts(rng, some, 2, 5):
            row = handled(rng, block(part, len(part), card, (-0.55 * card[0], 0)), slip=0.8, twist=2)
            width = card[0] * (1 + 0.45 * (len(part) - 1))
            out += moved(row, side * (at + width / 2), side * room[1] * 0.34, 0 if side > 0 else 180)
            at += width + 8
    return out


def heap(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[Laid]:
    """Thrown together in the middle."""
    wide = (min(room[0] * 0.13, card[1] * 1.6), min(room[1] * 0.13, card[1] * 0.9))
    return [
        Laid(
            code,
            float(rng.normal(0, wide[0])),
            float(rng.normal(0, wide[1])),
            float(rng.uniform(0, 360)),
            rise=LEAN_MM * min(n, 6),
        )
        for n, code in enumerate(codes)
    ]


LAYOUTS: dict[str, Layout] = {
    "grid": grid,
    "scatter": scatter,
    "touching": touching,
    "overlap": overlap,
    "captured": captured,
    "heap": heap,
}


def _upside(rng: np.random.Generator, cards: Sequence[Laid]) -> list[Laid]:
    return [replace(card, angle=(card.angle + 180 * int(rng.random() < 0.3)) % 360) for card in cards]


def _parts(rng: np.random.Generator, codes: Sequence[str], least: int, most: int) -> list[Sequence[str]]:
    out, at = [], 0
    while at < len(codes):
        size = int(rng.integers(least, most + 1))
        out.append(codes[at : at + size])
        at += size
    return out


def outline(x: float, y: float, size: Size, angle: float, margin: float = 0.0) -> cv2.typing.MatLike:
    """The four corners of a rectangle on the table, `margin` mm larger on each side."""
    box = ((x, y), (size[0] + 2 * margin, size[1] + 2 * margin), angle)
    return cv2.boxPoints(box)


def apart(box: cv2.typing.MatLike, others: Sequence[cv2.typing.MatLike]) -> bool:
    """Whether a convex outline meets none of the others."""
    return all(cv2.intersectConvexConvex(box, other)[0] <= 0 for other in others)


def _spread(rng: np.random.Generator, groups: Sequence[list[Laid]], room: Size, card: Size) -> list[Laid]:
    """The groups anywhere in the room, at any angle, none on another; one that finds no place stays in the box."""
    out: list[Laid] = []
    taken: list[cv2.typing.MatLike] = []
    for group in groups:
        for _ in range(80):
            x = float(rng.uniform(-0.5, 0.5)) * max(0.0, room[0] - card[1])
            y = float(rng.uniform(-0.5, 0.5)) * max(0.0, room[1] - card[1])
            there = moved(group, x, y, float(rng.uniform(0, 360)))
            boxes = [outline(laid.x, laid.y, card, laid.angle, margin=2.0) for laid in there]
            inside = all(
                abs(laid.x) < (room[0] - card[0]) / 2 and abs(laid.y) < (room[1] - card[0]) / 2 for laid in there
            )
            if inside and all(apart(box, taken) for box in boxes):
                out += there
                taken += boxes
                break
    return out
