"""Months of a field, and what a card captures on it (hana-awase 2)."""

from __future__ import annotations

import pytest

from scorer.families.captures.cards import cards_in, mask_of
from scorer.families.captures.months import captures_of, count_pairs, full_month, months_of


def test_a_full_month_is_the_first_of_several() -> None:
    months = [f"h{month}-{n}" for month in ("09", "03") for n in range(1, 5)]
    assert full_month(months) == 3
    assert full_month(months[:3]) is None
    assert sum(months_of(months)) == 8


@pytest.mark.parametrize(("counts", "pairs"), [((2, 2, 2, 2), 4), ((4, 2, 2), 4), ((3, 3, 2), 3), ((1,) * 8, 0)])
def test_four_of_a_month_are_two_pairs(counts: tuple[int, ...], pairs: int) -> None:
    cards = [f"h{month:02d}-{n}" for month, count in enumerate(counts, 1) for n in range(1, count + 1)]
    assert count_pairs(cards) == pairs


@pytest.mark.parametrize(
    ("field", "choices"),
    [
        ((), []),
        (("h05-1",), []),
        (("h01-2", "h05-1"), [("h01-1", "h01-2")]),
        (("h01-2", "h01-4"), [("h01-1", "h01-2"), ("h01-1", "h01-4")]),
        (("h01-2", "h01-3", "h01-4"), [("h01-1", "h01-2", "h01-3", "h01-4")]),
    ],
)
def test_none_stays_one_is_taken_two_are_chosen_three_all(
    field: tuple[str, ...], choices: list[tuple[str, ...]]
) -> None:
    assert [cards_in(taken) for taken in captures_of("h01-1", mask_of(field))] == choices
