"""Trick taking with trumps and one special card: winners, legal cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

SUITS = "SHDC"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PICTURE_RANKS = "AKQJ"
PICTURE_CODES = tuple(rank + suit for suit in SUITS for rank in PICTURE_RANKS)
_ORDER = {card: place for place, card in enumerate(rank + suit for suit in SUITS for rank in reversed(RANKS))}
"""Where each card stands in a list by suit, the highest first."""
_RANK_INDEX = {rank + suit: index for suit in SUITS for index, rank in enumerate(RANKS)}
_SPECIAL_STRENGTH = 100
"""Strength of the special card: above every trump."""
_TRUMP_STRENGTH = 50
"""Strength of the lowest trump: above the highest card of the suit led, which has 13."""


def trick_strength(card: str, led: str, trump: str, special: str) -> int:
    """The strength of a card in a trick begun with suit `led`; 0 for a card that cannot win it."""
    if card == special:
        return _SPECIAL_STRENGTH
    if card[-1] == trump:
        return _TRUMP_STRENGTH + _RANK_INDEX[card]
    return 1 + _RANK_INDEX[card] if card[-1] == led else 0


def winning_index(trick: Sequence[str], trump: str, special: str) -> int:
    """The index in `trick` of the card that takes it: the special one, the highest trump, the highest of the suit led.

    >>> winning_index(("KH", "2H", "3S", "AC"), trump="S", special="AC")
    3
    """
    strengths = list(map(_strengths(trick[0][-1], trump, special).__getitem__, trick))
    return strengths.index(max(strengths))


def playable_cards(hand: Sequence[str], led: str, free_card: str = "") -> tuple[str, ...]:
    """The cards of `hand` that may be played when suit `led` was led ("": to lead): follow suit if able, else any card.

    `free_card` is a card that may be played at any time.

    >>> playable_cards(("3S", "AS", "4D"), "S")
    ('3S', 'AS')
    """
    following = [card for card in hand if card[-1] == led]
    if not following:
        return tuple(hand)
    return tuple([card for card in hand if card[-1] == led or card == free_card] if free_card else following)


def picture_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """The aces, kings, queens and jacks among `cards`, in order.

    >>> picture_cards(("10H", "JS", "AD"))
    ('JS', 'AD')
    """
    return tuple([card for card in cards if card[0] in PICTURE_RANKS])


def sort_cards(cards: Iterable[str]) -> list[str]:
    """Cards by suit, the highest first, as a round lists them.

    >>> sort_cards(("2C", "10H", "AH", "3S"))
    ['3S', 'AH', '10H', '2C']
    """
    return sorted(cards, key=_ORDER.__getitem__)


@cache
def _prices(trump: str, special: str) -> dict[str, int]:
    """What each card is worth to who keeps it: the special card most, then trumps, then by rank."""
    cards = sorted(_RANK_INDEX, key=lambda card: (card == special, card[-1] == trump, _RANK_INDEX[card], card))
    return {card: price for price, card in enumerate(cards)}


@cache
def _strengths(led: str, trump: str, special: str) -> dict[str, int]:
    return {card: trick_strength(card, led, trump, special) for card in _RANK_INDEX}


def choose_card(candidates: Sequence[str], trick: Sequence[str], trump: str, special: str) -> str:
    """The card that a player of the table plays.

    The cheapest that wins; the lowest when none does or the partner wins; the highest to lead.
    """
    price = _prices(trump, special).__getitem__
    if not trick:
        return max([card for card in candidates if card[-1] != trump and card != special] or candidates, key=price)
    strength_of = _strengths(trick[0][-1], trump, special)
    strengths = [strength_of[card] for card in trick]
    best = max(strengths)
    if len(trick) > 1 and strengths[-2] == best:
        return min(candidates, key=price)
    return min([card for card in candidates if strength_of[card] > best] or candidates, key=price)
