"""Positions and moves of a round of captures, as a camera follows it.

A hand card is laid in the middle and captures what matches it, then a card from the stock does (hana-awase 2.4).
Players may take what they captured at once or at the end of their turn, so a position remembers who may take what. It
knows no hands: it counts the cards that were laid from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from functools import cached_property

from scorer.families.captures.moves.capture import UNSEEN, CardCapture, exchange, without
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table

DEAL, OPENING, HAND, STOCK, OVER = "deal", "opening", "hand", "stock", "over"
"""What comes next: the field is dealt, the dealer takes from it, a hand card, a card from the stock, nothing."""
BEFORE_PLAY = -1
"""The number of the turn in which the dealer takes from the opening field; the first turn has number 0."""


@dataclass(frozen=True, eq=False)  # compared by identity: one object a round
class CaptureSetup:
    """What is the same during a whole round: the table, and how many cards lie where after the deal.

    `options` are all options in force. `seats` is the number of players who play, from seat 0 on; the others rest.
    `number_by_card` gives the month or number by which cards match, for every card of the pack. With `plays_out` the
    stock is turned up to its end when the hands are empty.
    """

    table: Table
    options: Mapping[str, OptionValue]
    seats: int
    hand_size: int
    field_size: int
    pack: tuple[str, ...]
    number_by_card: Mapping[str, int]
    plays_out: bool = False

    @cached_property
    def copies(self) -> Mapping[str, int]:
        """How often each card is in the pack."""
        return Counter(self.pack)

    @property
    def stock_size(self) -> int:
        """Cards in the stock after the deal."""
        return len(self.pack) - self.seats * self.hand_size - self.field_size

    def name(self, seat: int) -> str:
        """The name of a player."""
        return self.table.seats[seat]


@dataclass(frozen=True, slots=True)
class CapturePosition:
    """A round of captures between two moves.

    `field`: the cards in the middle, those captured but not yet taken included. `piles`: what each player took, every
    card with the number of the turn in which it was captured. `captures`: every capture so far. `opening`: the field as
    dealt. `seat`: who lays the next card, in turn number `turn`. `hands` and `stock`: cards left there. `turns`: of
    every turn that is over, who had it and the field after it. `gone`: cards that left the game. `returned`:
    cards that the rules put back on the field, until they are seen to go there. `latest`: the card
    laid last, `before` the position before it. `unseen_deals`: cards dealt to the field that nobody has seen.
    `unseen`: who laid cards that nobody has seen, in turn order.
    """

    setup: CaptureSetup
    hands: tuple[int, ...]
    stock: int
    piles: tuple[tuple[tuple[str, int], ...], ...]
    phase: str = DEAL
    seat: int = 0
    turn: int = 0
    field: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    captures: tuple[CardCapture, ...] = ()
    turns: tuple[tuple[int, tuple[str, ...]], ...] = ()
    gone: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    unseen_deals: int = 0
    unseen: tuple[int, ...] = ()
    latest: str = ""
    before: CapturePosition | None = attribute(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, setup: CaptureSetup) -> CapturePosition:
        """The position before the field is dealt."""
        return cls(setup, (setup.hand_size,) * setup.seats, setup.stock_size, ((),) * setup.seats)

    @property
    def open_captures(self) -> tuple[CardCapture, ...]:
        """The captures of which cards still lie in the middle, the oldest first."""
        return tuple(capture for capture in self.captures if capture.is_open)

    @property
    def unseen_captures(self) -> tuple[CardCapture, ...]:
        """The captures whose own card nobody has seen, the oldest first."""
        return tuple(capture for capture in self.captures if capture.is_unseen)

    @property
    def free_field(self) -> tuple[str, ...]:
        """The field without cards that are captured for certain."""
        return without(self.field, (card for capture in self.open_captures for card in capture.held))

    @property
    def has_begun_turn(self) -> bool:
        """Whether a card was laid in the turn under way."""
        return self.before is not None and self.before.turn == self.turn

    def pile(self, seat: int, turn: int | None = None) -> tuple[str, ...]:
        """What a player took, in the order in which it was taken, up to the turn with that number (None: to now)."""
        return tuple(card for card, when in self.piles[seat] if turn is None or when <= turn)

    def matching(self, card: str) -> tuple[tuple[str, ...], int] | None:
        """The cards of the field that match `card`, and how many of them it captures; None: none (hana-awase 2.4)."""
        number_by_card = self.setup.number_by_card
        number = number_by_card[card]
        loose = tuple(each for each in self.free_field if number_by_card[each] == number)
        # Where an earlier capture still has the choice, it takes its partners first.
        spoken_for = sum(
            capture.missing
            for capture in self.open_captures
            if len(capture.partners_left) > capture.missing and number_by_card[capture.partners_left[0]] == number
        )
        count = len(loose) - spoken_for
        return (loose, 3 if count >= 3 else 1) if count > 0 else None

    def whereabouts(self, card: str) -> int:
        """How many copies of a card were seen."""
        piles = sum(each == card for pile in self.piles for each, _ in pile)
        return self.field.count(card) + piles + self.gone.count(card)


def lay_card(
    position: CapturePosition, card: str, seat: int, captured: tuple[tuple[str, ...], int] | None
) -> CapturePosition:
    """The position after a player laid a hand card, or a card from the stock, in the middle.

    `captured`: the cards among which it captures so many, None where it stays in the middle. After the card from the
    stock, or the hand card when the stock is empty, it is the next player's turn. `card` is `UNSEEN` where nobody saw
    which it was; it lies nowhere then.
    """
    hands, stock = list(position.hands), position.stock
    from_hand = position.phase == HAND
    if from_hand:
        hands[seat] -= 1
    else:
        stock -= 1
    captures = position.captures
    if captured is not None:
        captures = (*captures, CardCapture(seat, position.turn, card, *captured))
    after = replace(
        position,
        hands=tuple(hands),
        stock=stock,
        seat=seat,
        field=position.field if card == UNSEEN else (*position.field, card),
        captures=captures,
        latest=card,
        before=position,
    )
    return replace(after, phase=STOCK) if from_hand and stock else _end_turn(after)


def _end_turn(position: CapturePosition) -> CapturePosition:
    seat = (position.seat + 1) % position.setup.seats
    stock_phase = STOCK if position.setup.plays_out and position.stock else OVER
    phase = HAND if position.hands[seat] > 0 else stock_phase
    turns = (*position.turns, (position.seat, position.free_field))
    return replace(position, phase=phase, seat=seat, turn=position.turn + 1, turns=turns)


def drop_overdue(position: CapturePosition, seat: int) -> tuple[CapturePosition, tuple[CardCapture, ...]]:
    """The position without the captures of earlier turns that a player never took, and these."""
    overdue = tuple(each for each in position.open_captures if each.seat == seat and each.turn < position.turn)
    kept = tuple(each for each in position.captures if each not in overdue)
    return replace(position, captures=kept) if overdue else position, overdue


def take_card(position: CapturePosition, card: str, seat: int, capture: CardCapture | None) -> CapturePosition:
    """The position after a card went from the middle to a player's pile, by `capture` or by none."""
    piles = list(position.piles)
    turn = position.turn if capture is None else capture.turn
    piles[seat] = (*piles[seat], (card, turn))
    after = replace(position, field=without(position.field, (card,)), piles=tuple(piles))
    if capture is None:
        return after
    taken = replace(capture, taken=(*capture.taken, card))
    return _without_lost_partners(replace(after, captures=exchange(position.captures, capture, taken)))


