"""読み取りデータ yomitori deta: whether the recognisers that come with the program are whole."""

from __future__ import annotations

from pathlib import Path

import models
from scanner.recognition.classifier import load
from scorer.errors import Refusal
from scorer.texts import Text
from web.doctor.machine import AGAIN, Finding, Machine


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Loads every one, its digest compared."""
    del machine
    folders = sorted(file.parent for file in Path(models.__path__[0]).glob("*/manifest.json"))
    if not folders:
        return Finding(ok=False, says=Text("There is no recogniser.", "読み取りデータがありません。"), do=AGAIN)
    for folder in folders:
        try:
            load(folder)
        except Refusal as refusal:
            return Finding(ok=False, says=refusal.message, do=AGAIN)
    names = ", ".join(folder.name for folder in folders)
    return Finding(
        ok=True, says=Text(f"The recognisers are whole ({names}).", f"読み取りデータは正常です（{names}）。")
    )
