"""Seat zones: dealer at the bottom, counter-clockwise, none overlap."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from scanner.seat_zones import CENTER_ZONE, seat_zones, zone_at

SEATS = range(1, 9)


@pytest.mark.parametrize("seats", SEATS)
def test_every_zone_lies_on_the_picture_and_apart_from_the_others(seats: int) -> None:
    zones = (*seat_zones(seats), CENTER_ZONE)
    assert len(zones) == seats + 1
    for index, zone in enumerate(zones):
        assert -1e-9 <= zone.x - zone.width / 2 < zone.x + zone.width / 2 <= 1 + 1e-9
        assert -1e-9 <= zone.y - zone.height / 2 < zone.y + zone.height / 2 <= 1 + 1e-9
        assert zone_at((zone.x, zone.y), zones) == index
        for other in zones[:index]:
            apart = (
                abs(zone.x - other.x) >= (zone.width + other.width) / 2 - 1e-9
                or abs(zone.y - other.y) >= (zone.height + other.height) / 2 - 1e-9
            )
            assert apart


@pytest.mark.parametrize("seats", SEATS)
def test_the_dealer_sits_at_the_bottom_and_the_turn_goes_counter_clockwise(seats: int) -> None:
    zones = seat_zones(seats)
    assert (zones[0].x, zones[0].facing_deg) == (0.5, 0)
    # Picture y grows downwards: counter-clockwise as seen from above is a growing angle from the bottom to the right.
    turns = [math.atan2(zone.x - 0.5, zone.y - 0.5) % math.tau for zone in zones]
    assert all(before < after for before, after in pairwise(turns))


@pytest.mark.parametrize("seats", SEATS)
def test_cards_face_their_owner(seats: int) -> None:
    for zone in seat_zones(seats):
        away = (math.sin(math.radians(zone.facing_deg)), -math.cos(math.radians(zone.facing_deg)))
        assert away[0] * (0.5 - zone.x) + away[1] * (0.5 - zone.y) > 0


def test_outside_and_between_is_nobodys() -> None:
    assert zone_at((1.2, 0.5), seat_zones(4)) is None
    assert zone_at((0.05, 0.5), seat_zones(2)) is None


@pytest.mark.parametrize("seats", [0, 9, -1])
def test_a_table_of_impossible_size(seats: int) -> None:
    with pytest.raises(ValueError, match="1 to 8"):
        seat_zones(seats)
