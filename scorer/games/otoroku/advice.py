"""Otoroku at the table: advice by seat, and what practice tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorer.families.sums.narrator import SumNarrator
from scorer.games.otoroku.hands import limit_of, rank_of
from scorer.games.otoroku.texts import because, text
from scorer.rules.options import OptionValue
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion
from scorer.rules.results import Reason
from scorer.texts import Text


def seat_advice(role: str, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for a dealer, the last player or another bettor under `options`."""
    return tuple(_advice_reasons(role, options))


def _advice_reasons(role: str, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    is_dealer = role == "dealer"
    yield because(f"limit.{role}", "otoroku 4.6")
    yield because(f"turn.{role}", "otoroku 4.3")
    yield _MUST if options["must_draw_one"] else _MAY_STAND
    yield _NO_CAP if is_dealer and options["dealer_hand_cap"] == "none" else _CAP
    yield because("bust", "otoroku 4.7", role=limit_of(role) + 1)
    yield because(f"teyaku.{role}", "otoroku 5")
    if options["method"] == "everyone":
        yield _POT
    elif is_dealer:
        yield _DEALER_TIE
        if options["dealers_choice"]:
            yield _CHOICE
        if options["dealer_moves"] == "rotate":
            yield _DEALS_ONCE
    else:
        yield _BETTOR
        if options["tera_zen_fee"]:
            yield because("fee", "more-house-rules 11", fee=int(options["tera_zen_fee"]))
        if options["method"] == "banker_revised":
            yield _AT_ONCE


_MUST = because("must_draw", "otoroku 4.4")
_MAY_STAND = because("may_stand", "otoroku 3")
_CAP = because("cap", "otoroku 4.5")
_NO_CAP = because("no_cap", "otoroku 3")
_POT = because("pot.advice", "otoroku 6.1")
_DEALER_TIE = because("tie.advice", "otoroku 6.2")
_CHOICE = because("choice", "otoroku 6.3")
_DEALS_ONCE = because("deals_once", "more-house-rules 10")
_BETTOR = because("meets", "otoroku 6.2")
_AT_ONCE = because("pays_at_once", "otoroku 6.3")


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
