"""記憶 kioku: whether there is memory left for the page and the scanner."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_NEEDED_MB = 350  # megabytes: page, scanner and camera process together
_SPARE_MB = 100


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Reads what the kernel could give; a companion that runs already has what it needs."""
    table = dict(line.split(":", 1) for line in (machine.read_text("proc/meminfo") or "").splitlines() if ":" in line)
    if "MemAvailable" not in table:
        return Finding(ok=True, message=Text("This system does not say.", "この機械では分かりません。"))
    free = int(table["MemAvailable"].split()[0]) // 1000
    says = Text(f"{free} MB of memory are available.", f"使えるメモリーは{free}MBです。")
    if free < (_SPARE_MB if machine.server_health else _NEEDED_MB):
        do = Text(
            "Close other programs, or leave the desktop off.",
            "ほかのアプリを閉じるか、デスクトップを使わないでください。",
        )
        return Finding(ok=False, message=says, advice=do)
    return Finding(ok=True, message=says)
