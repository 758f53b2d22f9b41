"""Reads compared with truth that tells only the upright boxes around the cards."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from scanner.marking import Marks, mark, truths
from scanner.reads import CardRead, Corner

TURNED = np.asarray(cv2.boxPoints(((200, 200), (63, 88), 45)), np.float32)


def _read(corners: np.ndarray) -> CardRead:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    found: tuple[Corner, Corner, Corner, Corner] = (a, b, c, d)
    return CardRead("AS", 0.9, sure=True, face="up", corners=found, alternatives=(), doubt="")


def _marked(folder: Path, card: dict[str, object]) -> Marks:
    (folder / "truth.jsonl").write_text(json.dumps({"image": "a.jpg", "cards": [card]}), encoding="utf-8")
    marks = Marks()
    for truth in truths(folder):
        mark(marks, truth, (_read(TURNED),), {})
    return marks


def test_a_card_lying_askew_fills_the_box_around_it(tmp_path: Path) -> None:
    box = [*TURNED.min(axis=0).tolist(), *TURNED.max(axis=0).tolist()]
    marks = _marked(tmp_path, {"card": "AS", "box": box})
    assert (marks.found, marks.sure, marks.ghosts) == (1, 1, 0)
    assert marks.corner == []  # a box does not tell where a card's corners are


def test_a_card_whose_corners_are_told_is_compared_by_them(tmp_path: Path) -> None:
    assert _marked(tmp_path, {"card": "AS", "corners": TURNED.tolist()}).corner == [0.0]
    upright = [[float(x), float(y)] for x, y in cv2.boxPoints(((200, 200), (107, 107), 0))]
    assert _marked(tmp_path, {"card": "AS", "corners": upright}).found == 0


def test_a_box_around_the_part_that_is_seen_is_found_by_the_whole_card(tmp_path: Path) -> None:
    left, top = TURNED.min(axis=0).tolist()
    right, bottom = TURNED.max(axis=0).tolist()
    seen = {"card": "AS", "box": [left, top, left + 0.4 * (right - left), bottom]}
    marks = _marked(tmp_path, seen)
    assert (marks.found, marks.ghosts, marks.silent) == (1, 0, 0)
    beside = {"card": "AS", "box": [left - 0.2 * (right - left), top, left + 0.4 * (right - left), bottom]}
    assert _marked(tmp_path, beside).found == 0
