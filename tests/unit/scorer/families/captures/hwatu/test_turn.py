"""What a turn takes: jjok, ttadak, ppeok, a swept floor."""

from __future__ import annotations

import pytest

from scorer.families.captures.cards import cards_in, mask_of
from scorer.families.captures.hwatu.turn import turn_takes


@pytest.mark.parametrize(
    ("field", "laid", "turned", "captured", "gifts"),
    [
        (("h05-3", "h08-1"), "", "h05-1", ("h05-1", "h05-3"), 0),
        (("h05-3",), "", "h05-1", ("h05-1", "h05-3"), 1),  # the floor is swept
        (("h08-1",), "h05-3", "h05-1", ("h05-1", "h05-3"), 1),  # jjok
        (("h08-1", "h05-1"), "h05-3", "h05-2", (), 0),  # ppeok
        (("h08-1", "h05-1", "h05-2"), "h05-3", "h05-4", ("h05-1", "h05-2", "h05-3", "h05-4"), 1),  # ttadak
        (("h08-1", "h05-1"), "h05-3", "h08-2", ("h05-1", "h05-3", "h08-1", "h08-2"), 1),  # swept by both
        (("h05-1", "h05-2", "h05-4"), "h05-3", "h09-1", ("h05-1", "h05-2", "h05-3", "h05-4"), 1),
        (("h08-1",), "h05-3", "hj1", (), 0),
    ],
)
def test_a_turn(field: tuple[str, ...], laid: str, turned: str, captured: tuple[str, ...], gifts: int) -> None:
    found = turn_takes(turned, mask_of(field), mask_of((laid,) if laid else ()), int.bit_count)
    assert (cards_in(found[0]), found[1]) == (captured, gifts)
