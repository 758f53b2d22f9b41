"""Practice round of Dontsuku: motto, tsukkome or pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorer.families.sums.narrator import SumNarrator
from scorer.families.sums.position import SumPosition
from scorer.games.dontsuku.hands import TARGET, UNDECIDED, HandClassifier
from scorer.games.dontsuku.moves import TSUKKOME
from scorer.rules.play_rules import Move, Step
from scorer.rules.playout import Decision, Playout
from scorer.rules.practice import Asked
from scorer.texts import Text

_MOST_UNSEEN = 3
"""Cards that the learner may ask for unseen; more hardly ever end at fifteen."""
_WINS_LAST = 14
"""The total that wins when nobody has fifteen or a teyaku (dontsuku 6.3)."""
_TURN = (
    # dontsuku 4.2, 5.2 B3
    Text(
        "Motto: take one card and look at it; then you may take another or stop. Tsukkome: take cards you do not see, "
        "and stop; fifteen or a teyaku then pays double.",
        "もっと：1枚引いて見ます。続けても止まってもかまいません。突っ込め：伏せたままもらって終わります。15か手役なら倍払いです。",
    ),
    # dontsuku 6.3, 6.4
    Text(
        "If nobody has fifteen or a teyaku, a 14 wins; without one, a 13 by tsukkome.",
        "誰も15か手役でなければ14の勝ち、それもなければ突っ込めの13の勝ちです。",
    ),
)


class DontsukuNarrator(SumNarrator):
    """The learner's own cards alone are told of; the others show at the end."""

    def opening(self, position: Any) -> tuple[Text, ...]:
        """How it begins."""
        del position
        return (Text("Everybody is dealt one card. You play first.", "1枚ずつ配られました。最初の番はあなたです。"),)

    def tell(self, step: Step) -> tuple[Text, ...]:
        """The learner's total after an open card that decides nothing."""
        position = step.verdict.position
        if not self.is_own(step) or step.move.card is None:
            return ()
        classifier, own = _classifier(position), self.own_cards(position)
        total = classifier.total(own)
        return (
            (Text(f"You have {total}.", f"あなたは{total}点です。"),) if classifier.classify(own) is UNDECIDED else ()
        )

    def ask(self, decision: Decision) -> Asked:
        """What may be done now, with the chances of it."""
        own = self.own_cards(decision.position)
        odds = self.game.odds(own, (), "motto", decision.position.table.options, None)
        question = Text(
            "You want 15 or a teyaku; 16 or more is nai. What do you do?",
            "15か手役をねらいます。16以上はナイです。どうしますか。",
        )
        sections = tuple(section for section in odds.sections if section.key != "until")
        return Asked(question, _TURN if len(own) == 1 else (), replace(odds, sections=sections))

    def choices(self, decision: Decision) -> tuple[Move, ...]:
        """Motto, tsukkome of a few cards, pass."""
        offered = [move for move in decision.moves if TSUKKOME.get(move.call, 0) <= _MOST_UNSEEN]
        return tuple(sorted(offered, key=lambda move: (move.event == "called") + (move.call == "pass")))

    def label(self, decision: Decision, move: Move) -> Text:
        """Each choice, and what the total can still win (dontsuku 6.3, 7.8)."""
        if move.event != "called":
            return Text("Motto: one card, open", "もっと（1枚見る）")
        count = TSUKKOME.get(move.call)
        if count is not None:
            cards = "card" if count == 1 else "cards"
            return Text(f"Tsukkome: {count} {cards} unseen", f"突っ込め（伏せて{count}枚）")
        total = _classifier(decision.position).total(self.own_cards(decision.position))
        if total == _WINS_LAST:
            return Text(f"Stop at {total}: it wins if nobody has fifteen", f"{total}で止まる（15がなければ勝ち）")
        return Text(f"Stop at {total}: it cannot win", f"{total}で止まる（勝てません）")

    def last_lines(self, playout: Playout) -> tuple[Text, ...]:
        """What the learner's hand came to, and what another card would have made of one that stopped."""
        position = playout.position
        classifier, own = _classifier(position), self.own_cards(position)
        total, hand_class = classifier.total(own), classifier.classify(own)
        asked = next((TSUKKOME[call.call] for call in position.calls if call.call in TSUKKOME and call.seat == 1), 0)
        if asked:
            told = f"You took {asked} unseen. Turned up, the hand makes {total}."
            return (Text(told, f"伏せて{asked}枚取りました。開けると{total}点です。"),)
        name = hand_class.name
        if hand_class.rank == TARGET:
            agari = f"{name.en}: agari, you must call it. The round is over."
            return (Text(agari, f"{name.ja}：アガリです。この局は終わりです。"),)
        if hand_class is not UNDECIDED:
            nai = f"{total} is more than 15: nai, the hand is lost."
            return (Text(nai, f"{total}点で15を超えました。ナイです。"),)
        stopped, following = Text(f"You stop at {total}.", f"{total}点で止まりました。"), self.next_card(playout)
        if following is None:
            return (stopped,)
        longer = [*own, following]
        after, points = classifier.classify(longer), classifier.total(longer)
        made = Text(f"{points}", f"{points}点") if after is UNDECIDED else Text(after.name.en, after.name.ja)
        return (stopped, Text(f"Another card would have made {made.en}.", f"もう1枚引くと{made.ja}でした。"))


def _classifier(position: SumPosition) -> HandClassifier:
    return HandClassifier(position.deck, position.options)
