"""The process pool: results in order, faults reported."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from scanner.training.card_sets import load_card_set
from scanner.training.classifier import dataset
from scanner.training.parallel import ProcessPool


def _square_root(number: int) -> float:
    if number < 0:
        raise ValueError(number)
    return float(np.sqrt(number))


@pytest.mark.long
def test_two_hands_make_the_same_as_one_and_say_what_went_wrong(card_folders: list[Path]) -> None:
    sets = [load_card_set(folder, "hanafuda", {}) for folder in card_folders]
    before = os.environ.copy()
    with ProcessPool(1) as alone, ProcessPool(2) as two:
        assert (
            two.starmap(_square_root, [(9,), (4,), (1,)])
            == alone.starmap(_square_root, [(9,), (4,), (1,)])
            == [3, 2, 1]
        )
        one, other = (dataset.build(sets, "hanafuda", 4, 1, [], lambda _: sets, pool) for pool in (alone, two))
        with pytest.raises(ValueError, match="-1"):
            two.starmap(_square_root, [(1,), (-1,)])
    assert os.environ == before
    for column in ("crops", "masks", "labels", "subjects", "turned", "visible", "patterns"):
        assert (getattr(one, column) == getattr(other, column)).all()
