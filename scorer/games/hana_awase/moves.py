"""Hana-Awase followed card by card: every card ends in a pile."""

from __future__ import annotations

import random

from scorer.families.captures.cards import CARDS
from scorer.families.captures.months import full_month
from scorer.families.captures.moves.calls import (
    asks_of_untaken,
    hanafuda_setup,
    latest_turn,
    pile_answers,
    with_cards_never_seen,
)
from scorer.families.captures.moves.judge import CapturePlayRules
from scorer.families.captures.moves.position import OVER, CapturePosition, CaptureSetup
from scorer.families.captures.moves.script import FilmTable, StepLog
from scorer.families.captures.reasons import full_month_reason
from scorer.games.hana_awase.play import play_round
from scorer.games.hana_awase.settlement import HAND_SIZES, field_size
from scorer.games.hana_awase.texts import OPTIONS
from scorer.rules.play_rules import Conclusion, ScriptedRound
from scorer.rules.prompts import Table
from scorer.texts import Text

_KEY = "hana-awase"


class HanaAwasePlay(CapturePlayRules):
    """The play of Hana-Awase (hana-awase 2)."""

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Two to four players; the stock is turned up to its end (hana-awase 2.2, 2.5)."""
        del deck
        seats = len(table.seats)
        return hanafuda_setup(
            table, OPTIONS, seats=seats, hand_size=HAND_SIZES[seats], field_size=field_size(seats), plays_out=True
        )

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

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round in which everybody mostly takes what is worth most."""
        setup, log, pack = self.setup(table, deck), StepLog(rng), list(CARDS)
        rng.shuffle(pack)
        answers = play_round(pack, setup.seats, setup.options, FilmTable.dealer(log))
        return ScriptedRound(tuple(log.steps), table.build_round(_KEY, answers))


_NOT_FINISHED = Text("Not all cards were played. Who took what?", "札がまだ残っています。だれが何を取りましたか")
PLAY_RULES = HanaAwasePlay()
