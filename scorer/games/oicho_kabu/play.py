"""A round of Oicho-Kabu played out, for demo, drills and tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.decks import kind_of
from scorer.games.oicho_kabu.hands import DEALER, MAY, MUST, TABLE, class_key, kabu_hand, ranks_of, third_card_rule
from scorer.games.oicho_kabu.settlement import HANDS
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table

_DRAWS_AT = 5
"""A free hand on the table draws at this digit or less, as most people play."""


def play_round(pack: Sequence[str], table: Table) -> dict[str, Any]:
    """The answers by path. Everybody bets on one or two hands, a free hand draws at 5, the dealer at 3 or less."""
    ranks = ranks_of(kind_of(pack[0]))
    cards = [code for code in pack if code in ranks]
    order, seeds = iter(cards), [ranks[code] for code in reversed(cards)]
    first = [next(order) for _ in range(HANDS + 1)]
    pairs = [(card, next(order)) for card in first]
    answers: dict[str, Any] = {
        f"table.{number}": finish_hand(pairs[number], TABLE, order, ranks, table.options) for number in range(HANDS)
    }
    answers["dealer"] = finish_hand(pairs[HANDS], DEALER, order, ranks, table.options)
    answers |= _bets(len(table.seats), seeds, table.options)
    return answers


def finish_hand(
    pair: tuple[str, str], role: str, order: Iterator[str], ranks: Mapping[str, int], options: Mapping[str, OptionValue]
) -> list[str]:
    """The hand with a third card where it must or would take one."""
    hand = kabu_hand((ranks[pair[0]], ranks[pair[1]]), role, options)
    rule = third_card_rule(hand, options)
    is_pair = class_key(hand).isdigit() and hand.ranks[0] == hand.ranks[1]
    limit = _DRAWS_AT if role == TABLE else 3
    draws = rule == MUST or (rule == MAY and (hand.digit <= limit or (role == TABLE and is_pair)))
    return [*pair, next(order)] if draws else list(pair)


def _bets(seats: int, seeds: Sequence[int], options: Mapping[str, OptionValue]) -> dict[str, int]:
    """One to five stones on one hand or two, by the cards at the end of the pack, within the domae."""
    domae = options["domae"]
    left = domae if type(domae) is int else 10 * seats
    bets = {f"bets.{seat}.{number}": 0 for seat in range(1, seats) for number in range(HANDS)}
    for seat in range(1, seats):
        one, other = seeds[2 * seat - 2 : 2 * seat]
        for number, stake in {one % HANDS: (one + 1) // 2, other % HANDS: other % 3}.items():
            bets[f"bets.{seat}.{number}"] = min(stake, left)
            left -= min(stake, left)
    return bets
