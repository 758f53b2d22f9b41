"""Each card gets a code of its own, and a doubt where it is not sure."""

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
from scanner.recognition.prediction import Prediction

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


def _codes(cards: list[Candidate], previous: dict[int, str] | None = None) -> list[tuple[str | None, str]]:
    cascade = CandidateClassifier(FrameFeatures(FRAME), KNOWN)
    return [(read.card, read.doubt) for read in explain(cards, [card.quad for card in cards], cascade, previous)]


def test_chaff_of_one_month_gets_different_codes_and_keeps_those_it_had() -> None:
    pair = [_card("h01-3", 100), _card("h01-3", 400)]
    assert _codes(pair) == [("h01-3", ""), ("h01-4", "")]
    assert _codes(pair, {1: "h01-3"}) == [("h01-4", ""), ("h01-3", "")]
    assert _codes(pair, {0: "h08-1"}) == [("h01-3", ""), ("h01-4", "")]


def test_a_face_that_lies_there_already_is_asked_about_under_another_code() -> None:
    cards = [WHOLE, _card("h03-1", 700)]
    first, second = explain(cards, [card.quad for card in cards], CandidateClassifier(FrameFeatures(FRAME), KNOWN))
    assert (first.card, first.doubt, second.doubt) == ("h03-1", "", "twice")
    assert second.card not in {"h03-1", None}
    assert second.confidence < 0.1 < first.confidence


@pytest.mark.parametrize(("margin", "doubt"), [(-1.0, "unknown"), (0.5, "close_call")])
def test_a_card_seen_well_that_is_not_sure_fits_no_face_or_several(margin: float, doubt: str) -> None:
    assert _codes([replace(WHOLE, prediction=replace(WHOLE.prediction, margin=margin))]) == [("h03-1", doubt)]


def test_a_back_has_no_code_and_is_sure_if_its_outline_is_complete() -> None:
    verdict = replace(WHOLE.prediction, margin=-20.0, back_margin=20.0)
    whole, open_side = (replace(_card("h03-1", 400, whole=share), prediction=verdict) for share in (1.0, 0.4))
    cascade = CandidateClassifier(FrameFeatures(FRAME), KNOWN)
    for card, sure in ((whole, True), (open_side, False)):
        (read,) = explain([card], [card.quad], cascade)
        assert (read.card, read.face, read.sure, read.alternatives) == (None, "down", sure, ())
