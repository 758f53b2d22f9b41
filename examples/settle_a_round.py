"""Settle a round of Koi-Koi: who pays whom, and why."""

from scorer.api import settle_round

settlement = settle_round(
    {
        "game": "koikoi",
        "seats": ["Aki", "Emi"],
        "piles": [["h01-1", "h03-1", "h08-1"], ["h02-1", "h04-1"]],
        "ended_by": "shobu",
        "caller": 0,
    }
)
print("net", list(settlement.net))
for hand in settlement.hands:
    for reason in hand.reasons:
        print(f"{hand.seat}: {reason.text.en}")
