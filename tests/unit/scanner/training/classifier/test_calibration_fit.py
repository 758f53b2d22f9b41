"""Calibrated limits keep their promises on held-out scores."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.recognition.prediction import BACK, NO_CARD
from scanner.training.classifier import calibration_fit
from scanner.training.classifier.calibration_fit import HeldOutScores, calibrate, fit_confidence

LABELS = (BACK, "h01-1", "h02-1", "h03-1", NO_CARD)


def _held_out_scores(
    rows: list[tuple[str, str, str, float]], pattern: str = "one", shows: float = 1.0
) -> HeldOutScores:
    """Held-out scores of views: truth, card, prediction and its margin."""
    logits = np.zeros((len(rows), len(LABELS)), np.float32)
    for number, (_, _, named, lead) in enumerate(rows):
        logits[number, LABELS.index(named)] = lead
    truth, under, _, _ = (np.array(column) for column in zip(*rows, strict=True))
    share = np.full(len(rows), shows, np.float32)
    return HeldOutScores(LABELS, logits, truth, np.full(len(rows), pattern), under, share, share)


def _right_rows(count: int, lead: float = 5.0) -> list[tuple[str, str, str, float]]:
    return [("h01-1", "h01-1", "h01-1", lead)] * count


def _wrong_rows(*leads: float) -> list[tuple[str, str, str, float]]:
    return [("h02-1", "h02-1", "h03-1", lead) for lead in leads]


def _metrics_from(rows: tuple[calibration_fit.HeldOutMetrics, ...], low: float) -> calibration_fit.HeldOutMetrics:
    (row,) = [row for row in rows if row.shows[0] == low]
    return row


def test_one_wrong_face_in_a_hundred_is_never_sure() -> None:
    found, rows, _ = calibrate([_held_out_scores([*_right_rows(99), *_wrong_rows(3.0)])], "hanafuda")
    assert 3.0 < found.sure_margin() <= 5.0
    row = _metrics_from(rows, 0.9)
    assert (row.views, row.named, row.sure, row.silent) == (100, 0.99, 0.99, 0.0)


def test_a_thousand_faces_may_hold_two_errors_and_one_pattern_no_more_than_its_share() -> None:
    together, _, _ = calibrate([_held_out_scores([*_right_rows(997), *_wrong_rows(8, 7, 6)])], "hanafuda")
    assert 6.0 < together.sure_margin() < 7.0
    parts = [
        _held_out_scores(_right_rows(900), "one"),
        _held_out_scores([*_right_rows(97), *_wrong_rows(8, 7, 6)], "two"),
    ]
    apart, _, _ = calibrate(parts, "hanafuda")
    assert apart.sure_margin() > 8.0


def test_each_pattern_counts_the_same_however_many_views_it_has() -> None:
    parts = [
        _held_out_scores(_right_rows(2000), "one"),
        _held_out_scores(_right_rows(500), "two"),
        _held_out_scores([*_right_rows(298), *_wrong_rows(8, 7)], "three"),
    ]
    found, _, _ = calibrate(parts, "hanafuda")
    assert 7.0 < found.sure_margin() < 8.0
    alone, _, _ = calibrate([_held_out_scores([*_right_rows(2798), *_wrong_rows(8, 7)])], "hanafuda")
    assert alone.sure_margin() < 7.0


def test_a_pattern_nobody_could_name_has_no_promise_of_its_own() -> None:
    strange = [*_wrong_rows(4.0), *_wrong_rows(*[0.5] * 60), *_right_rows(39)]
    found, _, _ = calibrate([_held_out_scores(_right_rows(900), "one"), _held_out_scores(strange, "two")], "hanafuda")
    assert 0.5 < found.sure_margin() < 4.0


def test_strips_need_a_margin_of_their_own_and_never_a_smaller_one_than_open_cards() -> None:
    parts = [
        _held_out_scores(_right_rows(500)),
        _held_out_scores([*_right_rows(400, 9.0), *_wrong_rows(7, 6, 6.5)], shows=0.38),
    ]
    found, rows, _ = calibrate(parts, "hanafuda")
    assert found.sure_margin(1.0) == 0.0
    assert found.sure_margin(0.375) >= 7.0
    assert found.sure_margin(0.2) >= found.sure_margin(0.6) >= found.sure_margin(1.0)
    assert _metrics_from(rows, 0.25).silent <= 0.002
    parts = [_held_out_scores([*_right_rows(99), *_wrong_rows(6.0)]), _held_out_scores(_right_rows(100), shows=0.38)]
    assert calibrate(parts, "hanafuda")[0].sure_margin(0.38) > 6.0


@pytest.mark.parametrize(("under", "named", "phantom"), [("h02-1", "h02-1", False), ("h02-1", "h03-1", True)])
def test_a_wrong_cut_named_after_its_own_card_is_no_wrong_face(under: str, named: str, *, phantom: bool) -> None:
    found, _, rejection = calibrate([_held_out_scores([*_right_rows(99), (NO_CARD, under, named, 4.0)])], "hanafuda")
    assert (found.sure_margin() > 4.0) == phantom
    assert rejection.ghosts == 1.0
    assert rejection.phantoms == 0.0


def test_a_back_is_never_surely_a_face() -> None:
    found, _, _ = calibrate([_held_out_scores([*_right_rows(99), (BACK, BACK, "h03-1", 4.0)])], "hanafuda")
    assert found.sure_margin() > 4.0


def test_what_is_no_back_is_never_surely_one() -> None:
    backs = [(BACK, BACK, BACK, 6.0)] * 50
    found, _, rejection = calibrate(
        [_held_out_scores([*_right_rows(50), *backs, ("h01-1", "h01-1", BACK, 4.0)])], "hanafuda"
    )
    assert 4.0 < found.back_margin <= 6.0
    assert rejection.backs == 1.0


def test_confidence_is_the_share_that_is_right() -> None:
    rng = np.random.default_rng(1)
    margins, hidden = rng.normal(1, 3, 4000).astype(np.float32), rng.uniform(0, 0.8, 4000).astype(np.float32)
    right = rng.random(4000) < 1 / (1 + np.exp(-(0.8 * margins + 0.5 - 2.0 * hidden)))
    slope, offset, hidden_offset = fit_confidence(margins, hidden, right)
    assert (slope, offset, hidden_offset) == pytest.approx((0.8, 0.5, 2.0), abs=0.25)
    assert fit_confidence(margins, hidden, np.ones(4000, bool))[0] > 0
