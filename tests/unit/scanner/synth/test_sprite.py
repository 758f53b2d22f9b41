"""Sprites: the cloth under the camera, and cards ready to lay."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.layout import PlacedCard
from scanner.synth.pinhole import PinholeCamera
from scanner.synth.sprite import Canvas, CardStock, Sprite, make_card_sprite, render_surface
from scanner.synth.wear import Wear


@pytest.mark.parametrize("tilt", [0.0, 40.0])
@pytest.mark.parametrize("most", [200, 5000])
def test_the_cloth_fills_the_picture_and_is_made_no_larger_than_asked(tilt: float, most: int) -> None:
    camera = PinholeCamera(160, 120, 60.0, 300.0, tilt_deg=tilt)
    made: list[tuple[tuple[int, int], float]] = []

    def weave(shape: tuple[int, int], scale: float) -> np.ndarray:
        made.append((shape, scale))
        return np.full((*shape, 3), (10, 20, 30), np.float32)

    cloth = render_surface(camera, weave, 20, most)
    assert cloth.shape == (120, 160, 3)
    np.testing.assert_allclose(cloth.reshape(-1, 3), np.tile([10, 20, 30], (120 * 160, 1)), atol=1e-3)
    ((shape, scale),) = made
    assert max(shape) <= most
    assert scale <= camera.px_per_mm
    # every pixel shows a place that was made
    seen = camera.to_table(np.array([[0, 0], [159, 0], [159, 119], [0, 119]], np.float64))
    assert (np.ptp(seen, axis=0) * scale <= np.array(shape[::-1]) + 1).all()


def test_a_card_lies_where_it_is_laid_and_its_side_is_a_darker_rim() -> None:
    art = np.full((216, 132, 4), 255, np.uint8)
    art[:, :8, :3] = (100, 50, 200)
    stock = CardStock(thickness=0.8, min_gloss=0.3, side_sample=(20, 2, 6))
    laid = PlacedCard("h01-1", 12.0, -7.0, 30.0, elevation=2.0, cards_below=3)
    sprite = make_card_sprite(
        np.random.default_rng(1), art, laid, (33.0, 54.0), Wear(px_per_mm=2, age=0, lamp_angle=0), stock
    )
    assert (sprite.x, sprite.y, sprite.angle, sprite.elevation) == (12.0, -7.0, 30.0, 2.0)
    assert sprite.thickness == pytest.approx(3.2)
    assert sprite.side_colour == pytest.approx((80, 40, 160))
    assert (sprite.code, sprite.face) == ("h01-1", "up")
    assert 0.3 <= sprite.gloss <= 0.9
    assert sprite.pixels.shape == (108, 66, 4)


@pytest.mark.parametrize("in_the_air", [False, True])
def test_shadows_fall_on_the_table_or_in_the_air_on_what_is_held_alone(*, in_the_air: bool) -> None:
    camera = PinholeCamera(160, 120, 60.0, 300.0)
    solid = np.zeros((120, 160), np.float32) if in_the_air else None
    frame = np.full((120, 160, 3), 200, np.float32)
    canvas = Canvas(
        frame, np.zeros((120, 160), np.float32), np.full((120, 160), -1, np.int16), camera, (1.0, 0.0), solid
    )
    white = np.full((40, 40, 4), 255, np.uint8)
    canvas.paint(Sprite(white, 80.0, 80.0, thickness=1.0), -1)
    assert (canvas.frame[:, :20] == 200).all()
    assert bool((canvas.frame < 199).any()) is not in_the_air
    canvas.paint(Sprite(white // 2 + 128, 20.0, 20.0, thickness=4.0), 0)
    row = canvas.frame[60, :, 0]
    assert row[80] > 250
    assert row[75:110].min() < 240  # its shadow on the first
