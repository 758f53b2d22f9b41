"""bench doubts: every card in doubt says what was done to it, and those beside it are in none."""

from __future__ import annotations

import pytest

from web.cli.benches.doubts import count_doubts


@pytest.mark.parametrize(("seed", "calm"), [(8000, 23), pytest.param(8002, 24, marks=pytest.mark.long)])
def test_every_card_in_doubt_says_what_was_done_to_it(seed: int, calm: int) -> None:
    rows = count_doubts("hanafuda", seed)
    assert (rows["calm"]["sure"], rows["calm"]["doubted"]) == (calm, 0)
    assert not any(row["silent"] for row in rows.values())
    assert sum(row["told"] for row in rows.values()) >= 0.9 * sum(row["doubted"] for row in rows.values())
    assert all(rows[reason]["told"] for reason in ("glare", "blurred", "too_small", "cut_off"))
