"""`fudayomi train --kind indices`: held-out sets, model card, options."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

import models
from scanner.imaging.decode import encode_jpeg
from scanner.indices.index_network import INDEX_FOLDER, load_index_network
from scanner.training.indices import train
from scanner.training.indices.views import IndexViews, own_faces
from web.cli.commands.train import COMMAND

NETWORK = (Path(models.__path__[0]) / INDEX_FOLDER / "network.onnx").read_bytes()


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch) -> list[IndexViews]:
    """The views that the network was trained on. Training returns the shipped network at once."""
    given: list[IndexViews] = []

    def train_index_net(views: IndexViews, seed: int, epochs: int, progress: object) -> bytes:
        del seed, epochs, progress
        given.append(views)
        return NETWORK

    stand_in = ModuleType("scanner.training.indices.network")
    monkeypatch.setattr(stand_in, "train_index_net", train_index_net, raising=False)
    monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)
    monkeypatch.setattr("scanner.training.detector.train.can_train_detector", lambda: True)
    monkeypatch.setattr("web.cli.training_report.os.cpu_count", lambda: 1)
    monkeypatch.setattr(train, "_TRIAL_VIEWS", 60)
    return given


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Two sets of two of our own Western cards."""
    faces = own_faces()
    made = []
    for name, codes in (("one", ("AS", "7H")), ("two", ("10C", "KD"))):
        made.append(tmp_path / "western" / name)
        made[-1].mkdir(parents=True)
        for code in codes:
            (made[-1] / f"{code}.jpg").write_bytes(encode_jpeg(faces[code]))
        rows = "".join(f"{code}.jpg,{code},\n" for code in codes)
        (made[-1] / "labels.csv").write_text(f"file,card,notes\n{rows}", encoding="utf-8")
    return made


def _run_train(*words: object) -> Result:
    return CliRunner().invoke(COMMAND, ["--kind", "indices", *map(str, words)], env={"LC_ALL": "C"})


def test_a_set_held_out_is_not_learned_from_and_stands_in_the_table(
    folders: list[Path], tmp_path: Path, learned: list[IndexViews]
) -> None:
    out = tmp_path / "out"
    answer = _run_train(*folders, "--held-out", "two", "--no-own", "--views", 1, "--epochs", 2, "--out", out)
    assert answer.exit_code == 0, answer.output
    (views,) = learned
    assert set(views.suits.tolist()) == {0, 1, 4}, "spades, hearts, none"
    made = json.loads((out / "indices.json").read_text(encoding="utf-8"))
    assert [row["set"] for row in made["trained_on"]] == ["one"]
    (row,) = made["held_out"]
    assert (row["set"], row["codes"] > 0.5, row["views"] > 10) == ("two", True, True)
    assert answer.stdout.splitlines()[1].split()[0] == "two"
    assert "| two | two |" in (out / "README.md").read_text(encoding="utf-8")
    load_index_network(out)


def test_the_project_s_own_drawings_are_learned_beside_the_given_sets(
    folders: list[Path], tmp_path: Path, learned: list[IndexViews]
) -> None:
    answer = _run_train(folders[0], "--views", 1, "--out", tmp_path / "out")
    assert answer.exit_code == 0, answer.output
    assert set(learned[0].suits.tolist()) == {0, 1, 2, 3, 4}
    assert "tried on no deck" in answer.stdout
    assert "not evaluated" in (tmp_path / "out/README.md").read_text(encoding="utf-8")


def test_a_set_without_western_cards_is_refused(folders: list[Path], tmp_path: Path, learned: list[IndexViews]) -> None:
    labels = folders[0] / "labels.csv"
    labels.write_text("file,card,notes\nAS.jpg,joker,\n", encoding="utf-8")
    answer = _run_train(*folders, "--views", 1, "--out", tmp_path / "out")
    assert answer.exit_code != 0
    assert "one has no Western card" in answer.output
    assert not learned


@pytest.mark.parametrize("option", [("--tables", 3), ("--further-epochs", 1), ("--backgrounds", ".")])
def test_options_of_other_trainings_are_refused(folders: list[Path], option: tuple[str, object]) -> None:
    answer = _run_train(*folders, *option)
    assert answer.exit_code == 2
    assert f"{option[0]} says nothing with --kind indices" in answer.output
