"""空き容量 aki yoryo: whether there is room for the evening, and the folder can be written."""

from __future__ import annotations

import shutil
import tempfile

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_MIN_FREE_MB = 200  # megabytes: what the system and a week of copies need, above the 50 the ledger keeps free


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Measures the disk of the data folder and writes a byte to it."""
    try:
        with tempfile.TemporaryFile(dir=machine.data) as file:
            file.write(b"!")
    except OSError as wrong:
        reason = wrong.strerror or type(wrong).__name__
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
    says = Text(f"{free} MB are free.", f"空き容量は{free}MBです。")
    if free < _MIN_FREE_MB:
        return Finding(
            ok=False,
            message=says,
            advice=Text(
                "Delete old copies of the ledger, or use a larger card.",
                "古い帳面の控えを消すか、容量の大きいカードに替えてください。",
            ),
        )
    return Finding(ok=True, message=says)
