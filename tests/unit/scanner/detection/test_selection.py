"""Of the candidates those remain that fit the size and are sure enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from scanner.detection.candidates import Candidate
from scanner.detection.classification import CandidateClassifier
from scanner.detection.frame_features import FrameFeatures
from scanner.detection.selection import accept, scale_references, screen_confident, suppress, suppress_and_accept
from tests.support.card_candidates import box, candidate, prediction, small_classifier


class _Cascade(CandidateClassifier):
    """A cascade whose CNN agrees with the screen but for the margins at these left sides."""

    def __init__(self, margins: Mapping[float, float]) -> None:
        super().__init__(FrameFeatures(np.zeros((16, 16, 3), np.uint8)), small_classifier())
        self._margins = margins

    def reclassify(self, cards: list[Candidate]) -> list[Candidate]:
        margins = [self._margins.get(float(card.quad[0, 0]), card.prediction.margin) for card in cards]
        return [
            card if card.prediction.margin == margin else replace(card, prediction=prediction("h08-1", margin))
            for card, margin in zip(cards, margins, strict=True)
        ]


AGREEING = _Cascade({})
BACK = prediction(margin=-9.0, back_margin=6.0)


def _card(left: float, margin: float = 6.0, size: float = 1.0, **fields: object) -> Candidate:
    return candidate(box(left, 0, 33 * size, 54 * size), prediction("h08-1", margin), **fields)


def test_sure_cards_say_how_large_cards_are_else_the_likeliest_whole_one() -> None:
    sure, likely, guessed = _card(0, 3.0), _card(50, 2.5), _card(100, 2.9, is_reconstructed=True)
    assert scale_references([guessed, likely, sure], AGREEING) == [sure]
    assert scale_references([guessed, likely, _card(150, 2.4)], AGREEING) == [likely]
    assert scale_references([_card(0, 2.0)], AGREEING) == []
    assert screen_confident([sure, likely, candidate(box(0, 0, 33, 54), BACK)], AGREEING) == [sure]


def test_a_candidate_of_another_size_than_the_sure_cards_is_left_out() -> None:
    known = _card(0)
    faces = [_card(100, 2.0, 1.4), _card(200, 2.0, 1.6)]
    backs = [candidate(box(left, 0, 33 * size, 54 * size), BACK) for left, size in ((300, 1.1), (400, 1.25))]
    assert {card.bounds[0] for card in suppress([known, *faces, *backs], AGREEING)} == {0, 100, 300}
    assert len(suppress(faces + backs, AGREEING)) == 4, "no card is known to be large or small"
    faint = candidate(box(300, 0, 33, 54), BACK, support=0.6)
    assert suppress([known, faint], AGREEING) == [known]


@pytest.mark.parametrize(
    ("card", "is_card"),
    [
        (_card(0, 1.0), False),
        (_card(0, 1.2), True),
        (_card(0, 1.2, is_reconstructed=True), False),
        (_card(0, 1.5, is_reconstructed=True), True),
        (_card(0, 0.1, is_reconstructed=True, screen_label="h08-1"), True),
        (_card(0, 0.1, is_reconstructed=True, screen_label="h01-1"), False),
        (_card(0, -5.0, is_keypoint_confirmed=True), True),
    ],
    ids=["alone", "surer", "guessed", "guessed, surer", "both agree", "both differ", "keypoints"],
)
def test_a_card_alone_needs_three_in_four_and_a_guessed_one_four_in_five(card: Candidate, is_card: bool) -> None:
    assert accept([card], AGREEING) == [card] * is_card


def test_beside_a_sure_card_an_outline_of_its_size_on_edges_is_a_card_without_a_face() -> None:
    known = _card(0)
    outlined, wide, faint = _card(100, -1.0), _card(200, -1.0, 1.2), _card(300, -1.0, support=0.5)
    assert accept([faint, wide, outlined, known], AGREEING) == [known, outlined]


def test_what_the_cnn_refuses_makes_room_for_what_the_screen_liked_less() -> None:
    liked, other = _card(0, 9.0), candidate(box(2, 2, 33, 54), prediction("h01-1", 4.0))
    assert suppress_and_accept([liked, other], AGREEING) == [liked]
    assert suppress_and_accept([liked, other], _Cascade({0: -4.0})) == [other]
