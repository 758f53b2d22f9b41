"""Check: the camera gives pictures."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine

_IF_IT_PERSISTS = Text(
    "If it stays like that: sudo systemctl restart fudayomi. Cards can be tapped in meanwhile.",
    "直らないときは「sudo systemctl restart fudayomi」を実行してください。その間も札はタップで入力できます。",
)

TITLE = Text("Camera", "カメラ")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Ask the running server, which holds the camera. Without one, take a picture."""
    server = machine.server_health
    if server is None:
        sample = machine.camera_sample
        if sample.frame is not None:
            height, width = sample.frame.shape[:2]
            message = Text(f"The camera gives {width} × {height} pixels.", f"カメラの画像は{width}×{height}画素です。")
            return Finding(
                ok=sample.health.ok,
                message=message if sample.health.ok else sample.health.message,
                advice=sample.health.advice,
            )
        return Finding(
            ok=sample.health.ok and machine.source == "none", message=sample.health.message, advice=sample.health.advice
        )
    if server["scanner"] == "up" and machine.banner is not None:
        return Finding(ok=False, message=machine.banner, advice=_IF_IT_PERSISTS)
    if server["scanner"] == "up":
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
