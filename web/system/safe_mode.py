"""立ち直り tachinaori: starts are counted until one proves itself; after three in vain the next is in safe mode.

Safe mode (安全起動 anzen kido) plays without the camera, by hand and by phone, until the host leaves it.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from scorer.texts import Text

MAX_FAILED_STARTS = 3
COUNT_FILE_NAME = "starts"

SAFE_MODE_NOTICE = Text(
    f"Safe mode: {MAX_FAILED_STARTS} starts in a row went wrong, so the camera stays off. "
    "Everything can be entered by hand;"
    " the host leaves safe mode under “More”.",
    f"安全起動中です。起動に{MAX_FAILED_STARTS}回続けて失敗したため、カメラを使っていません。札は手で入力できます。"
    "世話役は「その他」から解除できます。",
)


def count_failed_starts(data_dir: Path) -> int:
    """How many starts over the data in `folder` have not proved themselves, one under way included."""
    try:
        return max(0, int((data_dir / COUNT_FILE_NAME).read_text()[:9]))
    except (OSError, ValueError):
        return 0


class CrashLoopGuard:
    """The starts over one data folder; without a folder nothing is counted.

    `safe`: whether this start is in safe mode. `proven`: seconds of served pages after which a start counts as good.
    """

    def __init__(self, data_dir: Path | None = None, healthy_after: float = 30.0) -> None:
        self._data_dir = data_dir
        self.healthy_after = healthy_after
        self.is_safe_mode = False

    def start(self) -> bool:
        """Counts a start that has to prove itself; whether it is to be in safe mode."""
        if self._data_dir is not None:
            before = count_failed_starts(self._data_dir)
            self.is_safe_mode = before >= MAX_FAILED_STARTS
            with contextlib.suppress(OSError):  # a disk that is full or read-only is told elsewhere
                self._write_count(self._data_dir / COUNT_FILE_NAME, before + 1)
        return self.is_safe_mode

    def mark_healthy(self) -> None:
        """This start has proved itself, or was stopped on purpose. In safe mode that proves nothing yet."""
        if self._data_dir is not None and not self.is_safe_mode:
            with contextlib.suppress(OSError):
                (self._data_dir / COUNT_FILE_NAME).unlink(missing_ok=True)

    def leave_safe_mode(self) -> None:
        """Leaves safe mode; what failed before is forgotten."""
        self.is_safe_mode = False
        self.mark_healthy()

    @property
    def notice(self) -> Text | None:
        """What everybody should know; None when all is as usual."""
        return SAFE_MODE_NOTICE if self.is_safe_mode else None

    @staticmethod
    def _write_count(file: Path, count: int) -> None:
        """The count reaches the disk before anything is tried that may take the power with it."""
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
