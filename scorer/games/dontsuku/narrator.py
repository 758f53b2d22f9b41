"""Practice round of Dontsuku: motto, tsukkome or pass."""

from __future__ import annotations

from dataclasses import replace

from scorer.families.sums.narrator import SumNarrator
from scorer.families.sums.position import SumPosition
from scorer.games.dontsuku.hands import TARGET, UNDECIDED, HandClassifier
from scorer.games.dontsuku.moves import TSUKKOME
from scorer.games.dontsuku.texts import text
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion
from scorer.texts import Text

_MOST_UNSEEN = 3
"""Cards that the learner may ask for unseen; more hardly ever end at fifteen."""
_WINS_LAST = 14
"""The total that wins when nobody has fifteen or a teyaku (dontsuku 6.3)."""
_TURN = (
    # dontsuku 4.2, 5.2 B3
    text("turn.choices"),
    # dontsuku 6.3, 6.4
    text("turn.showdown"),
)


class DontsukuNarrator(SumNarrator):
    """The learner's own cards alone are told of; the others show at the end."""

    def narrate(self, step: Step) -> tuple[Text, ...]:
        """The learner's total after an open card that decides nothing."""
        position = step.verdict.position
        if not self.is_own(step) or step.move.card is None:
            return ()
        classifier, own = _classifier(position), self.own_cards(position)
        total = classifier.total(own)
        return (text("you_have", total=total),) if classifier.classify(own) is UNDECIDED else ()

    def ask(self, decision: Decision) -> PracticeQuestion:
        """What may be done now, with the chances of it."""
        own = self.own_cards(decision.position)
        odds = self.game.odds(own, (), "motto", decision.position.table.options, None)
        question = text("aim_question")
        sections = tuple(section for section in odds.sections if section.key != "until")
        return PracticeQuestion(question, _TURN if len(own) == 1 else (), replace(odds, sections=sections))

    def choices(self, decision: Decision) -> tuple[Move, ...]:
        """Motto, tsukkome of a few cards, pass."""
        offered = [move for move in decision.moves if TSUKKOME.get(move.call, 0) <= _MOST_UNSEEN]
        return tuple(sorted(offered, key=lambda move: (move.event == "called") + (move.call == "pass")))

    def label(self, decision: Decision, move: Move) -> Text:
        """Each choice, and what the total can still win (dontsuku 6.3, 7.8)."""
        if move.event != "called":
            return text("choice.motto")
        count = TSUKKOME.get(move.call)
        if count is not None:
            return text("choice.tsukkome", count=count)
        total = _classifier(decision.position).total(self.own_cards(decision.position))
        if total == _WINS_LAST:
            return text("choice.stop_to_win", total=total)
        return text("choice.stop", total=total)

    def last_lines(self, playout: Playout) -> tuple[Text, ...]:
        """What the learner's hand came to, and what another card would have made of one that stopped."""
        position = playout.position
        classifier, own = _classifier(position), self.own_cards(position)
        total, hand_class = classifier.total(own), classifier.classify(own)
        asked = next((TSUKKOME[call.call] for call in position.calls if call.call in TSUKKOME and call.seat == 1), 0)
        if asked:
            return (text("took_unseen", count=asked, total=total),)
        if hand_class.rank == TARGET:
            return (text("made_agari", hand_class=hand_class.name),)
        if hand_class is not UNDECIDED:
            return (text("went_nai", total=total),)
        stopped, following = text("you_stop", total=total), self.next_card(playout)
        if following is None:
            return (stopped,)
        longer = [*own, following]
        after, points = classifier.classify(longer), classifier.total(longer)
        made = text("points_alone", points=points) if after is UNDECIDED else after.name.as_text()
        return (stopped, text("another_card", made=made))


def _classifier(position: SumPosition) -> HandClassifier:
    return HandClassifier(position.deck, position.options)
