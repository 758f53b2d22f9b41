"""Koi-Koi followed card by card: calls come from the play, not heard."""

from __future__ import annotations

import random
from typing import Any

from scorer.families.captures.cards import CARDS, mask_of
from scorer.families.captures.moves.calls import (
    Asks,
    PileRaise,
    asks_of_untaken,
    hanafuda_setup,
    latest_turn,
    pile_answers,
    pile_raises,
    with_cards_never_seen,
)
from scorer.families.captures.moves.judge import CapturePlayRules
from scorer.families.captures.moves.position import OVER, CapturePosition, CaptureSetup
from scorer.families.captures.moves.script import FilmTable, StepLog
from scorer.games.koikoi.deal import field_misdeal
from scorer.games.koikoi.play import play_round
from scorer.games.koikoi.settlement import DEALT_CARDS
from scorer.games.koikoi.texts import OPTIONS
from scorer.games.koikoi.yaku import yaku_rules
from scorer.rules.play_rules import Conclusion, ScriptedRound
from scorer.rules.prompts import Table
from scorer.texts import Text

_KEY = "koikoi"
_ASK_MONTH = ("month", Text("Which month is played?", "いま何月ですか"))
_ASK_ENDING = ("ended_by+caller", Text("How did the round end?", "局はどう終わりましたか"))


class KoiKoiPlay(CapturePlayRules):
    """The play of Koi-Koi (koikoi 2).

    Whoever formed or improved a yaku and saw the round go on has called koi-koi. Shobu is not seen: where the play
    stops after such a turn it is proposed and asked about, unless the rules leave nothing else or the cards are cleared
    away.
    """

    ending_path = _ASK_ENDING[0]

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Two players, eight cards each and on the field (koikoi 2.2)."""
        del deck
        return hanafuda_setup(table, OPTIONS, seats=2, hand_size=DEALT_CARDS, field_size=DEALT_CARDS)

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal, or a yaku after which nobody may call koi-koi (koikoi 2.3, 2.6)."""
        if len(position.opening) == DEALT_CARDS and not position.turns and not position.has_begun_turn:
            misdeal = field_misdeal(position.opening, position.setup.options)
            return None if misdeal is None else misdeal.text
        raises = _raises(position)
        if not raises or position.has_begun_turn or raises[-1].turn != latest_turn(position):
            return None
        maker, may_call = raises[-1].seat, position.setup.options["max_calls"] != 1 or len(raises) == 1
        if may_call and position.hands[maker]:
            return None
        name = position.setup.name(maker)
        return Text(f"{name} has a yaku and nobody may call koi-koi", f"{name}に役ができ、こいこいはもう言えません")

    def is_ended_by_call(self, position: CapturePosition) -> bool:
        """Whether the last turn formed or improved a yaku: its player may have said shobu (koikoi 2.6)."""
        raises = () if position.has_begun_turn else _raises(position)
        return bool(raises) and raises[-1].turn == latest_turn(position)

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, the calls that the play shows, and how the round ended as far as that follows from it."""
        position, asks_unseen = with_cards_never_seen(position)
        setup, options = position.setup, position.setup.options
        answers: dict[str, Any] = {}
        if options["field_multiplier"] != "off" or latest_turn(position) < 0:
            answers["opening"] = sorted(position.opening)
        if latest_turn(position) < 0:
            asks = () if self.is_over(position) else (_ASK_ENDING,)
            return Conclusion(setup.table.build_round(_KEY, answers), asks)
        raises, latest = _raises(position), latest_turn(position)
        answers |= {**pile_answers(position), "calls": [each.seat for each in raises if each.turn < latest]}
        ending, ask_ending = self._ending(position, raises)
        if ending is not None:
            answers["ended_by+caller"] = ending
        if options["viewing_weather"] == "field":
            answers["field"] = sorted(position.free_field)
        ask_month = (_ASK_MONTH,) if options["tsukifuda"] and "month" not in setup.table.extra else ()
        return Conclusion(
            setup.table.build_round(_KEY, answers), (*asks_unseen, *asks_of_untaken(position), *ask_ending, *ask_month)
        )

    def _ending(
        self, position: CapturePosition, raises: tuple[PileRaise, ...]
    ) -> tuple[tuple[str, int | None] | None, Asks]:
        """The end of the round by the rules or as it seems, and what to ask about it."""
        if raises and raises[-1].turn == latest_turn(position):
            caller = raises[-1].seat
            if self.end(position) is not None:
                return ("shobu", caller), ()
            name = position.setup.name(caller)
            question = Text(f"Did {name} say shobu?", f"{name}は勝負と言いましたか")
            return ("shobu", caller), ((_ASK_ENDING[0], question),)
        return (("empty", None), ()) if position.phase == OVER else (None, (_ASK_ENDING,))

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round of two players who mostly take what brings them nearest to a yaku."""
        setup, log = self.setup(table, deck), StepLog(rng)
        pack = list(CARDS)
        rng.shuffle(pack)
        answers = play_round(pack, setup.options, table.extra.get("month"), FilmTable.dealer(log))
        if "opening" in answers:
            answers["opening"] = sorted(answers["opening"])
        return ScriptedRound(tuple(log.steps), table.build_round(_KEY, answers))


def _raises(position: CapturePosition) -> tuple[PileRaise, ...]:
    setup = position.setup
    month = setup.table.extra.get("month")

    def worth(pile: Any, field: Any) -> int:
        return yaku_rules(setup.options, month, mask_of(field)).base(mask_of(pile))

    return pile_raises(position, worth)


PLAY_RULES = KoiKoiPlay()
