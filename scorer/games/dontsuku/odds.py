"""Exact odds for Dontsuku, counted over the unseen cards, never sampled.

Everywhere `own` is the hand in drawing order and `open_cards` every other card that lies open; both are known codes of
one pack. An ending is a class key and a total; chances are exact fractions that sum to one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, perm

from scorer.games.dontsuku import texts
from scorer.games.dontsuku.hands import CLASSES, TARGET, UNDECIDED, HandClassifier, classify_ranks, total_of_ranks
from scorer.rules.odds import Chance, Odds, OddsSection, draw_combinations

Ending = tuple[str, int]


def unseen_cards(classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str]) -> tuple[str, ...]:
    """The cards that may still come, in the deck's order."""
    visible = {*own, *open_cards}
    return tuple(code for code in classifier.ranks if code not in visible)


def next_card_classes(
    classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """The unseen cards by the class of hand that each makes; every unseen card is in exactly one class."""
    codes_by_class = defaultdict(list)
    for code in unseen_cards(classifier, own, open_cards):
        codes_by_class[classifier.classify([*own, code]).key].append(code)
    return {key: tuple(codes) for key, codes in codes_by_class.items()}


def motto_chances(
    classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str], stop: int
) -> dict[Ending, Fraction]:
    """Chances of each class and total when drawing openly until the total is `stop` or the hand is decided.

    Hands of the same ranks are one state, with the number of orders of physical cards that reach it. Only the second
    card's suit can matter, so only the first step distinguishes faces.
    """
    if classifier.classify(own) is not UNDECIDED or classifier.total(own) >= stop:
        return {(classifier.classify(own).key, classifier.total(own)): Fraction(1)}
    pile = unseen_cards(classifier, own, open_cards)
    unseen_ranks = Counter(classifier.ranks[code] for code in pile)
    own_ranks = Counter(classifier.ranks[code] for code in own)
    chances: dict[Ending, Fraction] = defaultdict(Fraction)
    orders: dict[tuple[int, ...], int] = {tuple(sorted(own_ranks.elements())): 1}
    for depth in range(1, len(pile) + 1):
        next_orders: dict[tuple[int, ...], int] = defaultdict(int)
        ways_by_ending: dict[Ending, int] = defaultdict(int)
        steps = _draws_by_face(classifier, own, pile) if depth == 1 else _draws_by_rank(orders, unseen_ranks, own_ranks)
        for hand, key, ways in steps:
            total = total_of_ranks(hand)
            if key == UNDECIDED.key and total < stop:
                next_orders[hand] += ways
            else:
                ways_by_ending[key, total] += ways
        for ending, ways in ways_by_ending.items():
            chances[ending] += Fraction(ways, perm(len(pile), depth))
        orders = next_orders
    for hand, ways in orders.items():
        chances[UNDECIDED.key, total_of_ranks(hand)] += Fraction(ways, perm(len(pile)))
    return dict(chances)


def tsukkome_chances(
    classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str], count: int
) -> dict[Ending, Fraction]:
    """Chances of each class and total when `count` (at most 4) cards come unseen; {} when fewer cards are left."""
    pile = unseen_cards(classifier, own, open_cards)
    if count > len(pile):
        return {}
    chances: dict[Ending, Fraction] = defaultdict(Fraction)
    if count == 1:
        for hand, key, ways in _draws_by_face(classifier, own, pile):
            chances[key, total_of_ranks(hand)] += Fraction(ways, len(pile))
        return dict(chances)
    unseen_ranks = Counter(classifier.ranks[code] for code in pile)
    own_ranks = [classifier.ranks[code] for code in own]
    ways_by_ending: dict[Ending, int] = defaultdict(int)
    for drawn_ranks, ways in draw_combinations(sorted(unseen_ranks.items()), count):
        hand = tuple(sorted([*own_ranks, *drawn_ranks]))
        ways_by_ending[classify_ranks(hand).key, total_of_ranks(hand)] += ways
    return {ending: Fraction(ways, comb(len(pile), count)) for ending, ways in ways_by_ending.items()}


