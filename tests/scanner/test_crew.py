"""Work shared among processes: the same as done by one, in order, its faults told."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from scanner.training.card_sets import load
from scanner.training.classifier import dataset
from scanner.training.parallel import Crew


def _root(number: int) -> float:
    if number < 0:
        raise ValueError(number)
    return float(np.sqrt(number))


def test_two_hands_make_the_same_as_one_and_say_what_went_wrong(card_folders: list[Path]) -> None:
    sets = [load(folder, "hanafuda", {}) for folder in card_folders]
    before = os.environ.copy()
    with Crew(1) as alone, Crew(2) as two:
        assert two.shared(_root, [(9,), (4,), (1,)]) == alone.shared(_root, [(9,), (4,), (1,)]) == [3, 2, 1]
        one, other = (dataset.build(sets, "hanafuda", 4, 1, [], lambda _: sets, crew) for crew in (alone, two))
        with pytest.raises(ValueError, match="-1"):
            two.shared(_root, [(1,), (-1,)])
    assert os.environ == before
    for column in ("rows", "crops", "labels", "under", "legible", "patterns"):
        assert (getattr(one, column) == getattr(other, column)).all()


def test_what_is_kept_comes_back(card_folders: list[Path], tmp_path: Path) -> None:
    with Crew(1) as crew:
        made = dataset.build([load(card_folders[0], "hanafuda", {})], "hanafuda", 4, 1, [], lambda _: (), crew)
    made.keep(tmp_path)
    assert (dataset.Dataset.kept(tmp_path).crops == made.crops).all()
    assert (dataset.Dataset.kept(tmp_path).labels == made.labels).all()
