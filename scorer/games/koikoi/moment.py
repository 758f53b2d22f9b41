"""A moment of Koi-Koi, made from a question about a pile."""

from __future__ import annotations

from typing import Any

from scorer.errors import Refusal
from scorer.families.captures.moves.position import HAND, CapturePosition
from scorer.families.captures.round_cards import codes_in
from scorer.games.koikoi.texts import text
from scorer.rules.hand_question import HandQuestion

CARDS_IN_HAND = 8
"""Cards that each of the two players is dealt."""
CARDS_IN_PACK = 48
"""Cards of the pack."""


def moment_of(begun: CapturePosition, question: HandQuestion, seat: int, *, says: bool) -> CapturePosition:
    """The position of a question: own pile and other pile, the own "hand", the "field"; `seat` is that of the pile.

    With `says` the turn of that seat is over and it has something to say; else it lays a card. When each card was
    captured is not known: in the first turn of its player, but what pays now in the last.
    """
    hand, field, opening = (codes_in(question.data, name) for name in ("hand", "field", "opening"))
    if not hand and not field:
        raise Refusal("bad_count", text("tell_hand_and_field"))
    other_hand = len(hand) + (seat == 0) if says else len(hand) - (seat == 1)
    hands = (len(hand), other_hand) if seat == 0 else (other_hand, len(hand))
    turns = 2 * CARDS_IN_HAND - sum(hands)
    lying = len(field) + len(question.cards) + len(question.seen)
    if not 0 <= min(hands) <= max(hands) <= CARDS_IN_HAND or lying != CARDS_IN_HAND + 2 * turns:
        expected = CARDS_IN_HAND + 2 * turns
        raise Refusal("bad_count", text("cards_do_not_fit", hand=len(hand), expected=expected, lying=lying))
    piles: list[Any] = [(), ()]
    piles[seat] = tuple((card, turns - 1 if says else seat) for card in question.cards)
    piles[1 - seat] = tuple((card, 1 - seat) for card in question.seen)
    return begun.changed(
        hands=hands,
        stock=CARDS_IN_PACK - lying - sum(hands),
        piles=tuple(piles),
        phase=HAND if hands[turns % 2] else begun.phase,
        seat=turns % 2,
        turn=turns,
        field=field,
        opening=opening or field,
        turns=tuple((number % 2, field) for number in range(turns)),
    )
