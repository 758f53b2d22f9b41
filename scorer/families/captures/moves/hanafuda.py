"""How players of the 48 hanafuda decide, by bit masks."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from scorer.families.captures.cards import BIT, CARDS, cards_in, mask_of
from scorer.families.captures.months import captures_of, full_month
from scorer.families.captures.moves.calls import (
    PileRaise,
    asks_of_untaken,
    best_worths,
    latest_turn,
    pile_answers,
    pile_raises,
    with_cards_never_seen,
)
from scorer.families.captures.moves.position import OVER, CapturePosition
from scorer.families.captures.moves.rules import CapturePlayRules
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.reasons import full_month_reason
from scorer.rules.play.moves import Conclusion, Move, Policy
from scorer.rules.prompts import Table
from scorer.texts import Text

STOP, CANCEL, SHOW = "shobu", "cancel", "teyaku"
"""Words: the round ends, a call is taken back, the dealt hand is shown. What going on is called differs."""
Estimate = Callable[[int], int]
"""How good a player thinks a pile is."""


Pays = Callable[[int, int], int]
"""What a pile pays with that field."""
_PACK = mask_of(CARDS)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances (0 to 1) as one seat sees them: that its pile pays more after its next turn, that another does before."""

    own: Fraction
    others: Fraction

    @property
    def is_good(self) -> bool:
        """Whether going on is likelier to bring more than to lose what there is."""
        return self.own > self.others


class HanafudaPlayRules(CapturePlayRules):
    """The play of games whose piles are sets of hanafuda."""

    @abstractmethod
    def estimate(self, position: CapturePosition) -> Estimate:
        """How good a pile is to a player who chooses a card now."""

    def worth(self, position: CapturePosition, pile: int, field: int) -> int:
        """What a pile pays with that field. Default: 0, as only the last card ends a round."""
        del position, pile, field
        return 0

    def heeds_field(self, position: CapturePosition) -> bool:
        """Whether what a pile pays depends on the field. Default: it does not."""
        del position
        return False

    def raises(self, position: CapturePosition) -> tuple[PileRaise, ...]:
        """Every turn after which a pile paid more than ever before."""
        found = position.memo.get("raises")
        if found is None:
            heeds_field = self.heeds_field(position)

            def worth(pile: int, field: Sequence[str]) -> int:
                return self.worth(position, pile, mask_of(field) if heeds_field else 0)

            found = position.memo["raises"] = pile_raises(position, worth)
        return found

    def raised_by(self, position: CapturePosition) -> int | None:
        """Whose pile was raised by the turn that has just ended, None where nobody's was or a card was laid since."""
        if position.has_begun_turn or not position.turns:
            return None
        memo = position.memo
        if "raised by" not in memo:
            memo["raised by"] = self._find_raised(position)
        seat: int | None = memo["raised by"]
        return seat

    def _find_raised(self, position: CapturePosition) -> int | None:
        seat, field = position.turns[-1]
        turn, pile, heeds_field = position.turn - 1, position.piles[seat], self.heeds_field(position)
        earlier = turn - 1
        while earlier >= 0 and position.turns[earlier][0] != seat:
            earlier -= 1
        if not (heeds_field or (pile and (pile[-1][1] > earlier or max(when for _, when in pile) > earlier))):
            return None  # nothing was captured since the pile was looked at
        if not self.worth(position, mask_of([card for card, _ in pile]), mask_of(field) if heeds_field else 0):
            return None
        raises = self.raises(position)
        return seat if raises and raises[-1].turn == turn else None

    def outlook(self, position: CapturePosition, seat: int, hand: Sequence[str]) -> Outlook:
        """The chances of a player who knows this hand to be paid more, and of the others before that."""
        best = best_worths(position, self.raises(position))
        return look_ahead(position, seat, hand, best, lambda pile, field: self.worth(position, pile, field))

    def policy(self, table: Table, rng: random.Random, random_cards: float) -> Policy:
        """Take what is worth most, show what was dealt, and go on while that is likelier to bring more than to lose."""
        del table

        def decide(position: CapturePosition, hand: Sequence[str], moves: Sequence[Move]) -> Move:
            words = {move.call: move for move in moves if move.call} if moves[-1].call else {}
            if STOP in words:
                return moves[-1] if self.outlook(position, moves[0].seat or 0, hand).is_good else words[STOP]
            if SHOW in words and not random_cards:
                return words[SHOW]
            if CANCEL in words and not self.outlook(position, position.seat, hand).is_good:
                return words[CANCEL]
            cards = [move for move in moves if not move.call] if words else moves
            if random_cards and moves[0].event == "laid" and rng.random() < random_cards:
                return rng.choice(cards)
            return best_card(position, cards, self.estimate(position))

        return decide


