"""A card whose size is only guessed, or that is too small to be read, is asked about, however well it looks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.detection.candidates import Candidate
from scanner.detection.classification import CandidateClassifier
from scanner.detection.edge_support import SIDE_POSITIONS
from scanner.detection.frame_features import FrameFeatures
from scanner.enrolled.deck_file import load_deck_classifier
from scanner.explanation import explain
from scanner.recognition.classifier import Prediction

KNOWN = load_deck_classifier("hanafuda", None)


def _card(face: str, left: float, *, width: float = 80.0, whole: float = 1.0, **how: bool | str) -> Candidate:
    quad = np.array([[0, 0], [1, 0], [1, 1.64], [0, 1.64]], np.float32) * np.float32(width)
    seen = np.ones((4, len(SIDE_POSITIONS)), bool)
    seen[0, round(len(SIDE_POSITIONS) * whole) :] = False
    scores = np.full(len(KNOWN.labels), -20.0, np.float32)
    scores[KNOWN.labels.index(face)] = 20.0
    verdict = Prediction(face, 20.0, scores, is_upside_down=False, back_margin=-20.0)
    return replace(Candidate(quad + np.float32(left), verdict, seen), **how)  # type: ignore[arg-type]


FRAME = np.asarray(np.random.default_rng(1).integers(0, 240, (1000, 1000, 3)), np.uint8)


WHOLE = _card("h03-1", 400)
GUESSED = _card("h01-1", 100, is_reconstructed=True)
BY_SCREEN = replace(
    WHOLE, is_reconstructed=True, screen_label="h03-1", prediction=replace(WHOLE.prediction, margin=1.0)
)


@pytest.mark.parametrize(
    ("cards", "sure"),
    [
        ([WHOLE], [True]),
        ([GUESSED], [False]),
        ([GUESSED, WHOLE], [True, True]),
        ([replace(GUESSED, screen_label="h01-1")], [True]),
        ([GUESSED, replace(WHOLE, is_reconstructed=True, screen_label="h03-1")], [True, True]),
        ([GUESSED, replace(WHOLE, is_reconstructed=True)], [False, False]),
        ([GUESSED, BY_SCREEN], [False, False]),
        ([_card("h01-1", 100, whole=0.4, is_reconstructed=True, screen_label="h01-1")], [False]),
        ([_card("h03-1", 400, width=30)], [False]),
    ],
    ids=[
        *("whole", "guessed", "guessed beside a whole one", "guessed, screen sure", "guessed beside such a one"),
        *("two guessed", "guessed beside one the network doubts", "an edge missing", "tiny"),
    ],
)
def test_only_what_tells_its_size_or_is_beyond_doubt_is_sure(cards: list[Candidate], sure: list[bool]) -> None:
    cascade = CandidateClassifier(FrameFeatures(FRAME), KNOWN)
    reads = explain(cards, [card.quad for card in cards], cascade)
    assert [card.sure for card in reads] == sure
