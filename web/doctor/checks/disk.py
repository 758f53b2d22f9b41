"""Check: the data folder is writable and its disk has free space."""

from __future__ import annotations

import shutil
import tempfile

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_MIN_FREE_MB = 200
"""Free megabytes the system and a week of backups need, beyond the 50 reserved for the ledger."""

TITLE = Text("Disk", "空き容量")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Write a byte to the data folder and measure the free space of its disk."""
    if not machine.data.is_dir():
        return Finding(
            ok=True,
            measured=False,
            message=Text(
                f"There is no data folder yet; the first start makes {machine.data}.",
                f"データフォルダーはまだありません。最初に始めたときに {machine.data} ができます。",
            ),
        )
    try:
        with tempfile.TemporaryFile(dir=machine.data) as file:
            file.write(b"!")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return Finding(
            ok=False,
            message=Text(
                f"Nothing can be written to {machine.data} ({reason}).", f"{machine.data}に書き込めません（{reason}）。"
            ),
            advice=Text(
                "Free some space, or see whether the card is worn out and mounted read-only.",
                "空きを作るか、SDカードが傷んで読み込み専用になっていないか確かめてください。",
            ),
        )
    free = shutil.disk_usage(machine.data).free // 1_000_000
    message = Text(f"{free} MB are free.", f"空き容量は{free}MBです。")
    if free < _MIN_FREE_MB:
        return Finding(
            ok=False,
            message=message,
            advice=Text(
                "Delete old copies of the ledger, or use a larger card.",
                "古い帳面の控えを消すか、容量の大きいカードに替えてください。",
            ),
        )
    return Finding(ok=True, message=message)
