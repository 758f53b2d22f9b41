"""The cloth is where calibration found it, for that source only."""

from __future__ import annotations

from typing import Any

import pytest

from web.camera.play_area import CALIBRATION_SETTING, load_play_area

CORNERS = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.95], [0.1, 0.95]]


def calibration_setting(mark: str = "good", source: str = "picamera") -> dict[str, Any]:
    return {"source": source, "measured": {"marks": {"cloth": mark}, "cloth": CORNERS}}


def test_the_cloth_of_its_own_source(store) -> None:
    assert load_play_area(store, "picamera") is None
    store.set_setting(CALIBRATION_SETTING, calibration_setting())
    assert load_play_area(store, "picamera") == ((0.1, 0.1), (0.9, 0.1), (0.9, 0.95), (0.1, 0.95))


@pytest.mark.parametrize(
    "kept", [calibration_setting("poor"), calibration_setting("unknown"), calibration_setting(source="webcam:0"), {}]
)
def test_a_cloth_not_made_out_or_of_another_source_is_none(store, kept: dict[str, Any]) -> None:
    store.set_setting(CALIBRATION_SETTING, kept)
    assert load_play_area(store, "picamera") is None
