"""Reads compared with truth that has only upright boxes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.evaluation import EvaluationCounts, GroundTruth, count_questions, evaluate, load_ground_truth, parse_truth
from scanner.reads import CardRead, Corner, HiddenCard, PictureRead

TURNED = np.asarray(cv2.boxPoints(((200, 200), (63, 88), 45)), np.float32)


def _card_read(corners: np.ndarray) -> CardRead:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    found: tuple[Corner, Corner, Corner, Corner] = (a, b, c, d)
    return CardRead("AS", 0.9, sure=True, face="up", corners=found, alternatives=(), doubt="")


def _evaluate_one(folder: Path, card: dict[str, object]) -> EvaluationCounts:
    (folder / "truth.jsonl").write_text(json.dumps({"image": "a.jpg", "cards": [card]}), encoding="utf-8")
    marks = EvaluationCounts()
    for truth in load_ground_truth(folder):
        evaluate(marks, truth, (_card_read(TURNED),), {})
    return marks


def test_a_card_lying_askew_fills_the_box_around_it(tmp_path: Path) -> None:
    box = [*TURNED.min(axis=0).tolist(), *TURNED.max(axis=0).tolist()]
    marks = _evaluate_one(tmp_path, {"card": "AS", "box": box})
    assert (marks.detected, marks.sure, marks.false_positives) == (1, 1, 0)
    assert marks.corner_errors == []  # a box does not tell where a card's corners are


def test_a_card_whose_corners_are_told_is_compared_by_them(tmp_path: Path) -> None:
    assert _evaluate_one(tmp_path, {"card": "AS", "corners": TURNED.tolist()}).corner_errors == [0.0]
    upright = [[float(x), float(y)] for x, y in cv2.boxPoints(((200, 200), (107, 107), 0))]
    assert _evaluate_one(tmp_path, {"card": "AS", "corners": upright}).detected == 0


@pytest.mark.parametrize(
    ("box", "name", "found", "named"),
    [
        ((100, 100, 163, 140), "AS", 1, 1),
        ((100, 100, 163, 140), "AC", 1, 0),
        ((100, 100, 163, 120), "AS", 0, 0),
        ((80, 100, 143, 140), "AS", 0, 0),
    ],
    ids=["its own name", "another name", "too little of it", "beside it"],
)
def test_a_covered_card_read_whole_matches_where_only_what_is_seen_is_boxed(
    tmp_path: Path, box: tuple[int, ...], name: str, found: int, named: int
) -> None:
    (tmp_path / "truth.jsonl").write_text(
        json.dumps({"image": "a.jpg", "cards": [{"card": "AS", "box": list(box)}]}), encoding="utf-8"
    )
    whole = np.array([[100, 100], [163, 100], [163, 188], [100, 188]], np.float32)
    marks = EvaluationCounts()
    for truth in load_ground_truth(tmp_path):
        evaluate(marks, truth, (replace(_card_read(whole), card=name, sure=True, doubt=""),), {})
    assert (marks.detected, marks.named, marks.false_positives) == (found, named, 1 - found)
    assert marks.confident_errors == 1 - named, "a wrong name is wrong there, too"


def test_the_read_of_the_upper_card_is_not_taken_for_the_covered_one(tmp_path: Path) -> None:
    cards = [{"card": "AS", "box": [100, 100, 163, 188]}, {"card": "2S", "box": [100, 60, 163, 100]}]
    (tmp_path / "truth.jsonl").write_text(json.dumps({"image": "a.jpg", "cards": cards}), encoding="utf-8")
    upper = np.array([[100, 100], [163, 100], [163, 188], [100, 188]], np.float32)
    marks = EvaluationCounts()
    for truth in load_ground_truth(tmp_path):
        evaluate(marks, truth, (_card_read(upper),), {})
    assert (marks.detected, marks.false_positives) == (1, 0)


@pytest.mark.parametrize(
    ("visible", "band"), [(1.0, "over .9"), (0.9, "over .9"), (0.5, ".45 to .9"), (0.3, ".25 to .45"), (0.1, "less")]
)
def test_cards_are_counted_by_how_much_of_them_shows(visible: float, band: str) -> None:
    counts = EvaluationCounts()
    for code, face_down in (("AS", False), ("AC", False), (None, True)):
        truth = GroundTruth(Path("a.jpg"), (), ((code, TURNED, visible),), is_complete=True)
        read = replace(_card_read(TURNED), card=None, face="down") if face_down else _card_read(TURNED)
        evaluate(counts, truth, (read,), {}, min_visible_share=0.25)
    evaluate(counts, GroundTruth(Path("b.jpg"), (), (("AS", TURNED, visible),), is_complete=True), (), {})
    expected = {"cards": 3, "found": 2, "named": 1, "sure": 1, "silent": 1}
    assert json.dumps(counts.as_json()["by_visibility"]) == json.dumps({band: expected})
    assert counts.cards == (3 if visible >= 0.25 else 1)


def test_the_truth_of_a_drawn_picture() -> None:
    card = {"card": "AS", "corners": TURNED.tolist(), "visible": 0.4}
    truth = parse_truth({"scenario": "fan", "tags": ["dim"], "cards": [card]}, Path("a.jpg"))
    assert (truth.tags, truth.is_complete, truth.cards[0][2]) == (("fan", "dim"), True, 0.4)


def _question_counts(shown: float, *asked_at: float) -> tuple[int, int]:
    """Counts (asked, needless) of a card that is read, and one 300 pixels to the right of which `shown` is visible.

    `asked_at`: pixels to the right of the card that is read where questions are.
    """
    beside = (TURNED + np.array([300, 0], np.float32)).astype(np.float32)
    truth = GroundTruth(Path("a.jpg"), (), (("AS", TURNED, 1.0), ("2S", beside, shown)), is_complete=True)
    moves = [np.array([right, 0], np.float32) for right in asked_at]
    questions = tuple(HiddenCard("AS", _card_read(TURNED + move).corners) for move in moves)
    counts = EvaluationCounts()
    count_questions(counts, truth, PictureRead(640, 480, "western", 0.0, (_card_read(TURNED),), questions), 0.25)
    return counts.asked, counts.needless


def test_a_question_is_right_where_a_card_lies_without_a_read() -> None:
    assert _question_counts(0.5, 300) == (1, 0)
    assert _question_counts(0.5, 330) == (1, 0), "its outline need not fit"
    assert _question_counts(0.5) == (0, 0)


def test_a_question_is_needless_where_a_card_is_read_or_none_lies() -> None:
    assert _question_counts(0.5, 0) == (0, 1)
    assert _question_counts(0.5, 600) == (0, 1)
    assert _question_counts(0.5, 300, 310) == (1, 1), "a second question about one card"


def test_a_question_about_a_card_that_hardly_shows_does_not_count() -> None:
    assert _question_counts(0.1, 300) == (0, 0)
