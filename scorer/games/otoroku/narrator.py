"""Practice round of Otoroku: draw or stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.families.sums.narrator import SumNarrator
from scorer.games.otoroku.hands import rank_of
from scorer.rules.play_rules import Move, Step
from scorer.rules.playout import Decision, Playout
from scorer.rules.practice import Asked
from scorer.texts import Text

_LIMIT = 15
"""Points above which a bettor is bust (otoroku 4)."""


class OtorokuNarrator(SumNarrator):
    """The learner is a bettor, never the dealer."""

    def opening(self, position: Any) -> tuple[Text, ...]:
        """How it begins."""
        del position
        return (Text("Everybody is dealt one card. You play first.", "1枚ずつ配られました。最初の番はあなたです。"),)

    def tell(self, step: Step) -> tuple[Text, ...]:
        """The learner's points after a draw or a stop."""
        if not self.is_own(step):
            return ()
        points = _points(self.own_cards(step.verdict.position))
        if step.move.event == "called":
            return (Text(f"You stop at {points}.", f"{points}点で止まりました。"),)
        line = Text(f"You have {points} points.", f"あなたは{points}点です。")
        return (line, Text("That is more than 15: bust.", "15点を超えました。ブタです。"))[: 1 + (points > _LIMIT)]

    def ask(self, decision: Decision) -> Asked:
        """Draw or stop, with the odds of the next card."""
        table, own = decision.position.table, self.own_cards(decision.position)
        odds = self.game.odds(own, (), self.game.role_of(self.player, len(table.seats)), table.options, None)
        if len(decision.moves) == 1:
            return Asked(Text("Everybody draws at least one card.", "だれでも1枚は引きます。"), odds=odds)
        question = Text("Draw another card, or stop? More than 15 is bust.", "もう1枚引きますか。15点を超えるとブタ。")
        return Asked(question, odds=odds)

    def label(self, decision: Decision, move: Move) -> Text:
        """Draw or stop."""
        del decision
        return Text("Stop", "止まる") if move.event == "called" else Text("Draw", "引く")

    def last_lines(self, playout: Playout) -> tuple[Text, ...]:
        """What another card would have made of a hand that stopped."""
        following = self.next_card(playout)
        stopped = any(self.is_own(step) and step.move.event == "called" for step in playout.steps)
        if following is None or not stopped:
            return ()
        after = _points(self.own_cards(playout.position)) + rank_of(following)
        if after > _LIMIT:
            bust = f"Another card would have made {after}: and you would be bust."
            return (Text(bust, f"もう1枚引くと{after}点で、ブタでした。"),)
        still_in = f"Another card would have made {after}: still in."
        return (Text(still_in, f"もう1枚引くと{after}点で、まだ大丈夫でした。"),)


def _points(hand: Sequence[str]) -> int:
    return sum(map(rank_of, hand))
