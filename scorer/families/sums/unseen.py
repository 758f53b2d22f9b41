"""What a player of a game of sums has not seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from scorer.families.sums.position import SumPosition
from scorer.rules.play.moves import Deal, Place

_TRIES = 100
"""Random cards that are tried for the hidden ones of a place before any are taken: few hands can be no others."""


def hide(
    pack: Sequence[str],
    position: SumPosition,
    own_player: int,
    own_hand: Sequence[str],
    rng: random.Random,
    could_be: Callable[[Place, Sequence[str]], bool],
) -> Deal:
    """The cards of `pack` that a player has not seen, dealt at random to the backs, the other hands and the pile.

    A card that somebody named, and that lies nowhere, is in the hand of that seat. `could_be`: whether these can be all
    cards of a place, those thrown out with them.
    """
    codes_seen = (card.code for cards in position.piles.values() for card in cards if card.code is not None)
    seen = Counter([*own_hand, *codes_seen])
    named = {call.seat: call.card for call in position.calls if call.card is not None and call.card not in seen}
    unseen = list((Counter(pack) - seen - Counter(named.values())).elements())
    own = iter(own_hand)
    hands: list[list[str]] = [[] for _ in range(position.seats)]
    lying: dict[int, str] = {}
    for place, cards in position.piles.items():
        holders = [None if card.is_out else card.holder for card in cards]
        known = [
            next(own)
            if holder == own_player
            else card.code or (named.pop(holder, None) if holder is not None else None)
            for card, holder in zip(cards, holders, strict=True)
        ]
        for _ in range(_TRIES if None in known else 1):
            rng.shuffle(unseen)
            left = list(unseen)
            dealt = [code or left.pop() for code in known]
            if could_be(place, dealt):
                break
        unseen = left
        for card, holder, code in zip(cards, holders, dealt, strict=True):
            if holder is not None:
                hands[holder].append(code)
            if card.thing is not None:
                lying[card.thing] = code
    return Deal(tuple(map(tuple, hands)), tuple(unseen), lying)
