"""Card values, the ten classes of hand and the best three of four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType

from scorer.decks import kind_of
from scorer.families.nagoya import nagoya_ranks
from scorer.games.tokotoko import texts
from scorer.games.tokotoko.texts import text
from scorer.rules.hand_class import HandClass

_REMOVED_CARDS = frozenset(["h12-2", "h12-3", "h12-4", "ms-06", "mu-06", "mo-06", "6S", "6H", "6D"])
"""The three 6s out of play. The one left is the phoenix of paulownia, or the 6 of clubs, its card on mekurifuda."""
_EXAMPLE_THIRD_CARDS = ["h10-3", "h01-1", "h11-1", "h03-1", "h04-1", "h05-1", "h12-1", "h07-1", "h08-1", "h09-1"]
"""The card that makes each digit, 0 to 9, with two cards of rank 10."""

CLASSES = tuple(
    HandClass(
        str(digit),
        name,
        text("digit_description", digit=digit),
        partial(lambda digit, total: total % 10 == digit, digit),
        digit,
        example=("h10-1", "h10-2", _EXAMPLE_THIRD_CARDS[digit]),
        section="tokotoko 4.1",
    )
    for digit, name in reversed([*enumerate(texts.DIGITS)])
)
"""The best first: nine beats every other digit (tokotoko 4.2)."""


@cache
def card_values(kind: str) -> Mapping[str, int]:
    """Value 1..12 of each of the 45 cards in play of a deck (tokotoko 1).

    >>> sum(card_values("hanafuda").values())
    294
    """
    return MappingProxyType({code: rank for code, rank in nagoya_ranks(kind).items() if code not in _REMOVED_CARDS})


def hand_total(cards: Sequence[str]) -> int:
    """The sum of the values of `cards`, which are of one deck."""
    values = card_values(kind_of(cards[0]))
    return sum([values[code] for code in cards])


def best_three(four: Sequence[str]) -> tuple[str, ...]:
    """Three of four cards whose sum has the highest last digit.

    Among equals the latest card is left out: own cards come first in `four`, so they are used first.
    """
    value_by_code = card_values(kind_of(four[0]))
    values = [value_by_code[code] for code in four]
    total = sum(values)
    omitted = max((3, 2, 1, 0), key=lambda index: (total - values[index]) % 10)
    return (*four[:omitted], *four[omitted + 1 :])
