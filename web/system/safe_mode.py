"""Crash-loop guard: after three failed starts the next is in safe mode.

A start counts as failed until it has proved healthy. In safe mode the server runs without the camera: cards are
entered by hand or photographed with a phone until the host leaves safe mode.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from scorer.texts import Text

MAX_FAILED_STARTS = 3
"""Number of failed starts in a row after which the next is in safe mode. A single power cut must not cause it."""

COUNT_FILE_NAME = "starts"
"""File in the data folder with the number of starts that have not proved healthy."""

SAFE_MODE_NOTICE = Text(
    f"Safe mode: {MAX_FAILED_STARTS} starts in a row went wrong, so the camera stays off. "
    "Everything can be entered by hand;"
    " the host leaves safe mode under “More”.",
    f"安全起動中です。起動に{MAX_FAILED_STARTS}回続けて失敗したため、カメラを使っていません。札は手で入力できます。"
    "世話役は「その他」から解除できます。",
)


def count_failed_starts(data_dir: Path) -> int:
    """Number of starts on this data folder that have not proved healthy, including one under way."""
    try:
        return max(0, int((data_dir / COUNT_FILE_NAME).read_text()[:9]))
    except (OSError, ValueError):
        return 0


class CrashLoopGuard:
    """Counts the starts on one data folder. Without a folder nothing is counted.

    `is_safe_mode`: whether this start is in safe mode. `healthy_after`: seconds for which pages must have been served
    before a start counts as healthy.
    """

    def __init__(self, data_dir: Path | None = None, healthy_after: float = 30.0) -> None:
        self._data_dir = data_dir
        self.healthy_after = healthy_after
        self.is_safe_mode = False

    def start(self) -> bool:
        """Count a start that has not proved healthy yet, and return whether it is in safe mode."""
        if self._data_dir is not None:
            failed = count_failed_starts(self._data_dir)
            self.is_safe_mode = failed >= MAX_FAILED_STARTS
            with contextlib.suppress(OSError):  # a full or read-only disk is reported elsewhere
                self._write_count(self._data_dir / COUNT_FILE_NAME, failed + 1)
        return self.is_safe_mode

    def mark_healthy(self) -> None:
        """Reset the count: this start has proved healthy or was stopped on purpose. In safe mode it proves nothing."""
        if self._data_dir is not None and not self.is_safe_mode:
            with contextlib.suppress(OSError):
                (self._data_dir / COUNT_FILE_NAME).unlink(missing_ok=True)

    def leave_safe_mode(self) -> None:
        """Leave safe mode and forget the failed starts."""
        self.is_safe_mode = False
        self.mark_healthy()

    @property
    def notice(self) -> Text | None:
        """Notice for every phone, None outside safe mode."""
        return SAFE_MODE_NOTICE if self.is_safe_mode else None

    @staticmethod
    def _write_count(file: Path, count: int) -> None:
        """Write the count through to the disk, before the camera starts and may cause a power failure."""
        part = file.with_suffix(".part")
        with part.open("w") as out:
            out.write(str(count))
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
