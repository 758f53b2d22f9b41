"""Docstring examples run, and every module can be imported."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPARED = {
    "web.ledger.migrations.env",  # runs migrations as soon as it is imported
    # These import torch, which the gate has not.
    "scanner.training.augmentation",
    "scanner.training.classifier.optimization",
    "scanner.training.classifier.network",
    "scanner.training.detector.layers",
    "scanner.training.detector.network",
    "scanner.training.detector.optimization",
    "scanner.training.detector.refinement_network",
    "scanner.training.indices.network",
    "scanner.training.onnx_export",
    "scanner.training.onnx_weights",
    "scanner.training.precision",
    "scanner.training.quantization",
}
MODULES = {
    ".".join(path.with_suffix("").parts).removesuffix(".__init__"): ROOT / path
    for package in ("scorer", "scanner", "web")
    for path in sorted(one.relative_to(ROOT) for one in (ROOT / package).rglob("*.py"))
}
WITH_EXAMPLES = [name for name, path in MODULES.items() if re.search(r"^\s*>>> ", path.read_text(), re.MULTILINE)]


def test_every_module_can_be_imported() -> None:
    assert MODULES.keys() >= SPARED
    for name in MODULES.keys() - SPARED:
        if not name.endswith("__main__"):
            importlib.import_module(name)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_are_as_they_say(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed, capsys.readouterr().out
