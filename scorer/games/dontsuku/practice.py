"""Practice of Dontsuku: drills, and what is said in a practice round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from scorer.families.sums.narrator import SumNarrator
from scorer.families.sums.position import SumPosition
from scorer.games.dontsuku.hands import TARGET, UNDECIDED, HandClassifier
from scorer.games.dontsuku.moves import TSUKKOME
from scorer.games.dontsuku.texts import name, text
from scorer.rules.game import Game, Practice
from scorer.rules.play.moves import Move, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion, Solution, Task
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue
from scorer.texts import Name, Text

_HANDS_DEALT = 12
"""Hands dealt from each pack, for a choice of winning ones."""
_HANDS_ASKED = 4
"""Hands asked about, of those dealt from each pack."""


def _hand_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """Hands of three cards, two of them unseen, each against a hand that has busted; hands that win come first.

    Where only one card may be taken unseen, the hands have two cards.
    """
    unseen = 2 if table.options["tsukkome_max"] != 1 else 1
    size = unseen + 1
    hands = [tuple(pack[start : start + size]) for start in range(0, _HANDS_DEALT * size, size)]
    hands.sort(key=lambda hand: _weakness(game.value(hand, "tsukkome", table.options)))
    for hand in (*hands[: _HANDS_ASKED - 1], hands[-1]):
        other_cards = list(pack)
        for card in hand:
            other_cards.remove(card)
        # Pairs from the end of the pack, which was not dealt. With a whole pack left, some pair always busts.
        pairs = combinations(reversed(other_cards), 2)
        bust = next(pair for pair in pairs if game.value(pair, "motto", table.options).key == "nai")
        played_hands = [{"cards": bust, "tsukkome": 0}, {"cards": hand, "tsukkome": unseen}]
        round_ = {"game": game.key, "options": dict(table.options), "seats": ["Aki", "Emi"], "hands": played_hands}
        yield Task(hand, _TWO_UNSEEN_QUESTION if unseen == 2 else _ONE_UNSEEN_QUESTION, {"round": round_})


def _weakness(value: HandValue) -> int:
    """0 for fifteen and teyaku, 1 for a total that may still win at the end, 2 for the rest."""
    return (value.total not in {13, 14}) + 1 if value.key in {"total", "nai"} else 0


def _solve(game: Game, table: Table, task: Task) -> Solution:
    """The number of shares that the other player pays."""
    settlement = game.settle(task.context["round"])
    times = settlement.net[1] // int(table.options["share"])
    bonus_texts = [reason.text for reason in settlement.reasons if reason.code in _BONUS_CODES]
    wrong = tuple(_shares_name(number) for number in (0, 1, 2, 4) if number != times)
    return Solution(
        _shares_name(times),
        wrong,
        (settlement.hands[1].reasons[-1].text, dict(game.outcomes)[settlement.outcome], *bonus_texts),
    )


def _shares_name(times: int) -> Name:
    if not times:
        return name("nothing")
    return name("share", times=times)


_BONUS_CODES = {"own_bonus", "fifteen_too", "by_tsukkome"}
_ONE_UNSEEN_QUESTION = text("one_unseen_question")
_TWO_UNSEEN_QUESTION = text("two_unseen_question")
TSUKKOME_PRACTICE = Practice("tsukkome", text("practice.tsukkome"), _hand_tasks, _solve)


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
