"""What a player of a game of sums has not seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from scorer.families.sums.position import SumPosition
from scorer.rules.play_rules import Deal


def hide(
    pack: Sequence[str], position: SumPosition, own_player: int, own_hand: Sequence[str], rng: random.Random
) -> Deal:
    """The cards of `pack` that a player has not seen, dealt at random to the backs, the other hands and the pile.

    A card that somebody named, and that lies nowhere, is in the hand of that seat.
    """
    cards = [card for pile in position.piles.values() for card in pile]
    seen = Counter([*own_hand, *(card.code for card in cards if card.code is not None)])
    named = {call.seat: call.card for call in position.calls if call.card is not None and call.card not in seen}
    unseen = list((Counter(pack) - seen - Counter(named.values())).elements())
    rng.shuffle(unseen)
    lying: dict[int, str] = {}
    for card in cards:
        is_held = card.holder is not None and not card.is_out
        code = unseen.pop() if card.code is None and not is_held else card.code
        if card.thing is not None:
            lying[card.thing] = code or ""
    hands = [tuple(own_hand) if seat == own_player else () for seat in range(position.seats)]
    for seat in range(position.seats):
        held = [position.piles[place][index].code for place, index in position.held(seat)]
        if seat != own_player:
            hands[seat] = tuple([code or named.pop(seat, None) or unseen.pop() for code in held])
    return Deal(tuple(hands), tuple(unseen), lying)
