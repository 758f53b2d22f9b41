"""Every layout is repeatable and lays each card once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import cv2
import numpy as np
import pytest

from scanner.synth.layout import rectangle_corners
from scanner.synth.layouts import LayoutRequest, find_layout, layout_names
from scorer.decks import decks
from tests.support.gate import first_in_gate

CARD = (33.0, 54.0)
PACK = decks()["hanafuda"].pack()
COMPLETE = {"hands", "grid", "captured", "heap", "fan", "hand"}
"""Layouts that leave out no card for want of space."""


def build_request(seed: int, count: int = 9, *, is_oblique: bool = False) -> LayoutRequest:
    rng, table_rng = np.random.default_rng(seed), np.random.default_rng(seed + 1)
    return LayoutRequest(rng, table_rng, PACK, count, CARD, 1280, 960, is_oblique=is_oblique)


def test_layouts_are_files() -> None:
    assert {"hands", "grid", "scatter", "fan", "hand"} <= set(layout_names())


@pytest.mark.parametrize("name", layout_names())
def test_every_layout_repeats_itself_and_lays_no_card_twice(name: str) -> None:
    first, again = (find_layout(name)(build_request(3)) for _ in range(2))
    assert first.cards == again.cards
    assert first.camera == again.camera
    count = Counter(card.code for card in first.cards if card.code)
    assert set(count.values()) == {1}
    assert set(count) <= set(PACK)
    piles = [card for card in first.cards if card.cards_below]
    assert len(piles) == (name == "captured")
    if name in COMPLETE:
        assert len(first.cards) == 9 + len(piles)


@pytest.mark.parametrize("name", layout_names())
@pytest.mark.parametrize("count", [0, 1, 30])
def test_few_cards_and_many(name: str, count: int) -> None:
    arrangement = find_layout(name)(build_request(4, count, is_oblique=True))
    assert len(arrangement.cards) <= count + (name == "captured")
    if name in COMPLETE:
        assert len(arrangement.cards) >= count


@pytest.mark.parametrize("seed", range(4))
def test_scattered_cards_overlap_nowhere(seed: int) -> None:
    cards = find_layout("scatter")(build_request(seed)).cards
    outlines = [rectangle_corners(card.x, card.y, CARD, card.angle) for card in cards]
    assert len(cards) >= 5
    assert all(cv2.intersectConvexConvex(one, other)[0] == 0 for one, other in combinations(outlines, 2))


@pytest.mark.parametrize("name", ["fan", "hand"])
@pytest.mark.parametrize("seed", first_in_gate(range(6), 2))
def test_fans_overlap_and_stay_in_the_picture(name: str, seed: int) -> None:
    arrangement = find_layout(name)(build_request(seed))
    outlines = [rectangle_corners(card.x, card.y, CARD, card.angle) for card in arrangement.cards]
    assert any(cv2.intersectConvexConvex(one, other)[0] > 100 for one, other in combinations(outlines, 2))
    centres = arrangement.camera.project(np.array([(card.x, card.y, 0.0) for card in arrangement.cards]))
    assert (centres > 0).all()
    assert (centres < (1280, 960)).all()


@pytest.mark.long
def test_what_is_held_has_a_hand_for_ten_cards_each() -> None:
    for count, hands in ((3, 1), (10, 1), (11, 2), (30, 3)):
        arrangement = find_layout("hand")(build_request(1, count))
        assert arrangement.is_held
        assert (len(arrangement.behind), len(arrangement.before)) == (hands, hands)
    assert not find_layout("fan")(build_request(1)).is_held


@pytest.mark.long
def test_a_phone_is_no_nearer_than_it_can_focus() -> None:
    for seed in range(8):
        for name in ("fan", "hand"):
            camera = find_layout(name)(build_request(seed, 4)).camera
            assert camera.distance_mm > 200
            assert camera.hfov_deg <= 72.001
