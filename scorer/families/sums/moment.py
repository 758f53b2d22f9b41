"""A moment of a game of drawing, made from a question about one hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.families.sums import text
from scorer.families.sums.position import OPEN, SumCard, SumPosition
from scorer.rules.hand_question import HandQuestion
from scorer.rules.options import OptionValue
from scorer.rules.play.moves import Move, Place
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order

_NAMES = ("A", "B", "C")
"""Names of the seats where a hand is asked about without a table, dealer first."""
ELSEWHERE: Place = ("elsewhere", None)
"""Where cards lie that were seen and that nobody plays with."""


def moment_of(question: HandQuestion, own: int, seats: int, stood: tuple[Move, ...] = ()) -> SumPosition:
    """The position in which seat `own` of so many, which has drawn the cards of a question, is in turn.

    Nobody, or one other, had the turn before: with `stood`, what that seat said, the cards `seen` are its hand, and it
    must have some. Else they are the first cards of the others in turn order, and what is left of them is out of play.
    """
    order = turn_order(seats)
    others = [seat for seat in order if seat != own]
    if not question.cards or (stood and not question.seen):
        raise Refusal("too_few_cards", text("name_the_cards"))
    dealt = {seat: question.seen[place : place + 1] for place, seat in enumerate(others)}
    hands = {others[0]: question.seen} if stood else dealt
    out = () if stood else question.seen[len(others) :]
    numbers = iter(range(len(question.cards) + len(question.seen) + seats))
    piles: dict[Place, tuple[SumCard, ...]] = {}
    for seat in order:
        codes: tuple[str | None, ...] = question.cards if seat == own else hands[seat] or (None,)
        piles[OPEN, seat] = tuple(SumCard(code, next(numbers), face_up=code is not None) for code in codes)
    piles[ELSEWHERE] = tuple(SumCard(code, next(numbers)) for code in out)
    last = own if len(question.cards) > 1 else others[0] if stood else None
    options = cast("Mapping[str, OptionValue]", question.options)
    table = Table(_NAMES[:seats], options)
    return SumPosition(table, kind_of(question.cards[0]), options, piles, last, calls=stood)
