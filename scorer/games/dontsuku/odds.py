"""どんつくの見込み: what the next cards of Dontsuku may bring, counted over the unseen cards and never sampled.

Everywhere `own` is the hand in drawing order and `seen` every other card that lies open; both are known codes of one
pack. An end is a class key and a total; chances are exact fractions that sum to one.
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
    gone = {*own, *open_cards}
    return tuple(code for code in classifier.ranks if code not in gone)


def next_card_classes(
    classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Which unseen cards make which class of the hand, by class key; every unseen card is in exactly one of them."""
    makes = defaultdict(list)
    for code in unseen_cards(classifier, own, open_cards):
        makes[classifier.classify([*own, code]).key].append(code)
    return {key: tuple(found) for key, found in makes.items()}


def motto_chances(
    classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str], stop: int
) -> dict[Ending, Fraction]:
    """Chances of ending with each class and total when drawing openly until the total is `stop` or the hand is decided.

    Hands of the same ranks are one state, reached by so many orders of physical cards; only the second card's suit
    can matter, so only the first step looks at faces.
    """
    if classifier.classify(own) is not UNDECIDED or classifier.total(own) >= stop:
        return {(classifier.classify(own).key, classifier.total(own)): Fraction(1)}
    pile = unseen_cards(classifier, own, open_cards)
    left = Counter(classifier.ranks[code] for code in pile)
    mine = Counter(classifier.ranks[code] for code in own)
    ends: dict[Ending, Fraction] = defaultdict(Fraction)
    orders: dict[tuple[int, ...], int] = {tuple(sorted(mine.elements())): 1}
    for depth in range(1, len(pile) + 1):
        further: dict[tuple[int, ...], int] = defaultdict(int)
        ended: dict[Ending, int] = defaultdict(int)
        steps = _draws_by_face(classifier, own, pile) if depth == 1 else _draws_by_rank(orders, left, mine)
        for hand, key, ways in steps:
            total = total_of_ranks(hand)
            if key == UNDECIDED.key and total < stop:
                further[hand] += ways
            else:
                ended[key, total] += ways
        for end, ways in ended.items():
            ends[end] += Fraction(ways, perm(len(pile), depth))
        orders = further
    for hand, ways in orders.items():
        ends[UNDECIDED.key, total_of_ranks(hand)] += Fraction(ways, perm(len(pile)))
    return dict(ends)


def tsukkome_chances(
    classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str], count: int
) -> dict[Ending, Fraction]:
    """Chances of each class and total when `count` (at most 4) cards come unseen; {} when fewer are left."""
    pile = unseen_cards(classifier, own, open_cards)
    if count > len(pile):
        return {}
    ends: dict[Ending, Fraction] = defaultdict(Fraction)
    if count == 1:
        for hand, key, ways in _draws_by_face(classifier, own, pile):
            ends[key, total_of_ranks(hand)] += Fraction(ways, len(pile))
        return dict(ends)
    left = Counter(classifier.ranks[code] for code in pile)
    mine = [classifier.ranks[code] for code in own]
    ways_to: dict[Ending, int] = defaultdict(int)
    for drawn, ways in draw_combinations(sorted(left.items()), count):
        hand = tuple(sorted([*mine, *drawn]))
        ways_to[classify_ranks(hand).key, total_of_ranks(hand)] += ways
    return {end: Fraction(ways, comb(len(pile), count)) for end, ways in ways_to.items()}


def motto_odds(
    classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str], stop: int, counts: Sequence[int]
) -> Odds:
    """The next card, drawing until `stop`, and the chance of fifteen or a teyaku by tsukkome of each of `counts`."""
    left = len(unseen_cards(classifier, own, open_cards))
    sections = []
    if left and classifier.classify(own) is UNDECIDED:
        makes = next_card_classes(classifier, own, open_cards)
        following = tuple(
            Chance(found.key, texts.class_name_text(found.key), Fraction(len(faces), left), dict.fromkeys(faces, 1))
            for found in CLASSES
            if (faces := makes.get(found.key))
        )
        sections.append(OddsSection("next", texts.AFTER_NEXT_CARD, following))
    sections.append(
        OddsSection(
            "until", texts.drawing_until_text(stop), _chance_lines(motto_chances(classifier, own, open_cards, stop))
        )
    )
    made = tuple(
        Chance(
            str(count),
            texts.unseen_cards_text(count),
            _target_chance(tsukkome_chances(classifier, own, open_cards, count)),
        )
        for count in counts
        if count <= left
    )
    return Odds(left, (*sections, *([OddsSection("tsukkome", texts.TARGET_BY_TSUKKOME, made)] if made else [])))


def tsukkome_odds(classifier: HandClassifier, own: Sequence[str], open_cards: Sequence[str], count: int) -> Odds:
    """Where tsukkome of `count` cards ends."""
    left = len(unseen_cards(classifier, own, open_cards))
    ends = _chance_lines(tsukkome_chances(classifier, own, open_cards, count))
    return Odds(left, (OddsSection("tsukkome", texts.unseen_cards_text(count), ends),))


def _target_chance(ends: Mapping[Ending, Fraction]) -> Fraction:
    ranks_of = {found.key: found.rank for found in CLASSES}
    return sum((chance for (key, _), chance in ends.items() if ranks_of[key] == TARGET), Fraction(0))


def _chance_lines(ends: Mapping[Ending, Fraction]) -> tuple[Chance, ...]:
    """Best class first; what is short of fifteen by its total, highest first."""
    lines = []
    for found in CLASSES:
        totals = sorted((total for key, total in ends if key == found.key), reverse=True)
        if found is UNDECIDED:
            lines += [Chance("total", texts.points_text(total), ends["total", total]) for total in totals]
        elif totals:
            chance = sum((ends[found.key, total] for total in totals), Fraction(0))
            lines.append(Chance(found.key, texts.class_name_text(found.key), chance))
    return tuple(lines)


def _draws_by_face(
    classifier: HandClassifier, own: Sequence[str], pile: Sequence[str]
) -> list[tuple[tuple[int, ...], str, int]]:
    mine = [classifier.ranks[code] for code in own]
    return [(tuple(sorted([*mine, classifier.ranks[code]])), classifier.classify([*own, code]).key, 1) for code in pile]


def _draws_by_rank(
    orders: Mapping[tuple[int, ...], int], left: Mapping[int, int], mine: Counter[int]
) -> list[tuple[tuple[int, ...], str, int]]:
    steps = []
    for hand, ways in orders.items():
        used = Counter(hand)
        for rank, count in left.items():
            more = count - used[rank] + mine[rank]
            if more:
                grown = tuple(sorted([*hand, rank]))
                steps.append((grown, classify_ranks(grown).key, ways * more))
    return steps