def take_with_unseen_card(position: CapturePosition, card: str, seat: int) -> CapturePosition:
    """The position after a player took a card of the free field with one that nobody has seen so far."""
    number_by_card = position.setup.number_by_card
    partners = tuple(each for each in position.free_field if number_by_card[each] == number_by_card[card])
    after = lay_card(position, UNSEEN, seat, (partners, 3 if len(partners) >= 3 else 1))
    return take_card(after, card, seat, after.captures[-1])


def see_card(position: CapturePosition, capture: CardCapture, card: str, *, is_taken: bool) -> CapturePosition:
    """The position when the card of a capture is seen that nobody had seen: in the middle, or in the pile."""
    seen = replace(capture, card=card, taken=(*capture.taken, card) if is_taken else capture.taken)
    after = replace(position, captures=exchange(position.captures, capture, seen))
    if not is_taken:
        return replace(after, field=(*after.field, card), latest=card)
    piles = list(after.piles)
    piles[capture.seat] = (*piles[capture.seat], (card, capture.turn))
    return replace(after, piles=tuple(piles))


def _without_lost_partners(position: CapturePosition) -> CapturePosition:
    """The position in which open captures count on no card that an earlier one has taken by choice."""
    waiting = [each.card for each in position.open_captures if each.waits_for_card]
    there = without(position.field, waiting)
    captures = []
    for each in position.captures:
        lost = without(each.partners_left, there) if each.is_open else ()
        if not lost:
            captures.append(each)
        elif partners := without(each.partners, lost):
            captures.append(replace(each, partners=partners, need=each.need if len(partners) >= each.need else 1))
    return replace(position, captures=tuple(captures))


def give_back(position: CapturePosition, card: str, seat: int) -> CapturePosition:
    """The position after a player put a card of the pile back into the middle: its capture is open again."""
    piles = list(position.piles)
    latest = max(index for index, (each, _) in enumerate(piles[seat]) if each == card)
    piles[seat] = (*piles[seat][:latest], *piles[seat][latest + 1 :])
    captures = position.captures
    capture = next((each for each in reversed(captures) if card in each.taken), None)
    if capture is not None:
        captures = exchange(captures, capture, replace(capture, taken=without(capture.taken, (card,))))
    return replace(position, field=(*position.field, card), piles=tuple(piles), captures=captures)


def retract_card(position: CapturePosition, before: CapturePosition) -> CapturePosition:
    """The position after the card laid last was taken back: it captures nothing, what it captured lies there again.

    `before` is the position before that card was laid.
    """
    card = position.latest
    captures = position.captures
    if len(captures) > len(before.captures) and captures[-1].card == card:
        for taken in captures[-1].taken:
            owner = next(seat for seat, pile in enumerate(position.piles) if taken in (each for each, _ in pile))
            position = give_back(position, taken, owner)
        captures = position.captures[:-1]
    return replace(before, field=without(position.field, (card,)), piles=position.piles, captures=captures)
