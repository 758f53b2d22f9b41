"""The play of Hana-Awase: every card ends in a pile."""

from __future__ import annotations

from scorer.families.captures.cards import card_points
from scorer.families.captures.moves.calls import hanafuda_setup
from scorer.families.captures.moves.hanafuda import Estimate, PlayedOutRules
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.games.hana_awase.settlement import HAND_SIZES, field_size
from scorer.games.hana_awase.texts import OPTIONS, text
from scorer.games.hana_awase.yaku import count_pile
from scorer.rules.prompts import Table


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

    def estimate(self, position: CapturePosition) -> Estimate:
        """Card points and yaku together."""
        options = position.setup.options
        return lambda pile: card_points(pile) + sum(count_pile(pile, options).values())


PLAY_RULES = HanaAwasePlay()
