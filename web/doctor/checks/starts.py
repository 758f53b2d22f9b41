"""Check: the server starts normally and not in safe mode."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine
from web.system.safe_mode import COUNT_FILE_NAME, MAX_FAILED_STARTS, count_failed_starts

TITLE = Text("Starts", "起動")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Read the number of starts that have not proved healthy."""
    if not (machine.data / COUNT_FILE_NAME).exists():
        return Finding(
            ok=True,
            measured=False,
            message=Text("The companion was not started here yet.", "ここではまだ本体を始めていません。"),
        )
    count = count_failed_starts(machine.data)
    if count <= 1:  # a start under way has not proved healthy yet
        return Finding(ok=True, message=Text("The companion starts as it should.", "本体は正常に起動しています。"))
    if count <= MAX_FAILED_STARTS:
        return Finding(
            ok=True,
            message=Text(
                f"The last {count} starts did not last; after {MAX_FAILED_STARTS} the next one is in safe mode.",
                f"直近{count}回の起動が続きませんでした（{MAX_FAILED_STARTS}回続くと次は安全起動になります）。",
            ),
        )
    return Finding(
        ok=False,
        message=Text(
            "The companion runs in safe mode, without its camera: it could not start properly before.",
            "正常に起動できなかったため、カメラなしの安全起動になっています。",
        ),
        advice=Text(
            "Look at journalctl -u fudayomi, push the camera's cable in, then leave safe mode on the host's phone:"
            " More, Leave safe mode.",
            "「journalctl -u fudayomi」を確かめ、カメラのケーブルを差し直してから、世話役の端末の「その他」で"
            "安全起動を解除してください。",
        ),
    )
