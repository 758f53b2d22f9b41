"""The play of Otoroku: dealt one card, drawn in turn, thrown in.

Source: otoroku 4 and 6.3.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.draw_play import DrawPlay
from scorer.families.sums.moment import moment_of
from scorer.families.sums.position import HAND, OPEN, SumPosition
from scorer.games.otoroku.hands import limit_of, rank_of
from scorer.games.otoroku.texts import text
from scorer.rules.hand_question import HandQuestion
from scorer.rules.play.moves import MIDDLE, NOWHERE, Conclusion, Move, Place, Policy, Sight, Verdict, call_move
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text, verbatim

_LONGEST_HAND = 10
"""Cards that a dealer without limit can have: a tenth always ends the turn (four 1s, four 2s and a 3 are 15)."""
MEET, SEND_AWAY = "meet", "send_away"
"""The keys of what the dealer says to a bettor (otoroku 6.3)."""
_CHOICE_POINTS = 10
"""Points from which a dealer with two cards may choose whom to meet (otoroku 6.3)."""
STOP_AT = 12
"""Points from which the table's own players stop."""
_STOP_AT_ONE_CARD = 10
"""Points on which they stand with the first card, where nobody must draw: a maple."""


def _policy(stop: int, meets: Callable[[Sequence[Any]], bool]) -> Policy:
    """Draws until `stop` points; as the dealer, meets the hands for which `meets` is true."""

    def decide(position: Any, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
        del hand
        first = moves[0]
        if first.call == MEET:
            bettor = first.source[1]
            return first if len(moves) == 1 or bettor is None or meets(position.hand(bettor)) else moves[1]
        cards = position.codes((OPEN, first.seat))
        enough = min(stop, _STOP_AT_ONE_CARD) if len(cards) == 1 else stop
        return moves[-1] if sum(map(rank_of, cards)) >= enough else first

    return decide


class OtorokuPlay(DrawPlay):
    """A hand is over with five cards or above its limit (otoroku 4.5, 4.7)."""

    pack_size = 40

    def _role(self, position: SumPosition, seat: int) -> str:
        return self.game.role_of(seat, position.seats)

    def _cap(self, position: SumPosition, seat: int) -> int:
        return _LONGEST_HAND if seat == 0 and position.options["dealer_hand_cap"] == "none" else 5

    def _is_bust(self, position: SumPosition, seat: int) -> bool:
        limit = limit_of(self._role(position, seat))
        return sum(map(rank_of, position.codes((OPEN, seat)))) > limit

    def closing_reason(self, position: SumPosition, seat: int) -> Text | None:
        """Five cards, above the limit, or thrown in."""
        if seat in position.thrown:
            return text("played_on.thrown_in")
        return position.once_at((OPEN, seat), "closing", lambda position, _: self._find_closing_reason(position, seat))

    def _find_closing_reason(self, position: SumPosition, seat: int) -> Text | None:
        cap = self._cap(position, seat)
        if len(position.hand(seat)) >= cap:
            return text("played_on.cards", cap=cap)
        if self._is_bust(position, seat):
            limit = limit_of(self._role(position, seat))
            return text("played_on.above", limit=limit)
        return None

    def may_stand(self, position: SumPosition, seat: int) -> bool:
        """With two cards, or one where nobody must draw (otoroku 4.4)."""
        return len(position.hand(seat)) >= (2 if position.options["must_draw_one"] else 1)

    def possible_moves(self, position: Any, sight: Sight) -> tuple[Move, ...] | None:
        """As in every game of sums; a hand may also go to the middle, face down, or leave the table: thrown in."""
        moves = super().possible_moves(position, sight) or ()
        if sight.place is None or sight.place[0] != OPEN:
            return moves
        seat = sight.place[1]
        if sight.kind == "left" and seat is not None and self._may_throw_in(position, seat):
            return (*moves, Move("moved", seat, None, sight.place, MIDDLE, sight.thing))
        return moves

    def _may_throw_in(self, position: SumPosition, seat: int) -> bool:
        """Whether a seat's cards may go away: a bust hand, or one that the dealer does not meet (otoroku 6.3)."""
        return self._is_bust(position, seat) or (seat > 0 and self._dealer_may_choose(position))

    def _dealer_may_choose(self, position: SumPosition) -> bool:
        options = position.options
        if not options["dealers_choice"] or options["method"] == "everyone" or len(position.hand(0)) != 2:
            return False
        return sum(map(rank_of, position.codes((OPEN, 0)))) >= _CHOICE_POINTS

    def _move_away(self, position: SumPosition, move: Move, index: int) -> Verdict:
        """A card that leaves a hand for the middle is thrown in; its face stays known."""
        seat = move.source[1]
        if move.source[0] != OPEN or move.target[0] in (OPEN, HAND) or seat is None:
            return super()._move_away(position, move, index)
        fault = None
        if not self._may_throw_in(position, seat):
            name = position.table.seats[seat]
            fault = text("threw_card", name=name)
        # The cards stay on record, because they were seen.
        down = position.change(move.source, index, face_up=False, holder=None)
        return Verdict(replace(down, thrown=position.thrown | {seat}), fault)

    def _sent_away(self, position: SumPosition) -> bool:
        return any(not self._is_bust(position, seat) for seat in position.thrown)

    def turn_moves(self, position: SumPosition, seat: int) -> tuple[Move, ...]:
        """Draw or stand; a dealer who has sent hands away draws no more."""
        moves = super().turn_moves(position, seat)
        return moves[-1:] if position.thrown and seat == 0 and self._sent_away(position) else moves

    def moment(self, question: HandQuestion) -> SumPosition:
        """The last bettor plays against a dealer alone; a dealer after one bettor, whose cards were seen."""
        if question.role == "dealer":
            return moment_of(question, 0, 2, (call_move(1, self.stand_word),))
        return moment_of(question, 1, 2 if question.role == "last" else 3)

    def could_be(self, position: SumPosition, place: Place, codes: Sequence[str]) -> bool:
        """Also, a dealer who has sent hands away has 10 points or more (otoroku 6.3)."""
        may_choose = place != (OPEN, 0) or not self._sent_away(position) or sum(map(rank_of, codes)) >= _CHOICE_POINTS
        return may_choose and super().could_be(position, place, codes)

    def closing_moves(self, position: SumPosition) -> tuple[Move, ...]:
        """A dealer who may choose meets each standing bettor or does not; whom he does not meet throws in the hand."""
        if not self._dealer_may_choose(position) or self._is_bust(position, 0):
            return ()
        for seat in range(1, position.seats):
            hand = (OPEN, seat)
            lying = [card for card in position.hand(seat) if card.face_up]
            throws_in = [Move("moved", seat, None, hand, MIDDLE, card.thing) for card in lying[:1]]
            if seat in position.thrown:
                if throws_in:
                    return tuple(throws_in)
            elif not self._is_bust(position, seat) and not any(call.source == hand for call in position.calls):
                meets = Move("called", 0, None, hand, NOWHERE, call=MEET)
                return (meets, *(replace(move, call=SEND_AWAY) for move in throws_in))
        return ()

    def policies(self, table: Table, rng: random.Random) -> tuple[Policy, ...]:
        """Everybody draws up to 12; a dealer with a choice meets those who needed three cards or more."""
        del rng
        return (_policy(STOP_AT, lambda hand: len(hand) > 2),) * len(table.seats)

    def film_policies(self, table: Table, rng: random.Random, faults: Sequence[str] = ()) -> tuple[Policy, ...]:
        """Everybody draws up to a total of his own choice; a dealer with a choice often sends hands away."""
        del faults
        is_choosy = rng.random() < 0.5
        return tuple(_policy(rng.randint(9, 14), lambda _: not is_choosy or rng.random() < 0.5) for _ in table.seats)

    def conclude(self, position: Any) -> Conclusion:
        """The hands in the order drawn, the stake if the dealer sets it, and whom the dealer met."""
        options, answers, asks = position.options, {}, []
        if options["wager_by"] == "per_round" and "wager" not in position.table.extra:
            wager = self.game.prompts(position.table)[0]
            answers[wager.path] = wager.default
            asks.append((wager.path, wager.label))
        for seat in turn_order(position.seats):
            cards = position.codes((OPEN, seat))
            answers[f"hands.{seat}"] = list(cards)
            hidden = len(position.hidden((OPEN, seat)))
            is_out = seat in position.thrown and not self._is_bust(position, seat)
            if (hidden or not self.may_stand(position, seat)) and not is_out:
                name = position.table.seats[seat]
                asks.append((f"hands.{seat}", faults.missing_cards(verbatim(name), hidden)))
            elif hidden:
                answers[f"hands.{seat}"] = []
        standing = [seat for seat in range(1, position.seats) if not self._is_bust(position, seat)]
        if any(seat in position.thrown for seat in standing):
            answers["meets"] = [seat for seat in standing if seat not in position.thrown]
        return Conclusion(position.table.build_round(self.game.key, answers), tuple(asks))