def motto_odds(
    classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str], stop: int, counts: Sequence[int]
) -> Odds:
    """Odds of the next card, of drawing until `stop`, and of fifteen or a teyaku by a tsukkome of each of `counts`."""
    unseen_count = len(unseen_cards(classifier, own, open_cards))
    sections = []
    if unseen_count and classifier.classify(own) is UNDECIDED:
        codes_by_class = next_card_classes(classifier, own, open_cards)
        next_chances = tuple(
            Chance(
                hand_class.key,
                hand_class.name.as_text(),
                Fraction(len(codes), unseen_count),
                dict.fromkeys(codes, 1),
            )
            for hand_class in CLASSES
            if (codes := codes_by_class.get(hand_class.key))
        )
        sections.append(OddsSection("next", texts.AFTER_NEXT_CARD, next_chances))
    sections.append(
        OddsSection(
            "until", texts.drawing_until_text(stop), _chance_lines(motto_chances(classifier, own, open_cards, stop))
        )
    )
    tsukkome_lines = tuple(
        Chance(
            str(count),
            texts.unseen_cards_text(count),
            _target_chance(tsukkome_chances(classifier, own, open_cards, count)),
        )
        for count in counts
        if count <= unseen_count
    )
    return Odds(
        unseen_count,
        (*sections, *([OddsSection("tsukkome", texts.TARGET_BY_TSUKKOME, tsukkome_lines)] if tsukkome_lines else [])),
    )


def tsukkome_odds(classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str], count: int) -> Odds:
    """Odds of every ending of a tsukkome of `count` cards."""
    unseen_count = len(unseen_cards(classifier, own, open_cards))
    lines = _chance_lines(tsukkome_chances(classifier, own, open_cards, count))
    return Odds(unseen_count, (OddsSection("tsukkome", texts.unseen_cards_text(count), lines),))


def _target_chance(chances: Mapping[Ending, Fraction]) -> Fraction:
    rank_by_key = {hand_class.key: hand_class.rank for hand_class in CLASSES}
    return sum((chance for (key, _), chance in chances.items() if rank_by_key[key] == TARGET), Fraction(0))


def _chance_lines(chances: Mapping[Ending, Fraction]) -> tuple[Chance, ...]:
    """One line per class, best class first; below fifteen one line per total, highest first."""
    lines = []
    for hand_class in CLASSES:
        totals = sorted((total for key, total in chances if key == hand_class.key), reverse=True)
        if hand_class is UNDECIDED:
            lines += [Chance("total", texts.points_text(total), chances["total", total]) for total in totals]
        elif totals:
            probability = sum((chances[hand_class.key, total] for total in totals), Fraction(0))
            lines.append(Chance(hand_class.key, hand_class.name.as_text(), probability))
    return tuple(lines)


def _draws_by_face(
    classifier: HandClassifier, own: Sequence[str], pile: Sequence[str]
) -> list[tuple[tuple[int, ...], str, int]]:
    own_ranks = [classifier.ranks[code] for code in own]
    return [
        (tuple(sorted([*own_ranks, classifier.ranks[code]])), classifier.classify([*own, code]).key, 1) for code in pile
    ]


def _draws_by_rank(
    orders: Mapping[tuple[int, ...], int], unseen_ranks: Mapping[int, int], own_ranks: Counter[int]
) -> list[tuple[tuple[int, ...], str, int]]:
    steps = []
    for hand, ways in orders.items():
        held_ranks = Counter(hand)
        for rank, count in unseen_ranks.items():
            copies_left = count - held_ranks[rank] + own_ranks[rank]
            if copies_left:
                longer_hand = tuple(sorted([*hand, rank]))
                steps.append((longer_hand, classify_ranks(longer_hand).key, ways * copies_left))
    return steps
