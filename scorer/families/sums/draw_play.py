"""Games in which one seat after the other draws cards one by one."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.play import SumPlay
from scorer.families.sums.position import SumPosition
from scorer.rules.settlement import turn_order
from scorer.texts import Text


class DrawPlay(SumPlay):
    """One card each, then turns from the dealer's right on; a turn is over when the next seat draws."""

    @abstractmethod
    def closing_reason(self, position: SumPosition, seat: int) -> Text | None:
        """Why a hand can draw no more, as the end of a sentence; None while it can or while its cards are not known."""

    @abstractmethod
    def may_stand(self, position: SumPosition, seat: int) -> bool:
        """Whether a seat may stop with the cards it has."""

    def current(self, position: SumPosition) -> int | None:
        """The seat whose turn it is or was last: whose draw was the last, or who draws first; None during the deal."""
        if not self.is_dealt(position):
            return None
        return turn_order(position.seats)[0] if position.last is None or self._nobody_drew(position) else position.last

    def _nobody_drew(self, position: SumPosition) -> bool:
        return all(len(position.hand(seat)) < 2 for seat in range(position.seats))

    def turn(self, position: Any) -> int | None:
        """The first seat from the last to draw on that may still draw; None during the deal and after the last."""
        current = self.current(position)
        if current is None or self.round_ended(position):
            return None
        order = turn_order(position.seats)
        left = order[order.index(current) :]
        return next((seat for seat in left if self.closing_reason(position, seat) is None), None)

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
            text = Text("Everybody has played.", "全員が引き終わりました。")
            return (text,) if self.is_over(position) else (Text("The dealer deals.", "親が配ります。"),)
        name = position.table.seats[seat]
        if self.may_stand(position, seat):
            return (Text(f"{name} may draw or stand.", f"{name}の番です。引いても止まってもかまいません。"),)
        return (Text(f"{name} must draw a card.", f"{name}の番です。一枚引きます。"),)
