"""The play of Otoroku: dealt one card, drawn in turn, thrown in.

Source: otoroku 4 and 6.3.
"""

from __future__ import annotations

import random
from typing import Any

from scorer.families.sums import faults
from scorer.families.sums.draw_play import DrawPlay
from scorer.families.sums.play import hidden_count, shuffled_pack
from scorer.families.sums.position import OPEN, SumPosition
from scorer.families.sums.script import ScriptWriter
from scorer.games.otoroku.hands import limit_of, rank_of
from scorer.rules.play_rules import MIDDLE, Conclusion, Move, ScriptedRound, Sight, Verdict
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text

_LONGEST_HAND = 10
"""Cards that a dealer without limit can have: a tenth always ends the turn (four 1s, four 2s and a 3 are 15)."""


class OtorokuPlay(DrawPlay):
    """A hand is over with five cards or above its limit (otoroku 4.5, 4.7)."""

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
            return Text("the hand was thrown in", "手を伏せた")
        cap = self._cap(position, seat)
        if len(position.hand(seat)) >= cap:
            return Text(f"{cap} cards end a turn", f"{cap}枚で番が終わる")
        if self._is_bust(position, seat):
            limit = limit_of(self._role(position, seat))
            return Text(f"the hand was above {limit}", f"{limit}点を超えている")
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
        return sum(map(rank_of, position.codes((OPEN, 0)))) >= 10

    def _move_away(self, position: SumPosition, move: Move, index: int) -> Verdict:
        """A card that leaves a hand for the middle is thrown in; its face stays known."""
        seat = move.source[1]
        if move.source[0] != OPEN or move.target[0] == OPEN or seat is None:
            return super()._move_away(position, move, index)
        fault = None
        if not self._may_throw_in(position, seat):
            name = position.table.seats[seat]
            fault = Text(f"{name} threw a card in", f"{name}が札を伏せて場に出しました")
        return Verdict(self.thrown_in(position, seat), fault)

    @staticmethod
    def thrown_in(position: SumPosition, seat: int) -> SumPosition:
        """The position after a seat threw its hand in. The cards stay on record, because they were seen."""
        return SumPosition(
            position.table,
            position.deck,
            position.options,
            position.piles,
            position.last,
            position.thrown | {seat},
        )

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
            hidden = hidden_count(position, (OPEN, seat))
            is_out = seat in position.thrown and not self._is_bust(position, seat)
            if (hidden or not self.may_stand(position, seat)) and not is_out:
                name = position.table.seats[seat]
                asks.append((f"hands.{seat}", faults.missing_cards(Text(name, name), hidden)))
            elif hidden:
                answers[f"hands.{seat}"] = []
        standing = [seat for seat in range(1, position.seats) if not self._is_bust(position, seat)]
        if any(seat in position.thrown for seat in standing):
            answers["meets"] = [seat for seat in standing if seat not in position.thrown]
        return Conclusion(position.table.build_round(self.game.key, answers), tuple(asks))

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """Everybody draws up to a total of his own choice; a dealer with a choice sometimes sends hands away."""
        position = self.begin(table, deck)
        script = ScriptWriter(shuffled_pack(self.game, position, rng))
        hands = {seat: [script.lay(seat)] for seat in turn_order(position.seats)}

        def total(seat: int) -> int:
            return sum(rank_of(script.code(thing)) for thing in hands[seat])

        for seat, hand in hands.items():
            limit, stop = limit_of(self._role(position, seat)), rng.randint(9, 14)
            least = 2 if position.options["must_draw_one"] else 1
            cap = self._cap(position, seat)
            while len(hand) < cap and total(seat) <= limit and (len(hand) < least or total(seat) < stop):
                hand.append(script.lay(seat))
        answers: dict[str, Any] = {f"hands.{s}": [script.code(t) for t in hand] for s, hand in hands.items()}
        options = position.options
        may_choose = options["dealers_choice"] and options["method"] != "everyone" and len(hands[0]) == 2
        if may_choose and 10 <= total(0) <= limit_of("dealer") and rng.random() < 0.5:
            standing = [s for s in range(1, position.seats) if total(s) <= limit_of(self._role(position, s))]
            met = [seat for seat in standing if rng.random() < 0.5]
            for seat in standing:
                if seat not in met:
                    for thing in hands[seat]:
                        script.throw_in(thing, seat)
            if len(met) < len(standing):
                answers["meets"] = met
        return script.finish(table.build_round(self.game.key, answers))
