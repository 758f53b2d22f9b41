"""Positions and moves of a round of captures, as a camera follows it.

A hand card is laid in the middle and captures what matches it, then a card from the stock does (hana-awase 2.4).
Players may take what they captured at once or at the end of their turn, so a position remembers who may take what. Of
hands it knows how many cards they hold, and those that were shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from dataclasses import field as attribute
from typing import Any, NamedTuple

from scorer.families.captures.moves.capture import UNSEEN, CardCapture, exchange, without
from scorer.families.captures.moves.setup import CaptureSetup

DEAL, OPENING, HAND, STOCK, OVER = "deal", "opening", "hand", "stock", "over"
"""What comes next: the field is dealt, the dealer takes from it, a hand card, a card from the stock, nothing."""
BEFORE_PLAY = -1
"""The number of the turn in which the dealer takes from the opening field; the first turn has number 0."""


class Utterance(NamedTuple):
    """A word that was said: the number of the turn after which, or in which, it was; who said it; its key."""

    turn: int
    seat: int
    call: str


@dataclass(frozen=True)
class CapturePosition:
    """A round of captures between two moves.

    `field`: the cards in the middle, those captured but not yet taken included. `piles`: what each player took, every
    card with the number of the turn in which it was captured. `captures`: every capture so far. `opening`: the field as
    dealt. `seat`: who lays the next card, in turn number `turn`. `hands` and `stock`: cards left there. `turns`: of
    every turn that is over, who had it and the field after it. `gone`: cards that left the game. `returned`:
    cards that the rules put back on the field, until they are seen to go there. `latest`: the card
    laid last, `before` the position before it. `unseen_deals`: cards dealt to the field that nobody has seen.
    `unseen`: who laid cards that nobody has seen, in turn order. `said`: what players said. `shown`: of every hand the
    cards that were laid open, whether or not they have been played since.
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
    said: tuple[Utterance, ...] = ()
    shown: tuple[tuple[str, ...], ...] = ()
    before: CapturePosition | None = attribute(default=None, compare=False, repr=False)
    open_captures: tuple[CardCapture, ...] = attribute(init=False, compare=False, repr=False)
    """The captures of which cards still lie in the middle, the oldest first."""

    memo: dict[str, Any] = attribute(default_factory=dict, init=False, compare=False, repr=False)
    """What was found out about this position, by what it is called there."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "open_captures", _open_of(self.captures))

    @classmethod
    def of(cls, setup: CaptureSetup) -> CapturePosition:
        """The position before the field is dealt."""
        nothing = ((),) * setup.seats
        return cls(setup, (setup.hand_size,) * setup.seats, setup.stock_size, nothing, shown=nothing)

    def changed(self, **changes: Any) -> CapturePosition:
        """The position with these attributes: what `replace` does, at a tenth of its time."""
        if "captures" in changes and "open_captures" not in changes:
            changes["open_captures"] = _open_of(changes["captures"])
        if "memo" not in changes:
            changes["memo"] = {}
        after = object.__new__(CapturePosition)
        object.__setattr__(after, "__dict__", self.__dict__ | changes)
        return after

    @property
    def memo_of_piles(self) -> dict[str, Any]:
        """What was found out about the piles, for a position in which these are the same."""
        return {key: found for key, found in self.memo.items() if key not in ("due", "end")}

    @property
    def unseen_captures(self) -> tuple[CardCapture, ...]:
        """The captures whose own card nobody has seen, the oldest first."""
        return tuple(capture for capture in self.captures if capture.is_unseen)

    @property
    def free_field(self) -> tuple[str, ...]:
        """The field without cards that are captured for certain."""
        return free_of(self.field, self.open_captures)

    @property
    def has_begun_turn(self) -> bool:
        """Whether a card was laid in the turn under way."""
        return self.before is not None and self.before.turn == self.turn

    def pile(self, seat: int, turn: int | None = None) -> tuple[str, ...]:
        """What a player took, in the order in which it was taken, up to the turn with that number (None: to now)."""
        if turn is None:
            return tuple([card for card, _ in self.piles[seat]])
        return tuple([card for card, when in self.piles[seat] if when <= turn])

    def matching(self, card: str) -> tuple[tuple[str, ...], int] | None:
        """The cards of the field that match `card`, and how many of them it captures; None: none (hana-awase 2.4)."""
        number_by_card = self.setup.number_by_card
        number = number_by_card[card]
        loose = tuple([each for each in self.free_field if number_by_card[each] == number])
        if not loose or not self.open_captures:
            return (loose, 3 if len(loose) >= 3 else 1) if loose else None
        # Where an earlier capture still has the choice, it takes its partners first.
        spoken_for = sum(
            capture.missing
            for capture in self.open_captures
            if len(capture.partners_left) > capture.missing and number_by_card[capture.partners_left[0]] == number
        )
        count = len(loose) - spoken_for
        return (loose, 3 if count >= 3 else 1) if count > 0 else None

    def whereabouts(self, card: str) -> int:
        """How many copies of a card were seen, not counting those that were shown of a hand and are still there."""
        count = self.field.count(card) + self.gone.count(card)
        for pile in self.piles:
            if pile:
                count += [each for each, _ in pile].count(card)
        return count

    def known_of(self, seat: int) -> tuple[str, ...]:
        """The cards of a hand that everybody knows: shown, and not played since."""
        return tuple(card for card in self.shown[seat] if self.whereabouts(card) < self.setup.copies[card])

    def has_said(self, seat: int, call: str) -> bool:
        """Whether a player has said a word in this round."""
        return bool(self.said) and any(each.seat == seat and each.call == call for each in self.said)


def free_of(field: tuple[str, ...], open_captures: tuple[CardCapture, ...]) -> tuple[str, ...]:
    """The field without the cards that these captures hold."""
    return without(field, [card for each in open_captures for card in each.held]) if open_captures else field


def _open_of(captures: tuple[CardCapture, ...]) -> tuple[CardCapture, ...]:
    return tuple([capture for capture in captures if capture.is_open])


def lay_card(
    position: CapturePosition, card: str, seat: int, captured: tuple[tuple[str, ...], int] | None
) -> CapturePosition:
    """The position after a player laid a hand card, or a card from the stock, in the middle.

    `captured`: the cards among which it captures so many, None where it stays in the middle. After the card from the
    stock, or the hand card when the stock is empty, it is the next player's turn. `card` is `UNSEEN` where nobody saw
    which it was; it lies nowhere then.
    """
    setup, hands, stock = position.setup, position.hands, position.stock
    changes: dict[str, Any] = {"latest": card, "before": position}
    if card != UNSEEN:
        changes["field"] = (*position.field, card)
    if captured is not None:
        capture = CardCapture(seat, position.turn, card, *captured)
        changes["captures"] = (*position.captures, capture)
        changes["open_captures"] = (*position.open_captures, capture) if capture.is_open else position.open_captures
    if position.phase == HAND:
        changes["hands"] = hands = (*hands[:seat], hands[seat] - 1, *hands[seat + 1 :])
        if stock:
            changes["seat"], changes["phase"] = seat, STOCK
            return position.changed(**changes)
    else:
        changes["stock"] = stock = stock - 1
    following = (seat + 1) % setup.seats
    stock_phase = STOCK if setup.plays_out and stock else OVER
    changes |= {"seat": following, "phase": HAND if hands[following] > 0 else stock_phase, "turn": position.turn + 1}
    after = position.changed(**changes)
    after.__dict__["turns"] = (*position.turns, (seat, after.free_field))
    return after


def drop_overdue(position: CapturePosition, seat: int) -> tuple[CapturePosition, tuple[CardCapture, ...]]:
    """The position without the captures of earlier turns that a player never took, and these."""
    if not position.open_captures:
        return position, ()
    overdue = tuple(each for each in position.open_captures if each.seat == seat and each.turn < position.turn)
    kept = tuple(each for each in position.captures if each not in overdue)
    return position.changed(captures=kept) if overdue else position, overdue


def take_card(position: CapturePosition, card: str, seat: int, capture: CardCapture | None) -> CapturePosition:
    """The position after a card went from the middle to a player's pile, by `capture` or by none."""
    piles = list(position.piles)
    turn = position.turn if capture is None else capture.turn
    piles[seat] = (*piles[seat], (card, turn))
    after = position.changed(field=without(position.field, (card,)), piles=tuple(piles))
    if capture is None:
        return after
    taken = capture.with_taken((*capture.taken, card))
    return _without_lost_partners(after.changed(captures=exchange(position.captures, capture, taken)))


