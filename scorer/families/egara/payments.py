"""Stones paid for picture cards, and the fields of a played deal."""

from __future__ import annotations

from scorer.families.egara import text
from scorer.families.egara.deal import ACE_CLASSES
from scorer.rules.hand_class import PayTableRow

PAY_TABLES = {
    "standard": {"none": (4, 4), "minor": (2, 2), "major": (1, 2)},
    "nakayoshi_mura": {"none": (3, 4), "minor": (2, 3), "major": (1, 2)},
}
"""Stones for 8 to 11 and for 12 to 15 picture cards, by table and class of the winners' aces (kakeya 6.3)."""
ALL_SIXTEEN_STONES = 4
"""Stones for all sixteen picture cards, whatever the table and the aces (kakeya 6.3)."""


def stones_for(table: str, key: str, count: int) -> int:
    """The stones that the losers owe winners whose aces have class `key`, for `count` picture cards (8 to 16).

    >>> stones_for("standard", "major", 12), stones_for("nakayoshi_mura", "none", 11)
    (2, 3)
    """
    return ALL_SIXTEEN_STONES if count == 16 else PAY_TABLES[table][key][count >= 12]


def pay_table_rows(table: str) -> tuple[PayTableRow, ...]:
    """The rows of a payment table: stones by the winners' aces and picture cards."""
    rows = []
    for hand_class in ACE_CLASSES:
        base, raised = PAY_TABLES[table][hand_class.key]
        amount = text("payments.stones", stones=base)
        if base != raised:
            amount = text("payments.stones_from_12", stones=base, raised=raised)
        rows.append(PayTableRow(hand_class.name.as_text(), amount))
    return (
        *rows,
        PayTableRow(text("payments.all_sixteen"), text("payments.stones", stones=ALL_SIXTEEN_STONES)),
    )
