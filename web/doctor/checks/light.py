"""明かり akari: whether the table has light enough, and not too much."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.looking import unseen
from web.doctor.machine import Finding, Machine


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Measures one picture."""
    if (unknown := unseen(machine)) is not None:
        return unknown
    from scanner.imaging.image_quality import BRIGHT, BURNT, DARK, quality  # noqa: PLC0415  OpenCV only when there is a picture

    seen = quality(machine.seen.frame)  # type: ignore[arg-type]
    if seen.level < DARK:
        return Finding(
            ok=False,
            says=Text("The table is too dark.", "卓上が暗すぎます。"),
            do=Text("Switch on a lamp above or beside the table.", "卓の上か横の明かりをつけてください。"),
        )
    if seen.level > BRIGHT or seen.burnt > BURNT:
        return Finding(
            ok=False,
            says=Text(
                f"The table is too bright ({seen.burnt:.0%} of it is plain white).",
                f"卓上が明るすぎます（{seen.burnt:.0%}が白飛びしています）。",
            ),
            do=Text(
                "Dim the lamp, or move it so that it is not mirrored in the cards, and start the companion again.",
                "明かりを弱めるか、札に映り込まない位置に移してから、本体を起動し直してください。",
            ),
        )
    return Finding(ok=True, says=Text("The light is good.", "明るさは十分です。"))
