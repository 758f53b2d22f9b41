"""Cards in doubt are named by whole card and index together, others are left alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.detection.detector import shipped_detector
from scanner.detection.naming import NamedCard, accept, name_cards
from scanner.imaging.geometry import ImagePyramid, rectangle
from scanner.imaging.onnx_session import Floats
from scanner.indices.index_evidence import CORNER_SHARE, index_outline, read_indices
from scanner.indices.index_network import INDEX_CODES, INDEXED_KIND, shipped_index_network
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.model_io import shipped_classifier
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph


@pytest.fixture(scope="module")
def classifier() -> CardClassifier:
    """What names Western cards."""
    return shipped_classifier(INDEXED_KIND)


@pytest.fixture(scope="module")
def pyramid() -> ImagePyramid:
    """Six Western cards that lie open."""
    spec = SceneSpec(61, layout="grid", count=6, width=1280, height=720)
    return ImagePyramid(photograph(spec, DrawnFaces(INDEXED_KIND)).frame)


@pytest.fixture(scope="module")
def cards(pyramid: ImagePyramid, classifier: CardClassifier) -> list[NamedCard]:
    """They are all named surely."""
    found = accept(name_cards(shipped_detector().detect(pyramid).detections, pyramid, classifier), classifier)
    faces = [card for card in found if not card.is_back and card.prediction.face in INDEX_CODES]
    assert len(faces) >= 4
    assert all(classifier.is_sure(card.prediction) for card in faces)
    return faces


def _with_rival(card: NamedCard, rival: str, lead: float, classifier: CardClassifier) -> NamedCard:
    """The card as if another face were likelier by so many logits."""
    evidence: Floats = np.zeros(len(classifier.labels), np.float32)
    logits = card.prediction.logits
    own, other = (classifier.labels.index(code) for code in (card.prediction.face, rival))
    evidence[other] = logits[own] - logits[other] + lead
    return replace(card, prediction=classifier.reconsider(card.prediction, evidence))


def _other_rank(code: str) -> str:
    """A card of the same suit that is another one."""
    return next(other for other in INDEX_CODES if other[-1] == code[-1] and other != code)


def test_the_index_is_in_the_corner_where_the_outline_starts() -> None:
    card = rectangle(100, 140) + np.float32(7)
    assert index_outline(card) == pytest.approx(rectangle(CORNER_SHARE * 100, CORNER_SHARE * 140) + 7, abs=1e-3)


def test_an_index_decides_between_two_faces_that_are_about_as_likely(
    pyramid: ImagePyramid, cards: list[NamedCard], classifier: CardClassifier
) -> None:
    doubtful = [_with_rival(card, _other_rank(card.prediction.face), 0.5, classifier) for card in cards]
    assert not any(classifier.is_sure(card.prediction) for card in doubtful)
    read = read_indices(shipped_index_network(), pyramid, doubtful, classifier)
    assert [card.prediction.face for card in read] == [card.prediction.face for card in cards]
    assert not any(classifier.is_sure(card.prediction) for card in read), "no corner alone makes a card sure"


def test_an_index_alone_outweighs_no_clear_face(
    pyramid: ImagePyramid, cards: list[NamedCard], classifier: CardClassifier
) -> None:
    rivals = [_other_rank(card.prediction.face) for card in cards]
    doubtful = [_with_rival(card, rival, 40, classifier) for card, rival in zip(cards, rivals, strict=True)]
    named = [replace(card, prediction=replace(card.prediction, margin=0.0)) for card in doubtful]
    read = read_indices(shipped_index_network(), pyramid, named, classifier)
    assert [card.prediction.face for card in read] == rivals


def test_sure_cards_and_backs_are_left_alone(
    pyramid: ImagePyramid, cards: list[NamedCard], classifier: CardClassifier
) -> None:
    back = replace(cards[0], prediction=replace(cards[0].prediction, margin=-3.0, back_margin=1.0))
    given = [*cards[1:], back]
    read = read_indices(shipped_index_network(), pyramid, given, classifier)
    assert all(one is other for one, other in zip(read, given, strict=True))


def test_the_corner_that_shows_is_read(
    pyramid: ImagePyramid, cards: list[NamedCard], classifier: CardClassifier
) -> None:
    card = cards[0]
    for keeps_start in (True, False):
        mask = card.detection.mask.copy()
        half = mask.shape[0] // 2
        mask[half:] = 0 if keeps_start else mask[half:]
        mask[:half] = mask[:half] if keeps_start else 0
        half_hidden = replace(card, detection=replace(card.detection, mask=mask))
        doubtful = _with_rival(half_hidden, _other_rank(card.prediction.face), 0.5, classifier)
        (read,) = read_indices(shipped_index_network(), pyramid, [doubtful], classifier)
        assert read.prediction.face == card.prediction.face
