"""Check: the camera picture is sharp."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine, no_picture_finding

TITLE = Text("Focus", "ピント")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Measure the blur of the strongest edges in one picture."""
    if (not_measured := no_picture_finding(machine)) is not None:
        return not_measured
    from scanner.imaging.image_quality import MAX_BLUR_PX, measure_quality  # noqa: PLC0415  OpenCV only when there is a picture

    blur_px = measure_quality(machine.camera_sample.frame).blur_px  # type: ignore[arg-type]
    if blur_px is None:
        return Finding(
            ok=False,
            message=Text("There is nothing to judge the focus by.", "ピントを確かめられるものが写っていません。"),
            advice=Text(
                "Lay some cards under the camera and run this again.", "札を数枚置いて、もう一度実行してください。"
            ),
        )
    if blur_px > MAX_BLUR_PX:
        return Finding(
            ok=False,
            message=Text(
                f"The picture is soft (edges {blur_px:.1f} pixels wide).",
                f"画像がぼやけています（{blur_px:.1f}画素）。",
            ),
            advice=Text(
                "Wipe the lens, lay some cards down and start the companion again: it focuses when it starts."
                " A lens with a ring is turned by hand.",
                "レンズを拭き、札を数枚置いて本体を起動し直すと、ピントを合わせ直します。"
                "リングのあるレンズは手で回してください。",
            ),
        )
    return Finding(ok=True, message=Text("The picture is sharp.", "ピントは合っています。"))
