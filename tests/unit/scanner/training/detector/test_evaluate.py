"""Evaluation of card outlines: corner errors, counts, scenes held out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.imaging.geometry import Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.setup.card_set import CardSet
from scanner.training.detector import evaluate
from scanner.training.detector.evaluate import (
    VISIBLE_SHARES,
    HeldOutDeck,
    corner_errors,
    evaluate_deck,
    make_held_out_deck,
    render_test_scene,
)
from scanner.training.detector.scenes import DeckArt, prepare_deck_art

SQUARE = np.array([[10, 10], [30, 10], [30, 40], [10, 40]], np.float32)


@pytest.fixture
def deck(paint_face) -> CardSet:
    """A few painted cards."""
    faces = tuple((f"h{number:02}-1", paint_face(number)) for number in range(1, 5))
    return CardSet("fudayomi", "fudayomi", "MIT", "scanner/art", faces, ())


def test_the_error_of_an_outline_does_not_depend_on_its_first_corner() -> None:
    card = SQUARE[None]
    for turn in range(4):
        assert corner_errors([np.roll(SQUARE, turn, axis=0)], card).max() == 0
    moved = SQUARE + np.array([[4, 0], [0, 0], [0, 0], [0, 0]], np.float32)
    # The width is the mean of the sides of 16 and 20 pixels.
    assert sorted(corner_errors([SQUARE], moved[None])[0, 0].tolist()) == pytest.approx([0, 0, 0, 4 / 18])
    assert sorted(corner_errors([moved], card)[0, 0].tolist()) == pytest.approx([0, 0, 0, 4 / 20])
    assert corner_errors([], card).shape == (0, 1, 4)
    assert corner_errors([SQUARE], card[:0]).shape == (1, 0, 4)


def test_matched_cards_and_outlines_on_no_card_are_counted(deck: CardSet) -> None:
    art = prepare_deck_art("hanafuda", [face for _, face in deck.faces])
    seeds = range(7, 40)
    tables = ((seed, render_test_scene(seed, 0, art, [])) for seed in seeds)
    seed, table = next(one for one in tables if (one[1].visible_shares >= VISIBLE_SHARES[0]).sum() > 5)
    countable = int((table.visible_shares >= VISIBLE_SHARES[0]).sum())
    # Outlines of all cards, turned and moved by a twentieth of the width, and three false ones in a far corner.
    offsets = [np.array([0.05 * quad_size(card)[0], 0], np.float32) for card in table.corners]
    moved = [np.roll(card, 2, axis=0) + offset for card, offset in zip(table.corners, offsets, strict=True)]
    pictures: list[ColorImage] = []

    def detect(picture: ColorImage) -> list[Quad]:
        pictures.append(picture)
        return [*moved, *[SQUARE - np.float32(900)] * 3]

    row = evaluate_deck(detect, HeldOutDeck("hanafuda", deck, ("other",), 1), seed, [])
    np.testing.assert_array_equal(pictures, [table.picture])
    assert (row.stray, row.beside) == (3, 3)
    assert [share for share, _, _ in row.bands] == list(VISIBLE_SHARES)
    assert sum(count for _, count, _ in row.bands) == countable
    assert all(found == (1 if count else None) for _, count, found in row.bands)
    assert row.corner == pytest.approx(0.05, abs=1e-3)
    blind = evaluate_deck(lambda _: [], HeldOutDeck("hanafuda", deck, (), 1), 7, [])
    assert (blind.corner, blind.stray) == (None, 0)
    assert not any(found for _, _, found in blind.bands)


def test_no_scene_for_evaluation_is_one_for_training(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "render_scene", lambda rng, decks, _: rng.random())
    training = {np.random.default_rng([seed, number]).random() for seed in range(3) for number in range(9)}
    tested = {render_test_scene(seed, number, DeckArt("western", ()), []) for seed in range(3) for number in range(9)}
    assert len(training) == len(tested) == 27
    assert not training & tested


def test_akin_are_the_training_sets_of_the_same_kind_and_pattern(deck: CardSet) -> None:
    trained_on = [
        ("hanafuda", replace(deck, name="copy")),
        ("hanafuda", replace(deck, name="other", pattern="new")),
        ("kabufuda", replace(deck, name="kabu")),
    ]
    assert make_held_out_deck("hanafuda", deck, trained_on).akin == ("copy",)
