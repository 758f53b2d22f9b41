"""Check: enough memory is available for server and scanner."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_NEEDED_MB = 350
"""Available megabytes that server, scanner and camera process need together."""

_SPARE_MB = 100
"""Available megabytes needed while the server is running, which already has its own share."""

TITLE = Text("Memory", "メモリー")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Read the available memory from /proc/meminfo."""
    fields = dict(line.split(":", 1) for line in (machine.read_text("proc/meminfo") or "").splitlines() if ":" in line)
    if "MemAvailable" not in fields:
        return Finding(ok=True, measured=False, message=Text("This system does not say.", "この機械では分かりません。"))
    free = int(fields["MemAvailable"].split()[0]) // 1000
    message = Text(f"{free} MB of memory are available.", f"使えるメモリーは{free}MBです。")
    if free < (_SPARE_MB if machine.server_health else _NEEDED_MB):
        advice = Text(
            "Close other programs, or leave the desktop off.",
            "ほかのアプリを閉じるか、デスクトップを使わないでください。",
        )
        return Finding(ok=False, message=message, advice=advice)
    return Finding(ok=True, message=message)
