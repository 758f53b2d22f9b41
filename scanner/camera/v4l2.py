"""Controls of a USB camera through the kernel's V4L2 interface.

OpenCV knows only some of these controls, and numbers them differently. Another program, or another part of this one,
may hold the camera and take pictures meanwhile. Source: the kernel's userspace-api/media/v4l (VIDIOC_QUERYCTRL,
VIDIOC_G_CTRL, VIDIOC_S_CTRL) and linux/v4l2-controls.h.
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
    "mains": 0x00980918,  # flicker compensation; 0: off, 1: 50 Hz, 2: 60 Hz
    "white_balance": 0x0098091A,  # kelvin
    "exposure_auto": 0x009A0901,  # 1: by value; 0 or 3: automatic
    "exposure": 0x009A0902,  # units of 100 microseconds
    "frame_rate_may_fall": 0x009A0903,
    "focus_auto": 0x009A090C,
}
"""The kernel's number of each control, by our name for it."""

VIDIOC_QUERYCTRL, VIDIOC_G_CTRL, VIDIOC_S_CTRL = 0xC0445624, 0xC008561B, 0xC008561C
"""Request numbers of the kernel that ask for the range of a control, get its value and set it."""

_QUERYCTRL_STRUCT = struct.Struct("=II32siiiiIII")
_CONTROL_STRUCT = struct.Struct("=Ii")
_CTRL_FLAG_DISABLED = 0x0001
"""Flag of a control that the driver lists but does not support."""

Ioctl = Callable[[int, int, bytes], bytes]
"""Takes file descriptor, request number and argument, and returns the argument as the kernel filled it in."""


class V4L2Controls:
    """The controls of one camera, by the names in `CONTROL_IDS`.

    It holds only controls that the camera has. A missing device has none.
    """

    def __init__(self, device: Path, ioctl: Ioctl = fcntl.ioctl) -> None:
        """`device`: a path such as /dev/video0. A missing device raises nothing."""
        self._ioctl = ioctl
        try:
            self._fd = os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            self._fd = -1
        self._ranges = {name: limits for name in CONTROL_IDS if (limits := self._query_range(name)) is not None}

    def __contains__(self, name: str) -> bool:
        return name in self._ranges

    def get(self, name: str) -> int | None:
        """Return the control's current value; None if the camera has no such control or does not answer.

        Some cameras report the value that was last set, not the one they chose themselves.
        """
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
        """Set the control to the nearest possible value; False if the camera has no such control or refuses."""
        if name not in self._ranges:
            return False
        minimum, maximum, step = self._ranges[name]
        nearest = minimum + round((min(maximum, max(minimum, value)) - minimum) / step) * step
        try:
            self._ioctl(self._fd, VIDIOC_S_CTRL, _CONTROL_STRUCT.pack(CONTROL_IDS[name], min(maximum, nearest)))
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Close the device; its controls stay as they are."""
        if self._fd >= 0:
            with contextlib.suppress(OSError):  # the camera may have been unplugged
                os.close(self._fd)
        self._fd, self._ranges = -1, {}

    def _query_range(self, name: str) -> tuple[int, int, int] | None:
        """Minimum, maximum and step of a control; None if the camera does not have it or it has no range."""
        if self._fd < 0:
            return None
        try:
            answer = self._ioctl(
                self._fd, VIDIOC_QUERYCTRL, _QUERYCTRL_STRUCT.pack(CONTROL_IDS[name], 0, b"", 0, 0, 0, 0, 0, 0, 0)
            )
        except OSError:
            return None
        _, _, _, minimum, maximum, step, _, flags, _, _ = _QUERYCTRL_STRUCT.unpack(answer)
        return None if flags & _CTRL_FLAG_DISABLED or maximum <= minimum else (minimum, maximum, max(1, step))
