"""並べ方 narabekata: how cards lie on a table, in millimetres, by chance but the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil

import cv2
import numpy as np

from scanner.seat_zones import Zone

Size = tuple[float, float]
LEAN_RISE_MM = 0.35  # how much a card that leans on the one before lies higher
CARD_GAP_MM = 5.0


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """One card laid: `code` ("" face down), centre in mm from the middle of the table, `angle` clockwise as seen.

    `rise`: mm its underside lies above the table; `deep`: how many cards lie under it squarely, as in a draw pile.
    """

    code: str
    x: float
    y: float
    angle: float
    elevation: float = 0.0
    cards_below: int = 0


Layout = Callable[[np.random.Generator, Sequence[str], Size, Size], list[PlacedCard]]


def move_group(cards: Sequence[PlacedCard], x: float, y: float, angle: float) -> list[PlacedCard]:
    """A group turned about its own middle and carried to (x, y)."""
    turn = np.radians(angle)
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    return [
        replace(
            card, x=x + card.x * cos - card.y * sin, y=y + card.x * sin + card.y * cos, angle=(card.angle + angle) % 360
        )
        for card in cards
    ]


def lay_out_block(codes: Sequence[str], columns: int, card: Size, gap: Size) -> list[PlacedCard]:
    """Cards in rows of `columns`, centred on (0, 0), `gap` mm apart (less than 0: overlapping, later on top)."""
    step = (card[0] + gap[0], card[1] + gap[1])
    rows = ceil(len(codes) / columns)
    lean = LEAN_RISE_MM if min(gap) < 0 else 0.0
    out = []
    for n, code in enumerate(codes):
        row, column = divmod(n, columns)
        wide = min(columns, len(codes) - row * columns)
        place = ((column - (wide - 1) / 2) * step[0], (row - (rows - 1) / 2) * step[1])
        out.append(PlacedCard(code, *place, 0.0, elevation=lean * min(n, 4)))
    return out


def jitter_cards(
    rng: np.random.Generator, cards: Sequence[PlacedCard], *, slip: float, twist: float
) -> list[PlacedCard]:
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
    across = int((room[0] + CARD_GAP_MM) // (card[0] + CARD_GAP_MM))
    down = int((room[1] + CARD_GAP_MM) // (card[1] + CARD_GAP_MM))
    if across < 1 or across * down < cards:
        return None
    return ceil(cards / ceil(cards / across)) if cards else 1


def lay_out_hands(
    rng: np.random.Generator, piles: Sequence[Sequence[str]], zones: Sequence[tuple[Zone, Size, Size]], card: Size
) -> list[PlacedCard]:
    """Each pile in its zone, given with its centre and its room in mm (along and across its owner's edge)."""
    out: list[PlacedCard] = []
    for codes, (zone, centre, room) in zip(piles, zones, strict=True):
        columns = columns_for(len(codes), room, card)
        if columns is None:  # more than fit apart: rows that overlap, as a captured pile is kept
            columns = max(1, ceil(len(codes) / 2))
            spread = (room[0] - card[0]) / max(1, columns - 1) - card[0]
            group = lay_out_block(
                codes, columns, card, (min(CARD_GAP_MM, spread), min(CARD_GAP_MM, room[1] - 2 * card[1]))
            )
        else:
            group = lay_out_block(codes, columns, card, (CARD_GAP_MM, CARD_GAP_MM))
        loose = jitter_cards(rng, group, slip=0.9, twist=1.8)
        out += move_group(loose, *centre, zone.facing_deg + float(rng.normal(0, 2.5)))
    return out


def lay_out_grid(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[PlacedCard]:
    """Rows and columns, loosely, the whole turned a little."""
    columns = columns_for(len(codes), (room[0] * 0.86, room[1] * 0.86), card) or max(1, ceil(len(codes) ** 0.5 * 1.6))
    gap = float(rng.uniform(3, 9))
    laid = jitter_cards(rng, lay_out_block(codes, columns, card, (gap, gap)), slip=1.0, twist=2.0)
    return move_group(_turn_some_around(rng, laid), 0, 0, float(rng.normal(0, 4)))


def scatter_cards(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[PlacedCard]:
    """Each at any angle, none on another."""
    return _place_apart(rng, [[PlacedCard(code, 0, 0, 0)] for code in codes], room, card)


def lay_out_touching(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[PlacedCard]:
    """Short rows and little blocks, edge to edge."""
    groups = []
    for some in _split_randomly(rng, codes, 2, 6):
        columns = len(some) if rng.random() < 0.6 else ceil(len(some) / 2)
        groups.append(jitter_cards(rng, lay_out_block(some, columns, card, (0.15, 0.15)), slip=0.12, twist=0.25))
    return _place_apart(rng, groups, room, card)


def lay_out_overlapping(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[PlacedCard]:
    """Rows in which each card covers a part of the one before, across or along."""
    groups = []
    for some in _split_randomly(rng, codes, 3, 5):
        shown = float(rng.uniform(0.3, 0.75))
        row = lay_out_block(some, len(some), card, (-(1 - shown) * card[0], 0))
        if rng.random() < 0.35:
            row = lay_out_block(some, 1, card, (0, -(1 - shown) * card[1]))
        groups.append(jitter_cards(rng, row, slip=0.8, twist=3.0))
    return _place_apart(rng, groups, room, card)


def lay_out_game(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[PlacedCard]:
    """A game under way: the field with its draw pile in the middle, what two players took, overlapping, before them."""
    field = codes[: max(1, len(codes) // 3)]
    taken = codes[len(field) :]
    out = jitter_cards(rng, lay_out_block(field, ceil(len(field) / 2), card, (6, 6)), slip=1.2, twist=2.5)
    wide = max(abs(laid.x) for laid in out) + card[0] * 1.6
    out.append(
        PlacedCard("", wide, float(rng.normal(0, 3)), float(rng.normal(0, 3)), cards_below=int(rng.integers(6, 20)))
    )
    for side, some in ((1, taken[::2]), (-1, taken[1::2])):
        at = -room[0] * 0.34
        for part in _split_randomly(rng, some, 2, 5):
            row = jitter_cards(rng, lay_out_block(part, len(part), card, (-0.55 * card[0], 0)), slip=0.8, twist=2)
            width = card[0] * (1 + 0.45 * (len(part) - 1))
            out += move_group(row, side * (at + width / 2), side * room[1] * 0.34, 0 if side > 0 else 180)
            at += width + 8
    return out


def heap_cards(rng: np.random.Generator, codes: Sequence[str], room: Size, card: Size) -> list[PlacedCard]:
    """Thrown together in the middle."""
    wide = (min(room[0] * 0.13, card[1] * 1.6), min(room[1] * 0.13, card[1] * 0.9))
    return [
        PlacedCard(
            code,
            float(rng.normal(0, wide[0])),
            float(rng.normal(0, wide[1])),
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


def _turn_some_around(rng: np.random.Generator, cards: Sequence[PlacedCard]) -> list[PlacedCard]:
    return [replace(card, angle=(card.angle + 180 * int(rng.random() < 0.3)) % 360) for card in cards]


def _split_randomly(rng: np.random.Generator, codes: Sequence[str], least: int, most: int) -> list[Sequence[str]]:
    out, at = [], 0
    while at < len(codes):
        size = int(rng.integers(least, most + 1))
        out.append(codes[at : at + size])
        at += size
    return out


def rectangle_corners(x: float, y: float, size: Size, angle: float, margin: float = 0.0) -> cv2.typing.MatLike:
    """The four corners of a rectangle on the table, `margin` mm larger on each side."""
    box = ((x, y), (size[0] + 2 * margin, size[1] + 2 * margin), angle)
    return cv2.boxPoints(box)


def is_clear_of(box: cv2.typing.MatLike, others: Sequence[cv2.typing.MatLike]) -> bool:
    """Whether a convex outline meets none of the others."""
    return all(cv2.intersectConvexConvex(box, other)[0] <= 0 for other in others)


def _place_apart(
    rng: np.random.Generator, groups: Sequence[list[PlacedCard]], room: Size, card: Size
) -> list[PlacedCard]:
    """The groups anywhere in the room, at any angle, none on another; one that finds no place stays in the box."""
    out: list[PlacedCard] = []
    taken: list[cv2.typing.MatLike] = []
    for group in groups:
        for _ in range(80):
            x = float(rng.uniform(-0.5, 0.5)) * max(0.0, room[0] - card[1])
            y = float(rng.uniform(-0.5, 0.5)) * max(0.0, room[1] - card[1])
            there = move_group(group, x, y, float(rng.uniform(0, 360)))
            boxes = [rectangle_corners(laid.x, laid.y, card, laid.angle, margin=2.0) for laid in there]
            inside = all(
                abs(laid.x) < (room[0] - card[0]) / 2 and abs(laid.y) < (room[1] - card[0]) / 2 for laid in there
            )
            if inside and all(is_clear_of(box, taken) for box in boxes):
                out += there
                taken += boxes
                break
    return out
