"""Stones paid for picture cards, and the fields of a played deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.families.egara.deal import ACE_CLASSES
from scorer.families.egara.tricks import picture_cards
from scorer.rules.game import PayTableRow
from scorer.rules.prompts import Table
from scorer.texts import Text

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
        same = base == raised
        en = f"{base}" if same else f"{base}, from 12 picture cards on {raised}"
        ja = f"{base}個" if same else f"{base}個、絵札12枚からは{raised}個"
        rows.append(PayTableRow(Text(hand_class.name.en, hand_class.name.ja), Text(en, ja)))
    return (
        *rows,
        PayTableRow(Text("all sixteen", "16枚すべて"), Text(f"{ALL_SIXTEEN_STONES}", f"{ALL_SIXTEEN_STONES}個")),
    )


def round_fields(
    hands: Sequence[Sequence[str]],
    tricks_by_seat: Sequence[Sequence[Sequence[str]]],
    trump: str,
    table: Table,
) -> dict[str, Any]:
    """The fields of a played deal, with the picture cards that each side took."""
    aces = [[card for hand in (hands[side], hands[side + 2]) for card in hand if card[0] == "A"] for side in (0, 1)]
    captured = [
        list(picture_cards(card for seat in (side, side + 2) for trick in tricks_by_seat[seat] for card in trick))
        for side in (0, 1)
    ]
    return {"active": [0, 1], "dealers": 1, **table.extra, "trump": trump, "aces": aces, "captured": captured}
