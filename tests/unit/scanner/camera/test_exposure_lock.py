"""The exposure lock of USB cameras, against a simulated kernel."""

from __future__ import annotations

import struct
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.camera import exposure_lock
from scanner.camera.exposure_lock import MeanColour, lock_exposure
from scanner.camera.v4l2 import CONTROL_IDS, VIDIOC_G_CTRL, VIDIOC_QUERYCTRL, VIDIOC_S_CTRL, V4L2Controls
from scanner.sources import webcam
from scanner.sources.webcam import WebcamSource

NAMES = {number: name for name, number in CONTROL_IDS.items()}
RANGES = {
    "white_balance_auto": (0, 1, 1),
    "gain": (0, 255, 1),
    "mains": (0, 2, 1),
    "white_balance": (2800, 6500, 10),
    "exposure_auto": (0, 3, 1),
    "exposure": (3, 2047, 1),
    "frame_rate_may_fall": (0, 1, 1),
    "focus_auto": (0, 1, 1),
}


class Camera:
    """A simulated webcam: the controls that the kernel keeps, and the light on the table.

    `light`: 1 is a lit evening table, which its own control exposes for 20 ms. `tells`: what it chose itself is read
    from its controls; otherwise the last value set is. `lacks`: controls it has not.
    """

    def __init__(self, *, light: float = 1.0, tells: bool = True, lacks: tuple[str, ...] = ()) -> None:
        self.light, self.tells, self.lacks = light, tells, lacks
        self.values = {"exposure_auto": 3, "exposure": 156, "gain": 64, "white_balance_auto": 1, "white_balance": 4000}
        self.values |= {"frame_rate_may_fall": 1, "focus_auto": 1, "mains": 0}
        self.calls: list[tuple[str, int]] = []

    def automatic_value(self, name: str) -> int | None:
        """The value that its automatic control chooses now, None where it is off."""
        if name == "exposure" and self.values["exposure_auto"] != 1:
            return min(2047, round(200 / self.light))
        if name == "white_balance" and self.values["white_balance_auto"]:
            return 3200
        return None

    def ioctl(self, _device: int, what: int, data: bytes) -> bytes:
        name = NAMES[struct.unpack_from("=I", data)[0]]
        if name in self.lacks or name not in RANGES:
            raise OSError(22, "Invalid argument")
        if what == VIDIOC_QUERYCTRL:
            return struct.pack("=II32siiiiIII", CONTROL_IDS[name], 1, b"", *RANGES[name], 0, 0, 0, 0)
        if what == VIDIOC_S_CTRL:
            value = struct.unpack("=Ii", data)[1]
            if name == "exposure_auto" and value == 0:
                raise OSError(22, "Invalid argument")  # as most cameras do
            self.values[name] = value
            self.calls.append((name, value))
            return data
        assert what == VIDIOC_G_CTRL
        own = self.automatic_value(name) if self.tells else None
        return struct.pack("=Ii", CONTROL_IDS[name], self.values[name] if own is None else own)

    def mean_color(self) -> MeanColour:
        """The mean BGR colour of a picture taken now, with a gamma of 2.2, redder for a wrong white balance."""
        exposure = self.automatic_value("exposure") or self.values["exposure"]
        warmth = (self.automatic_value("white_balance") or self.values["white_balance"]) / 3200
        level = 255 * min(1.0, 0.18 * self.light * exposure / 200) ** (1 / 2.2)
        return (level / warmth, level, level * warmth)


def run_exposure_lock(camera: Camera, hertz: int = 0) -> dict[str, int]:
    """Run the lock with ten pictures a second of simulated time. The controls at the end."""
    now = [0.0]
    going = lock_exposure(V4L2Controls(Path("/dev/null"), camera.ioctl), hertz, lambda: now[0])
    next(going)
    for _ in range(600):
        now[0] += 0.1
        try:
            going.send(camera.mean_color())
        except StopIteration:
            return camera.values
    raise AssertionError("it never ends")


@pytest.mark.parametrize("tells", [True, False])
@pytest.mark.parametrize("light", [0.4, 1.0, 4.0])
def test_the_light_is_locked_as_it_was(tells: bool, light: float) -> None:
    camera = Camera(light=light, tells=tells, lacks=("white_balance",) if not tells else ())
    before = camera.mean_color()
    kept = run_exposure_lock(camera)
    assert kept["exposure_auto"] == 1
    assert kept["frame_rate_may_fall"] == kept["focus_auto"] == 0
    assert camera.mean_color()[1] == pytest.approx(before[1], rel=0.13)
    assert ("exposure", kept["exposure"]) in camera.calls, "by value, not by asking for «automatic off»"
    assert ("gain", 64) in camera.calls
    after = camera.mean_color()
    camera.light *= 0.8  # one white card less: the exposure is not measured again
    assert camera.mean_color()[1] < after[1]


