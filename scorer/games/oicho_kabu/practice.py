"""Drills of Oicho-Kabu: third card, counted odds, what a bet wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from scorer.decks import kind_of
from scorer.games.oicho_kabu import reasons
from scorer.games.oicho_kabu.hands import MAY, MUST, NEVER, TABLE, kabu_hand, rank_list, ranks_of, third_card_rule
from scorer.games.oicho_kabu.settlement import HANDS
from scorer.games.oicho_kabu.texts import name, text
from scorer.rules.game import Game, Practice
from scorer.rules.play.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.texts import Name

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
        reason = reasons.AFTER_SPECIAL
    elif rule == MAY and hand.digit >= 7:
        reason = _PAIR_MAY
    else:
        reason = {MUST: reasons.THIRD_REQUIRED, MAY: _MAY_REASON, NEVER: reasons.THIRD_FORBIDDEN}[rule]
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
