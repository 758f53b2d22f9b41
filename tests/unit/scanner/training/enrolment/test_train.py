"""Training of one deck: refusals, confusable pairs, report."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.recognition.heads import GaussianHead
from scanner.setup.card_set import CardSet
from scanner.training.classifier.calibration_fit import HeldOutScores
from scanner.training.enrolment import train
from scanner.training.enrolment.train import ConfusablePair, train_deck
from scanner.training.enrolment.views import EmbeddedViews
from scorer.errors import Refusal


def test_a_deck_of_one_face_is_refused(paint_face) -> None:
    faces = (("AS", paint_face(1)), ("AS", paint_face(2)))
    with pytest.raises(Refusal) as caught:
        train_deck("mine", "western", CardSet("mine", "mine", "", "", faces, ()), lambda _: None)
    assert caught.value.code == "too_few_cards"


def test_a_deck_keeps_its_pictures_and_says_how_it_is_read(paint_face) -> None:
    codes = ("h01-1", "h02-1", "h03-1", "h04-2", "h08-1", "h11-4")
    faces = tuple((code, paint_face(number)) for number, code in enumerate(codes))
    messages: list[str] = []
    result = train_deck(
        "mine",
        "hanafuda",
        CardSet("mine", "mine", "", "", faces, ()),
        lambda text: messages.append(text.en),
        views_per_picture=8,
    )
    assert messages[0] == "looking at face 4 of 6"
    assert messages[-1] == "trying it on views it never saw"
    assert result.manifest["pictures"] == list(codes)
    assert result.arrays["pictures"].shape == (6, 144, 96, 3)
    assert result.manifest["back_seen"] is False
    assert result.metrics.silent <= 0.02
    assert "h01-1" not in result.missing_codes
    assert "h12-1" in result.missing_codes


def test_faces_left_out_are_wrong_whatever_they_are_taken_for() -> None:
    labels = ("back", "h01-1", "h02-1", "h03-1", "none")
    means = np.array([[50, 0], [0, 0], [9, 0], [0, 9], [4, 4]], np.float32)
    head = GaussianHead(np.eye(2, dtype=np.float32), means, np.ones((5, 2), np.float32), 1.0)
    views = EmbeddedViews(means[1:4], np.array(labels[1:4]), np.ones(3, np.float32), np.ones(3, np.float32))
    parts = train._left_out_scores(labels, head, views, "mine", "hanafuda")
    assert [part.truth.tolist() for part in parts] == [["none"], ["none"]]
    for part, own in zip(parts, (1, 2), strict=True):
        assert part.logits[0, own] < -1e8
        assert part.logits[0].argmax() != own


def test_the_smaller_margin_of_two_faces_counts_and_equal_faces_are_no_pair() -> None:
    labels = ("back", "h01-1", "h01-3", "h01-4", "h08-1", "none")  # h01-3 and h01-4 are the same face to the rules
    truth = np.array(["h01-1", "h08-1", "h01-3", "back"])
    logits = np.array([[9, 5, 1, 1, 0, 9], [9, 3.5, 1, 1, 4, 9], [9, 0, 6, 6, 5, 9], [9, 9, 9, 9, 9, 9]], np.float32)
    scores = HeldOutScores(labels, logits, truth, truth, truth, np.ones(4), np.ones(4))
    pairs = train._find_confusable_pairs(scores, "hanafuda")
    assert pairs[0] == ConfusablePair(("h01-1", "h08-1"), 0.5)  # 4 − 3.5, less than 5 − 0
    assert pairs[1] == ConfusablePair(("h01-3", "h08-1"), 1.0)  # 6 − 5, less than 4 − 1
    assert ("h01-3", "h01-4") not in [pair.faces for pair in pairs]
    assert len(pairs) <= 6
