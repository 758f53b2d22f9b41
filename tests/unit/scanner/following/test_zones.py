"""Zones of seats and middle are checked, and each card lies in one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scanner.following.zones import default_zones, parse_zones, read_zones
from scorer.errors import Refusal

ZONES: dict[str, Any] = {
    "seats": [[[0, 400], [640, 400], [640, 700], [0, 700]], [[0, 0], [640, 0], [640, 200], [0, 200]]],
    "middle": [[0, 200], [640, 200], [640, 400], [0, 400]],
}
SIZE = (640, 720)


@pytest.mark.parametrize(
    ("point", "expected"),
    [((300, 500), (True, 0)), ((300, 100), (True, 1)), ((300, 300), (True, None)), ((300, 715), (True, 0))],
)
def test_every_card_lies_in_a_zone_or_near_one(point: tuple[float, float], expected: tuple[bool, int | None]) -> None:
    assert parse_zones(ZONES, 2).seat_at(point, SIZE, 40) == expected


def test_a_card_far_off_is_of_another_table() -> None:
    far = {**ZONES, "seats": [ZONES["seats"][0], [[0, 100], [640, 100], [640, 200], [0, 200]]]}
    assert parse_zones(far, 2).seat_at((300, 20), SIZE, 40)[0] is False


@pytest.mark.parametrize(
    ("point", "side"),
    [((320, 380), 0), ((320, 220), 1), ((320, 310), None), ((360, 340), None), ((600, 300), None)],
)
def test_a_card_of_the_middle_lies_towards_somebody(point: tuple[float, float], side: int | None) -> None:
    opposite = {**ZONES, "seats": [*ZONES["seats"], *ZONES["seats"]]}
    assert parse_zones(opposite, 4).side_at(point, SIZE, 40) is None, "two have the same place"
    four = {**ZONES, "seats": [*ZONES["seats"], _box(-200, 200, -1, 400), _box(641, 200, 900, 400)]}
    assert parse_zones(four, 4).side_at(point, SIZE, 40) == (side if point != (600, 300) else 3)


def test_of_a_pair_with_one_zone_the_partner_sits_opposite() -> None:
    pairs = {**ZONES, "seats": [ZONES["seats"][0], _box(641, 200, 900, 400)]}
    places = ((320, 380), (320, 220), (600, 300), (40, 300))
    assert [parse_zones(pairs, 2).side_at(point, SIZE, 40) for point in places] == [0, 0, 1, 1]


def _box(left: int, top: int, right: int, bottom: int) -> list[list[int]]:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": ZONES["seats"][:1]}, "1 seats, but 2 people"),
        ({"seats": "left"}, "zones are"),
        ({"seats": [[[0, 0], [1, 1]], ZONES["seats"][1]]}, "seat 0 is not a polygon"),
        ({"seats": [[[0, 0], [9, 0], [9, 9]], ZONES["seats"][1]]}, "seat 0 is too small"),
        ({"seats": [[[0, 0], [float("nan"), 0], [9, 9]], ZONES["seats"][1]]}, "not a polygon"),
        ({"middle": None}, "the middle is not a polygon"),
        ({"middle": [[True, 0], [100, 0], [100, 100]]}, "not a polygon"),
    ],
)
def test_what_cannot_be_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        parse_zones({**ZONES, **change}, 2)


def test_zones_off_the_picture_are_refused() -> None:
    zones = parse_zones(ZONES, 2)
    zones.check_size(640, 720)
    with pytest.raises(Refusal, match="off the picture"):
        zones.check_size(320, 180)


def test_a_file_of_zones(tmp_path: Path) -> None:
    file = tmp_path / "zones.json"
    file.write_text(json.dumps(ZONES))
    assert read_zones(file, 2) == parse_zones(ZONES, 2)
    with pytest.raises(Refusal, match="cannot be opened"):
        read_zones(tmp_path / "none.json", 2)


def test_without_a_file_seat_0_sits_at_the_lower_edge() -> None:
    zones = default_zones(4)
    found = [zones.seat_at(point, (1280, 720), 60)[1] for point in ((640, 700), (1200, 360), (640, 30), (60, 360))]
    assert found == [0, 1, 2, 3]
    assert zones.seat_at((640, 360), (1280, 720), 60) == (True, None)
    with pytest.raises(Refusal):
        default_zones(9)


def test_arms_come_from_where_people_sit() -> None:
    zones = parse_zones(ZONES, 2)
    below, above = [(300.0 + x, 719.0) for x in range(40)], [(300.0 + x, 0.0) for x in range(40)]
    assert zones.seats_towards(below, SIZE) == (0,)
    assert zones.seats_towards([*below, *above], SIZE) == (0, 1)
    assert zones.seats_towards([*below, *above[:5]], SIZE) == (0,)
    assert zones.seats_towards([], SIZE) == ()