def gather_captured(position: CapturePosition, seat: int | None) -> CapturePosition:
    """The position after a player took everything that is captured for certain and still lay in the middle."""
    captures, piles, still_open, gone = position.captures, list(position.piles), list[CardCapture](), list[str]()
    for each in position.open_captures:
        after = each
        if each.seat == seat:
            after = each.with_taken((*each.taken, *each.held))
            captures = exchange(captures, each, after)
            gone += each.held
            piles[each.seat] = (*piles[each.seat], *[(card, each.turn) for card in each.held])
        if after.is_open:
            still_open.append(after)
    return position.changed(
        field=without(position.field, gone), captures=captures, open_captures=tuple(still_open), piles=tuple(piles)
    )


def take_with_unseen_card(position: CapturePosition, card: str, seat: int) -> CapturePosition:
    """The position after a player took a card of the free field with one that nobody has seen so far."""
    number_by_card = position.setup.number_by_card
    partners = tuple(each for each in position.free_field if number_by_card[each] == number_by_card[card])
    after = lay_card(position, UNSEEN, seat, (partners, 3 if len(partners) >= 3 else 1))
    return take_card(after, card, seat, after.captures[-1])


def see_card(position: CapturePosition, capture: CardCapture, card: str, *, is_taken: bool) -> CapturePosition:
    """The position when the card of a capture is seen that nobody had seen: in the middle, or in the pile."""
    seen = replace(capture, card=card, taken=(*capture.taken, card) if is_taken else capture.taken)
    after = position.changed(captures=exchange(position.captures, capture, seen))
    if not is_taken:
        return after.changed(field=(*after.field, card), latest=card)
    piles = list(after.piles)
    piles[capture.seat] = (*piles[capture.seat], (card, capture.turn))
    return after.changed(piles=tuple(piles))


