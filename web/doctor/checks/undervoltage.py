"""Check: the Pi gets enough power and stays cool."""

from __future__ import annotations

import re

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_UNDERVOLTAGE_BITS = 0x10001
"""Bits 0 and 16: undervoltage now and since the start. Source: Raspberry Pi's documentation of vcgencmd."""

_OVERHEAT_BITS = 0x80008
"""Bits 3 and 19: soft temperature limit active now and since the start. Source: as above."""

TITLE = Text("Power", "電源")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Ask the firmware with vcgencmd."""
    match = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)", machine.run_command("vcgencmd", "get_throttled") or "")
    if not match:
        return Finding(
            ok=True,
            measured=False,
            message=Text("Only measured on a Raspberry Pi.", "Raspberry Piでだけ調べられます。"),
        )
    bits = int(match[1], 16)
    if bits & _UNDERVOLTAGE_BITS:
        return Finding(
            ok=False,
            message=Text(
                "The power supply has been too weak since the Pi started.", "起動してから電圧が不足したことがあります。"
            ),
            advice=Text(
                "Use the official power supply and a short, thick cable; then restart the Pi.",
                "純正の電源と短く太いケーブルに替えて、再起動してください。",
            ),
        )
    if bits & _OVERHEAT_BITS:
        return Finding(
            ok=False,
            message=Text("The Pi has been too hot since it started.", "起動してから熱くなりすぎたことがあります。"),
            advice=Text(
                "Give it air or a heat sink; then restart the Pi.",
                "風通しを良くするか放熱器を付けて、再起動してください。",
            ),
        )
    return Finding(ok=True, message=Text("Power and temperature are fine.", "電圧も温度も正常です。"))
