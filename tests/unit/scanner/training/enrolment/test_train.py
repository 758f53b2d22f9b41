"""Training of one physical deck: refusals, confusable pairs, what it reports."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scanner.setup.card_set import CardSet
from scanner.training.classifier.calibration import HeldOutScores
from scanner.training.enrolment import train
from scanner.training.enrolment.train import ConfusablePair, train_deck
from scorer.errors import Refusal


def test_a_deck_of_one_face_is_refused(painted) -> None:
    faces = (("AS", painted(1)), ("AS", painted(2)))
    with pytest.raises(Refusal) as caught:
        train_deck("mine", "western", CardSet("mine", "mine", "", "", faces, ()), lambda _: None)
    assert caught.value.code == "too_few_cards"


def test_each_picture_gives_views_negatives_and_upside_down_views_unless_it_is_symmetric(painted) -> None:
    symmetric = np.concatenate([painted(1)[:116], painted(1)[:116][::-1, ::-1]])
    card_set = CardSet("mine", "mine", "", "", (("h01-1", painted(1)), ("h08-1", symmetric)), ())
    generator = train._EnrolmentSampleGenerator(card_set, "hanafuda", seed=1)
    first, second = (Counter(label for label, _ in generator.generate_face(number, count=8)) for number in range(2))
    assert first == {"h01-1": 8, "none": 8 // 3 + 8 // 4}
    assert second == {"h08-1": 8, "none": 8 // 3}
    backs = generator.generate_backs(3)
    assert [(label, picture.shape) for label, picture in backs] == [("back", (104, 64, 3))] * 3


def test_the_smaller_margin_of_two_faces_counts_and_equal_faces_are_no_pair() -> None:
    labels = ("back", "h01-1", "h01-3", "h01-4", "h08-1", "none")  # h01-3 and h01-4 are the same face to the rules
    truth = np.array(["h01-1", "h08-1", "h01-3", "back"])
    logits = np.array([[9, 5, 1, 1, 0, 9], [9, 3.5, 1, 1, 4, 9], [9, 0, 6, 6, 5, 9], [9, 9, 9, 9, 9, 9]], np.float32)
    scores = HeldOutScores(labels, logits, truth, truth, truth, np.ones(4, bool))
    pairs = train._find_confusable_pairs(scores, "hanafuda")
    assert pairs[0] == ConfusablePair(("h01-1", "h08-1"), 0.5)  # 4 − 3.5, less than 5 − 0
    assert pairs[1] == ConfusablePair(("h01-3", "h08-1"), 1.0)  # 6 − 5, less than 4 − 1
    assert ("h01-3", "h01-4") not in [pair.faces for pair in pairs]
    assert len(pairs) <= 6


def test_pictures_wider_than_any_view_are_reduced_in_their_proportions() -> None:
    assert train._limit_width(np.zeros((400, 512, 3), np.uint8)).shape == (200, 256, 3)
    small = np.zeros((400, 256, 3), np.uint8)
    assert train._limit_width(small) is small
