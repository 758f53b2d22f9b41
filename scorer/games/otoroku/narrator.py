"""Practice round of Otoroku: draw or stop."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.families.sums.narrator import SumNarrator
from scorer.games.otoroku.hands import rank_of
from scorer.games.otoroku.texts import text
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion
from scorer.texts import Text

_LIMIT = 15
"""Points above which a bettor is bust (otoroku 4)."""


class OtorokuNarrator(SumNarrator):
    """The learner is a bettor, never the dealer."""

    def narrate(self, step: Step) -> tuple[Text, ...]:
        """The learner's points after a draw or a stop."""
        if not self.is_own(step):
            return ()
        points = _points(self.own_cards(step.verdict.position))
        if step.move.event == "called":
            return (text("you_stop", points=points),)
        line = text("you_have", points=points)
        return (line, text("you_bust"))[: 1 + (points > _LIMIT)]

    def ask(self, decision: Decision) -> PracticeQuestion:
        """Draw or stop, with the odds of the next card."""
        table, own = decision.position.table, self.own_cards(decision.position)
        odds = self.game.odds(own, (), self.game.role_of(self.player, len(table.seats)), table.options, None)
        if len(decision.moves) == 1:
            return PracticeQuestion(text("must_draw_one"), odds=odds)
        question = text("draw_question")
        return PracticeQuestion(question, odds=odds)

    def label(self, decision: Decision, move: Move) -> Text:
        """Draw or stop."""
        del decision
        return text("stop") if move.event == "called" else text("draw")

    def last_lines(self, playout: Playout) -> tuple[Text, ...]:
        """What another card would have made of a hand that stopped."""
        following = self.next_card(playout)
        stopped = any(self.is_own(step) and step.move.event == "called" for step in playout.steps)
        if following is None or not stopped:
            return ()
        after = _points(self.own_cards(playout.position)) + rank_of(following)
        return (text("would_be_bust" if after > _LIMIT else "still_in", points=after),)


def _points(hand: Sequence[str]) -> int:
    return sum(map(rank_of, hand))
