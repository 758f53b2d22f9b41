"""Cards count if their center lies in the play area, whatever its shape."""

from __future__ import annotations

import pytest

from scanner.play_area import is_in_polygon, restrict_to_play_area
from scanner.reads import CardRead, PictureRead

L_SHAPE = [(0, 0), (0.4, 0), (0.4, 0.6), (1, 0.6), (1, 1), (0, 1)]


def _card_read(x: float, y: float) -> CardRead:
    """A card of 20 by 40 pixels with its top left corner there."""
    return CardRead("h01-1", 1.0, True, "up", ((x, y), (x + 20, y), (x + 20, y + 40), (x, y + 40)))


@pytest.mark.parametrize(
    ("point", "inside"),
    [((0.2, 0.2), True), ((0.8, 0.8), True), ((0.8, 0.2), False), ((0.2, 0.6), True), ((-0.1, 0.6), False)],
)
def test_a_point_in_the_notch_of_an_area_is_outside_whichever_way_its_corners_run(
    point: tuple[float, float], inside: bool
) -> None:
    for turn in range(len(L_SHAPE)):
        corners = L_SHAPE[turn:] + L_SHAPE[:turn]
        assert is_in_polygon(point, corners) == is_in_polygon(point, corners[::-1]) == inside


def test_a_card_counts_by_its_center() -> None:
    mostly_in, mostly_out = _card_read(71, 0), _card_read(69, 0)
    read = PictureRead(200, 100, "hanafuda", 1.0, (mostly_in, mostly_out))
    right = [(0.4, 0), (1, 0), (1, 1), (0.4, 1)]
    assert restrict_to_play_area(read, right) == PictureRead(200, 100, "hanafuda", 1.0, (mostly_in,))


@pytest.mark.parametrize("area", [None, []])
def test_without_an_area_every_card_counts(area: list[tuple[float, float]] | None) -> None:
    read = PictureRead(200, 100, "hanafuda", 1.0, (_card_read(500, 500),))
    assert restrict_to_play_area(read, area) is read


def test_an_area_without_extent_holds_no_card() -> None:
    read = PictureRead(200, 100, "hanafuda", 1.0, (_card_read(90, 30),))
    assert restrict_to_play_area(read, [(0.5, 0.5), (0.5, 0.5)]).cards == ()


def test_slanted_sides_count_where_they_run() -> None:
    diamond = [(0.5, 0.1), (0.9, 0.5), (0.5, 0.9), (0.1, 0.5)]
    for x, y in ((0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)):
        towards = (x + (0.5 - x) * 0.6, y + (0.5 - y) * 0.6)
        assert not is_in_polygon((x, y), diamond)
        assert is_in_polygon(towards, diamond)
