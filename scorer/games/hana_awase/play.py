"""Demo rounds of Hana-Awase: everybody takes what is worth most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.families.captures.cards import card_points, cards_in
from scorer.families.captures.months import full_month
from scorer.families.captures.play import FishingTable
from scorer.games.hana_awase.settlement import HAND_SIZES, field_size
from scorer.games.hana_awase.yaku import count_pile
from scorer.rules.options import OptionValue


def play_round(pack: Sequence[str], players: int, options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """The answers, by path, of a plausible round from a shuffled pack."""
    hand, field, cards = HAND_SIZES[players], field_size(players), list(pack)
    while full_month(cards[players * hand : players * hand + field]) is not None:
        cards = [*cards[5:], *cards[:5]]
    table = FishingTable.deal(cards, players, hand, field)

    def estimate(pile: int) -> int:
        return card_points(pile) + sum(count_pile(pile, options).values())

    turn = 0
    while not table.is_finished:
        table.take_turn(turn % players, estimate)
        turn += 1
    return {f"piles.{seat}": list(cards_in(pile)) for seat, pile in enumerate(table.piles)}
