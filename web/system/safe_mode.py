"""Crash-loop guard: after three failed starts the next is in safe mode.

A start counts as failed until it has proved healthy, unless the machine went down with it. In safe mode the server
runs without the camera: cards are entered by hand or photographed with a phone until the host leaves safe mode, or
until the start after one that proved healthy.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from scorer.texts import Text

MAX_FAILED_STARTS = 3
"""Number of failed starts in a row after which the next is in safe mode. A single crash must not cause it."""

COUNT_FILE_NAME = "starts"
"""File in the data folder: the number of starts that have not proved healthy, and the boot of one under way."""

_BOOT_ID_FILE = Path("/proc/sys/kernel/random/boot_id")

SAFE_MODE_NOTICE = Text(
    f"Safe mode: {MAX_FAILED_STARTS} starts in a row went wrong, so the camera stays off. "
    "Everything can be entered by hand;"
    " the host leaves safe mode under “More”, and the next start tries the camera again.",
    f"安全起動中です。起動に{MAX_FAILED_STARTS}回続けて失敗したため、カメラを使っていません。札は手で入力できます。"
    "世話役は「その他」から解除できます。次に起動すると、もう一度カメラを試します。",
)


def count_failed_starts(data_dir: Path) -> int:
    """Number of starts on this data folder that failed by themselves, and one under way that has not proved healthy."""
    return _read_count(data_dir)[0]


class CrashLoopGuard:
    """Counts the failed starts on one data folder. Without a folder nothing is counted.

    A start that did not prove healthy has failed by itself only if the machine still runs: one that ended with the
    machine was ended by the power. `is_safe_mode`: whether this start is in safe mode. `healthy_after`: seconds for
    which pages must have been served before a start counts as healthy.
    """

    def __init__(self, data_dir: Path | None = None, healthy_after: float = 30.0) -> None:
        self._data_dir = data_dir
        self._failed = 0
        self._is_proved = False
        self.healthy_after = healthy_after
        self.is_safe_mode = False

    def start(self) -> bool:
        """Count a start that has not proved healthy yet, and return whether it is in safe mode."""
        if self._data_dir is not None:
            count, boot_id = _read_count(self._data_dir)
            ended_by_power = bool(boot_id) and boot_id != _boot_id()
            self._failed = max(0, count - ended_by_power)
            self.is_safe_mode = self._failed >= MAX_FAILED_STARTS
            self._write_count(self._failed + 1, _boot_id())
        return self.is_safe_mode

    def mark_healthy(self) -> None:
        """Record that this start has proved healthy. After one in safe mode the next tries the camera again.

        If that one fails by itself, safe mode comes back at once.
        """
        self._is_proved = True
        self._write_count(MAX_FAILED_STARTS - 1 if self.is_safe_mode else 0)

    def mark_stopped(self) -> None:
        """Record that this start was stopped on purpose, so it did not fail. In safe mode that proves nothing."""
        if not self._is_proved:
            self._write_count(self._failed if self.is_safe_mode else 0)

    def leave_safe_mode(self) -> None:
        """Leave safe mode and forget the failed starts."""
        self.is_safe_mode = False
        self._write_count(0)

    @property
    def notice(self) -> Text | None:
        """Notice for every phone, None outside safe mode."""
        return SAFE_MODE_NOTICE if self.is_safe_mode else None

    def _write_count(self, count: int, boot_id: str = "") -> None:
        """Write the count through to the disk, before the camera starts and may cause a power failure.

        `boot_id` is that of a start under way. A full or read-only disk is reported elsewhere.
        """
        if self._data_dir is None:
            return
        file = self._data_dir / COUNT_FILE_NAME
        with contextlib.suppress(OSError):
            if not count:
                file.unlink(missing_ok=True)
                return
            part = file.with_suffix(".part")
            with part.open("w") as out:
                out.write(f"{count}\n{boot_id}")
                out.flush()
                os.fsync(out.fileno())
            part.replace(file)
            folder = os.open(file.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _boot_id() -> str:
    """The kernel's name for the time since the machine was switched on, "" where it has none."""
    try:
        return _BOOT_ID_FILE.read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _read_count(data_dir: Path) -> tuple[int, str]:
    """The stored count, and the boot of the start under way ("" when none is, or an older version wrote it)."""
    try:
        count, _, boot_id = (data_dir / COUNT_FILE_NAME).read_text()[:64].partition("\n")
        return max(0, int(count[:9])), boot_id.strip()
    except (OSError, ValueError):
        return 0, ""
