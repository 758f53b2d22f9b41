"""Check: the detector that comes with Fudayomi is intact."""

from __future__ import annotations

from pathlib import Path

import models
from scanner.detection.detector import DETECTOR_FOLDER, load_detector
from scorer.errors import Refusal
from scorer.texts import Text
from web.doctor.machine import REINSTALL, Finding, Machine

TITLE = Text("Finding cards", "札を見つける")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Load its networks, which verifies their digests."""
    del machine
    folder = Path(models.__path__[0]) / DETECTOR_FOLDER
    missing = [name for name in ("detector.json", "proposals.onnx", "refinement.onnx") if not (folder / name).exists()]
    if missing:
        message = Text(
            f"What finds cards is not there ({', '.join(missing)}).",
            f"札を見つけるデータがありません（{', '.join(missing)}）。",
        )
        return Finding(ok=False, message=message, advice=REINSTALL)
    try:
        load_detector(folder)
    except Refusal:
        message = Text(
            "What finds cards cannot be used: it was changed, cut short, or made for another version.",
            "札を見つけるデータが使えません。変わっているか、途中で切れているか、別の版のものです。",
        )
        return Finding(ok=False, message=message, advice=REINSTALL)
    return Finding(ok=True, message=Text("What finds cards is whole.", "札を見つけるデータは正常です。"))
