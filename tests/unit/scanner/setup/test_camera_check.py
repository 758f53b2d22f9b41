"""Each figure of the camera check is the one put into the picture."""

from __future__ import annotations

from math import cos, radians

import numpy as np
import pytest

from scanner.setup.camera_check import (
    CameraSetupReport,
    _estimate_tilt_deg,
    _find_cloth,
    _find_glare,
    _measure_unevenness,
    _rate,
)
from tests.support.detected_cards import box


@pytest.mark.parametrize("tilt_deg", [0, 20, 30, 60])
@pytest.mark.parametrize("turn_deg", [0, 37, 90])
def test_tilt_is_the_angle_whose_cosine_shortens_the_card(tilt_deg: float, turn_deg: float) -> None:
    turn = radians(turn_deg)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    card = (box(300, 200, 66, 108).astype(np.float64) @ matrix * [1, cos(radians(tilt_deg))]).astype(np.float32)
    assert _estimate_tilt_deg(card, "hanafuda") == pytest.approx(tilt_deg, abs=0.2)


def test_unevenness_is_the_ratio_of_the_brightest_ninth_to_the_dimmest() -> None:
    picture = np.full((90, 90, 3), 116, np.uint8)
    picture[:30, :30] = 56
    everywhere = np.full((90, 90), 255, np.uint8)
    assert _measure_unevenness(picture, everywhere) == 2.0
    bright = everywhere.copy()
    bright[:30, :30] = 0
    assert _measure_unevenness(picture, bright) == 1.0
    assert _measure_unevenness(picture, np.zeros((90, 90), np.uint8)) is None


def test_glare_is_boxed_the_largest_first_and_specks_are_left_out() -> None:
    picture = np.full((100, 200, 3), 100, np.uint8)
    picture[10:20, 20:30] = picture[50:90, 100:140] = 255
    picture[30:32, 180:183] = 255
    picture[70:80, 20:30] = (255, 255, 200)
    assert _find_glare(picture) == ((0.5, 0.5, 0.2, 0.4), (0.1, 0.1, 0.05, 0.1))


def test_the_cloth_is_what_has_the_color_of_the_middle() -> None:
    picture = np.full((240, 320, 3), (30, 60, 160), np.uint8)
    picture[:, :240] = (60, 120, 60)
    outline, mask = _find_cloth(picture)
    assert max(x for x, _ in outline) == pytest.approx(0.75, abs=0.02)
    assert np.count_nonzero(mask) / mask.size == pytest.approx(0.75, abs=0.02)


def test_a_report_is_stored_with_rounded_figures_and_what_is_needed() -> None:
    report = CameraSetupReport({"focus": "good"}, {"focus": 1.23456, "card": None}, ((0.123456, 0, 0, 0),), (), ())
    stored = report.as_json()
    assert (stored["marks"], stored["figures"]) == ({"focus": "good"}, {"focus": 1.235, "card": None})
    assert (stored["glare"], stored["cloth"], stored["card"]) == ([[0.1235, 0, 0, 0]], [], [])
    assert stored["needed"] == {"focus": 2, "dark": 50, "bright": 200, "uneven": 2.2, "tilt": 30, "card": 50}
    assert (_rate(None, True), _rate(0.0, True), _rate(0.0, False)) == ("unknown", "good", "poor")
