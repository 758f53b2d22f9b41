"""Check: what names cards and what reads indices are intact."""

from __future__ import annotations

from pathlib import Path

import models
from scanner.indices.index_network import INDEX_FOLDER, load_index_network
from scanner.recognition.model_io import NETWORK_FOLDER, load_classifier, load_network
from scorer.errors import Refusal
from scorer.texts import Text
from web.doctor.machine import REINSTALL, Finding, Machine

TITLE = Text("Naming cards", "札を読み取る")


def CHECK(machine: Machine) -> Finding:  # noqa: N802
    """Load every classifier and the network of indices, which verifies their digests."""
    del machine
    manifests = Path(models.__path__[0]).glob("*/manifest.json")
    folders = sorted(file.parent for file in manifests if file.parent.name != NETWORK_FOLDER)
    if not folders:
        return Finding(
            ok=False, message=Text("There is no recogniser.", "読み取りデータがありません。"), advice=REINSTALL
        )
    try:
        network = load_network(folders[0].parent / NETWORK_FOLDER)
        for folder in folders:
            load_classifier(folder, network)
        load_index_network(folders[0].parent / INDEX_FOLDER)
    except Refusal as refusal:
        return Finding(ok=False, message=refusal.message, advice=REINSTALL)
    names = ", ".join(folder.name for folder in folders)
    return Finding(
        ok=True, message=Text(f"The recognisers are whole ({names}).", f"読み取りデータは正常です（{names}）。")
    )
