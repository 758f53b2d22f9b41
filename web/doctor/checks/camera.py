"""カメラ kamera: whether pictures come in."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_IF_IT_PERSISTS = Text(
    "If it stays like that: sudo systemctl restart fudayomi. Cards can be tapped in meanwhile.",
    "直らないときは「sudo systemctl restart fudayomi」を実行してください。その間も札はタップで入力できます。",
)


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Asks the running companion, which holds the camera; otherwise takes a picture."""
    running = machine.server_health
    if running is None:
        seen = machine.camera_sample
        if seen.frame is not None:
            height, width = seen.frame.shape[:2]
            says = Text(f"The camera gives {width} × {height} pixels.", f"カメラの画像は{width}×{height}画素です。")
            return Finding(
                ok=seen.health.ok, message=says if seen.health.ok else seen.health.message, advice=seen.health.advice
            )
        return Finding(
            ok=seen.health.ok and machine.source == "none", message=seen.health.message, advice=seen.health.advice
        )
    if running["scanner"] == "up" and machine.banner is not None:
        return Finding(ok=False, message=machine.banner, advice=_IF_IT_PERSISTS)
    if running["scanner"] == "up":
        return Finding(
            ok=True,
            message=Text("The companion is running and its scanner is up.", "本体が動作中で、読み取り係も正常です。"),
        )
    return Finding(
        ok=False,
        message=Text(
            "The companion is running, but its scanner is not.", "本体は動作中ですが、読み取り係が動いていません。"
        ),
        advice=Text(
            "Its page says what is wrong; stop it and run this again to look closer.",
            "画面の表示を確かめてください。詳しく調べるには、本体を止めてからもう一度実行してください。",
        ),
    )
