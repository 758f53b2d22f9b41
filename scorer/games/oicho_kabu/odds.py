"""Exact odds of Oicho-Kabu: the third card, and against the dealer.

Every order of the unseen cards is equally likely. Against the dealer only ranks matter, so cards are counted by rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import perm

from scorer.errors import Refusal
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.hands import (
    CLASS_BY_KEY,
    DEALER,
    MUST,
    NEVER,
    RANKS,
    SPECIAL_PAIRS,
    TOO_FEW_UNSEEN,
    KabuHand,
    Strength,
    class_key,
    kabu_hand,
    strength_of,
    third_card_rule,
)
from scorer.games.oicho_kabu.settlement import compare_hands
from scorer.games.oicho_kabu.texts import text
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
from scorer.texts import Text

DEALER_LIMITS = (3, 6)
"""The digits up to which the dealer is taken to draw a third card: what he must, or whatever he may."""
OutcomeChances = Mapping[str, Fraction]
"""Chances that a hand has "won", that the bet goes back ("push"), and that it has "lost"."""


@dataclass(frozen=True, slots=True)
class DealerModel:
    """A dealer as the odds take him: the cards he shows, in order, and the digit up to which he draws a third."""

    shown: tuple[int, ...]
    limit: int
    options: Mapping[str, OptionValue]

    def ways(self, unseen: Sequence[int]) -> tuple[dict[Strength, int], int]:
        """In how many orders of the next cards from `unseen` (by rank) he ends with each class and digit, and of all.

        Every order has as many cards as he lacks to three, whether he draws them or not.
        """
        lacking, count = 3 - len(self.shown), sum(unseen)
        ways: dict[Strength, int] = {}
        for drawn, strength in _dealer_hands(kabu_hand(self.shown, DEALER, self.options), self.limit):
            orders = perm(count - len(drawn), lacking - len(drawn))
            for place, rank in enumerate(drawn):
                orders *= unseen[rank] - drawn[:place].count(rank)
            if orders:
                ways[strength] = ways.get(strength, 0) + orders
        return ways, perm(count, lacking)


@lru_cache(maxsize=64)
def _dealer_hands(shown: KabuHand, limit: int) -> tuple[tuple[tuple[int, ...], Strength], ...]:
    """Every hand in which the dealer may end: the ranks that he draws to those he shows, its class and digit."""
    hands = []
    unfinished = [shown]
    while unfinished:
        hand = unfinished.pop()
        key = class_key(hand) if len(hand.ranks) > 1 else ""
        if len(hand.ranks) == 3 or (len(hand.ranks) == 2 and (key in SPECIAL_PAIRS or hand.digit > limit)):
            hands.append((hand.ranks[len(shown.ranks) :], strength_of(hand)))
        else:
            unfinished += [replace(hand, ranks=(*hand.ranks, rank)) for rank in RANKS]
    return tuple(hands)


def third_cards(hand: KabuHand, unseen: Sequence[int]) -> Iterator[tuple[KabuHand, int, Sequence[int]]]:
    """The hand with each rank as its third card, the unseen cards of that rank, and what is unseen after it."""
    for rank in RANKS:
        if unseen[rank]:
            left = [*unseen[:rank], unseen[rank] - 1, *unseen[rank + 1 :]]
            yield replace(hand, ranks=(*hand.ranks, rank)), unseen[rank], left


def outcome_chances(hand: KabuHand, unseen: Sequence[int], dealer: DealerModel) -> tuple[OutcomeChances, Fraction]:
    """The chances of a finished hand, and what a stone bet on it brings on average."""
    counts, gain = dict.fromkeys(_RESULTS, 0), 0
    ways, total = dealer.ways(unseen)
    for strength, orders in ways.items():
        found = compare_hands(hand, strength, dealer.options)
        counts[found.result] += orders
        gain += orders * found.factor * _RESULTS[found.result]
    return {result: Fraction(orders, total) for result, orders in counts.items()}, Fraction(gain, total)


def drawn_outcome_chances(
    hand: KabuHand, unseen: Sequence[int], dealer: DealerModel
) -> tuple[OutcomeChances, Fraction]:
    """As `outcome_chances`, for a hand of two cards that takes a third one."""
    chances, average, total = dict.fromkeys(_RESULTS, Fraction(0)), Fraction(0), sum(unseen)
    for drawn, copies, left in third_cards(hand, unseen):
        share = Fraction(copies, total)
        found, gain = outcome_chances(drawn, left, dealer)
        chances = {result: chance + share * found[result] for result, chance in chances.items()}
        average += share * gain
    return chances, average


def hand_odds(
    hand: KabuHand,
    unseen_cards: Mapping[str, tuple[int, int]],
    shown: tuple[int, ...],
    limits: Sequence[int],
    options: Mapping[str, OptionValue],
) -> Odds:
    """The odds of a hand of two or three cards.

    `unseen_cards` maps each card that may still come to its rank and the number of its copies. A hand on the table is
    compared with a dealer who shows the ranks `shown` and draws at each of `limits` or less. Raises `no_odds` where too
    few cards are unseen.
    """
    unseen = [0] * (RANKS[-1] + 1)
    for rank, copies in unseen_cards.values():
        unseen[rank] += copies
    if sum(unseen) < 4:
        raise Refusal("no_odds", TOO_FEW_UNSEEN)
    rule = third_card_rule(hand, options) if len(hand.ranks) == 2 else NEVER
    sections = [] if rule == NEVER else [_third_section(hand, unseen_cards, sum(unseen))]
    for limit in limits if hand.role != DEALER else ():
        dealer = DealerModel(shown, limit, options)
        if rule != MUST:
            title = texts.against_dealer(limit, "stand" if rule != NEVER else "")
            sections.append(_outcome_section(f"stand_{limit}", title, *outcome_chances(hand, unseen, dealer)))
        if rule != NEVER:
            title = texts.against_dealer(limit, "draw")
            sections.append(_outcome_section(f"draw_{limit}", title, *drawn_outcome_chances(hand, unseen, dealer)))
    return Odds(sum(unseen), tuple(sections))


def _third_section(hand: KabuHand, unseen_cards: Mapping[str, tuple[int, int]], count: int) -> OddsSection:
    """The class that each third card makes, best first."""
    faces: dict[str, dict[str, int]] = {}
    for code, (rank, copies) in unseen_cards.items():
        if copies:
            faces.setdefault(class_key(replace(hand, ranks=(*hand.ranks, rank))), {})[code] = copies
    lines = (
        Chance(key, _class_text(key), Fraction(sum(faces[key].values()), count), faces[key])
        for key in CLASS_BY_KEY
        if key in faces
    )
    return OddsSection("third", texts.AFTER_THIRD, tuple(lines))


def _outcome_section(key: str, title: Text, chances: OutcomeChances, average: Fraction) -> OddsSection:
    lines = tuple(Chance(result, texts.RESULT_TEXTS[result], chance) for result, chance in chances.items())
    return OddsSection(key, title, lines, average)


def _class_text(key: str) -> Text:
    name = CLASS_BY_KEY[key].name
    return text("digit", digit=key, name=name) if key.isdigit() else name.as_text()


_RESULTS: Mapping[str, int] = {"won": 1, "push": 0, "lost": -1}
"""The results of a bet and which way its stones go."""
