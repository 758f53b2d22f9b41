"""How far a recogniser may be trusted: every promise is kept on what it was measured with."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.recognition.labels import BACK, NO_CARD
from scanner.training.classifier import calibration
from scanner.training.classifier.calibration import HeldOutScores, calibrate

LABELS = (BACK, "h01-1", "h02-1", "h03-1", NO_CARD)


def _said(rows: list[tuple[str, str, str, float]], pattern: str = "one") -> HeldOutScores:
    """Of each view: the truth, what was photographed, what it is named, and by how much that leads."""
    scores = np.zeros((len(rows), len(LABELS)), np.float32)
    for number, (_, _, named, lead) in enumerate(rows):
        scores[number, LABELS.index(named)] = lead
    truth, under, _, _ = (np.array(column) for column in zip(*rows, strict=True))
    legible = np.arange(len(rows)) % 2 == 0
    return HeldOutScores(LABELS, scores, truth, np.full(len(rows), pattern), under, legible)


def _right(count: int, lead: float = 5.0) -> list[tuple[str, str, str, float]]:
    return [("h01-1", "h01-1", "h01-1", lead)] * count


def test_one_wrong_face_in_a_hundred_is_never_sure() -> None:
    found, (row,) = calibrate([_said([*_right(99), ("h02-1", "h02-1", "h03-1", 3.0)])], "hanafuda")
    assert 3.0 < found.sure_margin <= 5.0
    assert (row.named, row.sure, row.silent) == (0.99, 0.99, 0.0)


def test_a_thousand_faces_may_hold_two_errors_and_one_pattern_no_more_than_its_share() -> None:
    wrong = [("h02-1", "h02-1", "h03-1", lead) for lead in (8.0, 7.0, 6.0)]
    together, _ = calibrate([_said([*_right(997), *wrong])], "hanafuda")
    assert 6.0 < together.sure_margin < 7.0
    parts = [_said(_right(900), "one"), _said([*_right(97), *wrong], "two")]
    apart, (one, two) = calibrate(parts, "hanafuda")
    assert apart.sure_margin > 8.0
    assert (one.silent, two.silent) == (0.0, 0.0)


def test_each_pattern_counts_the_same_however_many_views_it_has() -> None:
    wrong = [("h02-1", "h02-1", "h03-1", lead) for lead in (8.0, 7.0)]
    parts = [_said(_right(2000), "one"), _said(_right(500), "two"), _said([*_right(298), *wrong], "three")]
    found, _ = calibrate(parts, "hanafuda")
    assert 7.0 < found.sure_margin < 8.0
    alone, _ = calibrate([_said([*_right(2798), *wrong])], "hanafuda")
    assert alone.sure_margin < 7.0


def test_a_pattern_nobody_could_name_has_no_promise_of_its_own() -> None:
    strange = [("h02-1", "h02-1", "h03-1", 4.0), *[("h02-1", "h02-1", "h03-1", 0.5)] * 60, *_right(39)]
    found, (_, row) = calibrate([_said(_right(900), "one"), _said(strange, "two")], "hanafuda")
    assert 0.5 < found.sure_margin < 4.0
    assert row.silent == 0.01


@pytest.mark.parametrize(("under", "named", "phantom"), [("h02-1", "h02-1", False), ("h02-1", "h03-1", True)])
def test_a_wrong_cut_named_after_its_own_card_is_no_wrong_face(under: str, named: str, *, phantom: bool) -> None:
    found, (row,) = calibrate([_said([*_right(99), (NO_CARD, under, named, 4.0)])], "hanafuda")
    assert (found.sure_margin > 4.0) == phantom
    assert row.ghosts == 1.0
    assert row.named == 1.0


def test_a_back_is_never_surely_a_face() -> None:
    found, _ = calibrate([_said([*_right(99), (BACK, BACK, "h03-1", 4.0)])], "hanafuda")
    assert found.sure_margin > 4.0


def test_what_is_no_back_is_never_surely_one() -> None:
    backs = [(BACK, BACK, BACK, 6.0)] * 50
    found, (row,) = calibrate([_said([*_right(50), *backs, ("h01-1", "h01-1", BACK, 4.0)])], "hanafuda")
    assert 4.0 < found.back_margin <= 6.0
    assert row.backs == 1.0


def test_clear_views_are_counted_apart() -> None:
    rows = [("h01-1", "h01-1", "h01-1", 5.0), ("h02-1", "h02-1", "h03-1", 1.0)] * 20
    _, (row,) = calibrate([_said(rows)], "hanafuda")
    assert (row.named, row.clear_named, row.clear_sure) == (0.5, 1.0, 1.0)


def test_whole_patterns_are_held_out() -> None:
    groups = calibration.cross_validation_folds(np.array(["a"] * 9 + ["b"] * 4 + ["c"] * 3 + ["d"] * 2))
    assert sorted(map(sorted, groups)) == [["a"], ["b"], ["c", "d"]]
