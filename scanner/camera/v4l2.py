"""摘み tsumami: the controls of a USB camera, as the kernel shows them; OpenCV knows only some, and by other numbers.

Source: the kernel's userspace-api/media/v4l (VIDIOC_QUERYCTRL, VIDIOC_G_CTRL, VIDIOC_S_CTRL) and linux/v4l2-controls.h.
Another program, or another part of this one, may hold the camera and take pictures meanwhile.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path

CONTROL_IDS = {
    "white_balance_auto": 0x0098090C,
    "gain_auto": 0x00980912,
    "gain": 0x00980913,
    "mains": 0x00980918,  # 0: no care, 1: 50 Hz, 2: 60 Hz
    "white_balance": 0x0098091A,  # kelvin
    "exposure_auto": 0x009A0901,  # 1: by value; 0 or 3: by itself
    "exposure": 0x009A0902,  # in 100 microseconds
    "frame_rate_may_fall": 0x009A0903,
    "focus_auto": 0x009A090C,
}
VIDIOC_QUERYCTRL, VIDIOC_G_CTRL, VIDIOC_S_CTRL = 0xC0445624, 0xC008561B, 0xC008561C
_QUERYCTRL_STRUCT = struct.Struct("=II32siiiiIII")
_CONTROL_STRUCT = struct.Struct("=Ii")
_CTRL_FLAG_DISABLED = 0x0001

Ioctl = Callable[[int, int, bytes], bytes]


class V4L2Controls:
    """The controls of one camera, by the names in `IDS`; what it has not, or a device that is not there, is none."""

    def __init__(self, device: Path, ioctl: Ioctl = fcntl.ioctl) -> None:
        """`device`: as /dev/video0. Nothing is raised for one that is not there."""
        self._ioctl = ioctl
        try:
            self._fd = os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            self._fd = -1
        self._ranges = {name: found for name in CONTROL_IDS if (found := self._query_range(name)) is not None}

    def __contains__(self, name: str) -> bool:
        return name in self._ranges

    def get(self, name: str) -> int | None:
        """Its value now; some cameras tell the last one that was set, not the one they chose themselves."""
        if name not in self._ranges:
            return None
        try:
            return int(
                _CONTROL_STRUCT.unpack(
                    self._ioctl(self._fd, VIDIOC_G_CTRL, _CONTROL_STRUCT.pack(CONTROL_IDS[name], 0))
                )[1]
            )
        except OSError:
            return None

    def set(self, name: str, value: float) -> bool:
        """Sets it, to the nearest value the camera can; False when it has no such control or will not."""
        if name not in self._ranges:
            return False
        least, most, step = self._ranges[name]
        nearest = least + round((min(most, max(least, value)) - least) / step) * step
        try:
            self._ioctl(self._fd, VIDIOC_S_CTRL, _CONTROL_STRUCT.pack(CONTROL_IDS[name], min(most, nearest)))
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Lets go of the device; its controls stay as they are."""
        if self._fd >= 0:
            with contextlib.suppress(OSError):  # it may have been unplugged
                os.close(self._fd)
        self._fd, self._ranges = -1, {}

    def _query_range(self, name: str) -> tuple[int, int, int] | None:
        if self._fd < 0:
            return None
        try:
            answer = self._ioctl(
                self._fd, VIDIOC_QUERYCTRL, _QUERYCTRL_STRUCT.pack(CONTROL_IDS[name], 0, b"", 0, 0, 0, 0, 0, 0, 0)
            )
        except OSError:
            return None
        _, _, _, least, most, step, _, flags, _, _ = _QUERYCTRL_STRUCT.unpack(answer)
        return None if flags & _CTRL_FLAG_DISABLED or most <= least else (least, most, max(1, step))
