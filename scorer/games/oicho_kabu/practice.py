"""Practice of Oicho-Kabu: drills, and what is said in a practice round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from scorer.decks import kind_of
from scorer.families.sums.narrator import SumNarrator
from scorer.families.sums.position import OPEN, SumPosition
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.hands import (
    MAY,
    MUST,
    NEVER,
    TABLE,
    THIRD_FORBIDDEN,
    THIRD_REQUIRED,
    KabuHand,
    kabu_hand,
    rank_list,
    ranks_of,
    third_card_rule,
)
from scorer.games.oicho_kabu.moves import BETS, DRAW, ON_TABLE
from scorer.games.oicho_kabu.settlement import HANDS
from scorer.games.oicho_kabu.texts import name, text
from scorer.rules.game import Game, Practice
from scorer.rules.play.moves import Move, Place, Step
from scorer.rules.play.playout import Decision, Playout
from scorer.rules.play.practice import PracticeQuestion, Solution, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

_PAIRS_TRIED = 12
"""First cards of a pack whose pairs are looked through for hands to ask about: every digit is among them."""
_BETS_ASKED = 4
"""Hands asked about of each pack, each against the same dealer."""


def _pairs_by_rule(table: Table, pack: Sequence[str]) -> Mapping[str, list[tuple[str, str]]]:
    """Pairs of cards by what a hand on the table with them must do."""
    pairs: dict[str, list[tuple[str, str]]] = {MUST: [], MAY: [], NEVER: []}
    ranks = ranks_of(kind_of(pack[0]))
    # Every third card: of a pack in order the first cards are all of a few ranks.
    for one, other in combinations((*pack[:_PAIRS_TRIED], *pack[::3]), 2):
        hand = kabu_hand((ranks[one], ranks[other]), TABLE, table.options)
        if one != other:
            pairs[third_card_rule(hand, table.options)].append((one, other))
    return pairs


def _third_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """Two hands of each kind; nothing where every hand may draw."""
    del game
    if table.options["third_card"] == "free":
        return
    for pairs in _pairs_by_rule(table, pack).values():
        yield from (Task(pair, _THIRD_QUESTION) for pair in (*pairs[:1], *pairs[-1:]))


def _solve_third(game: Game, table: Table, task: Task) -> Solution:
    del game
    ranks = ranks_of(kind_of(task.cards[0]))
    hand = kabu_hand(tuple(ranks[code] for code in task.cards), TABLE, table.options)
    rule = third_card_rule(hand, table.options)
    digit = text("sum_line", ranks=rank_list(hand.ranks), digit=hand.digit)
    if hand.is_shippin():
        reason = _GIVES_UP_SHIPPIN
    elif rule == MAY and hand.digit >= 7:
        reason = _PAIR_MAY
    else:
        reason = {MUST: THIRD_REQUIRED, MAY: _MAY_REASON, NEVER: THIRD_FORBIDDEN}[rule]
    return Solution(_RULE_NAMES[rule], tuple(name for key, name in _RULE_NAMES.items() if key != rule), (digit, reason))


def _odds_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """Hands that may draw or stand."""
    del game
    pairs = _pairs_by_rule(table, pack)[MAY]
    yield from (Task(pair, _ODDS_QUESTION) for pair in dict.fromkeys((*pairs[:1], *pairs[-1:])))


def _solve_odds(game: Game, table: Table, task: Task) -> Solution:
    """The choice that brings more on average against a dealer who draws at 3 or less, with the counted chances."""
    odds = game.odds(task.cards, (), TABLE, table.options, 3)
    sections = {section.key.split("_")[0]: section for section in odds.sections}
    draw, stand = (sections[key].average or Fraction(0) for key in ("draw", "stand"))
    better = "draw" if draw > stand else "stand" if stand > draw else "same"
    lines = []
    for key in ("draw", "stand"):
        section = sections[key]
        won, _, lost = (f"{float(line.probability):.1%}" for line in section.lines)
        lines.append(text("counted", title=section.title, won=won, lost=lost))
    return Solution(_CHOICE_NAMES[better], tuple(n for key, n in _CHOICE_NAMES.items() if key != better), tuple(lines))


def _bet_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """The hands on the table of a round played out, each with a bet of one stone."""
    round_ = game.simulate_round(pack, table)
    ranks = ranks_of(kind_of(pack[0]))
    dealer = rank_list([ranks[code] for code in round_["dealer"]])
    for number, hand in enumerate(round_["table"][:_BETS_ASKED]):
        question = text("bet_outcome_question", dealer=dealer)
        row = [int(number == place) for place in range(HANDS)]
        yield Task(tuple(hand), question, {"dealer": round_["dealer"], "table": round_["table"], "bets": row})


def _solve_bet(game: Game, table: Table, task: Task) -> Solution:
    context = task.context
    settlement = game.settle(
        {
            "game": game.key,
            "options": {**table.options, "domae": "none"},
            "seats": ["Aki", "Emi"],
            "dealer": context["dealer"],
            "table": context["table"],
            "bets": [[0] * HANDS, context["bets"]],
        }
    )
    gain = settlement.net[1]
    # The dearest win is as many bets as an arashi pays; the dealer's kuppin may take two.
    gains = dict.fromkeys((1, -1, 0, int(table.options["arashi_pays"]), -2))
    return Solution(
        _gain_name(gain),
        tuple(_gain_name(other) for other in gains if other != gain),
        (settlement.hands[0].reasons[0].text, settlement.reasons[0].text),
    )


def _gain_name(gain: int) -> Name:
    if not gain:
        return name("goes_back")
    return name("wins", gain=gain) if gain > 0 else name("loses", gain=-gain)


_THIRD_QUESTION = text("third_question")
_RULE_NAMES = {
    MUST: name("rule.must"),
    MAY: name("rule.may"),
    NEVER: name("rule.never"),
}
_GIVES_UP_SHIPPIN = text("gives_up_shippin")
_MAY_REASON = text("may_reason")
_PAIR_MAY = text("pair_may")
_ODDS_QUESTION = text("odds_question")
_CHOICE_NAMES = {
    "draw": name("choice.draw"),
    "stand": name("choice.stand"),
    "same": name("choice.same"),
}
PRACTICE = (
    Practice("third", text("practice.third"), _third_tasks, _solve_third),
    Practice("odds", text("practice.odds"), _odds_tasks, _solve_odds),
    Practice("bet", text("practice.bet"), _bet_tasks, _solve_bet),
)


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
