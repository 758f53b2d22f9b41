"""Covered cards in doubt are read again along better outlines, and no others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.detection.covered_cards import reread_covered
from scanner.detection.detection import Detection
from scanner.detection.detector import shipped_detector
from scanner.detection.known_size import WHOLE_SHARE
from scanner.detection.naming import NamedCard, accept, name_cards
from scanner.detection.refinement import RefinementNetwork
from scanner.imaging.geometry import ImagePyramid, Quad, corner_offsets, quad_size
from scanner.recognition.classifier import CardClassifier
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph


@pytest.fixture(scope="module")
def pyramid() -> ImagePyramid:
    """A fan of six cards on a table."""
    spec = SceneSpec(41, layout="fan", count=6, width=1280, height=960)
    return ImagePyramid(photograph(spec, DrawnFaces("hanafuda")).frame)


@pytest.fixture(scope="module")
def cards(pyramid: ImagePyramid, hanafuda_classifier: CardClassifier) -> list[NamedCard]:
    """Its cards, most of them covered."""
    accepted = accept(
        name_cards(shipped_detector().detect(pyramid).detections, pyramid, hanafuda_classifier), hanafuda_classifier
    )
    assert sum(card.prediction.visible_share < WHOLE_SHARE for card in accepted) >= 3
    return accepted


class _IdleRefiner(RefinementNetwork):
    """A network that must not be asked."""

    def __init__(self) -> None:
        """Load nothing."""

    def refine(self, pyramid: ImagePyramid, quads: list[Quad]) -> list[Detection]:
        """Fail if there is anything to refine."""
        raise AssertionError(f"{len(quads)} outlines were refined")


def _in_doubt(card: NamedCard, detection: Detection) -> NamedCard:
    """The card by another detection, its name as good as that of any other."""
    return replace(card, detection=detection, prediction=replace(card.prediction, face="h12-1", margin=0.1))


def _find_covered(cards: list[NamedCard]) -> list[NamedCard]:
    return [card for card in cards if 0.25 < card.prediction.visible_share < WHOLE_SHARE]


def test_a_covered_card_in_doubt_gets_a_better_outline_and_its_name(
    cards: list[NamedCard], pyramid: ImagePyramid, hanafuda_classifier: CardClassifier
) -> None:
    for covered in _find_covered(cards):
        found = covered.detection
        shown = np.array(
            [found.shows_at(corner[None] * 0.9 + found.quad.mean(axis=0) * 0.1)[0] for corner in found.quad]
        )
        outwards = found.quad - found.quad.mean(axis=0)
        guessed = np.where(shown[:, None], found.quad, found.quad + 0.15 * outwards).astype(np.float32)
        doubtful = [_in_doubt(card, replace(found, quad=guessed)) if card is covered else card for card in cards]
        again = reread_covered(shipped_detector().refiner, pyramid, doubtful, hanafuda_classifier)
        (number,) = (index for index, card in enumerate(cards) if card is covered)
        assert [card is kept for card, kept in zip(doubtful, again, strict=True)].count(False) >= 1
        tolerance = 0.08 * quad_size(found.quad)[0]
        assert corner_offsets(again[number].quad[None], found.quad)[0] < tolerance
        assert again[number].prediction.face == covered.prediction.face


def test_no_time_is_spent_on_sure_cards_whole_ones_and_where_no_size_is_known(
    cards: list[NamedCard], pyramid: ImagePyramid, hanafuda_classifier: CardClassifier
) -> None:
    sure = [card for card in cards if hanafuda_classifier.is_sure(card.prediction)]
    whole = [card for card in sure if card.prediction.visible_share >= WHOLE_SHARE]
    whole_in_doubt = [_in_doubt(card, card.detection) for card in whole]
    lone = [_in_doubt(card, card.detection) for card in _find_covered(cards)]
    for group in (sure, [*sure, *whole_in_doubt], lone, []):
        again = reread_covered(_IdleRefiner(), pyramid, group, hanafuda_classifier)
        assert [id(card) for card in again] == [id(card) for card in group]


class _Astray(RefinementNetwork):
    """A network that finds one card wherever it is asked."""

    def __init__(self, found: NamedCard) -> None:
        """Find that card."""
        self._found = found.detection

    def refine(self, pyramid: ImagePyramid, quads: list[Quad]) -> list[Detection]:
        """That card for each outline."""
        return [self._found for _ in quads]


def test_an_outline_that_moves_onto_a_neighbour_is_not_taken(
    cards: list[NamedCard], pyramid: ImagePyramid, hanafuda_classifier: CardClassifier
) -> None:
    covered, whole = _find_covered(cards)[0], next(card for card in cards if card not in _find_covered(cards))
    both = [whole, _in_doubt(covered, covered.detection)]
    _, again = reread_covered(_Astray(whole), pyramid, both, hanafuda_classifier)
    assert corner_offsets(again.quad[None], covered.quad)[0] == 0


def test_no_card_is_read_twice_because_a_part_of_it_was_taken_for_a_covered_one(
    cards: list[NamedCard], pyramid: ImagePyramid, hanafuda_classifier: CardClassifier
) -> None:
    """The better outline of the part is that of the card itself, and it shows all that the part shows."""
    whole = next(card for card in cards if card not in _find_covered(cards))
    moved = (whole.quad + 0.3 * (whole.quad[1] - whole.quad[0])).astype(np.float32)
    part = _in_doubt(whole, replace(whole.detection, quad=moved))
    part = replace(part, prediction=replace(part.prediction, visible_share=0.6))
    _, again = reread_covered(_Astray(whole), pyramid, [whole, part], hanafuda_classifier)
    assert corner_offsets(again.quad[None], moved)[0] == 0
