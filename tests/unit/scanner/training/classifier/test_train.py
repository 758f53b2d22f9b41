"""Training end to end on painted cards, and what a recogniser refuses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from scanner.imaging.geometry import input_size
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.model_io import load_classifier
from scanner.training.classifier.crops import render_crop
from scorer.errors import Refusal
from web.cli.commands.train import COMMAND

Paint = Callable[[int], NDArray[np.uint8]]
CODES = ("h01-1", "h02-1", "h03-1", "h04-2", "h08-1", "h08-3", "h11-4", "h12-2")


def test_a_trained_recogniser_names_views_it_never_saw(tiny_model: Path, painted: Paint) -> None:
    recogniser: CardClassifier = load_classifier(tiny_model)
    rng = np.random.default_rng(5)
    crops = [
        (code, render_crop(painted(n), rng, input_size("hanafuda")).crop)
        for n, code in enumerate(CODES)
        for _ in range(6)
    ]
    verdicts = recogniser.classify_with_screen([crop for _, crop in crops])
    right = [said.face == code and not said.is_upside_down for said, (code, _) in zip(verdicts, crops, strict=True)]
    assert np.mean(right) > 0.85
    for verdict in verdicts:
        others = recogniser.alternatives(verdict)
        assert verdict.face not in [face for face, _ in others]
        assert sum(share for _, share in others) + recogniser.final_calibration.confidence(verdict.margin) <= 1.0001


def test_the_manifest_says_what_it_was_made_of(tiny_model: Path) -> None:
    manifest = json.loads((tiny_model / "manifest.json").read_text(encoding="utf-8"))
    assert {(one["set"], one["pattern"], one["licence"]) for one in manifest["trained_on"]} == {
        ("first", "first", "none stated"),
        ("second", "pale", "ours"),
    }
    assert {row["pattern"] for row in manifest["held_out"]} == {"first", "pale"}
    assert "| pale |" in (tiny_model / "README.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_same_seed_gives_the_same_bytes(card_folders: list[Path], tmp_path: Path) -> None:
    for name in ("a", "b"):
        arguments = ["--cards", *map(str, card_folders)]
        out = ["--out", str(tmp_path / name), "--views", "4", "--seed", "3", "--no-own"]
        answer = CliRunner().invoke(COMMAND, ["--kind", "hanafuda", *arguments, *out])
        assert answer.exit_code == 0, answer.output
        assert "pale" in answer.output
    assert (tmp_path / "a/weights.npz").read_bytes() == (tmp_path / "b/weights.npz").read_bytes()
    assert (tmp_path / "a/manifest.json").read_bytes() == (tmp_path / "b/manifest.json").read_bytes()


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    answer = CliRunner().invoke(COMMAND, ["--kind", "hanafuda", "--cards", str(tmp_path), "--out", str(tmp_path)])
    assert answer.exit_code == 2
    assert "bad_cards" in answer.output


def _flip_a_byte(folder: Path) -> None:
    data = bytearray((folder / "weights.npz").read_bytes())
    data[len(data) // 2] ^= 0x40
    (folder / "weights.npz").write_bytes(data)


def _cut_short(folder: Path) -> None:
    data = (folder / "weights.npz").read_bytes()
    (folder / "weights.npz").write_bytes(data[: len(data) // 2])


def _rewrite(change: Callable[[dict[str, NDArray[np.float16]]], None]) -> Callable[[Path], None]:
    """Changes the arrays and makes the digest fit, as one who tampers would."""

    def act(folder: Path) -> None:
        import hashlib  # noqa: PLC0415

        with np.load(folder / "weights.npz") as stored:
            arrays = dict(stored)
        change(arrays)
        np.savez(folder / "weights.npz", **arrays)  # type: ignore[arg-type]
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        manifest["arrays"]["sha256"] = hashlib.sha256((folder / "weights.npz").read_bytes()).hexdigest()
        (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")

    return act


def _nan(arrays: dict[str, NDArray[np.float16]]) -> None:
    arrays["w1"][3, 3] = np.nan


def _narrow(arrays: dict[str, NDArray[np.float16]]) -> None:
    arrays["w2"] = arrays["w2"][:, :-1]


def _objects(arrays: dict[str, NDArray[np.float16]]) -> None:
    arrays["b1"] = np.array([print] * 4, dtype=object)  # type: ignore[assignment]


def _manifest(**changes: object) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        manifest.update(changes)
        (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")

    return act


@pytest.mark.parametrize(
    "spoil",
    [
        _flip_a_byte,
        _cut_short,
        _rewrite(_nan),
        _rewrite(_narrow),
        _rewrite(_objects),
        _manifest(features="other"),
        _manifest(format=99),
        _manifest(labels=["h01-1"]),
        _manifest(labels=[]),
        _manifest(input=[65, 104]),
        _manifest(screen={"confidence": [float("nan"), 0], "sure_margin": 1}),
        _manifest(kind="tarot"),
        _manifest(arrays=[]),
        lambda folder: (folder / "manifest.json").write_bytes(b"\xff\x00{"),
        lambda folder: (folder / "weights.npz").unlink(),
    ],
)
def test_a_recogniser_that_was_changed_is_refused(
    tiny_model: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    folder = tmp_path / "spoiled"
    shutil.copytree(tiny_model, folder)
    spoil(folder)
    with pytest.raises(Refusal, match="bad_model"):
        load_classifier(folder)
