"""Exact odds of Hachi-Hachi: deals, the next card, what can still come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb

from scorer.families.captures.cards import BIT, CARDS, PACK_SIZE, PAULOWNIA, card_points, cards_in, mask_of
from scorer.families.captures.next_card import next_captures, next_cards
from scorer.families.captures.odds import status_chance
from scorer.families.captures.yaku import yaku_status
from scorer.games.hachi_hachi.texts import text
from scorer.games.hachi_hachi.yaku import (
    CHAFF_MASK,
    GROUP_A,
    GROUP_B,
    HAND_SIZE,
    PAR,
    STANDING_MONTHS,
    TEYAKU,
    TEYAKU_BY_KEY,
    count_kan,
    read_hand,
    yaku_table,
)
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.options import OptionValue
from scorer.texts import Text

_PACK = mask_of(CARDS)
_BRIGHTS, _ANIMALS, _RIBBONS, _CHAFF = 4, 8, 9, 27
"""Cards of each kind in the pack once every willow is chaff (hachi-hachi 1.3)."""


@cache
def deal_counts() -> Mapping[str, int]:
    """How many of the 73,629,072 hands of seven have each teyaku, by key; without any group A or B: "no_A", "no_B"."""
    counts = Counter(dict.fromkeys((teyaku.key for teyaku in TEYAKU), 0))
    for (_, fours, standing, plain, pairs), ways in _month_patterns().items():
        counts[_pattern_key(fours, standing, plain, pairs)] += ways
    six = comb(_CHAFF, 6)
    counts |= {
        "karasu": comb(_CHAFF, 7),
        "pikaichi": _BRIGHTS * six,
        "toichi": _ANIMALS * six,
        "tanichi": _RIBBONS * six,
        "aka": sum(comb(_RIBBONS, ribbons) * comb(_CHAFF, 7 - ribbons) for ribbons in range(2, 8)),
    }
    counts["no_B"] = comb(PACK_SIZE, HAND_SIZE) - sum(counts[each.key] for each in TEYAKU if each.group == GROUP_B)
    return counts


def _month_patterns() -> Counter[tuple[int, int, int, int, int]]:
    """Hands of seven by cards, fours, standing triplets, other triplets and pairs, each with its number of ways."""
    patterns: Counter[tuple[int, int, int, int, int]] = Counter({(0, 0, 0, 0, 0): 1})
    for month in range(1, 13):
        standing = 4 if month in STANDING_MONTHS else 1 if month == PAULOWNIA else 0
        steps = (
            ((0, 0, 0, 0, 0), 1),
            ((1, 0, 0, 0, 0), 4),
            ((2, 0, 0, 0, 1), 6),
            ((3, 0, 1, 0, 0), standing),
            ((3, 0, 0, 1, 0), 4 - standing),
            ((4, 1, 0, 0, 0), 1),
        )
        grown: Counter[tuple[int, int, int, int, int]] = Counter()
        for pattern, ways in patterns.items():
            for step, times in steps:
                if times and pattern[0] + step[0] <= HAND_SIZE:
                    cards, fours, stands, plain, pairs = (sum(pair) for pair in zip(pattern, step, strict=True))
                    grown[cards, fours, stands, plain, pairs] += ways * times
        patterns = grown
    return Counter({pattern: ways for pattern, ways in patterns.items() if pattern[0] == HAND_SIZE})


def _pattern_key(fours: int, standing: int, plain: int, pairs: int) -> str:
    if fours:
        return "shiso" if standing + plain else "ichinishi" if pairs else "teshi"
    if standing + plain == 2:
        return ("futasanbon", "sanbontatesanbon", "futatatesanbon")[standing]
    if standing + plain == 1:
        return "haneken" if pairs == 2 else "tatesanbon" if standing else "sanbon"
    return "kuttsuki" if pairs == 3 else "no_A"


def deal_odds() -> Odds:
    """The chance of each teyaku in a deal to come, group by group."""
    counts, total = deal_counts(), comb(PACK_SIZE, HAND_SIZE)
    titles = {
        GROUP_A: text("deal_odds.group_a"),
        GROUP_B: text("deal_odds.group_b"),
    }
    none = text("none_of_these")
    return Odds(
        PACK_SIZE,
        tuple(
            OddsSection(
                f"deal_{group}",
                title,
                (
                    *(
                        _teyaku_chance(each.key, Fraction(counts[each.key], total))
                        for each in TEYAKU
                        if each.group == group
                    ),
                    Chance(f"no_{group}", none, Fraction(counts[f"no_{group}"], total)),
                ),
            )
            for group, title in titles.items()
        ),
    )


def hand_odds(hand: Sequence[str]) -> Odds:
    """The teyaku that seven dealt cards have."""
    lines = tuple(_teyaku_chance(key, Fraction(1)) for key in read_hand(hand).keys)
    return Odds(PACK_SIZE - HAND_SIZE, (OddsSection("teyaku", text("odds.teyaku"), lines),))


def _teyaku_chance(key: str, chance: Fraction) -> Chance:
    name = TEYAKU_BY_KEY[key].name
    return Chance(key, name.as_text(), chance)


def pile_odds(
    pile: Sequence[str],
    elsewhere: Sequence[str],
    field: Sequence[str] | None,
    hidden: Sequence[str],
    options: Mapping[str, OptionValue],
) -> Odds:
    """The odds of a captured pile.

    `elsewhere` lies in other piles. `field` is what lies open, None where that is not known. `hidden` are cards known
    to be in a hand: they can still be captured, but not be turned up.
    """
    own, others = mask_of(pile), mask_of(elsewhere)
    open_field = mask_of(field or ())
    unseen = _PACK & ~(own | others | open_field | mask_of(hidden))
    statuses = [yaku_status(yaku, own, others) for yaku in yaku_table(options)]
    return Odds(
        unseen.bit_count(),
        (
            OddsSection("dekiyaku", text("odds.dekiyaku"), tuple(status_chance(each, unseen) for each in statuses)),
            _next_section(own, others, None if field is None else open_field, unseen, options),
            OddsSection("counts", text("odds.counts"), tuple(_count_chances(own, others, unseen, options))),
        ),
    )


def rising_cards(
    own: int, others: int, field: int | None, unseen: int, options: Mapping[str, OptionValue]
) -> dict[int, dict[str, int]]:
    """The unseen cards that make or improve a dekiyaku when they come next, by the kan they add, most first."""

    def worth(pile: int) -> int:
        return count_kan(pile, options)

    steps = next_captures(own, others, worth) if field is None else next_cards(own, field, unseen, worth)
    gains: dict[int, dict[str, int]] = {}
    for step in steps:
        if step.gain > 0 and BIT[step.card] & unseen:
            gains.setdefault(step.gain, {})[step.card] = 1
    return dict(sorted(gains.items(), reverse=True))


def _next_section(
    own: int, others: int, field: int | None, unseen: int, options: Mapping[str, OptionValue]
) -> OddsSection:
    by_gain, count = rising_cards(own, others, field, unseen, options), unseen.bit_count()
    title = text("odds.next_card_if_captured") if field is None else text("odds.next_card")
    together = {card: 1 for faces in by_gain.values() for card in faces}
    rise = text("odds.rise", raising=len(together), unseen=count)
    lines = [Chance("rise", rise, _share(len(together), count), together)]
    for gain, faces in by_gain.items():
        lines.append(Chance(f"plus_{gain}", text("chances.plus", gain=gain), _share(len(faces), count), faces))
    return OddsSection("next_card", title, tuple(lines))


def _count_chances(own: int, others: int, unseen: int, options: Mapping[str, OptionValue]) -> Iterator[Chance]:
    """Par, and the counts that pay: 1 where reached, else the chance that the next card reaches it."""
    points, free = card_points(own), _PACK & ~(own | others)
    yield _reach("par", text("odds.par", par=PAR), own, free, unseen, PAR)
    if options["achievements"]:
        yield _reach("nukeyaku", text("odds.nukeyaku"), own, free, unseen, 89)
    if options["specials"]:
        yield _reach("futahachi", text("odds.futahachi"), own, free, unseen, 168)
        chaff, chaff_left = (own & CHAFF_MASK).bit_count(), (free & CHAFF_MASK).bit_count()
        label = text("odds.sujuroku")
        helpful = cards_in(unseen & CHAFF_MASK) if chaff == 15 else ()
        yield _chance("sujuroku", label, 16 - chaff, chaff_left, helpful, unseen)
        can = _can_reach_exactly(free, PAR - points)
        yield Chance(
            "souhachi",
            text("chances.possible" if can else "chances.impossible", par=PAR),
            Fraction(int(points == PAR)),
        )


def _reach(key: str, label: Text, own: int, free: int, unseen: int, aim: int) -> Chance:
    lacking = aim - card_points(own)
    helpful = [code for code in cards_in(unseen) if card_points(BIT[code]) >= lacking] if lacking > 0 else []
    return _chance(key, label, lacking, card_points(free), helpful, unseen)


def _chance(key: str, label: Text, lacking: int, left: int, helpful: Sequence[str], unseen: int) -> Chance:
    if lacking <= 0:
        return Chance(key, text("odds.reached", label=label), Fraction(1))
    if lacking > left:
        return Chance(key, text("odds.out_of_reach", label=label), Fraction(0))
    label_to_go = text("odds.to_go", label=label, lacking=lacking)
    return Chance(key, label_to_go, _share(len(helpful), unseen.bit_count()), dict.fromkeys(helpful, 1))


def _can_reach_exactly(free: int, points: int) -> bool:
    """Whether some of the free cards have exactly so many points together."""
    sums = {0}
    for code in cards_in(free):
        worth = card_points(BIT[code])
        sums |= {total + worth for total in sums if total + worth <= points}
    return points in sums


def _share(count: int, total: int) -> Fraction:
    return Fraction(count, total) if total else Fraction(0)
