"""どんつくの見込み: what the next cards of Dontsuku may bring, counted over the unseen cards and never sampled.

Everywhere `own` is the hand in drawing order and `seen` every other card that lies open; both are known codes of one
pack. An end is a class key and a total; chances are exact fractions that sum to one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, perm

from scorer.games.dontsuku import texts as wording
from scorer.games.dontsuku.hands import CLASSES, TARGET, UNDECIDED, Reader, judged, worth
from scorer.rules.counting import draws
from scorer.rules.odds import Chance, Chances, Odds

End = tuple[str, int]


def unseen(reader: Reader, own: Sequence[str], seen: Sequence[str]) -> tuple[str, ...]:
    """The cards that may still come, in the deck's order."""
    gone = {*own, *seen}
    return tuple(code for code in reader.ranks if code not in gone)


def next_card(reader: Reader, own: Sequence[str], seen: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Which unseen cards make which class of the hand, by class key; every unseen card is in exactly one of them."""
    makes = defaultdict(list)
    for code in unseen(reader, own, seen):
        makes[reader.judge([*own, code]).key].append(code)
    return {key: tuple(found) for key, found in makes.items()}


def motto(reader: Reader, own: Sequence[str], seen: Sequence[str], stop: int) -> dict[End, Fraction]:
    """Chances of ending with each class and total when drawing openly until the total is `stop` or the hand is decided.

    Hands of the same ranks are one state, reached by so many orders of physical cards; only the second card's suit
    can matter, so only the first step looks at faces.
    """
    if reader.judge(own) is not UNDECIDED or reader.total(own) >= stop:
        return {(reader.judge(own).key, reader.total(own)): Fraction(1)}
    pile = unseen(reader, own, seen)
    left = Counter(reader.ranks[code] for code in pile)
    mine = Counter(reader.ranks[code] for code in own)
    ends: dict[End, Fraction] = defaultdict(Fraction)
    orders: dict[tuple[int, ...], int] = {tuple(sorted(mine.elements())): 1}
    for depth in range(1, len(pile) + 1):
        further: dict[tuple[int, ...], int] = defaultdict(int)
        ended: dict[End, int] = defaultdict(int)
        steps = _by_face(reader, own, pile) if depth == 1 else _by_rank(orders, left, mine)
        for hand, key, ways in steps:
            total = worth(hand)
            if key == UNDECIDED.key and total < stop:
                further[hand] += ways
            else:
                ended[key, total] += ways
        for end, ways in ended.items():
            ends[end] += Fraction(ways, perm(len(pile), depth))
        orders = further
    for hand, ways in orders.items():
        ends[UNDECIDED.key, worth(hand)] += Fraction(ways, perm(len(pile)))
    return dict(ends)


def tsukkome(reader: Reader, own: Sequence[str], seen: Sequence[str], count: int) -> dict[End, Fraction]:
    """Chances of each class and total when `count` (at most 4) cards come unseen; {} when fewer are left."""
    pile = unseen(reader, own, seen)
    if count > len(pile):
        return {}
    ends: dict[End, Fraction] = defaultdict(Fraction)
    if count == 1:
        for hand, key, ways in _by_face(reader, own, pile):
            ends[key, worth(hand)] += Fraction(ways, len(pile))
        return dict(ends)
    left = Counter(reader.ranks[code] for code in pile)
    mine = [reader.ranks[code] for code in own]
    ways_to: dict[End, int] = defaultdict(int)
    for drawn, ways in draws(sorted(left.items()), count):
        hand = tuple(sorted([*mine, *drawn]))
        ways_to[judged(hand).key, worth(hand)] += ways
    return {end: Fraction(ways, comb(len(pile), count)) for end, ways in ways_to.items()}


def count_odds(reader: Reader, own: Sequence[str], seen: Sequence[str], stop: int, counts: Sequence[int]) -> Odds:
    """The next card, drawing until `stop`, and the chance of fifteen or a teyaku by tsukkome of each of `counts`."""
    left = len(unseen(reader, own, seen))
    sections = []
    if left and reader.judge(own) is UNDECIDED:
        makes = next_card(reader, own, seen)
        following = tuple(
            Chance(found.key, wording.class_named(found.key), Fraction(len(faces), left), dict.fromkeys(faces, 1))
            for found in CLASSES
            if (faces := makes.get(found.key))
        )
        sections.append(Chances("next", wording.AFTER_NEXT, following))
    sections.append(Chances("until", wording.until(stop), _lines(motto(reader, own, seen, stop))))
    made = tuple(
        Chance(str(count), wording.unseen_cards(count), _made(tsukkome(reader, own, seen, count)))
        for count in counts
        if count <= left
    )
    return Odds(left, (*sections, *([Chances("tsukkome", wording.MADE_UNSEEN, made)] if made else [])))


def count_odds_unseen(reader: Reader, own: Sequence[str], seen: Sequence[str], count: int) -> Odds:
    """Where tsukkome of `count` cards ends."""
    left = len(unseen(reader, own, seen))
    ends = _lines(tsukkome(reader, own, seen, count))
    return Odds(left, (Chances("tsukkome", wording.unseen_cards(count), ends),))


def _made(ends: Mapping[End, Fraction]) -> Fraction:
    ranks_of = {found.key: found.rank for found in CLASSES}
    return sum((chance for (key, _), chance in ends.items() if ranks_of[key] == TARGET), Fraction(0))


def _lines(ends: Mapping[End, Fraction]) -> tuple[Chance, ...]:
    """Best class first; what is short of fifteen by its total, highest first."""
    lines = []
    for found in CLASSES:
        totals = sorted((total for key, total in ends if key == found.key), reverse=True)
        if found is UNDECIDED:
            lines += [Chance("total", wording.points(total), ends["total", total]) for total in totals]
        elif totals:
            chance = sum((ends[found.key, total] for total in totals), Fraction(0))
            lines.append(Chance(found.key, wording.class_named(found.key), chance))
    return tuple(lines)


def _by_face(reader: Reader, own: Sequence[str], pile: Sequence[str]) -> list[tuple[tuple[int, ...], str, int]]:
    mine = [reader.ranks[code] for code in own]
    return [(tuple(sorted([*mine, reader.ranks[code]])), reader.judge([*own, code]).key, 1) for code in pile]


def _by_rank(
    orders: Mapping[tuple[int, ...], int], left: Mapping[int, int], mine: Counter[int]
) -> list[tuple[tuple[int, ...], str, int]]:
    steps = []
    for hand, ways in orders.items():
        used = Counter(hand)
        for rank, count in left.items():
            more = count - used[rank] + mine[rank]
            if more:
                grown = tuple(sorted([*hand, rank]))
                steps.append((grown, judged(grown).key, ways * more))
    return steps
