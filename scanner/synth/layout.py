"""Cards and groups of cards at places on a table, in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

import cv2
import numpy as np

Size = tuple[float, float]
"""Width and height, in millimetres unless stated otherwise."""
LEAN_RISE_MM = 0.35
"""Millimetres by which a card that leans on the one before lies higher than it."""
CARD_GAP_MM = 5.0
"""Millimetres between cards that lie apart, about as much as players leave."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """One card on the table.

    `code`: "" if it lies face down. `x`, `y`: its centre in mm from the middle of the table. `angle`: degrees clockwise
    as seen. `elevation`: mm from the table to its underside. `cards_below`: cards stacked exactly under it, as in a
    draw pile.
    """

    code: str
    x: float
    y: float
    angle: float
    elevation: float = 0.0
    cards_below: int = 0


def move_group(cards: Sequence[PlacedCard], x: float, y: float, angle: float) -> list[PlacedCard]:
    """A group of cards turned by `angle` degrees about the origin and then moved by (x, y) mm."""
    radians = np.radians(angle)
    cos, sin = float(np.cos(radians)), float(np.sin(radians))
    return [
        replace(
            card, x=x + card.x * cos - card.y * sin, y=y + card.x * sin + card.y * cos, angle=(card.angle + angle) % 360
        )
        for card in cards
    ]


def lay_out_block(codes: Sequence[str], columns: int, card_size: Size, gap: Size) -> list[PlacedCard]:
    """Cards in rows of `columns`, centred on (0, 0), `gap` mm apart. If a gap is negative, later cards lie on top."""
    step = (card_size[0] + gap[0], card_size[1] + gap[1])
    rows = ceil(len(codes) / columns)
    rise = LEAN_RISE_MM if min(gap) < 0 else 0.0
    out = []
    for n, code in enumerate(codes):
        row, column = divmod(n, columns)
        row_length = min(columns, len(codes) - row * columns)
        position = ((column - (row_length - 1) / 2) * step[0], (row - (rows - 1) / 2) * step[1])
        out.append(PlacedCard(code, *position, 0.0, elevation=rise * min(n, 4)))
    return out


def lay_out_overlapped(
    codes: Sequence[str], visible_share: float, card_size: Size, *, is_lengthwise: bool
) -> list[PlacedCard]:
    """A row in which each card leaves `visible_share` 0..1 of the one below open: of its width, or of its length."""
    if is_lengthwise:
        return lay_out_block(codes, 1, card_size, (0, -(1 - visible_share) * card_size[1]))
    return lay_out_block(codes, len(codes), card_size, (-(1 - visible_share) * card_size[0], 0))


def jitter_cards(
    rng: np.random.Generator, cards: Sequence[PlacedCard], *, slip: float, twist: float
) -> list[PlacedCard]:
    """The cards as a person places them: `slip` mm and `twist` degrees off, as standard deviations."""
    return [
        replace(
            card,
            x=card.x + float(rng.normal(0, slip)),
            y=card.y + float(rng.normal(0, slip)),
            angle=(card.angle + float(rng.normal(0, twist))) % 360,
        )
        for card in cards
    ]


def columns_for(card_count: int, space: Size, card_size: Size) -> int | None:
    """Number of columns with which the cards lie apart in `space` mm in the fewest rows. None if they do not fit."""
    across = int((space[0] + CARD_GAP_MM) // (card_size[0] + CARD_GAP_MM))
    down = int((space[1] + CARD_GAP_MM) // (card_size[1] + CARD_GAP_MM))
    if across < 1 or across * down < card_count:
        return None
    return ceil(card_count / ceil(card_count / across)) if card_count else 1


def split_randomly(rng: np.random.Generator, codes: Sequence[str], min_size: int, max_size: int) -> list[Sequence[str]]:
    """The codes in consecutive parts of `min_size` to `max_size`. The last part may be shorter."""
    out, start = [], 0
    while start < len(codes):
        size = int(rng.integers(min_size, max_size + 1))
        out.append(codes[start : start + size])
        start += size
    return out


def rectangle_corners(x: float, y: float, size: Size, angle: float, margin: float = 0.0) -> cv2.typing.MatLike:
    """The four corners (4, 2) of a rectangle on the table, `margin` mm larger on each side."""
    box = ((x, y), (size[0] + 2 * margin, size[1] + 2 * margin), angle)
    return cv2.boxPoints(box)


def is_clear_of(box: cv2.typing.MatLike, others: Sequence[cv2.typing.MatLike]) -> bool:
    """Whether a convex outline overlaps none of the others."""
    return all(cv2.intersectConvexConvex(box, other)[0] <= 0 for other in others)


def place_apart(
    rng: np.random.Generator, groups: Sequence[list[PlacedCard]], space: Size, card_size: Size
) -> list[PlacedCard]:
    """The groups anywhere in the space at any angle, none on another. A group that finds no place is left out."""
    out: list[PlacedCard] = []
    occupied: list[cv2.typing.MatLike] = []
    for group in groups:
        for _ in range(80):
            x = float(rng.uniform(-0.5, 0.5)) * max(0.0, space[0] - card_size[1])
            y = float(rng.uniform(-0.5, 0.5)) * max(0.0, space[1] - card_size[1])
            placed = move_group(group, x, y, float(rng.uniform(0, 360)))
            boxes = [rectangle_corners(card.x, card.y, card_size, card.angle, margin=2.0) for card in placed]
            inside = all(
                abs(card.x) < (space[0] - card_size[0]) / 2 and abs(card.y) < (space[1] - card_size[0]) / 2
                for card in placed
            )
            if inside and all(is_clear_of(box, occupied) for box in boxes):
                out += placed
                occupied += boxes
                break
    return out
