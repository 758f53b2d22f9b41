"""Wear keeps a card's outline, yellows its paper, brightens its edges."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.wear import Wear, apply_wear

ART = np.full((216, 132, 4), (100, 100, 100, 255), np.uint8)
ART[:30, :30, 3] = 0


def wear_out(age: float = 0.0, lamp_angle: float = 0.0, angle: float = 0.0, seed: int = 1) -> np.ndarray:
    wear = Wear(px_per_mm=3, age=age, lamp_angle=lamp_angle)
    return apply_wear(np.random.default_rng(seed), ART, (33, 54), wear, angle)


def test_a_card_has_the_size_of_its_millimetres_and_keeps_its_outline() -> None:
    card = wear_out(age=1)
    assert card.shape == (162, 99, 4)
    assert card.dtype == np.uint8
    assert (card[:20, :20, 3] == 0).all()
    assert (card[30:, :, 3] == 255).all()


def test_an_old_deck_is_yellow() -> None:
    new, old = (wear_out(age)[40:120, 20:80, :3].astype(float).mean(axis=(0, 1)) for age in (0, 1))
    assert old / new == pytest.approx([0.9, 0.975, 1], abs=0.01)


@pytest.mark.parametrize(("lamp_angle", "angle", "is_right_lit"), [(0, 0, True), (np.pi, 0, False), (0, 180, False)])
def test_the_edge_towards_the_lamp_is_lighter(lamp_angle: float, angle: float, is_right_lit: bool) -> None:
    for seed in range(5):
        card = wear_out(lamp_angle=lamp_angle, angle=angle, seed=seed)[40:120, :, 0].astype(float)
        difference = card[:, -1].mean() - card[:, 0].mean()
        assert difference > 30 if is_right_lit else difference < -30
