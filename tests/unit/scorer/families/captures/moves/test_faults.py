"""Faults name people and cards in both languages."""

from __future__ import annotations

from scorer.families.captures.moves import faults
from scorer.families.captures.moves.capture import CardCapture
from scorer.families.faults import stranger


def test_faults_name_people_and_cards() -> None:
    texts = [
        stranger("x1"),
        faults.second_copy("h08-1"),
        faults.out_of_turn("Aki", "Emi"),
        faults.after_the_end(faults.HANDS_EMPTY),
        faults.left_lying("Aki", CardCapture(0, 0, "h08-1", ("h08-2",), 1)),
        faults.left_lying("Aki", CardCapture(0, -1, "", ("h08-1", "h08-2", "h08-3"), 2)),
        faults.not_captured("Aki", "h08-1"),
        faults.not_the_taker("Aki", "Emi", "h08-1"),
        faults.left_table("h08-1"),
        faults.changed_piles("Aki", "Emi", "h08-1"),
        faults.retracted_late("h08-1"),
    ]
    assert len({each.en for each in texts}) == len({each.ja for each in texts}) == len(texts)
    assert all("moon" in each.en and "月" in each.ja for each in texts if "susuki" in each.en)
