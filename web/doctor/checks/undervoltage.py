"""電圧 denatsu: whether the Pi gets enough power and stays cool."""

from __future__ import annotations

import re

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_UNDERVOLTAGE_BITS, _OVERHEAT_BITS = (
    0x10001,
    0x80008,
)  # now and since the start; source: Raspberry Pi's documentation of vcgencmd


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Asks the firmware."""
    found = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)", machine.run_command("vcgencmd", "get_throttled") or "")
    if not found:
        return Finding(ok=True, message=Text("Only a Raspberry Pi can say.", "Raspberry Pi以外では分かりません。"))
    bits = int(found[1], 16)
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
