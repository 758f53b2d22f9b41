"""The other hands of a practice round: stop or go on, by chances.

They are counted from what a seat sees. The rule is a beginner's: go on while the own pile is likelier to pay more at
the next turn than another pile is to pay before that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from scorer.families.captures.cards import CARDS, mask_of
from scorer.families.captures.next_card import next_cards
from scorer.families.captures.play import FishingTable
from scorer.families.captures.practice_calls import OWN, Calls, CapturePractice
from scorer.texts import Text

Worth = Callable[[int, int], int]
"""What a pile pays with that field."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances (0 to 1) as one seat sees them: that its pile pays more after its next turn, that another does before."""

    own: Fraction
    others: Fraction

    @property
    def is_good(self) -> bool:
        """Whether going on is likelier to bring more than to lose what there is."""
        return self.own > self.others


def look_ahead(table: FishingTable, seat: int, best: Sequence[int], worth: Worth) -> Outlook:
    """The outlook of `seat`, who knows its own hand, the field and all piles. `best`: what each pile has paid for.

    Each of the others lays one of the cards of a hand and turns one up; of their hands only the number is known. The
    chances of two others are taken as independent.
    """
    field = table.field
    seen = field | mask_of(table.hands[seat])
    for pile in table.piles:
        seen |= pile
    unseen = mask_of(CARDS) & ~seen
    count = unseen.bit_count()

    def rising(player: int, cards: int) -> int:
        """How many of these cards, laid on this field, make the pile of `player` pay more than before."""
        before = max(best[player], worth(table.piles[player], field))
        following = next_cards(table.piles[player], field, cards, lambda pile: worth(pile, field & ~pile))
        return sum(worth(each.pile, field & ~each.pile) > before for each in following)

    own = Fraction(1)
    if not rising(seat, mask_of(table.hands[seat])):
        own = Fraction(rising(seat, unseen), count) if table.stock and count else Fraction(0)
    spared = Fraction(1)
    for player, hand in enumerate(table.hands):
        if player != seat:
            drawn = min(len(hand) + bool(table.stock), count)
            spared *= Fraction(comb(count - rising(player, unseen), drawn), comb(count, drawn))
    return Outlook(own, 1 - spared)


def may_call(calls: Calls | None, hand: Sequence[str], made: int) -> bool:
    """Whether somebody whose pile pays may go on: with cards left, and calls left."""
    return calls is not None and bool(hand) and (calls.most is None or made < calls.most)


def offers_call(pack: Sequence[str], seats: int, rules: CapturePractice) -> bool:
    """Whether a learner who takes what is best is asked to stop or go on in the round dealt from `pack`."""
    fishing, best, turn = FishingTable.deal(pack, seats, rules.hand_size, rules.field_size), [0] * seats, 0
    made = 0
    while rules.calls is not None and any(fishing.hands):
        seat = turn % seats
        turn += 1
        fishing.take_turn(seat, rules.estimate)
        worth = rules.worth(fishing.piles[seat], fishing.field)
        if worth <= best[seat]:
            continue
        best[seat] = worth
        if seat == OWN:
            return bool(fishing.hands[OWN])
        if not may_call(rules.calls, fishing.hands[seat], made):
            return False
        if not look_ahead(fishing, seat, best, rules.worth).is_good:
            return False
        made += 1
    return False


def call_line(name: str, held: Text, calls: Calls, outlook: Outlook) -> Text:
    """What somebody says whose pile, in which `held` counts, has just come to pay more; and why."""
    own, others = _percent(outlook.own), _percent(outlook.others)
    said = Text(f" and says {calls.go_on.en.lower()}", calls.go_on.ja)
    if not outlook.is_good:
        said = Text(", and stops", calls.stop.ja)
    return Text(
        f"{name} has {held.en}{said.en}: {own} that the next turn raises it, {others} that another pile pays first.",
        f"{name}は{held.ja}で「{said.ja}」。次の番で増える見込みは{own}、先にほかの人に役ができる見込みは{others}です。",
    )


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"
