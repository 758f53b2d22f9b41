"""Hachi-Hachi followed card by card: sage comes from the play, not heard."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from scorer.families.captures.cards import CARDS, mask_of
from scorer.families.captures.months import full_month
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
from scorer.families.captures.reasons import full_month_reason
from scorer.games.hachi_hachi.play import play_round
from scorer.games.hachi_hachi.position import ACTIVE_SEATS, CANCEL, EMPTY, FIELD_SIZE, SHOBU
from scorer.games.hachi_hachi.texts import OPTIONS
from scorer.games.hachi_hachi.teyaku import HAND_SIZE
from scorer.games.hachi_hachi.yaku import MULTIPLIER_BY_BRIGHT, count_kan
from scorer.rules.play_rules import Conclusion, ScriptedRound
from scorer.rules.prompts import Table
from scorer.texts import Text

_KEY = "hachi-hachi"
_ENDING = "ended_by+caller"


class HachiHachiPlay(CapturePlayRules):
    """The play of Hachi-Hachi (hachi-hachi 2).

    Whoever formed or improved a dekiyaku and saw the round go on has said sage. Shobu and cancelling are not seen, nor
    are teyaku that were claimed: they are asked about, the former unless the cards are cleared away then.
    """

    ending_path = _ENDING

    def setup(self, table: Table, deck: str) -> CaptureSetup:
        """Three players, seven cards each and six on the field (hachi-hachi 2.1)."""
        del deck
        return hanafuda_setup(table, OPTIONS, seats=ACTIVE_SEATS, hand_size=HAND_SIZE, field_size=FIELD_SIZE)

    def end(self, position: CapturePosition) -> Text | None:
        """A misdeal: four cards of one month on the opening field (hachi-hachi 2.2)."""
        is_dealt = len(position.opening) == FIELD_SIZE and latest_turn(position) < 0
        month = full_month(position.opening) if is_dealt else None
        return None if month is None else full_month_reason(month, "hachi-hachi 2.2").text

    def is_ended_by_call(self, position: CapturePosition) -> bool:
        """Whether somebody may have said shobu after the last turn, or cancels before the next (hachi-hachi 2.5)."""
        if position.has_begun_turn or latest_turn(position) < 0:
            return False
        raises = _raises(position)
        calls = [each.seat for each in raises if each.turn < latest_turn(position)]
        return _ending(position, raises, calls)[0] is not None

    def conclude(self, position: CapturePosition) -> Conclusion:
        """The piles, the brights of the field, who said sage, and how the round ended as far as that follows."""
        position, asks_unseen = with_cards_never_seen(position)
        setup = position.setup
        if latest_turn(position) < 0:
            ask = () if self.is_over(position) else ((_ENDING, _HOW_ENDED),)
            return Conclusion(setup.table.build_round(_KEY, {"opening": sorted(position.opening)}), ask)
        raises, latest = _raises(position), latest_turn(position)
        calls = [each.seat for each in raises if each.turn < latest]
        ending, ask_ending = _ending(position, raises, calls)
        answers: dict[str, Any] = {
            **pile_answers(position),
            "calls": calls,
            "field_brights": sorted(code for code in position.opening if code in MULTIPLIER_BY_BRIGHT),
            "claimed": [],
        }
        if ending is not None:
            answers[_ENDING] = ending
        asks = (*asks_unseen, *asks_of_untaken(position), *ask_ending, *_asks_of_the_table(setup))
        return Conclusion(setup.table.build_round(_KEY, answers), asks)

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """A round of three players who mostly take what pays most, and claim no teyaku."""
        setup, log, pack = self.setup(table, deck), StepLog(rng), list(CARDS)
        rng.shuffle(pack)
        answers = play_round(pack, setup.options, FilmTable.dealer(log))
        kept = {path: answer for path, answer in answers.items() if not path.startswith("hands.")}
        kept |= {"claimed": [], "field_brights": sorted(answers["field_brights"])}
        return ScriptedRound(tuple(log.steps), table.build_round(_KEY, kept))


def _raises(position: CapturePosition) -> tuple[PileRaise, ...]:
    def worth(pile: Sequence[str], field: Sequence[str]) -> int:
        del field
        return count_kan(mask_of(pile), position.setup.options)

    return pile_raises(position, worth)


def _ending(
    position: CapturePosition, raises: Sequence[PileRaise], calls: Sequence[int]
) -> tuple[tuple[str, int | None] | None, Asks]:
    """The end of the round by the rules or as it seems, and what to ask about it (hachi-hachi 2.5)."""
    if raises and raises[-1].turn == latest_turn(position):
        name = position.setup.name(raises[-1].seat)
        question = Text(f"Did {name} say shobu?", f"{name}は勝負と言いましたか")
        return (SHOBU, raises[-1].seat), ((_ENDING, question),)
    if position.phase == OVER:
        return (EMPTY, None), ()
    if not position.has_begun_turn and position.seat in calls:
        name = position.setup.name(position.seat)
        question = Text(f"Did {name} cancel?", f"{name}は取り消しましたか")
        return (CANCEL, position.seat), ((_ENDING, question),)
    return None, ((_ENDING, _HOW_ENDED),)


def _asks_of_the_table(setup: CaptureSetup) -> Asks:
    """What no camera sees: teyaku, a dealer who plays blind, players who rest (hachi-hachi 3, 6, 7)."""
    asks = [("claimed", Text("Who claimed teyaku?", "手役を見せた人はいますか"))]
    if setup.options["achievements"]:
        asks.append(("mizuten", Text("Did the dealer play blind (mizuten)?", "親は手札を見ずに打ちましたか（水天）")))
    if len(setup.table.seats) > ACTIVE_SEATS:
        asks.append(("dropped", Text("Who dropped out?", "降りた人はいますか")))
    return tuple(asks)


_HOW_ENDED = Text("How did the round end?", "局はどう終わりましたか")
PLAY_RULES = HachiHachiPlay()
