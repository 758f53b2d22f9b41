"""Reports of a training: scores as a table, and what is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

from scanner.training.classifier import train as classifier
from scanner.training.detector import train as detector
from scorer.errors import Refusal
from web.cli.training_report import TrainingRequest, load_descriptions, train_detector, train_names


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def build_request(out: Path) -> TrainingRequest:
    return TrainingRequest([out], out, 1, (), None, {})


def test_descriptions_are_words_by_folder(tmp_path: Path) -> None:
    file = tmp_path / "about.json"
    file.write_text('{"old": {"licence": "CC0", "year": 1903}}')
    assert load_descriptions(file) == {"old": {"licence": "CC0", "year": "1903"}}
    assert load_descriptions(None) == {}


@pytest.mark.parametrize("text", ["{", "[]", '{"old": "CC0"}', "[" * 100_000])
def test_descriptions_of_another_shape_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "about.json"
    file.write_text(text)
    with pytest.raises(Refusal, match=r"bad_cards: about\.json is no JSON"):
        load_descriptions(file)


def test_a_network_is_not_trained_without_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classifier, "can_train_network", lambda: False)
    monkeypatch.setattr(detector, "can_train_detector", lambda: False)
    with pytest.raises(click.ClickException, match="needs torch"):
        train_names(build_request(tmp_path), None, views=1, epochs=1, further_epochs=1)
    with pytest.raises(click.ClickException, match="needs torch"):
        train_detector(build_request(tmp_path), tables=1, steps=1, refinement_steps=1)


def test_the_scores_are_shares_in_percent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def learn(*_: Any, progress: Any, **__: Any) -> Path:
        progress("one view")
        row = {"pattern": "old", "shows": [0.25, 0.45], "views": 40, "named": 0.975, "sure": 0.5, "silent": 0.00126}
        for kind, rows in (("hanafuda", [row]), ("names", [])):
            (tmp_path / kind).mkdir()
            (tmp_path / kind / "manifest.json").write_text(json.dumps({"kind": kind, "held_out": rows}))
        return tmp_path

    monkeypatch.setattr(classifier, "can_train_network", lambda: True)
    monkeypatch.setattr(classifier, "train_names", learn)
    train_names(build_request(tmp_path), None, views=40, epochs=1, further_epochs=1)
    out, err = capsys.readouterr()
    assert [line.split() for line in out.splitlines()] == [
        ["held", "out", "shows", "views", "named", "sure", "silent"],
        ["hanafuda", "old", "0.25", "to", "0.45", "40", "97.5%", "50.0%", "0.13%"],
        [str(tmp_path)],
    ]
    assert err == "one view\n"
