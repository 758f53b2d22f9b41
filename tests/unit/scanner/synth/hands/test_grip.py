"""Grips cover the lower ends of the cards and leave the upper ends free."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.hands.fan import random_fan
from scanner.synth.hands.grip import Grip, grip_cards
from scanner.synth.hands.skin import random_skin
from scanner.synth.layout import PlacedCard
from scanner.synth.sprite import Sprite
from tests.support.gate import first_in_gate

CARD = (33.0, 54.0)
CODES = ("h01-1", "h02-1", "h03-1", "h04-1", "h05-1")


def hold_fan(seed: int) -> tuple[list[PlacedCard], Grip]:
    rng = np.random.default_rng(seed)
    cards = random_fan(rng, CODES, CARD)
    return cards, grip_cards(rng, cards, CARD, 1.5, 1.0, random_skin(rng))


def alpha_at(sprite: Sprite, x: float, y: float) -> int:
    """The opacity, 0..255, of an unturned sprite at a point in mm."""
    assert sprite.angle == 0
    column = round((x - sprite.x + sprite.width / 2) / sprite.width * sprite.pixels.shape[1])
    row = round((y - sprite.y + sprite.height / 2) / sprite.height * sprite.pixels.shape[0])
    inside = 0 <= row < sprite.pixels.shape[0] and 0 <= column < sprite.pixels.shape[1]
    return int(sprite.pixels[row, column, 3]) if inside else 0


@pytest.mark.parametrize("seed", first_in_gate(range(6), 2))
def test_a_finger_lies_on_the_cards_and_their_upper_ends_are_free(seed: int) -> None:
    cards, grip = hold_fan(seed)
    middle = cards[len(cards) // 2]
    lower = [alpha_at(grip.before, x, y) for x in np.arange(-20, 21, 2.0) for y in np.arange(-25, 6, 2.0)]
    assert max(lower) == 255
    radians = np.radians((middle.angle + 90) % 180 - 90)
    top = (middle.x + 25 * float(np.sin(radians)), middle.y - 25 * float(np.cos(radians)))
    assert alpha_at(grip.before, *top) == 0


@pytest.mark.parametrize("seed", first_in_gate(range(6), 2))
def test_the_part_before_the_cards_belongs_to_the_hand_behind(seed: int) -> None:
    _, grip = hold_fan(seed)
    for x in np.arange(-40, 41, 4.0):
        for y in np.arange(-40, 60, 4.0):
            if alpha_at(grip.before, x, y) == 255:
                assert alpha_at(grip.behind, x, y) == 255
    assert grip.behind.name == grip.before.name == "hand"
    assert grip.before.elevation > 0
    assert not grip.behind.face


@pytest.mark.long
def test_hands_are_left_and_right() -> None:
    """Most of a hand lies on the other side of its thumb: the wrist of a left hand is right of the thumb."""
    sides = [hold_fan(seed)[1] for seed in range(16)]
    assert len({grip.behind.x > grip.before.x for grip in sides}) == 2


def test_a_moved_grip_goes_where_the_cards_go() -> None:
    _, grip = hold_fan(1)
    moved = grip.moved(100.0, 50.0, 90.0)
    assert (moved.before.x, moved.before.y) == pytest.approx((100 - grip.before.y, 50 + grip.before.x))
    assert moved.behind.angle == 90.0
    np.testing.assert_array_equal(moved.before.pixels, grip.before.pixels)
