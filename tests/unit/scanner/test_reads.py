"""Reads as JSON and at another size of the picture."""

from __future__ import annotations

import json

import pytest

from scanner.reads import Alternative, CardRead, PictureRead

CORNERS = ((10.0, 20.0), (30.0, 20.0), (30.0, 60.0), (10.0, 60.0))
FACE = CardRead("h01-1", 0.75, False, "up", CORNERS, (Alternative("h02-1", 0.125),), "glare")
BACK = CardRead(None, 1.0, True, "down", CORNERS)
PICTURE = PictureRead(100, 80, "hanafuda", 12.5, (FACE, BACK))


def test_a_read_of_a_card_is_one_json_object_with_rounded_numbers() -> None:
    corners = ((1.04, 2.06), (3.0, 2.0), (3.0, 6.0), (1.0, 6.0))
    card = CardRead("h01-1", 0.123456, False, "up", corners, (Alternative("h02-1", 0.00004),), "close_call")
    assert card.as_json() == {
        "card": "h01-1",
        "confidence": 0.1235,
        "sure": False,
        "face": "up",
        "corners": [[1.0, 2.1], [3.0, 2.0], [3.0, 6.0], [1.0, 6.0]],
        "alternatives": [{"card": "h02-1", "confidence": 0.0}],
        "doubt": "close_call",
    }


def test_a_read_comes_back_from_its_json() -> None:
    assert PictureRead.from_json(json.loads(json.dumps(PICTURE.as_json()))) == PICTURE


@pytest.mark.parametrize("corners", [[[1, 2]] * 3, [[1, 2]] * 5, [[1, 2, 3]] * 4, [["a", "b"]] * 4])
def test_json_with_other_than_four_points_is_refused(corners: list[list[object]]) -> None:
    with pytest.raises(ValueError, match=r"unpack|convert"):
        CardRead.from_json(FACE.as_json() | {"corners": corners})


def test_corners_follow_the_size_of_the_picture_and_come_back() -> None:
    wider = PICTURE.to_size(200, 40)
    assert (wider.width, wider.height) == (200, 40)
    assert wider.cards[0].corners == ((20.0, 10.0), (60.0, 10.0), (60.0, 30.0), (20.0, 30.0))
    assert wider.to_size(100, 80) == PICTURE
