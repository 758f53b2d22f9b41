"""The Pi's camera: captures taken apart, faults named, exposure by value."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scanner.picamera_daemon.camera import CameraUnusableError, Capture, PiCamera, flicker_free_exposure

# A small stream of 4 × 2 pixels with rows of 6, as the driver pads them: Y, then U and V.
PLANES = np.array([[1, 2, 3, 4, 0, 0], [5, 6, 7, 8, 0, 0], [11, 12, 0, 21, 22, 0]], np.uint8)
METADATA = {"SensorTimestamp": 5_000_000, "ExposureTime": 2_000}


def capture_of(main: np.ndarray, pixel_format: str) -> Capture:
    arrays = {"main": main, "lores": PLANES}
    request = SimpleNamespace(get_metadata=lambda: METADATA, make_array=arrays.__getitem__)
    return Capture(request, {"main": {"format": pixel_format}, "lores": {"size": (4, 2)}})


def test_the_small_picture_loses_its_padding() -> None:
    capture = capture_of(np.zeros((1, 1, 3), np.uint8), "RGB888")
    assert capture.exposure_start_ns == 3_000_000
    assert capture.luma()[:, :4].tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert capture.yuv_planes() == (2, 4, bytes([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 21, 22]))


@pytest.mark.parametrize(
    ("pixel_format", "pixel"),
    [("RGB888", (1, 2, 3)), ("XRGB8888", (1, 2, 3, 255)), ("BGR888", (3, 2, 1)), ("XBGR8888", (3, 2, 1, 255))],
)
def test_the_large_picture_is_blue_green_red_in_every_format(pixel_format: str, pixel: tuple[int, ...]) -> None:
    picture = capture_of(np.full((2, 3, len(pixel)), pixel, np.uint8), pixel_format).bgr_picture()
    assert picture.shape == (2, 3, 3)
    assert (picture == (1, 2, 3)).all()
    assert picture.flags.c_contiguous


def test_an_exposure_keeps_its_brightness_in_whole_pulses_or_stays() -> None:
    assert flicker_free_exposure(25_000, 2.0, 50, (1.0, 16.0)) == (20_000, 2.5)
    assert flicker_free_exposure(10_000, 1.0, 0, (1.0, 16.0)) == (10_000, 1.0)
    assert flicker_free_exposure(19_999, 16.0, 50, (1.0, 16.0)) == (19_999, 16.0)  # no gain is left
    assert flicker_free_exposure(900, 2.0, 50, (1.0, 16.0)) == (900, 2.0)  # daylight


def device_that_raises(error: Exception | None) -> Any:
    class Device:
        @staticmethod
        def global_camera_info() -> list[dict[str, str]]:
            usb = [{"Id": "/base/pcie/usb@0,0-1.1"}]
            return [*usb, {"Id": "/base/i2c@1/imx708@1a"}] if error else usb

        def __init__(self, number: int) -> None:
            assert number == 1, "the camera on the ribbon cable"
            try:
                raise OSError("Device or resource busy" if error and "busy" in str(error) else "gone")
            except OSError:
                raise RuntimeError("Camera __init__ sequence did not complete.")  # noqa: B904  as picamera2 does

    return SimpleNamespace(Picamera2=Device)


@pytest.mark.parametrize(
    ("module", "note"),
    [
        (None, "no_picamera2"),
        (device_that_raises(None), "no_camera"),
        (device_that_raises(OSError("busy")), "busy"),
        (device_that_raises(OSError("gone")), "silent"),
    ],
)
def test_a_camera_that_cannot_be_opened_is_named_by_its_fault(
    monkeypatch: pytest.MonkeyPatch, module: Any, note: str
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", module)
    with pytest.raises(CameraUnusableError) as caught:
        PiCamera(50)
    assert str(caught.value) == note
