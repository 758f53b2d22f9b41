"""A push of the camera is told from cards that were moved."""

from __future__ import annotations

import numpy as np

from scanner.reads import CardRead
from scanner.tracking.camera_shift import find_shift, shifted


def card_read(x: float, y: float) -> CardRead:
    corners = ((x - 10, y - 16), (x + 10, y - 16), (x + 10, y + 16), (x - 10, y + 16))
    return CardRead("k7", 1.0, sure=True, face="up", corners=corners)


PLACES = [(40, 40), (90, 45), (150, 50), (60, 120), (170, 130)]


def test_a_common_shift_is_found_though_all_faces_are_alike() -> None:
    before = [(card_read(x, y), "k7") for x, y in PLACES]
    now = [(card_read(x + 9, y - 6), "k7") for x, y in PLACES]
    transform = find_shift(before, now)
    assert transform is not None
    np.testing.assert_allclose(np.mean(shifted(card_read(40, 40), transform).corners, axis=0), (49, 34), atol=0.5)


def test_one_card_that_was_moved_is_no_push() -> None:
    before = [(card_read(x, y), str(n)) for n, (x, y) in enumerate(PLACES)]
    now = [*before[:-1], (card_read(140, 100), "4")]
    assert find_shift(before, now) is None


def test_too_few_cards_prove_nothing() -> None:
    assert find_shift([(card_read(40, 40), "a")], [(card_read(50, 40), "a")]) is None
