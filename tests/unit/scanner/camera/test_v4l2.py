"""V4L2 controls: ranges, nearest values, and controls a camera lacks."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from scanner.camera.v4l2 import CONTROL_IDS, VIDIOC_G_CTRL, VIDIOC_QUERYCTRL, VIDIOC_S_CTRL, V4L2Controls

NAMES = {number: name for name, number in CONTROL_IDS.items()}


class Kernel:
    """Keeps the controls of one camera: for each its minimum, maximum, step and flags."""

    def __init__(self, **ranges: tuple[int, int, int, int]) -> None:
        self.ranges, self.values, self.is_deaf = ranges, dict.fromkeys(ranges, 5), False

    def ioctl(self, _fd: int, request: int, data: bytes) -> bytes:
        name = NAMES[struct.unpack_from("=I", data)[0]]
        if name not in self.ranges or self.is_deaf:
            raise OSError(22, "Invalid argument")
        if request == VIDIOC_QUERYCTRL:
            minimum, maximum, step, flags = self.ranges[name]
            return struct.pack("=II32siiiiIII", CONTROL_IDS[name], 1, b"", minimum, maximum, step, 0, flags, 0, 0)
        if request == VIDIOC_S_CTRL:
            self.values[name] = struct.unpack("=Ii", data)[1]
        else:
            assert request == VIDIOC_G_CTRL
        return struct.pack("=Ii", CONTROL_IDS[name], self.values[name])


def open_controls(kernel: Kernel) -> V4L2Controls:
    return V4L2Controls(Path("/dev/null"), kernel.ioctl)


@pytest.mark.parametrize(
    ("value", "nearest"), [(3204, 3200), (3206, 3210), (0, 2800), (99_999, 6495), (6494, 6490), (6495, 6495)]
)
def test_a_value_is_set_to_the_nearest_step_within_the_range(value: float, nearest: int) -> None:
    kernel = Kernel(white_balance=(2800, 6495, 10, 0))
    assert open_controls(kernel).set("white_balance", value)
    assert kernel.values["white_balance"] == nearest


def test_only_controls_with_a_range_that_are_not_disabled_exist() -> None:
    controls = open_controls(Kernel(gain=(0, 255, 0, 0), exposure=(3, 2047, 1, 1), focus_auto=(1, 1, 1, 0)))
    assert [name for name in CONTROL_IDS if name in controls] == ["gain"]
    assert controls.get("gain") == 5
    assert controls.get("exposure") is None
    assert not controls.set("exposure", 100)


def test_a_camera_that_no_longer_answers_and_one_that_is_missing_raise_nothing() -> None:
    kernel = Kernel(gain=(0, 255, 1, 0))
    controls = open_controls(kernel)
    kernel.is_deaf = True
    assert controls.get("gain") is None
    assert not controls.set("gain", 9)
    controls.close()
    controls.close()
    assert "gain" not in controls
    assert "gain" not in V4L2Controls(Path("/nowhere/video0"), Kernel(gain=(0, 255, 1, 0)).ioctl)
