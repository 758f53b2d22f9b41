"""Which turns made piles worth more, and what is still to be told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.decks import same_faces
from scorer.families.captures import text
from scorer.families.captures.cards import BIT, CARDS, MONTH_OF
from scorer.families.captures.moves.capture import CardCapture, card_text, cards_text
from scorer.families.captures.moves.position import CapturePosition, see_card
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.rules.options import Option
from scorer.rules.prompts import Table
from scorer.texts import Text

Worth = Callable[[int, Sequence[str]], int]
"""What a pile, a set, is worth while these cards lie on the field."""
Asks = tuple[tuple[str, Text], ...]


@dataclass(frozen=True, slots=True)
class PileRaise:
    """A turn after which a player's pile was worth more than ever before: who said then that the round goes on."""

    turn: int
    seat: int
    worth: int


def pile_raises(position: CapturePosition, worth: Worth) -> tuple[PileRaise, ...]:
    """Every turn that formed or improved a yaku, the turn under way included."""
    turns = position.turns
    if position.has_begun_turn:
        turns = (*turns, (position.seat, position.free_field))
    gains: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for seat, pile in enumerate(position.piles):
        for card, turn in pile:
            gains[turn].append((seat, BIT[card]))
    piles, best, raises = [0] * position.setup.seats, [0] * position.setup.seats, []
    for number, (seat, field) in enumerate(turns):
        for owner, gain in gains.get(number, ()):
            piles[owner] |= gain
        value = worth(piles[seat], field)
        if value > best[seat]:
            best[seat] = value
            raises.append(PileRaise(number, seat, value))
    return tuple(raises)


def best_worths(position: CapturePosition, raises: Sequence[PileRaise]) -> list[int]:
    """The most that every player's pile has been worth so far."""
    return [
        max((each.worth for each in raises if each.seat == seat), default=0) for seat in range(position.setup.seats)
    ]


def latest_turn(position: CapturePosition) -> int:
    """The number of the turn in which the last card was laid, -1 before the first."""
    return position.turn if position.has_begun_turn else position.turn - 1


def words_since_card(position: CapturePosition) -> tuple[str, ...]:
    """What was said since the last card was laid."""
    if not position.said or position.has_begun_turn:
        return ()
    return tuple([each.call for each in position.said if each.turn == position.turn - 1])


def pile_answers(position: CapturePosition) -> dict[str, list[str]]:
    """The piles as answers by path."""
    return {f"piles.{seat}": sorted(position.pile(seat)) for seat in range(position.setup.seats)}


def with_cards_never_seen(position: CapturePosition) -> tuple[CapturePosition, Asks]:
    """The position with captured cards that nobody saw, where only one can have been it, and what is asked of them."""
    asks = []
    for capture in position.unseen_captures:
        name, path = position.setup.name(capture.seat), f"piles.{capture.seat}"
        card = _only_one_left(position, capture)
        if card is not None:
            position = see_card(position, capture, card, is_taken=True)
            question = text("did_take_not_seen", name=name, card=card_text(card))
        else:
            question = text("what_did_take", name=name, cards=cards_text(capture.taken or capture.partners))
        asks.append((path, question))
    return position, tuple(asks)


def _only_one_left(position: CapturePosition, capture: CardCapture) -> str | None:
    """The only card of that number that was not seen, None if there are others."""
    numbers, number = position.setup.number_by_card, position.setup.number_by_card[capture.matched]
    left = [card for card in position.setup.copies if numbers[card] == number]
    left = [card for card in left if position.whereabouts(card) < position.setup.copies[card]]
    return left[0] if left and all(card in same_faces(left[0]) for card in left) else None


def asks_of_untaken(position: CapturePosition) -> Asks:
    """What is asked where cards, or where they went, were never seen."""
    asks = []
    for capture in position.open_captures:
        cards, name = cards_text(capture.held or capture.partners_left), position.setup.name(capture.seat)
        question = text("did_take", name=name, cards=cards)
        asks.append((f"piles.{capture.seat}", question))
    for seat in dict.fromkeys(position.unseen):
        name = position.setup.name(seat)
        question = text("what_did_unseen_take", name=name)
        asks.append((f"piles.{seat}", question))
    return tuple(asks)


def hanafuda_setup(
    table: Table,
    declared: Sequence[Option],
    *,
    seats: int,
    hand_size: int,
    field_size: int,
    **rest: Any,
) -> CaptureSetup:
    """How a game of the 48 hanafuda is dealt, with its `declared` options where the table agreed on nothing else.

    `rest`: whatever else `CaptureSetup` takes.
    """
    options = {option.key: option.default for option in declared} | dict(table.options)
    return CaptureSetup(table, options, seats, hand_size, field_size, CARDS, MONTH_OF, **rest)
