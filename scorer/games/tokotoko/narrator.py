"""Practice round of Tokotoko: stake, then show three of four."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorer.decks import decks, kind_of
from scorer.families.sums.narrator import SumNarrator
from scorer.games.tokotoko.hands import best_three, card_values, hand_total
from scorer.games.tokotoko.moves import BEST, STAKES
from scorer.games.tokotoko.texts import text
from scorer.rules.play.moves import MIDDLE, Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion
from scorer.rules.prompts import Table
from scorer.texts import Text

_STAKES_OFFERED = (1, 3, 5)
"""Stones that the learner may name; everybody puts in as many."""
_FIELD = text("table")


class TokotokoNarrator(SumNarrator):
    """The learner names the stake and the card left out."""

    def table(self, table: Table) -> Table:
        """One of plain Tokotoko with cards to choose: its variant for two leaves nothing to decide by what is seen."""
        options = self.game.resolve_options(table.options)
        return replace(table, options={**options, "variant": "tokotoko", "selection": "declared"})

    def opening(self, position: Any) -> tuple[Text, ...]:
        """How it begins."""
        del position
        return (text("opening"),)

    def narrate(self, step: Step) -> tuple[Text, ...]:
        """The stake once it is named, and what the learner shows."""
        if not self.is_own(step):
            return ()
        stake = STAKES.get(step.move.call)
        if stake is None:
            return ()
        return (text("field_opened", stake=stake),)

    def ask(self, decision: Decision) -> PracticeQuestion:
        """The stake, with the odds of the own two cards; then the card left out."""
        if decision.moves[0].call in STAKES:
            question = text("stake_question")
            return PracticeQuestion(
                question, odds=self.game.odds(decision.hand, (), "", decision.position.table.options, None)
            )
        question = text("three_question")
        return PracticeQuestion(question)

    def choices(self, decision: Decision) -> tuple[Move, ...]:
        """A few stakes; one of the four cards, by name."""
        return tuple(
            move
            for move in decision.moves
            if move.call != BEST and STAKES.get(move.call, _STAKES_OFFERED[0]) in _STAKES_OFFERED
        )

    def label(self, decision: Decision, move: Move) -> Text:
        """The stake, or the name of the card."""
        if move.card is not None:
            name = decks()[decision.position.deck].faces[move.card].name
            return name.as_text()
        stake = STAKES[move.call]
        return text("choice.stake", stake=stake)

    def piles(self, position: Any) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        """The field as soon as it is open, and at the end the hands of the others."""
        field = position.codes(MIDDLE)
        return (*(((_FIELD, field),) if field else ()), *super().piles(position))

    def ending(self, playout: Playout, table: Table) -> tuple[tuple[Text, ...], Text, tuple[str, ...]]:
        """What the learner shows, what else would have made more, and the payment."""
        lines, _, hand = super().ending(playout, table)
        return lines, text("ending"), hand

    def last_lines(self, playout: Playout) -> tuple[Text, ...]:
        """The sum that the learner shows, and a better one if there was one."""
        left_out = next((step.move.card for step in playout.steps if self.is_own(step) and step.move.card), None)
        four = (*self.own_cards(playout.position), *playout.position.codes(MIDDLE))
        best = best_three(four)
        shown = best if left_out is None else tuple(code for code in four if code != left_out)
        total, most = hand_total(shown), hand_total(best)
        sums, best_sums = _sum_text(shown), _sum_text(best)
        shows = text("you_show", sums=sums, total=total, digit=total % 10)
        if most % 10 > total % 10:
            return (shows, text("would_have_made", best_sums=best_sums, most=most % 10))
        return (shows, text("none_better"))


def _sum_text(cards: Sequence[str]) -> str:
    values = card_values(kind_of(cards[0]))
    return " + ".join(str(values[code]) for code in cards)
