"""Variants of our SVG drawings, and decks by other artists."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from scanner.art import load_svg
from scanner.imaging.decode import render_svg
from scanner.imaging.image import ColorImage
from scanner.setup.card_set import CardSet
from scanner.training import artists, card_sets
from scanner.training.artists import SVG_NAMESPACE
from scanner.training.classifier import dataset
from scanner.training.classifier.svg_variants import rearrange_parts
from scanner.training.parallel import ProcessPool
from scorer.decks import decks
from tests.support.gate import first_in_gate

CODES = list(decks()["hanafuda"].faces)
HANDS = artists.list_artists("hanafuda")


def _mean_difference(one: ColorImage, two: ColorImage) -> float:
    return float(np.abs(one.astype(np.float32) - two).mean())


@pytest.mark.long
@pytest.mark.parametrize("hand", first_in_gate(HANDS))
def test_a_hand_draws_every_card_in_parts(hand: str) -> None:
    cards = artists.load_drawings("hanafuda", hand)
    assert list(cards) == CODES
    for code, svg in cards.items():
        assert "url(" not in svg, code
        paper, *parts = ET.fromstring(svg).findall(f"{SVG_NAMESPACE}svg/*")  # noqa: S314  our own file
        assert paper.tag == f"{SVG_NAMESPACE}rect"
        assert len(parts) > 1, f"{code} cannot be taken apart"
    pictures = [render_svg(svg, 33)[..., :3] for svg in cards.values()]
    assert min(_mean_difference(one, two) for at, one in enumerate(pictures) for two in pictures[:at]) > 3, (
        "two cards are alike"
    )


def test_only_hanafuda_was_drawn_by_other_hands() -> None:
    assert len(HANDS) >= 3
    assert [one.name for one in card_sets.svg_card_sets("kabufuda")] == ["fudayomi"]


@pytest.mark.parametrize("code", first_in_gate(["h05-2", "h01-1", "h08-2", "h10-4"]))
def test_a_drawing_laid_anew_is_another_picture_of_the_same_inks_and_the_same_for_a_seed(code: str) -> None:
    same = [card_sets.svg_to_bgr(rearrange_parts(load_svg(code), np.random.default_rng(4))) for _ in range(2)]
    assert (same[0] == same[1]).all()
    own = card_sets.svg_to_bgr(load_svg(code))
    others = [card_sets.svg_to_bgr(rearrange_parts(load_svg(code), np.random.default_rng(seed))) for seed in range(8)]
    assert all(other.shape == own.shape for other in others)
    assert min(_mean_difference(own, other) for other in others) > 5
    assert np.median([_mean_difference(own.mean(axis=(0, 1)), other.mean(axis=(0, 1))) for other in others]) < 40


def test_what_is_there_once_is_never_left_out() -> None:
    leaves = "".join(f'<use href="#leaf" transform="translate({x} 90)"/>' for x in range(0, 330, 33))
    bird = '<g transform="translate(160 270)"><circle r="40" fill="#aa2211"/></g><path d="M0 0h9v9z" fill="#112211"/>'
    svg = (
        f'<svg xmlns="{SVG_NAMESPACE[1:-1]}" viewBox="0 0 330 540">'
        '<defs><g id="leaf"><path d="M0 0h30v30z"/></g></defs>'
    )
    svg += f'<svg viewBox="0 0 330 540"><rect width="330" height="540" fill="#ffffff"/>{leaves}{bird}</svg></svg>'
    kept = [rearrange_parts(svg, np.random.default_rng(seed)) for seed in range(40)]
    assert all(one.count("<circle") == 1 and one.count("M0 0h9v9z") == 1 for one in kept)
    assert min(one.count("#leaf") for one in kept) < 10


@pytest.mark.long
def test_drawings_are_laid_anew_and_weighed_only_to_learn_from() -> None:
    card = load_svg("h10-4")
    chosen = CardSet("one", "one", "MIT", "", (("h10-4", card_sets.svg_to_bgr(card)),), (), (card,), weight=2.0)
    learned = dataset.build([chosen], "hanafuda", 4, 1, [], lambda one: [one], ProcessPool(1))
    tried = dataset.build([chosen], "hanafuda", 4, 1, [], lambda _: (), ProcessPool(1))
    assert (learned.labels == "h10-4").sum() == 2 * (tried.labels == "h10-4").sum() == 8


@pytest.mark.long
def test_pips_stay_where_they_are() -> None:
    assert card_sets.project_card_set("hanafuda").drawings
    assert card_sets.project_card_set("kabufuda").drawings == ()
