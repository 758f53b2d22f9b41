"""Random layouts of cards on a table, in millimetres.

The same generator state gives the same layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil

import cv2
import numpy as np

from scanner.seat_zones import Zone

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


Layout = Callable[[np.random.Generator, Sequence[str], Size, Size], list[PlacedCard]]
"""Places the cards with these codes in a space (mm), given also the size of a card (mm)."""


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


def lay_out_hands(
    rng: np.random.Generator, piles: Sequence[Sequence[str]], zones: Sequence[tuple[Zone, Size, Size]], card_size: Size
) -> list[PlacedCard]:
    """Each pile in its zone. A zone comes with its centre and its space in mm (along and across its owner's edge)."""
    out: list[PlacedCard] = []
    for codes, (zone, centre, space) in zip(piles, zones, strict=True):
        columns = columns_for(len(codes), space, card_size)
        if columns is None:  # too many to lie apart: two overlapping rows, as players lay out a captured pile
            columns = max(1, ceil(len(codes) / 2))
            gap = (space[0] - card_size[0]) / max(1, columns - 1) - card_size[0]
            gaps = (min(CARD_GAP_MM, gap), min(CARD_GAP_MM, space[1] - 2 * card_size[1]))
            group = lay_out_block(codes, columns, card_size, gaps)
        else:
            group = lay_out_block(codes, columns, card_size, (CARD_GAP_MM, CARD_GAP_MM))
        jittered = jitter_cards(rng, group, slip=0.9, twist=1.8)
        out += move_group(jittered, *centre, zone.facing_deg + float(rng.normal(0, 2.5)))
    return out


def lay_out_grid(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """Cards in loose rows and columns, the whole grid turned a little."""
    inner = (space[0] * 0.86, space[1] * 0.86)
    columns = columns_for(len(codes), inner, card_size) or max(1, ceil(len(codes) ** 0.5 * 1.6))
    gap = float(rng.uniform(3, 9))
    cards = jitter_cards(rng, lay_out_block(codes, columns, card_size, (gap, gap)), slip=1.0, twist=2.0)
    return move_group(_turn_some_around(rng, cards), 0, 0, float(rng.normal(0, 4)))


def scatter_cards(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """Single cards at any angle, none on another."""
    return _place_apart(rng, [[PlacedCard(code, 0, 0, 0)] for code in codes], space, card_size)


def lay_out_touching(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """Short rows and small blocks of cards, edge to edge."""
    groups = []
    for part in _split_randomly(rng, codes, 2, 6):
        columns = len(part) if rng.random() < 0.6 else ceil(len(part) / 2)
        groups.append(jitter_cards(rng, lay_out_block(part, columns, card_size, (0.15, 0.15)), slip=0.12, twist=0.25))
    return _place_apart(rng, groups, space, card_size)


def lay_out_overlapping(
    rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size
) -> list[PlacedCard]:
    """Rows and columns in which each card covers part of the one before."""
    groups = []
    for part in _split_randomly(rng, codes, 3, 5):
        visible = float(rng.uniform(0.3, 0.75))
        row = lay_out_block(part, len(part), card_size, (-(1 - visible) * card_size[0], 0))
        if rng.random() < 0.35:
            row = lay_out_block(part, 1, card_size, (0, -(1 - visible) * card_size[1]))
        groups.append(jitter_cards(rng, row, slip=0.8, twist=3.0))
    return _place_apart(rng, groups, space, card_size)


def lay_out_game(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """A game under way: field and draw pile in the middle, overlapping captured cards in front of two players."""
    field = codes[: max(1, len(codes) // 3)]
    captured = codes[len(field) :]
    out = jitter_cards(rng, lay_out_block(field, ceil(len(field) / 2), card_size, (6, 6)), slip=1.2, twist=2.5)
    pile_x = max(abs(card.x) for card in out) + card_size[0] * 1.6
    out.append(
        PlacedCard("", pile_x, float(rng.normal(0, 3)), float(rng.normal(0, 3)), cards_below=int(rng.integers(6, 20)))
    )
    for side, player_cards in ((1, captured[::2]), (-1, captured[1::2])):
        left = -space[0] * 0.34
        for part in _split_randomly(rng, player_cards, 2, 5):
            block = lay_out_block(part, len(part), card_size, (-0.55 * card_size[0], 0))
            row = jitter_cards(rng, block, slip=0.8, twist=2)
            width = card_size[0] * (1 + 0.45 * (len(part) - 1))
            out += move_group(row, side * (left + width / 2), side * space[1] * 0.34, 0 if side > 0 else 180)
            left += width + 8
    return out


def heap_cards(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """Cards thrown together in the middle."""
    spread = (min(space[0] * 0.13, card_size[1] * 1.6), min(space[1] * 0.13, card_size[1] * 0.9))
    return [
        PlacedCard(
            code,
            float(rng.normal(0, spread[0])),
            float(rng.normal(0, spread[1])),
            float(rng.uniform(0, 360)),
            elevation=LEAN_RISE_MM * min(n, 6),
        )
        for n, code in enumerate(codes)
    ]


LAYOUTS: dict[str, Layout] = {
    "grid": lay_out_grid,
    "scatter": scatter_cards,
    "touching": lay_out_touching,
    "overlap": lay_out_overlapping,
    "captured": lay_out_game,
    "heap": heap_cards,
}
"""The layouts by the name that `SceneSpec.layout` gives."""


def _turn_some_around(rng: np.random.Generator, cards: Sequence[PlacedCard]) -> list[PlacedCard]:
    return [replace(card, angle=(card.angle + 180 * int(rng.random() < 0.3)) % 360) for card in cards]


def _split_randomly(
    rng: np.random.Generator, codes: Sequence[str], min_size: int, max_size: int
) -> list[Sequence[str]]:
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


def _place_apart(
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
