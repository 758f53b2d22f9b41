"""Training of all kinds of decks, with the shipped network."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import models
from scanner.recognition.heads import LinearHead
from scanner.recognition.model_io import load_classifier, shipped_network
from scanner.setup.card_set import CardSet
from scanner.training.classifier import train
from scanner.training.classifier.dataset import Dataset
from scanner.training.classifier.export import KindHead, TrainedNames
from scanner.training.classifier.train import TrainingConfig, train_names
from scorer.decks import decks
from scorer.errors import Refusal

NETWORK = (Path(models.__path__[0]) / "names/network.onnx").read_bytes()


@pytest.fixture
def folders(card_folders: list[Path], tmp_path: Path) -> list[Path]:
    """Two painted sets of hanafuda, in a folder named after their kind."""
    return [Path(shutil.copytree(folder, tmp_path / "hanafuda" / folder.name)) for folder in card_folders]


@pytest.mark.long
def test_views_are_held_out_by_pattern_and_every_kind_gets_its_folder(
    folders: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_out: list[dict[str, frozenset[str]]] = []

    def fit_means(folder: Path, patterns: dict[str, frozenset[str]]) -> TrainedNames:
        """Means of embeddings, in place of trained heads."""
        heads = {}
        for kind, without in patterns.items():
            data = Dataset.load(folder / kind)
            rows = np.flatnonzero(~np.isin(data.patterns, sorted(without)))
            embeddings, _ = shipped_network().embed_balanced(data.crops[rows], data.masks[rows])
            labels = tuple(sorted(set(data.labels[rows].tolist())))
            means = np.stack([embeddings[data.labels[rows] == label].mean(axis=0) for label in labels])
            heads[kind] = KindHead(labels, LinearHead(means.T, -(means**2).sum(axis=1) / 2))
        return TrainedNames(NETWORK, heads)

    def learn(folder: Path, patterns: dict[str, frozenset[str]], *_: object) -> tuple[TrainedNames, TrainedNames]:
        held_out.append(patterns)
        return fit_means(folder, patterns), fit_means(folder, dict.fromkeys(patterns, frozenset()))

    monkeypatch.setattr(train, "_train_on", learn)
    monkeypatch.setattr(train, "decks", lambda: {"hanafuda": decks()["hanafuda"]})
    monkeypatch.setattr(train.card_sets, "svg_card_sets", lambda kind: [])
    config = TrainingConfig(views=0.1, seed=1, epochs=2, further_epochs=1)
    out = train_names(folders, tmp_path / "out", config=config, held_out=["second"])
    assert [fold["hanafuda"] for fold in held_out] == [{"pale"}]
    manifest = json.loads((out / "hanafuda/manifest.json").read_text(encoding="utf-8"))
    assert {(one["set"], one["pattern"], one["licence"]) for one in manifest["trained_on"]} == {
        ("first", "first", "none stated"),
        ("second", "pale", "ours"),
    }
    assert {row["pattern"] for row in manifest["held_out"]} == {"pale"}
    assert manifest["patterns_held_out"] is True
    assert manifest["made"] == {"views": 0.1, "seed": 1, "epochs": 2, "further_epochs": 1}
    assert load_classifier(out / "hanafuda").labels == tuple(manifest["labels"])


def test_a_folder_of_no_kind_and_one_without_labels_are_refused(folders: list[Path], tmp_path: Path) -> None:
    (tmp_path / "tarot").mkdir()
    stray = Path(shutil.copytree(folders[0], tmp_path / "tarot/first"))
    empty = tmp_path / "hanafuda/empty"
    empty.mkdir()
    for folder in (stray, empty):
        with pytest.raises(Refusal, match="bad_cards"):
            train_names([folder], tmp_path / "out", config=TrainingConfig())


def test_a_lone_pattern_is_never_held_out_and_views_are_shared_among_faces(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train.card_sets, "svg_card_sets", lambda kind: [])
    both, one = (
        train._load_sets(chosen, {}, ["first"], None, with_own_drawings=True)["hanafuda"]
        for chosen in (folders, folders[:1])
    )
    assert (both.held_out, one.held_out) == ({"first"}, set())
    assert [other.name for other in both.mixable(both.sets[0])] == ["first"]
    assert (both.views_per_face(1.6), one.views_per_face(1.2), one.views_per_face(9)) == (100, 150, 160)
    assert one.views_per_face(0.001) == 2


def test_few_faces_are_tried_in_as_many_views_as_many_faces_are(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train.card_sets, "svg_card_sets", lambda kind: [])
    kind_sets = train._load_sets(folders, {}, ["first"], None, with_own_drawings=True)["hanafuda"]
    assert [card_set.name for card_set in kind_sets.tried()] == ["first"]
    assert (kind_sets.tried_views_per_face(0.4), kind_sets.tried_views_per_face(9)) == (25, 160)
    monkeypatch.setattr(train, "_MIN_TRIED_VIEWS", 400)
    assert kind_sets.tried_views_per_face(9) == 50
    monkeypatch.setattr(train, "_MIN_TRIED_VIEWS", 100)
    assert kind_sets.tried_views_per_face(9) == 24


def test_our_drawings_are_learned_unless_nobody_wants_them(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = CardSet("fudayomi", "fudayomi", "MIT", "scanner/art", (), ())
    monkeypatch.setattr(train.card_sets, "svg_card_sets", lambda _: [drawn])
    with_own, without = (
        train._load_sets(folders, {}, [], "hanafuda", with_own_drawings=own)["hanafuda"] for own in (True, False)
    )
    assert [card_set.name for card_set in without.sets] == ["first", "second"]
    assert [card_set.name for card_set in with_own.sets] == ["first", "second", "fudayomi"]
