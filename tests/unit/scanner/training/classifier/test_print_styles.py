"""Random print styles of drawings, repeatable by seed."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from scanner.imaging.image import ColorImage
from scanner.recognition.prediction import BACK, NO_CARD
from scanner.setup.card_set import CardSet
from scanner.training.card_sets import same_artwork
from scanner.training.classifier import crops, dataset, print_styles
from scanner.training.parallel import ProcessPool

SIZE = (64, 104)
VARIED = (
    print_styles.swap_inks,
    print_styles.vary_tone_curves,
    print_styles.vary_line_width,
    print_styles.posterize,
    print_styles.misregister_colours,
    print_styles.add_paper_texture,
    print_styles.desaturate,
    print_styles.vary_framing,
    print_styles.deform_elastically,
)


@pytest.fixture(scope="module")
def deck(paint_face: Callable[[int], ColorImage]) -> CardSet:
    codes = dict.fromkeys(same_artwork("hanafuda").values())
    return CardSet("made up", "made up", "", "", tuple((code, paint_face(n % 8)) for n, code in enumerate(codes)), ())


def _resized_face(deck: CardSet, number: int) -> ColorImage:
    return np.asarray(cv2.resize(deck.faces[number][1], (96, 156), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("vary", VARIED)
def test_each_variation_keeps_size_and_seed_and_changes_something(
    deck: CardSet, vary: Callable[[ColorImage, np.random.Generator], ColorImage]
) -> None:
    face = _resized_face(deck, 4)
    one, two = (vary(face, np.random.default_rng(3)) for _ in range(2))
    assert one.shape == face.shape
    assert one.dtype == np.uint8
    assert (one == two).all()
    assert (one != face).any()
    assert np.corrcoef(one.mean(axis=2).ravel(), face.mean(axis=2).ravel())[0, 1] > 0.2


def test_a_blend_shows_both_patterns(deck: CardSet) -> None:
    white, black = np.full((156, 96, 3), 255, np.uint8), np.zeros((100, 60, 3), np.uint8)
    for seed in range(8):
        mean = print_styles.mix_patterns(white, black, np.random.default_rng(seed)).mean()
        assert 255 * 0.2 < mean < 255 * 0.8


@pytest.mark.parametrize("blue", [True, False])
def test_a_strip_is_of_its_month_s_colour(*, blue: bool) -> None:
    plants = np.full((156, 96, 3), 255, np.uint8)
    for seed in range(8):
        made = print_styles.paint_ribbon(plants, np.random.default_rng(seed), is_blue=blue)
        strip = np.median(made[(made != 255).any(axis=2)], axis=0)
        assert (strip[2] > strip[0] + 40) != blue
        assert 0.1 < (made != 255).any(axis=2).mean() < 0.35


def test_only_ribbons_are_made_of_chaff_and_nothing_is_mixed_without_sets(deck: CardSet) -> None:
    sheets = dataset._style_sources("hanafuda", [deck])
    assert {code for code, one in sheets.items() if one.same_month_chaff} == {
        f"h{month:02}-2" for month in (1, 2, 3, 4, 5, 6, 7, 9, 10)
    }
    assert {code for code, one in sheets.items() if one.has_blue_ribbon} == {"h06-2", "h09-2", "h10-2"}
    assert not dataset._style_sources("hanafuda", [])
    assert sheets[""].can_mirror
    western = CardSet("western", "western", "", "", (("AS", deck.faces[0][1]),), ())
    assert not dataset._style_sources("western", [western])["AS"].can_mirror


def test_views_are_labelled_and_the_same_for_the_same_seed(deck: CardSet) -> None:
    few = CardSet("few", "few", "", "", deck.faces[:3], deck.backs)
    one, two = (dataset.build([few], "hanafuda", 4, 1, [], lambda _: [few], ProcessPool(1)) for _ in range(2))
    assert (one.masks == two.masks).all()
    assert (one.crops == two.crops).all()
    assert {*one.labels.tolist()} >= {"h01-1", BACK, NO_CARD}
    wrong = one.labels == NO_CARD
    assert {*one.subjects[wrong].tolist()} <= {code for code, _ in few.faces}
    assert (one.turned[wrong] == -1).all()


def test_a_view_cut_badly_shows_less_of_the_face(deck: CardSet) -> None:
    face, rng = _resized_face(deck, 0), np.random.default_rng(2)
    flat = cv2.resize(face, SIZE, interpolation=cv2.INTER_AREA).astype(float)

    def likeness(jitter: crops.CropJitter) -> float:
        views = (crops.render_crop(face, rng, SIZE, jitter=jitter).crop for _ in range(20))
        return float(np.mean([np.corrcoef(view.astype(float).ravel(), flat.ravel())[0, 1] for view in views]))

    exact, bad = crops.CropJitter((0.0, 0.001), 0.0, 0.0), crops.CropJitter((0.09, 0.091), 0.06, 0.05)
    assert likeness(exact) > likeness(bad) + 0.1
