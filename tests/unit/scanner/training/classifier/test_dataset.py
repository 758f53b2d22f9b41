"""Datasets of views: how many of what, symmetry, files on the disk."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from scanner.imaging.decode import encode_jpeg
from scanner.recognition.crops import CROP_SIZE
from scanner.setup.card_set import CardSet
from scanner.training.classifier.dataset import Dataset, build, is_symmetric, load_backgrounds
from scanner.training.parallel import ProcessPool


@pytest.fixture(scope="module")
def card_set(paint_face) -> CardSet:
    """A card set of two painted faces with the weight 1.5."""
    faces = tuple((code, paint_face(number)) for number, code in enumerate(("h01-1", "h02-1")))
    return CardSet("mine", "old", "MIT", "", faces, (), weight=1.5)


def render_views(card_set: CardSet, *mixable: CardSet) -> Dataset:
    with ProcessPool(1) as pool:
        return build([card_set], "hanafuda", 6, 1, [], lambda _: mixable, pool)


@pytest.fixture(scope="module")
def views(card_set: CardSet) -> Dataset:
    """Views of the card set for evaluation."""
    return render_views(card_set)


def test_views_negatives_and_backs_are_counted(views: Dataset) -> None:
    # Of each of two faces 6 views and 30 % of 6 negatives, and 4 × 6 backs.
    assert Counter(views.labels.tolist()) == {"h01-1": 6, "h02-1": 6, "none": 4, "back": 24}
    is_face = np.isin(views.labels, ["h01-1", "h02-1"])
    assert set(views.turned[is_face].tolist()) == {0, 1}
    assert set(views.turned[~is_face].tolist()) == {-1}
    assert set(views.patterns.tolist()) == {"old"}
    assert views.crops.shape == (40, CROP_SIZE[1], CROP_SIZE[0], 3)
    assert views.masks.shape == views.crops.shape[:3]
    assert 0.3 < (views.visible < 0.97).mean() < 0.8


def test_for_training_the_weight_of_a_set_multiplies_its_views(card_set: CardSet) -> None:
    labels = Counter(render_views(card_set, card_set).labels.tolist())
    assert labels == {"h01-1": 9, "h02-1": 9, "none": 6, "back": 36}


def test_a_dataset_is_loaded_as_it_was_saved_and_its_seed_repeats_it(
    views: Dataset, card_set: CardSet, tmp_path: Path
) -> None:
    views.save(tmp_path)
    loaded = Dataset.load(tmp_path)
    again = render_views(card_set)
    for column in ("crops", "masks", "labels", "subjects", "turned", "visible", "patterns"):
        np.testing.assert_array_equal(getattr(loaded, column), getattr(views, column))
        np.testing.assert_array_equal(getattr(again, column), getattr(views, column))
    assert isinstance(loaded.crops, np.memmap)


def test_a_face_that_looks_the_same_upside_down_is_symmetric(paint_face) -> None:
    face = paint_face(1)
    twice = np.concatenate([face[:116], face[:116][::-1, ::-1]])
    assert not is_symmetric(face)
    assert is_symmetric(twice)


def test_backgrounds_come_from_subfolders_too_in_order_of_their_paths(tmp_path: Path) -> None:
    assert load_backgrounds(None) == []
    (tmp_path / "more").mkdir()
    for name, level in (("z.jpg", 30), ("a.JPEG", 90), ("more/m.png", 150)):
        (tmp_path / name).write_bytes(encode_jpeg(np.full((200, 200, 3), level, np.uint8)))
    (tmp_path / "notes.txt").write_text("no picture")
    assert [round(float(photo.mean())) for photo in load_backgrounds(tmp_path)] == pytest.approx([90, 150, 30], abs=2)
