"""ピント pinto: whether the cards are sharp."""

from __future__ import annotations

from scorer.texts import Text
from web.doctor.looking import unseen
from web.doctor.machine import Finding, Machine


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Measures the strongest edges of one picture."""
    if (unknown := unseen(machine)) is not None:
        return unknown
    from scanner.imaging.image_quality import SOFT, quality  # noqa: PLC0415  OpenCV only when there is a picture

    smear = quality(machine.seen.frame).smear  # type: ignore[arg-type]
    if smear is None:
        return Finding(
            ok=False,
            says=Text("There is nothing to judge the focus by.", "ピントを確かめられるものが写っていません。"),
            do=Text(
                "Lay some cards under the camera and run this again.", "札を数枚置いて、もう一度実行してください。"
            ),
        )
    if smear > SOFT:
        return Finding(
            ok=False,
            says=Text(
                f"The picture is soft (edges {smear:.1f} pixels wide).", f"画像がぼやけています（{smear:.1f}画素）。"
            ),
            do=Text(
                "Wipe the lens, lay some cards down and start the companion again: it focuses when it starts."
                " A lens with a ring is turned by hand.",
                "レンズを拭き、札を数枚置いて本体を起動し直すと、ピントを合わせ直します。"
                "リングのあるレンズは手で回してください。",
            ),
        )
    return Finding(ok=True, says=Text("The picture is sharp.", "ピントは合っています。"))
