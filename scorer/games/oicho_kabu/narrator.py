"""Practice round of Oicho-Kabu: bet on a hand, draw or stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorer.families.sums.narrator import SumNarrator
from scorer.families.sums.position import OPEN, SumPosition
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.hands import NEVER, TABLE, KabuHand, kabu_hand, ranks_of, third_card_rule
from scorer.games.oicho_kabu.moves import BETS, DRAW, ON_TABLE
from scorer.games.oicho_kabu.settlement import HANDS
from scorer.games.oicho_kabu.texts import text
from scorer.rules.play.moves import Move, Place, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion
from scorer.rules.prompts import Table
from scorer.texts import Text

_ODDS_AIM = 3
"""The digit up to which the dealer is taken to draw: what a bound dealer must."""
_ONE_STONE = tuple(BETS)[:HANDS]
"""The bets that a learner may make."""
_DEALER = text("dealer")
_OPEN = text("open")


class OichoKabuNarrator(SumNarrator):
    """The learner bets one stone on a hand and decides for it."""

    def opening(self, position: Any) -> tuple[Text, ...]:
        """How it begins."""
        del position
        return (text("opening"),)

    def bet_on(self, position: SumPosition) -> Place | None:
        """The hand that the learner bet on, None before."""
        call = position.called(self.player, *_ONE_STONE)
        return None if call is None else (ON_TABLE, _ONE_STONE.index(call.call))

    def own_cards(self, position: SumPosition) -> tuple[str, ...]:
        """The cards of the hand that the learner bet on."""
        place = self.bet_on(position)
        return () if place is None else position.codes(place)

    def narrate(self, step: Step) -> tuple[Text, ...]:
        """The second and third card of the learner's hand."""
        position, place = step.verdict.position, self.bet_on(step.before)
        if place is None or place[1] is None or step.move.event != "laid" or step.move.target != place:
            return ()
        hand, number = self._hand(position), place[1] + 1
        if len(hand.ranks) == 2:
            return (text("second_card", number=number, ranks=hand.ranks, digit=hand.digit),)
        return (text("third_card", ranks=hand.ranks, digit=hand.digit),)

    def ask(self, decision: Decision) -> PracticeQuestion:
        """Which hand to bet on; whether it takes a third card, with the chances against the dealer."""
        position = decision.position
        if decision.moves[0].call in BETS:
            return PracticeQuestion(text("bet_question"))
        own, options = self.own_cards(position), position.table.options
        odds = self.game.odds(own, self._first_cards(position), TABLE, options, _ODDS_AIM)
        if len(decision.moves) == 1:
            return PracticeQuestion(text("must_draw_now"), odds=odds)
        return PracticeQuestion(text("third_asked"), odds=odds)

    def choices(self, decision: Decision) -> tuple[Move, ...]:
        """One stone on one hand; a third card or none."""
        return tuple(move for move in decision.moves if move.call not in BETS or move.call in _ONE_STONE)

    def label(self, decision: Decision, move: Move) -> Text:
        """The hand, or what is done with it."""
        del decision
        if move.call in _ONE_STONE:
            number = _ONE_STONE.index(move.call) + 1
            return text("choice.bet", number=number)
        return text("choice.draw") if move.call == DRAW else text("choice.stand")

    def piles(self, position: Any) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        """The first cards of the hands that the learner did not bet on; at the end these hands and the dealer's."""
        own = self.bet_on(position)
        if own is None:
            return tuple((texts.hand_label(number), position.codes((ON_TABLE, number))[:1]) for number in range(HANDS))
        rules = self.game.play_rules
        if rules is None or rules.legal(position, ()):
            return ((_OPEN, self._first_cards(position)),)
        others = (number for number in range(HANDS) if own != (ON_TABLE, number))
        hands = ((texts.hand_label(number), position.codes((ON_TABLE, number))) for number in others)
        return ((_DEALER, position.codes((OPEN, 0))), *hands)

    def ending(self, playout: Playout, table: Table) -> tuple[tuple[Text, ...], Text, tuple[str, ...]]:
        """What the learner's hand stands at, and the payment."""
        lines, _, hand = super().ending(playout, table)
        return lines, text("ending"), hand

    def last_lines(self, playout: Playout) -> tuple[Text, ...]:
        """What a third card would have made of a hand that stands with two."""
        hand, following = self._hand(playout.position), self._following(playout)
        if len(hand.ranks) > 2:
            return ()
        stands = text("stands", digit=hand.digit)
        if following is None or third_card_rule(hand, playout.position.options) == NEVER:
            return (stands,)
        digit = replace(hand, ranks=(*hand.ranks, following)).digit
        return (stands, text("third_would_make", digit=digit))

    def _following(self, playout: Playout) -> int | None:
        """The rank of the card that came after the learner's last decision."""
        card = self.next_card(playout)
        return None if card is None else ranks_of(playout.position.deck)[card]

    def _hand(self, position: SumPosition) -> KabuHand:
        ranks = ranks_of(position.deck)
        return kabu_hand(tuple(ranks[code] for code in self.own_cards(position)), TABLE, position.options)

    def _first_cards(self, position: SumPosition) -> tuple[str, ...]:
        """The first cards of the other hands."""
        own = self.bet_on(position)
        others = ((ON_TABLE, number) for number in range(HANDS) if own != (ON_TABLE, number))
        return tuple(code for place in others for code in position.codes(place)[:1])