def _without_lost_partners(position: CapturePosition) -> CapturePosition:
    """The position in which open captures count on no card that an earlier one has taken by choice."""
    if not position.open_captures:
        return position
    waiting = [each.card for each in position.open_captures if each.waits_for_card]
    there = without(position.field, waiting)
    captures = []
    for each in position.captures:
        lost = without(each.partners_left, there) if each.is_open else ()
        if not lost:
            captures.append(each)
        elif partners := without(each.partners, lost):
            captures.append(replace(each, partners=partners, need=each.need if len(partners) >= each.need else 1))
    return position.changed(captures=tuple(captures))


def give_back(position: CapturePosition, card: str, seat: int) -> CapturePosition:
    """The position after a player put a card of the pile back into the middle: its capture is open again."""
    piles = list(position.piles)
    latest = max(index for index, (each, _) in enumerate(piles[seat]) if each == card)
    piles[seat] = (*piles[seat][:latest], *piles[seat][latest + 1 :])
    captures = position.captures
    capture = next((each for each in reversed(captures) if card in each.taken), None)
    if capture is not None:
        captures = exchange(captures, capture, capture.with_taken(without(capture.taken, (card,))))
    return position.changed(field=(*position.field, card), piles=tuple(piles), captures=captures)


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
    field = without(position.field, (card,))
    return before.changed(field=field, piles=position.piles, captures=captures, shown=position.shown)