def test_white_balance_is_locked_by_value_or_left_alone() -> None:
    camera = Camera()
    assert run_exposure_lock(camera)["white_balance_auto"] == 0
    assert camera.values["white_balance"] == 3200
    untold = Camera(tells=False)  # reports 4000 but uses 3200: locked, the table would turn red
    assert run_exposure_lock(untold)["white_balance_auto"] == 1


@pytest.mark.parametrize(("hertz", "mains", "pulse"), [(50, 1, 100), (60, 2, 250 / 3)])
def test_exposures_are_whole_pulses_of_the_mains(hertz: int, mains: int, pulse: float) -> None:
    for light in (0.3, 1.0, 1.5):
        kept = run_exposure_lock(Camera(light=light, tells=False), hertz)
        assert kept["mains"] == mains
        assert kept["exposure_auto"] == 1
        assert abs(kept["exposure"] - pulse * round(kept["exposure"] / pulse)) < 1
    assert 0 < run_exposure_lock(Camera(light=6), 50)["exposure"] < 100, "daylight has no pulse"


def test_a_camera_that_cannot_be_brought_to_its_brightness_is_left_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = Camera()
    monkeypatch.setattr(
        camera, "mean_color", lambda: (90.0,) * 3 if camera.values["exposure_auto"] == 3 else (2.0,) * 3
    )
    assert run_exposure_lock(camera)["exposure_auto"] == 3


def test_a_camera_without_controls_and_one_that_is_pulled_out() -> None:
    assert "exposure" not in V4L2Controls(Path("/nowhere/video0"))
    assert run_exposure_lock(Camera(lacks=tuple(RANGES)))["exposure_auto"] == 3
    camera = Camera()
    controls = V4L2Controls(Path("/dev/null"), camera.ioctl)
    camera.lacks = tuple(RANGES)
    assert controls.get("exposure") is None
    assert not controls.set("exposure", 5)
    controls.close()
    controls.close()
    assert "exposure" not in controls


class Capture:
    """A stand-in for OpenCV's capture of such a camera."""

    camera = Camera()
    plugged = True

    def __init__(self, number: int, api: int) -> None:
        pass

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return self.plugged

    def set(self, prop: int, value: float) -> bool:
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        time.sleep(0.005)
        noise = np.random.default_rng().integers(-3, 4, (48, 64, 3))
        return self.plugged, np.asarray((self.camera.mean_color() + noise).clip(0, 255), np.uint8)

    def release(self) -> None:
        pass


def wait_for_health(source: WebcamSource, words: str) -> None:
    end = time.monotonic() + 60
    while words not in source.health().message.en:
        assert time.monotonic() < end, source.health().message.en
        time.sleep(0.01)


def test_in_the_source_pictures_come_when_it_is_locked_and_other_light_is_measured_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = Camera()
    monkeypatch.setattr(Capture, "camera", camera)
    monkeypatch.setattr(webcam.cv2, "VideoCapture", Capture)
    monkeypatch.setattr(webcam, "V4L2Controls", lambda _device: V4L2Controls(Path("/dev/null"), camera.ioctl))
    monkeypatch.setattr(webcam, "_REOPEN_INTERVAL_S", 0.05)
    monkeypatch.setattr(exposure_lock, "_CONTROL_DELAY_S", 0.03)
    monkeypatch.setattr("scanner.picamera_daemon.stillness._LIGHT_CHANGED_AFTER_S", 0.2)
    source = WebcamSource("0:50")
    source.start()
    wait_for_health(source, "measuring")
    assert source.health().transient
    assert source.read(60) is not None
    assert camera.values["exposure_auto"] == 1
    assert camera.values["mains"] == 1
    first = camera.values["exposure"]
    camera.light = 0.1
    end = time.monotonic() + 60
    while camera.values["exposure"] < 3 * first:
        assert time.monotonic() < end
        time.sleep(0.01)
    wait_for_health(source, "coming in")
    camera.light = 1e-4
    wait_for_health(source, "black")
    camera.light = 1.0
    monkeypatch.setattr(Capture, "plugged", False)
    wait_for_health(source, "No USB camera")
    camera.values["exposure_auto"] = 3  # unplugged, a camera forgets its controls
    monkeypatch.setattr(Capture, "plugged", True)
    assert source.read(60) is not None
    assert camera.values["exposure_auto"] == 1
    source.close()
