"""Synthetic scenes: card art, labels that fit the picture, repeatability."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.training.detector import scenes
from scanner.training.detector.scenes import DeckArt, LabelledScene, prepare_deck_art, render_scene

SEED = 2


@pytest.fixture(scope="module")
def art(paint_face) -> DeckArt:
    """Three painted faces as Western cards."""
    return prepare_deck_art("western", [paint_face(number) for number in range(3)])


@pytest.fixture(scope="module")
def scene(art: DeckArt) -> LabelledScene:
    """A scene with several cards."""
    return render_scene(np.random.default_rng(SEED), [art], [])


@pytest.mark.parametrize(("kind", "shape"), [("hanafuda", (162, 99, 3)), ("western", (264, 189, 3))])
def test_card_art_has_three_pixels_a_millimetre(kind: str, shape: tuple[int, ...], paint_face) -> None:
    art = prepare_deck_art(kind, [paint_face(1), paint_face(2)])
    assert [face.shape for face in art.faces] == [shape, shape]


def test_every_label_fits_the_picture(scene: LabelledScene) -> None:
    count = len(scene.corners)
    assert scene.picture.shape == (360, 480, 3)
    assert scene.instance_ids.shape == (360, 480)
    assert -1 <= scene.instance_ids.min() <= scene.instance_ids.max() < count == len(scene.visible_shares)
    assert ((scene.visible_shares >= 0) & (scene.visible_shares <= 1)).all()
    for number, corners in enumerate(scene.corners):
        rows, columns = np.nonzero(scene.instance_ids == number)
        if len(rows):
            (left, top), (right, bottom) = corners.min(axis=0) - 2, corners.max(axis=0) + 2
            assert left <= columns.min() <= columns.max() <= right
            assert top <= rows.min() <= rows.max() <= bottom


def test_the_same_seed_renders_the_same_scene(art: DeckArt, scene: LabelledScene) -> None:
    again = render_scene(np.random.default_rng(SEED), [art], [])
    np.testing.assert_array_equal(scene.picture, again.picture)
    np.testing.assert_array_equal(scene.instance_ids, again.instance_ids)
    np.testing.assert_array_equal(scene.corners, again.corners)
    assert len(scene.corners) >= 4


def test_all_faces_of_a_table_share_a_border_and_backs_have_none(art: DeckArt) -> None:
    bordered = 0
    for seed in range(30):
        print_card = scenes._make_card_printer(np.random.default_rng(seed), art)
        first, second = print_card("0"), print_card("1")
        assert first.shape == (264, 189, 4)
        assert first[132, 94, 3] == 255
        assert first[0, 0, 3] == 0
        middle = [np.array_equal(card[60:-60, 0], np.tile(card[132, 0], (144, 1))) for card in (first, second)]
        bordered += middle == [True, True] and first[132, 0, 0] > 180
    assert 3 <= bordered <= 16  # three tenths of Western decks
