"""電源 dengen: what the kernel says of the Pi's power, for a page whose walls keep it from the firmware."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def is_undervoltage(root: Path = Path("/")) -> bool:
    """Whether the voltage has been too low within the last seconds; False where nobody measures it.

    `root`: where the machine's file system begins. Source: the kernel's driver raspberrypi-hwmon, which forgets the
    alarm every two seconds.
    """
    with suppress(OSError):
        for name in (root / "sys/class/hwmon").glob("hwmon*/name"):
            if name.read_text(errors="replace").strip() == "rpi_volt":
                return (name.parent / "in0_lcrit_alarm").read_text(errors="replace").strip() == "1"
    return False
