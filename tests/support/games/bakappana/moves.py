"""The play of Bakappana, and what a learner is told of it."""

from __future__ import annotations

from scorer.families.captures.cards import card_points
from scorer.families.captures.hanafuda_narrator import HanafudaNarrator
from scorer.families.captures.moves.calls import hanafuda_setup
from scorer.families.captures.moves.hanafuda import Estimate, PlayedOutRules
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.games.bakappana.settlement import HAND_SIZES, field_size, par_of
from scorer.games.bakappana.texts import OPTIONS, text
from scorer.rules.prompts import Table
from scorer.texts import Text


class BakappanaRules(PlayedOutRules):
    """The play (bakappana 1 to 3)."""

    key, misdeal_section, not_finished = "bakappana", "bakappana 2", text("not_finished")

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Everybody gets the same number of cards."""
        del deck
        seats = len(table.seats)
        hand, field = HAND_SIZES[seats], field_size(seats)
        return hanafuda_setup(table, OPTIONS, seats=seats, hand_size=hand, field_size=field, plays_out=True)

    def estimate(self, position: CapturePosition) -> Estimate:
        """Card points."""
        chaff_points = int(position.setup.options["chaff_points"])
        return lambda pile: card_points(pile, chaff_points)


class BakappanaNarrator(HanafudaNarrator):
    """The lines of a practice round."""

    may_call = False

    def dealt(self, position: CapturePosition) -> tuple[Text, ...]:
        """What par is."""
        return (text("par", par=par_of(position.setup.seats, position.setup.options)),)


PLAY_RULES = BakappanaRules()
