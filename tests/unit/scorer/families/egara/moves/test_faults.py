"""Faults name people, cards and tricks in both languages."""

from __future__ import annotations

from scorer.families.egara.moves import faults
from scorer.families.faults import stranger


def test_faults_name_people_cards_and_tricks() -> None:
    texts = [
        faults.DEAL_OVER,
        stranger("x1"),
        faults.second_copy("KH"),
        faults.out_of_turn("Aki & Emi", "Jun & Ken"),
        faults.revoke("Aki & Emi", "KH", 3),
        faults.wrong_taker(3, "Aki & Emi", "KH", "Jun & Ken"),
        faults.split_trick(3),
        faults.missing_card(3, 2),
        faults.retracted_late("KH"),
        faults.never_played("KH"),
    ]
    assert len({each.en for each in texts}) == len({each.ja for each in texts}) == len(texts)
    assert texts[4].ja == "Aki & EmiがK♥を出しましたが、3トリック目のハートに従っていませんでした"
