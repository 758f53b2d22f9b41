"""Check: the table is neither too dark nor too bright."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.machine import Finding, Machine, no_picture_finding

TITLE = Text("Light", "明るさ")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Measure the brightness of one picture."""
    if (not_measured := no_picture_finding(machine)) is not None:
        return not_measured
    from scanner.imaging.image_quality import MAX_CLIPPED_SHARE, MAX_MEAN_LEVEL, MIN_MEAN_LEVEL, measure_quality  # noqa: PLC0415  OpenCV only when there is a picture

    quality = measure_quality(machine.camera_sample.frame)  # type: ignore[arg-type]
    if quality.mean_level < MIN_MEAN_LEVEL:
        return Finding(
            ok=False,
            message=Text("The table is too dark.", "卓上が暗すぎます。"),
            advice=Text("Switch on a lamp above or beside the table.", "卓の上か横の明かりをつけてください。"),
        )
    if quality.mean_level > MAX_MEAN_LEVEL or quality.clipped_share > MAX_CLIPPED_SHARE:
        return Finding(
            ok=False,
            message=Text(
                f"The table is too bright ({quality.clipped_share:.0%} of it is plain white).",
                f"卓上が明るすぎます（{quality.clipped_share:.0%}が白飛びしています）。",
            ),
            advice=Text(
                "Dim the lamp, or move it so that it is not mirrored in the cards, and start the companion again.",
                "明かりを弱めるか、札に映り込まない位置に移してから、本体を起動し直してください。",
            ),
        )
    return Finding(ok=True, message=Text("The light is good.", "明るさは十分です。"))