class PlayedOutRules(HanafudaPlayRules):
    """The play of games in which every card ends in a pile, unless four of a month lie on the opening field.

    `key`: the game's. `misdeal_section`: the section of the rules on such a field. `not_finished`: who took what, the
    question where cards are left.
    """

    key: str
    misdeal_section: str
    not_finished: Text

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Four cards of one month on the field."""
        del setup, hands
        return full_month(field) is not None

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal: four cards of one month on the opening field."""
        is_dealt = len(position.opening) == position.setup.field_size and latest_turn(position) < 0
        month = full_month(position.opening) if is_dealt else None
        return None if month is None else full_month_reason(month, self.misdeal_section).text

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles; of a misdeal the opening field."""
        position, asks_unseen = with_cards_never_seen(position)
        build = position.setup.table.build_round
        if latest_turn(position) < 0:
            ask = () if self.is_over(position) else (("piles.0", self.not_finished),)
            return Conclusion(build(self.key, {"opening": sorted(position.opening)}), ask)
        asks = (*asks_unseen, *asks_of_untaken(position))
        if position.phase != OVER:
            asks = (*asks, *((f"piles.{seat}", self.not_finished) for seat in range(position.setup.seats)))
        return Conclusion(build(self.key, pile_answers(position)), asks)


def best_card(position: CapturePosition, moves: Sequence[Move], estimate: Estimate) -> Move:
    """Of the cards to lay, or to take, the one that leads to the best pile; of equals the first."""
    seat = moves[0].seat or 0
    held = [card for each in position.open_captures if each.seat == seat for card in each.held]
    pile, field = mask_of(position.pile(seat)) | mask_of(held), mask_of(position.free_field)
    if moves[0].event == "taken":
        return max(
            sorted(moves, key=lambda move: BIT[move.card or ""]), key=lambda move: estimate(pile | BIT[move.card or ""])
        )
    estimate = _once_each(estimate)
    best, most = moves[0], -1
    for move in moves:
        worth = estimate(pile_after(move.card or "", pile, field, estimate))
        if worth > most:
            best, most = move, worth
    return best


def _once_each(estimate: Estimate) -> Estimate:
    """The same estimate, which looks at each pile once: many cards lead to the same."""
    known: dict[int, int] = {}

    def of(pile: int) -> int:
        if pile not in known:
            known[pile] = estimate(pile)
        return known[pile]

    return of


def pile_after(card: str, pile: int, field: int, estimate: Estimate) -> int:
    """The pile once a card is laid; of two matches it takes the better."""
    captured = captures_of(card, field)
    if len(captured) < 2:
        return pile | captured[0] if captured else pile
    return max([pile | taken for taken in captured], key=estimate)


def look_ahead(position: CapturePosition, seat: int, hand: Sequence[str], best: Sequence[int], worth: Pays) -> Outlook:
    """The outlook of `seat`, who knows its own hand, the field and all piles. `best`: what each pile has paid for.

    Each of the others lays one of the cards of a hand and turns one up; of their hands only the number is known. The
    chances of two others are taken as independent.
    """
    field, own = mask_of(position.free_field), mask_of(hand)
    piles = [mask_of(position.pile(each)) for each in range(position.setup.seats)]
    unseen = _PACK & ~(field | own | sum(piles))
    count = unseen.bit_count()

    def rising(player: int, cards: int) -> int:
        """How many of these cards, laid on this field, make the pile of `player` pay more than before."""
        pile = piles[player]
        before = max(best[player], worth(pile, field))
        return sum(
            any(worth(pile | taken, field & ~taken) > before for taken in captures_of(card, field))
            for card in cards_in(cards)
        )

    chance = Fraction(1)
    if not rising(seat, own):
        chance = Fraction(rising(seat, unseen), count) if position.stock and count else Fraction(0)
    spared = Fraction(1)
    for player, cards in enumerate(position.hands):
        if player != seat:
            drawn = min(cards + bool(position.stock), count)
            spared *= Fraction(comb(count - rising(player, unseen), drawn), comb(count, drawn))
    return Outlook(chance, 1 - spared)
