"""見立て mitate: when there is no picture to judge, for the checks that need one."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine


def unseen(machine: Machine) -> Finding | None:
    """Why no picture can be judged, which is not for these checks to complain about; None when there is one."""
    if machine.companion is not None:
        return Finding(
            ok=True,
            says=Text(
                "Not measured: the running companion holds the camera.",
                "未測定です（動作中の本体がカメラを使っています）。",
            ),
            do=Text("Stop it to measure.", "測定するには本体を止めてください。"),
        )
    if machine.seen.frame is None:
        return Finding(ok=True, says=Text("Not measured: there is no picture.", "未測定です（画像がありません）。"))
    return None
