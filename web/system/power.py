"""Undervoltage of the Pi as the kernel reports it.

The sandbox of the service keeps the server from the firmware itself.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def is_undervoltage(root: Path = Path("/")) -> bool:
    """Whether the voltage was too low within the last two seconds, False where it is not measured.

    `root`: root of the machine's file system. Source: the kernel's driver raspberrypi-hwmon, which clears the alarm
    every two seconds.
    """
    with suppress(OSError):
        for name in (root / "sys/class/hwmon").glob("hwmon*/name"):
            if name.read_text(errors="replace").strip() == "rpi_volt":
                return (name.parent / "in0_lcrit_alarm").read_text(errors="replace").strip() == "1"
    return False
