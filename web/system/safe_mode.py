"""立ち直り tachinaori: starts are counted until one proves itself; after three in vain the next is in safe mode.

Safe mode (安全起動 anzen kido) plays without the camera, by hand and by phone, until the host leaves it.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from scorer.texts import Text

MOST = 3
NAME = "starts"

SAFE = Text(
    f"Safe mode: {MOST} starts in a row went wrong, so the camera stays off. Everything can be entered by hand;"
    " the host leaves safe mode under “More”.",
    f"安全起動中です。起動に{MOST}回続けて失敗したため、カメラを使っていません。札は手で入力できます。"
    "世話役は「その他」から解除できます。",
)


def failed(folder: Path) -> int:
    """How many starts over the data in `folder` have not proved themselves, one under way included."""
    try:
        return max(0, int((folder / NAME).read_text()[:9]))
    except (OSError, ValueError):
        return 0


class Starts:
    """The starts over one data folder; without a folder nothing is counted.

    `safe`: whether this start is in safe mode. `proven`: seconds of served pages after which a start counts as good.
    """

    def __init__(self, folder: Path | None = None, proven: float = 30.0) -> None:
        self._folder = folder
        self.proven = proven
        self.safe = False

    def begin(self) -> bool:
        """Counts a start that has to prove itself; whether it is to be in safe mode."""
        if self._folder is not None:
            before = failed(self._folder)
            self.safe = before >= MOST
            with contextlib.suppress(OSError):  # a disk that is full or read-only is told elsewhere
                self._write(self._folder / NAME, before + 1)
        return self.safe

    def well(self) -> None:
        """This start has proved itself, or was stopped on purpose. In safe mode that proves nothing yet."""
        if self._folder is not None and not self.safe:
            with contextlib.suppress(OSError):
                (self._folder / NAME).unlink(missing_ok=True)

    def leave(self) -> None:
        """Leaves safe mode; what failed before is forgotten."""
        self.safe = False
        self.well()

    @property
    def says(self) -> Text | None:
        """What everybody should know; None when all is as usual."""
        return SAFE if self.safe else None

    @staticmethod
    def _write(file: Path, count: int) -> None:
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
