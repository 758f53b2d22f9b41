"""Reads compared with truth that tells only the upright boxes around the cards."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.evaluation import EvaluationCounts, evaluate, load_ground_truth
from scanner.reads import CardRead, Corner

TURNED = np.asarray(cv2.boxPoints(((200, 200), (63, 88), 45)), np.float32)


def _read(corners: np.ndarray) -> CardRead:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    found: tuple[Corner, Corner, Corner, Corner] = (a, b, c, d)
    return CardRead("AS", 0.9, sure=True, face="up", corners=found, alternatives=(), doubt="")


def _marked(folder: Path, card: dict[str, object]) -> EvaluationCounts:
    (folder / "truth.jsonl").write_text(json.dumps({"image": "a.jpg", "cards": [card]}), encoding="utf-8")
    marks = EvaluationCounts()
    for truth in load_ground_truth(folder):
        evaluate(marks, truth, (_read(TURNED),), {})
    return marks


def test_a_card_lying_askew_fills_the_box_around_it(tmp_path: Path) -> None:
    box = [*TURNED.min(axis=0).tolist(), *TURNED.max(axis=0).tolist()]
    marks = _marked(tmp_path, {"card": "AS", "box": box})
    assert (marks.detected, marks.sure, marks.false_positives) == (1, 1, 0)
    assert marks.corner_errors == []  # a box does not tell where a card's corners are


def test_a_card_whose_corners_are_told_is_compared_by_them(tmp_path: Path) -> None:
    assert _marked(tmp_path, {"card": "AS", "corners": TURNED.tolist()}).corner_errors == [0.0]
    upright = [[float(x), float(y)] for x, y in cv2.boxPoints(((200, 200), (107, 107), 0))]
    assert _marked(tmp_path, {"card": "AS", "corners": upright}).detected == 0


@pytest.mark.parametrize(
    ("box", "name", "doubt", "under"),
    [
        ((100, 100, 163, 140), "AS", "covered", 1),
        ((100, 100, 163, 140), "AS", "", 1),
        ((100, 100, 163, 140), "AC", "covered", 0),
        ((100, 100, 163, 140), "AC", "", 0),
        ((100, 100, 163, 140), "AS", "close_call", 0),
        ((100, 100, 163, 120), "AS", "covered", 0),
        ((80, 100, 143, 140), "AS", "covered", 0),
    ],
    ids=[
        "its own name",
        "surely",
        "another name",
        "surely another",
        "not said to be covered",
        "too little of it",
        "beside it",
    ],
)
def test_a_covered_card_read_whole_is_no_ghost_where_only_what_is_seen_is_boxed(
    tmp_path: Path, box: tuple[int, ...], name: str, doubt: str, under: int
) -> None:
    (tmp_path / "truth.jsonl").write_text(
        json.dumps({"image": "a.jpg", "cards": [{"card": "AS", "box": list(box)}]}), encoding="utf-8"
    )
    whole = np.array([[100, 100], [163, 100], [163, 188], [100, 188]], np.float32)
    marks = EvaluationCounts()
    for truth in load_ground_truth(tmp_path):
        evaluate(marks, truth, (replace(_read(whole), card=name, sure=not doubt, doubt=doubt),), {})
    assert (marks.occluded_named, marks.false_positives, marks.detected, marks.named) == (under, 1 - under, 0, 0)
    assert marks.confident_errors == (not doubt and not under)
