"""A card whose size is only guessed, or that is too small to be read, is asked about, however well it looks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner import reader
from scanner.detection.candidates import Candidate
from scanner.enrolled.deck_file import load_deck_classifier
from scanner.recognition.classifier import Prediction

KNOWN = load_deck_classifier("hanafuda", None)


def _card(face: str, left: float, *, width: float = 80.0, whole: float = 1.0, **how: bool | str) -> Candidate:
    quad = np.array([[0, 0], [1, 0], [1, 1.64], [0, 1.64]], np.float32) * np.float32(width)
    seen = np.ones((4, 20), bool)
    seen[0, round(20 * whole) :] = False
    scores = np.full(len(KNOWN.labels), -20.0, np.float32)
    scores[KNOWN.labels.index(face)] = 20.0
    verdict = Prediction(face, 20.0, scores, is_upside_down=False, back_margin=-20.0)
    return replace(Candidate(quad + np.float32(left), verdict, seen), **how)  # type: ignore[arg-type]


class _FakeDetector:
    """A picture in which these cards were found."""

    frame_size, classifier = (1000, 1000), KNOWN

    def __init__(self, cards: list[Candidate]) -> None:
        self._cards = cards

    def detect(self) -> list[Candidate]:
        return self._cards

    def refine_outlines(self, cards: list[Candidate]) -> list[NDArray[np.float32]]:
        return [card.quad for card in cards]

    def crop(self, _quad: NDArray[np.float32]) -> NDArray[np.uint8]:
        return np.asarray(np.random.default_rng(1).integers(0, 240, (104, 64, 3)), np.uint8)

    def unobstructed_sides(self, card: Candidate, _cards: list[Candidate]) -> NDArray[np.bool_]:
        return np.zeros_like(card.edge_support)


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
def test_only_what_tells_its_size_or_is_beyond_doubt_is_sure(
    monkeypatch: pytest.MonkeyPatch, cards: list[Candidate], sure: list[bool]
) -> None:
    monkeypatch.setattr(reader, "CardDetector", lambda _frame, _recogniser: _FakeDetector(cards))
    read = reader.read_picture(np.zeros((1000, 1000, 3), np.uint8), "hanafuda")
    assert [card.sure for card in read.cards] == sure
