"""Practice of Hana-Awase: drills, and lines of a practice round."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.families.captures.drills import AwayDrill, misdeal_practice
from scorer.families.captures.hanafuda_narrator import HanafudaNarrator
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.odds import PileView
from scorer.families.captures.reasons import near_reasons
from scorer.families.captures.yaku import yaku_status
from scorer.games.hana_awase.odds import raising_cards
from scorer.games.hana_awase.settlement import field_size, par_of
from scorer.games.hana_awase.texts import text
from scorer.games.hana_awase.yaku import count_pile, table_under
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason
from scorer.texts import Text


def _raising(pile: int, options: Mapping[str, OptionValue]) -> set[str]:
    return {code for faces in raising_cards(PileView(pile), options).values() for code in faces}


def near_of(pile: int, others: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """What is one card away from a pile when the cards of `others` lie in other piles."""
    statuses = [yaku_status(yaku, pile, others) for yaku in table_under(options)]
    return tuple(near_reasons(statuses, count_pile(pile, options)))


AWAY_PRACTICE = AwayDrill(_raising, lambda pile, options: near_of(pile, 0, options)).practice()
FIELD_PRACTICE = misdeal_practice(lambda table: field_size(len(table.seats)))


class HanaAwaseNarrator(HanafudaNarrator):
    """The lines of a practice round of Hana-Awase, which only the last card ends."""

    def dealt(self, position: CapturePosition) -> tuple[Text, ...]:
        """What card points pay: the difference from par (hana-awase 4.1)."""
        players = position.setup.seats
        par = par_of(players, int(position.setup.options["chaff_points"]))
        return (text("dealt", par=par, players=players),)
