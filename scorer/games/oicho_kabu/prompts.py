"""Prompts of Oicho-Kabu: hands on the table, the dealer's, bets."""

from __future__ import annotations

from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.settlement import HANDS, MAX_BET
from scorer.rules.prompts import Prompt, PromptKind, Table


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """The four hands on the table, the dealer's hand, and what every bettor bets on each."""
    hands = (
        Prompt(f"table.{number}", PromptKind.CARDS, texts.hand_label(number), texts.HAND_HINT, maximum=3, ordered=True)
        for number in range(HANDS)
    )
    dealer = Prompt("dealer", PromptKind.CARDS, *texts.DEALER_PROMPT, seat=0, minimum=2, maximum=3, ordered=True)
    domae = table.options.get("domae")
    most = domae if type(domae) is int else MAX_BET
    bets = (
        Prompt(f"bets.{seat}.{number}", PromptKind.NUMBER, texts.bet_label(number), seat=seat, maximum=most, default=0)
        for seat in range(1, len(table.seats))
        for number in range(HANDS)
    )
    return (*hands, dealer, *bets)
