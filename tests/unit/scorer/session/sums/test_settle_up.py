"""Settling up takes the fewest payments, and nobody both pays and gets."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.session.sums.settle_up import MAX_EXACT_PEOPLE, fewest_payments

LOSSES = st.lists(st.integers(-20, 20), min_size=1, max_size=6)


def balances_of(losses: list[int]) -> list[int]:
    return [*losses, -sum(losses)]


@given(LOSSES)
def test_everybody_ends_even_and_plays_one_part(losses: list[int]) -> None:
    balances = balances_of(losses)
    left = list(balances)
    payments = fewest_payments(balances)
    for pay in payments:
        assert pay.stones > 0
        left[pay.giver] += pay.stones
        left[pay.taker] -= pay.stones
    assert not any(left)
    assert not {pay.giver for pay in payments} & {pay.taker for pay in payments}


@given(LOSSES)
def test_no_way_needs_fewer(losses: list[int]) -> None:
    """Checked by brute force: the fewest payments, of all that first settle one person completely."""
    balances = balances_of(losses)

    @cache
    def least(left: tuple[int, ...]) -> int:
        left = tuple(sorted(amount for amount in left if amount))
        if not left:
            return 0
        first, rest = left[0], left[1:]
        return 1 + min(
            least((*rest[:at], rest[at] + first, *rest[at + 1 :])) for at in range(len(rest)) if rest[at] * first < 0
        )

    assert len(fewest_payments(balances)) == least(tuple(balances))


def test_a_crowd_is_settled_too() -> None:
    balances = balances_of([5, -3, 8, -1, 2, -9, 4, -4, 6, -7, 1, -2, 3])
    assert len([amount for amount in balances if amount]) > MAX_EXACT_PEOPLE
    payments = fewest_payments(balances)
    assert len(payments) < len(balances)
    assert [
        balances[who]
        + sum(p.stones for p in payments if p.giver == who)
        - sum(p.stones for p in payments if p.taker == who)
        for who in range(len(balances))
    ] == [0] * len(balances)


def test_what_does_not_cancel_out_is_no_evening() -> None:
    with pytest.raises(ValueError, match="leave 1"):
        fewest_payments([3, -2])
