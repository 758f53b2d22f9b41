"""取り合い toriai: who takes a trick and what may be played, for games with trumps and one special card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SUITS = "SHDC"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PICTURE_RANKS = frozenset("JQKA")
_RANK_INDEX = {rank + suit: height for suit in SUITS for height, rank in enumerate(RANKS)}


def trick_strength(card: str, led: str, trump: str, special: str) -> int:
    """How high a card stands in a trick begun with suit `led`; 0 for a card that cannot win it."""
    if card == special:
        return 100
    if card[-1] == trump:
        return 50 + _RANK_INDEX[card]
    return 1 + _RANK_INDEX[card] if card[-1] == led else 0


def winning_index(trick: Sequence[str], trump: str, special: str) -> int:
    """The place of the card that takes the trick: the special one, the highest trump, the highest of the suit led.

    >>> winning_index(("KH", "2H", "3S", "AC"), trump="S", special="AC")
    3
    """
    led = trick[0][-1]
    return max(range(len(trick)), key=lambda place: trick_strength(trick[place], led, trump, special))


def playable_cards(hand: Sequence[str], led: str, free_card: str = "") -> tuple[str, ...]:
    """What may be played from `hand` when suit `led` was led ("": to lead): follow suit if able, else any card.

    `free_card` is a card that may be played at any time.

    >>> playable_cards(("3S", "AS", "4D"), "S")
    ('3S', 'AS')
    """
    follows = tuple(card for card in hand if card[-1] == led or card == free_card)
    return follows if any(card[-1] == led for card in follows) else tuple(hand)


def picture_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """The aces, kings, queens and jacks among them, in order.

    >>> picture_cards(("10H", "JS", "AD"))
    ('JS', 'AD')
    """
    return tuple(card for card in cards if card[0] in PICTURE_RANKS)


def play_tricks(
    hands: Sequence[Sequence[str]], leader: int, trump: str, special: str, free_card: str = ""
) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """All tricks by four players who win as cheaply as they can: for each of them the tricks he took.

    Partners sit opposite and leave a trick to each other.
    """
    held = [list(hand) for hand in hands]
    took: list[list[tuple[str, ...]]] = [[] for _ in hands]
    count = len(hands)
    while any(held):
        trick: list[str] = []
        for step in range(count):
            seat = (leader + step) % count
            card = _choose_card(
                playable_cards(held[seat], trick[0][-1] if trick else "", free_card), trick, trump, special
            )
            held[seat].remove(card)
            trick.append(card)
        leader = (leader + winning_index(trick, trump, special)) % count
        took[leader].append(tuple(trick))
    return tuple(map(tuple, took))


def _choose_card(candidates: Sequence[str], trick: Sequence[str], trump: str, special: str) -> str:
    """The cheapest card that wins, the lowest one when none does or the partner has it; the highest to lead."""
    low_first = sorted(candidates, key=lambda card: (card == special, card[-1] == trump, _RANK_INDEX[card], card))
    if not trick:
        plain = [card for card in low_first if card[-1] != trump and card != special]
        return (plain or low_first)[-1]
    place = len(trick)
    if place > 1 and winning_index(trick, trump, special) == place - 2:
        return low_first[0]
    return next((card for card in low_first if winning_index((*trick, card), trump, special) == place), low_first[0])
