"""Games in which one seat after the other draws cards one by one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from scorer.errors import Refusal
from scorer.families.sums import faults, text
from scorer.families.sums.moment import moment_of
from scorer.families.sums.play import SumPlay
from scorer.families.sums.position import OPEN, NextMoves, SumPosition
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.rules.play.moves import NEXT_CARD, PILE, Move, Place, call_move
from scorer.rules.settlement import turn_order
from scorer.texts import Text

_SEATS = 3
"""Seats where a hand is asked about without a table."""


class DrawPlay(SumPlay):
    """One card each, then turns from the dealer's right on; a turn is over when the next seat draws.

    `draw_word`, `stand_word`: the keys of what a player says who draws an open card, or stands. `pack_size`: how many
    cards are in play. `known_cards`: how many of the own cards a player looks at, None for all.
    """

    draw_word = "draw"
    stand_word = "stop"
    pack_size: int
    known_cards: int | None = None

    @abstractmethod
    def closing_reason(self, position: SumPosition, seat: int) -> Text | None:
        """Why a hand can draw no more, as the end of a sentence; None while it can or while its cards are not known."""

    @abstractmethod
    def may_stand(self, position: SumPosition, seat: int) -> bool:
        """Whether a seat may stop with the cards it has."""

    def has_stood(self, position: SumPosition, seat: int) -> bool:
        """Whether a seat said that its turn is over. Default: by the word for it."""
        return bool(position.calls) and position.called(seat, self.stand_word) is not None

    def next_moves(self, position: SumPosition) -> NextMoves:
        """The first cards, then draws one by one; at the end cards are shown, or the dealer decides."""
        if position.last is None:
            waiting = [seat for seat in turn_order(position.seats) if not position.piles.get((OPEN, seat))]
            if waiting:
                return None, tuple([_first_card(seat) for seat in waiting])
        turn = self.turn(position)
        if turn is not None:
            return position.next_shown((OPEN, turn), self.known_cards) or (turn, self.turn_moves(position, turn))
        shown = (position.next_shown((OPEN, seat)) for seat in turn_order(position.seats))
        return next((found for found in shown if found), None) or (0, self.closing_moves(position))

    def could_be(self, position: SumPosition, place: Place, codes: Sequence[str]) -> bool:
        """Whether the seat could draw as many cards as it has, and stop if a later one drew."""
        seat = place[1]
        if place[0] != OPEN or seat is None:
            return True
        known = len(codes) if self.known_cards is None else self.known_cards
        faces = zip(position.piles[place], codes, strict=True)
        cards = tuple(replace(card, code=code) if number < known else card for number, (card, code) in enumerate(faces))
        hands = [position.with_pile(place, cards[:size]) for size in range(1, len(cards) + 1)]
        if any(self.closing_reason(hand, seat) is not None for hand in hands[:-1]):
            return False
        current, order = self.current(position), turn_order(position.seats)
        if current is None or (order.index(seat) >= order.index(current) and not self.round_ended(position)):
            return True
        whole = hands[-1]
        is_finished = self.may_stand(whole, seat) or self.closing_reason(whole, seat) is not None
        return is_finished and not self.ends_round(whole, seat)

    def moment(self, question: HandQuestion) -> SumPosition:
        """The position in which the hand of a question is in turn. Default: the first of three seats, dealer last."""
        return moment_of(question, turn_order(_SEATS)[0], _SEATS)

    def situate(self, question: HandQuestion) -> Situation:
        """The moment at which the player in turn has these cards. Raises `hand_played_on` for a hand that is over."""
        position = self.moment(question)
        own = next(seat for seat in range(position.seats) if position.codes((OPEN, seat)) == question.cards)
        if self.turn(position) != own:
            raise Refusal("hand_played_on", text("hand_over"), cards=question.cards)
        return Situation(position.table, position, (), question)

    def turn_moves(self, position: SumPosition, seat: int) -> tuple[Move, ...]:
        """What a seat may do on its turn: draw openly, as long as there are cards, or stand."""
        cards_left = self.cards_left(position)
        draw, stand = _draw_or_stand(seat, self.draw_word, self.stand_word)
        if not cards_left:
            return (stand,)
        return (draw, stand) if self.may_stand(position, seat) else (draw,)

    def closing_moves(self, position: SumPosition) -> tuple[Move, ...]:
        """What is done when nobody draws any more. Default: nothing."""
        del position
        return ()

    def cards_left(self, position: SumPosition) -> int:
        """How many cards the pile still holds."""
        return self.pack_size - sum(map(len, position.piles.values()))

    def current(self, position: SumPosition) -> int | None:
        """The seat whose turn it is or was last: whose draw was the last, or who draws first; None during the deal."""
        return position.once("current", self._current)

    def _current(self, position: SumPosition) -> int | None:
        if not self.is_dealt(position):
            return None
        last = position.last
        if last is not None and any(len(position.hand(seat)) > 1 for seat in (last, *range(position.seats))):
            return last
        return turn_order(position.seats)[0]

    def turn(self, position: Any) -> int | None:
        """The first seat from the last to draw on that may still draw; None during the deal and after the last."""
        turn: int | None = position.once("turn", self._turn)
        return turn

    def _turn(self, position: SumPosition) -> int | None:
        current = self.current(position)
        if current is None or self.round_ended(position):
            return None
        order = turn_order(position.seats)
        left = order[order.index(current) :]
        for seat in left:
            if self.closing_reason(position, seat) is None and not self.has_stood(position, seat):
                return seat
        return None

    def ends_round(self, position: SumPosition, seat: int) -> bool:
        """Whether a seat's hand ends the round for everybody. Default: none does."""
        del position, seat
        return False

    def round_ended(self, position: SumPosition) -> bool:
        """Whether something ended the round before everybody had a turn. Default: nothing does."""
        del position
        return False

    def is_over(self, position: Any) -> bool:
        """Whether nobody can draw any more."""
        return self.is_dealt(position) and (self.round_ended(position) or self.turn(position) is None)

    def may_end(self, position: Any) -> bool:
        """Whether every hand is finished or may stand, and no card lies face down that must be turned up."""
        if not self.is_dealt(position):
            return False
        return self.round_ended(position) or all(
            self.may_stand(position, seat) or self.closing_reason(position, seat) is not None
            for seat in range(position.seats)
        )

    def fault_of_card(self, position: SumPosition, number: int, *, face_up: bool) -> Text | None:
        """A card in the first round, out of turn, or for a hand that is over."""
        del face_up
        names = position.table.seats
        current = self.current(position)
        if current is None:
            return faults.two_in_first_round(names[number]) if position.hand(number) else None
        if self.round_ended(position):
            return faults.round_over(names[number])
        reason = self.closing_reason(position, number)
        if reason is not None:
            return faults.played_on(names[number], reason)
        order = turn_order(position.seats)
        start, end = order.index(current), order.index(number)
        if end < start:
            # A seat that was passed over before it could stand draws late; that it was passed over is said already.
            return faults.out_of_turn(names[number]) if self.may_stand(position, number) else None
        for seat in order[start:end]:
            if not self.may_stand(position, seat) and self.closing_reason(position, seat) is None:
                return faults.not_drawn_yet(names[number], names[seat])
        return None

    def hints(self, position: Any) -> tuple[Text, ...]:
        """Whose turn it is, and whether that seat may stand."""
        seat = self.turn(position)
        if seat is None:
            return (text("everybody_played" if self.is_over(position) else "dealer_deals"),)
        name = position.table.seats[seat]
        if self.may_stand(position, seat):
            return (text("may_draw", name=name),)
        return (text("must_draw", name=name),)


@cache
def _first_card(seat: int) -> Move:
    return Move("laid", seat, NEXT_CARD, PILE, (OPEN, seat))


@cache
def _draw_or_stand(seat: int, draw_word: str, stand_word: str) -> tuple[Move, Move]:
    return Move("laid", seat, NEXT_CARD, PILE, (OPEN, seat), call=draw_word), call_move(seat, stand_word)
