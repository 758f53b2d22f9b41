"""Cards half under something else, as training shows them."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.imaging.image import ColorImage
from scanner.setup.card_set import CardSet
from scanner.training.classifier import crops, dataset, occluders
from scanner.training.parallel import ProcessPool

OUTLINE = np.array([[34, 34], [130, 34], [130, 170], [34, 170]], np.float32) - np.float32(0.5)
CARD = np.full((136, 96, 3), 200, np.uint8)
BLACK = np.zeros((136, 96, 3), np.uint8)


def _covered(seed: int, others: tuple[ColorImage, ...]) -> tuple[ColorImage, ColorImage]:
    picture, hidden = np.full((204, 164, 3), 200, np.uint8), np.zeros((204, 164), np.uint8)
    occluders.add_occluder(picture, hidden, OUTLINE, np.random.default_rng(seed), others)
    return picture, hidden


@pytest.mark.parametrize("others", [(), (BLACK,)])
def test_a_part_of_the_card_is_hidden_and_at_most_little_more_than_half(others: tuple[ColorImage, ...]) -> None:
    shares = []
    for seed in range(60):
        picture, hidden = _covered(seed, others)
        shares.append(float(hidden[34:170, 34:130].mean()))
        around = np.pad(hidden, 2, mode="edge")
        near = np.max([around[y : y + 204, x : x + 164] for y in range(5) for x in range(5)], axis=0)
        assert (picture[near == 0] <= 200).all(), "beside what lies there nothing but its shadow falls"
    assert 0 <= min(shares) < 0.2
    assert 0.45 < max(shares) <= 0.6


def test_what_lies_there_is_a_card_or_something_else_the_same_for_the_same_seed() -> None:
    black = []
    for seed in range(40):
        picture, hidden = _covered(seed, (BLACK,))
        again, _ = _covered(seed, (BLACK,))
        assert (picture == again).all()
        black.append(bool((picture[hidden > 0] == 0).mean() > 0.9))
    assert 15 < sum(black) < 40


def test_a_view_may_be_half_covered_and_says_whether_it_can_be_read() -> None:
    exact = crops.CropJitter((0.0, 0.001), 0.0, 0.0)
    made = [
        [
            crops.render_crop(
                CARD, np.random.default_rng(seed), (96, 136), (BLACK,), jitter=exact, is_half_covered=half
            )
            for seed in range(30)
        ]
        for half in (False, True)
    ]
    open_, half = ([float((one.crop.max(axis=2) < 25).mean()) for one in row] for row in made)
    assert np.mean(half) > np.mean(open_) + 0.05
    assert np.mean([one.legible for one in made[1]]) > 0.6


@pytest.mark.parametrize(("kind", "codes"), [("western", ("AS", "KH")), ("hanafuda", ("h01-1", "h02-1"))])
def test_cards_are_often_learned_half_covered(
    kind: str, codes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = []
    monkeypatch.setattr(occluders, "add_occluder", lambda *_: laid.append(1))
    chosen = CardSet("few", "few", "", "", tuple((code, CARD) for code in codes), ())
    made = dataset.build([chosen], kind, 16, 1, [], lambda _: (), ProcessPool(1))
    assert 6 < len(laid) < len(made.labels) / 2
