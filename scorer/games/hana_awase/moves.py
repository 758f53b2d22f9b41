"""The play of Hana-Awase: every card ends in a pile."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.families.captures.cards import card_points
from scorer.families.captures.moves.calls import hanafuda_setup
from scorer.families.captures.moves.hanafuda import Estimate, PlayedOutRules
from scorer.families.captures.moves.position import HAND, CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.games.hana_awase.settlement import HAND_SIZES, chaff_bonus, field_size
from scorer.games.hana_awase.texts import OPTIONS, text
from scorer.games.hana_awase.yaku import count_pile
from scorer.rules.play.moves import Conclusion
from scorer.rules.prompts import Table

_DEALT_CHAFF = text("dealt_chaff")


def _laid_by_hand(position: CapturePosition) -> list[list[str]]:
    """By seat the cards that it laid from its hand."""
    hands: list[list[str]] = [[] for _ in range(position.setup.seats)]
    while position.before is not None:
        if position.before.phase == HAND:
            hands[position.before.seat].append(position.latest)
        position = position.before
    return hands


class HanaAwasePlay(PlayedOutRules):
    """The play of Hana-Awase (hana-awase 2)."""

    key, misdeal_section, not_finished = "hana-awase", "hana-awase 2.3", text("not_finished")

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Two to four players; the stock is turned up to its end (hana-awase 2.2, 2.5)."""
        del deck
        seats = len(table.seats)
        return hanafuda_setup(
            table, OPTIONS, seats=seats, hand_size=HAND_SIZES[seats], field_size=field_size(seats), plays_out=True
        )

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Four cards of one month on the field, or a hand of chaff where that is dealt again (more house rules 4)."""
        is_chaff = setup.options["chaff_hands"] == "redeal" and any(map(chaff_bonus, hands))
        return is_chaff or super().is_dealt_again(setup, hands, field)

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles; where chaff hands are paid, the hands too, which are the cards that everybody laid."""
        conclusion, setup = super().conclude(position), position.setup
        if setup.options["chaff_hands"] != "paid" or "piles" not in conclusion.round:
            return conclusion
        hands = [sorted(laid) for laid in _laid_by_hand(position)]
        whole = [hand if len(hand) == setup.hand_size else None for hand in hands]
        asks = tuple((f"hands.{seat}", _DEALT_CHAFF) for seat, hand in enumerate(whole) if hand is None)
        return Conclusion({**conclusion.round, "hands": whole}, (*conclusion.asks, *asks))

    def estimate(self, position: CapturePosition) -> Estimate:
        """Card points and yaku together."""
        options = position.setup.options
        return lambda pile: card_points(pile) + sum(count_pile(pile, options).values())


PLAY_RULES = HanaAwasePlay()
