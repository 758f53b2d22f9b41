"""Cards in front of every seat and in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np

from scanner.seat_zones import CENTER_ZONE, Zone, seat_zones
from scanner.synth.layout import CARD_GAP_MM, PlacedCard, Size, columns_for, jitter_cards, lay_out_block, move_group
from scanner.synth.layouts import Arrangement, LayoutRequest, random_camera
from scanner.synth.pinhole import PinholeCamera


def _deal_piles(rng: np.random.Generator, pack: Sequence[str], count: int) -> tuple[tuple[str, ...], ...]:
    """`count` cards dealt to two to five seats, some of them to the middle, which is the last pile."""
    seats = int(rng.integers(2, 6))
    codes = [str(code) for code in rng.permutation(list(pack))[:count]]
    middle_count = int(rng.integers(0, 1 + len(codes) // 3))
    hand_cards = codes[middle_count:]
    return (*(tuple(hand_cards[seat::seats]) for seat in range(seats)), tuple(codes[:middle_count]))


def _pile_spaces(piles: Sequence[Sequence[str]], size: Size, scale: float) -> list[Size]:
    """The space of each pile in mm, along and across its owner's edge, in a picture of `size` pixels."""
    zones = (*seat_zones(len(piles) - 1), CENTER_ZONE)
    spaces = []
    for zone in zones:
        space = (zone.width * size[0] / scale - 2 * CARD_GAP_MM, zone.height * size[1] / scale - 2 * CARD_GAP_MM)
        spaces.append(space if zone.facing_deg % 180 == 0 else (space[1], space[0]))
    return spaces


def _fit_scale(piles: Sequence[Sequence[str]], size: Size, card_size: Size) -> float:
    """The pixels per mm at which every pile fits in its zone.

    The piles lie in one row each if the cards need not be too small for it. Otherwise the scale is the largest at
    which no cards overlap, and at least 1.5 in a picture 1920 pixels wide.
    """
    unit = size[0] / 1920
    for one_row, min_scale in ((True, 2.4), (False, 1.5)):
        for scale in np.arange(3.4, min_scale, -0.1) * unit:
            columns = [
                columns_for(len(pile), space, card_size)
                for pile, space in zip(piles, _pile_spaces(piles, size, scale), strict=True)
            ]
            if all(n is not None and (n >= len(pile) or not one_row) for n, pile in zip(columns, piles, strict=True)):
                return float(scale)
    return 1.5 * unit


def _pile_places(piles: Sequence[Sequence[str]], camera: PinholeCamera) -> list[tuple[Zone, Size, Size]]:
    """The zone, the centre in mm and the space in mm of each pile."""
    size = (float(camera.width), float(camera.height))
    zones = (*seat_zones(len(piles) - 1), CENTER_ZONE)
    centres = camera.to_table(np.array([(zone.x * size[0], zone.y * size[1]) for zone in zones]))
    spaces = _pile_spaces(piles, size, camera.px_per_mm)
    return [(zone, (float(x), float(y)), space) for zone, (x, y), space in zip(zones, centres, spaces, strict=True)]


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


def lay_out_seats(request: LayoutRequest) -> Arrangement:
    """The request's piles in the zones of the seats and of the middle, or cards dealt at random."""
    rng, size = request.rng, (request.width, request.height)
    piles = request.piles if request.piles is not None else _deal_piles(rng, request.pack, request.count)
    camera = random_camera(request, _fit_scale(piles, size, request.card))
    return Arrangement(camera, lay_out_hands(rng, piles, _pile_places(piles, camera), request.card))


LAYOUT = lay_out_seats
