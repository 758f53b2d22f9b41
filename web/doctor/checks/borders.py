"""Check: the proposal network that comes with Fudayomi is intact."""

from __future__ import annotations

from pathlib import Path

import models
from scanner.detection.proposals.proposal_network import load_proposal_network
from scorer.errors import Refusal
from scorer.texts import Text
from web.doctor.machine import REINSTALL, Finding, Machine


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Load the network, which verifies its digest."""
    del machine
    folder = Path(models.__path__[0]) / "borders"
    missing = [name for name in ("borders.json", "borders.onnx") if not (folder / name).exists()]
    if missing:
        message = Text(
            f"What sketches where cards lie is not there ({', '.join(missing)}).",
            f"札の場所の下絵をつくるデータがありません（{', '.join(missing)}）。",
        )
        return Finding(ok=False, message=message, advice=REINSTALL)
    try:
        load_proposal_network(folder)
    except Refusal:
        message = Text(
            "What sketches where cards lie cannot be used: it was changed, cut short, or made for another version.",
            "札の場所の下絵をつくるデータが使えません。変わっているか、途中で切れているか、別の版のものです。",
        )
        return Finding(ok=False, message=message, advice=REINSTALL)
    return Finding(
        ok=True, message=Text("What sketches where cards lie is whole.", "札の場所の下絵をつくるデータは正常です。")
    )
