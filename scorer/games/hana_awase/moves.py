"""The play of Hana-Awase: every card ends in a pile."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.families.captures.cards import card_points
from scorer.families.captures.months import full_month
from scorer.families.captures.moves.calls import (
    asks_of_untaken,
    hanafuda_setup,
    latest_turn,
    pile_answers,
    with_cards_never_seen,
)
from scorer.families.captures.moves.hanafuda import Estimate, HanafudaPlayRules
from scorer.families.captures.moves.position import OVER, CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.families.captures.reasons import full_month_reason
from scorer.games.hana_awase.settlement import HAND_SIZES, field_size
from scorer.games.hana_awase.texts import OPTIONS, text
from scorer.games.hana_awase.yaku import count_pile
from scorer.rules.play.moves import Conclusion
from scorer.rules.prompts import Table
from scorer.texts import Text

_KEY = "hana-awase"


class HanaAwasePlay(HanafudaPlayRules):
    """The play of Hana-Awase (hana-awase 2)."""

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Two to four players; the stock is turned up to its end (hana-awase 2.2, 2.5)."""
        del deck
        seats = len(table.seats)
        return hanafuda_setup(
            table, OPTIONS, seats=seats, hand_size=HAND_SIZES[seats], field_size=field_size(seats), plays_out=True
        )

    def is_dealt_again(self, setup: CaptureSetup, hands: Sequence[Sequence[str]], field: Sequence[str]) -> bool:
        """Four cards of one month on the field (hana-awase 2.3)."""
        del setup, hands
        return full_month(field) is not None

    def estimate(self, position: CapturePosition) -> Estimate:
        """Card points and yaku together."""
        options = position.setup.options
        return lambda pile: card_points(pile) + sum(count_pile(pile, options).values())

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal: four cards of one month on the opening field (hana-awase 2.3)."""
        is_dealt = len(position.opening) == position.setup.field_size and latest_turn(position) < 0
        month = full_month(position.opening) if is_dealt else None
        return None if month is None else full_month_reason(month, "hana-awase 2.3").text

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles; of a misdeal the opening field."""
        position, asks_unseen = with_cards_never_seen(position)
        build = position.setup.table.build_round
        if latest_turn(position) < 0:
            ask = () if self.is_over(position) else (("piles.0", _NOT_FINISHED),)
            return Conclusion(build(_KEY, {"opening": sorted(position.opening)}), ask)
        asks = (*asks_unseen, *asks_of_untaken(position))
        if position.phase != OVER:
            asks = (*asks, *((f"piles.{seat}", _NOT_FINISHED) for seat in range(position.setup.seats)))
        return Conclusion(build(_KEY, pile_answers(position)), asks)


_NOT_FINISHED = text("not_finished")
PLAY_RULES = HanaAwasePlay()
