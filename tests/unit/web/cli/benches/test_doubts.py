"""`bench doubts`: cards in doubt are named with what was done to them."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.evaluation import EvaluationCounts
from web.cli.benches.doubts import count_doubts, visible_shares


@pytest.mark.long
@pytest.mark.parametrize(("seed", "calm"), [(8000, 23), (8002, 24)])
def test_every_card_in_doubt_says_what_was_done_to_it(seed: int, calm: int) -> None:
    counts = EvaluationCounts()
    rows = count_doubts("hanafuda", seed, counts)
    assert counts.pictures == 2  # covered and cut off
    assert {"over .9", ".45 to .9"} <= set(counts.by_visibility)
    assert (rows["calm"]["sure"], rows["calm"]["doubted"]) == (calm, 0)
    assert not any(row["silent"] for row in rows.values())
    assert sum(row["told"] for row in rows.values()) >= 0.9 * sum(row["doubted"] for row in rows.values())
    assert all(rows[reason]["told"] for reason in ("glare", "blurred", "too_small", "cut_off"))


def test_what_is_covered_or_outside_the_picture_does_not_show() -> None:
    clear = np.full((100, 100, 3), 90, np.uint8)
    covered = clear.copy()
    covered[:, :30] = 20
    quads = [np.array([[left, 10], [left + 40, 10], [left + 40, 70], [left, 70]], np.float32) for left in (10, 50, -20)]
    assert visible_shares(("covered", covered, quads[:2], {0}), clear) == pytest.approx([0.5, 1.0], abs=0.06)
    assert visible_shares(("cut_off", covered, quads[1:], set()), clear) == pytest.approx([1.0, 0.5], abs=0.06)
    assert visible_shares(("glare", covered, quads[:1], {0}), clear) == pytest.approx([1.0], abs=0.06)
