"""What lies over a card in training: how much it hides, and what it is."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.imaging.image import ColorImage
from scanner.training.classifier import occluders

OUTLINE = np.array([[34, 34], [130, 34], [130, 170], [34, 170]], np.float32) - np.float32(0.5)
BLACK = np.zeros((136, 96, 3), np.uint8)


def _cover(seed: int, others: tuple[ColorImage, ...]) -> tuple[ColorImage, ColorImage]:
    picture, hidden = np.full((204, 164, 3), 200, np.uint8), np.zeros((204, 164), np.uint8)
    occluders.add_cover(picture, hidden, OUTLINE, np.random.default_rng(seed), others)
    return picture, hidden


def _use_only(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(occluders, "COVERS", {kind: 1.0})


@pytest.mark.parametrize(("kind", "least", "most"), [("fan", 0.4, 0.9), ("row", 0.4, 0.9), ("sheet", 0.4, 0.9)])
def test_a_cover_hides_little_to_nearly_all(
    kind: str, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    _use_only(kind, monkeypatch)
    shares = [float(_cover(seed, (BLACK,))[1][34:170, 34:130].mean()) for seed in range(60)]
    assert min(shares) < 0.3
    assert least < max(shares) <= most + 0.08
    assert 0.25 < np.mean(shares) < 0.6


@pytest.mark.parametrize("kind", ["hand", "cup"])
def test_things_hide_a_smaller_part(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _use_only(kind, monkeypatch)
    shares = [float(_cover(seed, (BLACK,))[1][34:170, 34:130].mean()) for seed in range(60)]
    assert 0.03 < np.mean(shares) < 0.45
    assert max(shares) < 0.85


@pytest.mark.parametrize("kind", list(occluders.COVERS))
def test_what_is_marked_hidden_is_what_was_drawn_over(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _use_only(kind, monkeypatch)
    for seed in range(20):
        picture, hidden = _cover(seed, (BLACK,))
        around = np.pad(hidden, 2, mode="edge")
        near = np.max([around[y : y + 204, x : x + 164] for y in range(5) for x in range(5)], axis=0)
        assert (picture[near == 0] <= 200).all(), "beside what lies there nothing but its shadow falls"
        again, hidden_again = _cover(seed, (BLACK,))
        assert (picture == again).all()
        assert (hidden == hidden_again).all()


def test_a_fan_lies_on_either_side(monkeypatch: pytest.MonkeyPatch) -> None:
    _use_only("fan", monkeypatch)
    sides = []
    for seed in range(40):
        hidden = _cover(seed, (BLACK,))[1][34:170, 34:130]
        sides.append(hidden[:, :48].sum() > hidden[:, 48:].sum())
    assert 8 < sum(sides) < 32


def test_without_other_cards_something_else_lies_there() -> None:
    assert all(_cover(seed, ())[1].any() for seed in range(20))
