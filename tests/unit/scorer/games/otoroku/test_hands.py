"""All hands of Otoroku counted by class: frozen, by card, by formula."""

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path

import pytest

from scorer.decks import decks
from scorer.games import game
from scorer.games.otoroku.hands import CLASSES, Hand
from scorer.rules.settlement import classify_hand

OTOROKU = game("otoroku")
RULES = OTOROKU.resolve_options({})
FROZEN = json.loads(Path(__file__).with_name("otoroku_counts.json").read_text())
PACKS = {kind: OTOROKU.pack(decks()[kind], RULES) for kind in OTOROKU.decks}
every_count = pytest.mark.parametrize(
    ("role", "size"), [(role, size) for role in ("dealer", "other", "last") for size in (2, 3, 4, 5)]
)


def count_by_class(role: str, hands) -> Counter:
    """Numbers of hands by class. `hands`: pairs of cards and how many such hands there are."""
    found: Counter = Counter()
    for cards, ways in hands:
        found[classify_hand(CLASSES, Hand.from_cards(cards, role, RULES), role).key] += ways
    return found


@every_count
def test_every_hand_is_counted_once(role: str, size: int) -> None:
    frozen = FROZEN[role][str(size)]
    assert sum(frozen.values()) == comb(40, size)
    if size <= 3:
        for pack in PACKS.values():
            assert count_by_class(role, ((cards, 1) for cards in combinations(pack, size))) == frozen
    else:
        by_rank = combinations_with_replacement(range(1, 11), size)
        hands = (
            (tuple(f"h{rank:02d}-3" for rank in ranks), prod(comb(4, each) for each in Counter(ranks).values()))
            for ranks in by_rank
        )
        assert count_by_class(role, hands) == frozen


def count_sets(size: int, total: int) -> int:
    """How many sets of `size` cards have `total` points: a coefficient of (1 + xy)^4 (1 + xy^2)^4 … (1 + xy^10)^4."""
    sums = {(0, 0): 1}
    for rank in range(1, 11):
        for _ in range(4):
            grown = Counter(sums)
            for (cards, points), count in sums.items():
                if cards < size:
                    grown[cards + 1, points + rank] += count
            sums = grown
    return sums[size, total]


def test_hands_are_as_many_as_the_formula_says() -> None:
    for role, limit in (("dealer", 15), ("other", 15), ("last", 16)):
        two = FROZEN[role]["2"]
        assert two.get("makezu", 0) == (0 if role == "dealer" else 4 * 4)
        assert two.get("otoroku", 0) == (2 * 4 * 4 if role == "last" else 0)
        assert two.get("birds", 0) == (1 if role == "dealer" else 0)
        assert two["14.5"] == 4 * 4
        assert two["14"] == count_sets(2, 14) + 2 * 4 * 4
        assert two["15"] == count_sets(2, 15) - two.get("makezu", 0)
        assert two["buta"] == sum(count_sets(2, total) for total in range(limit + 1, 21))
        for size in (3, 4):
            counts = FROZEN[role][str(size)]
            assert counts["14"] == count_sets(size, 14)
            assert counts["15"] == count_sets(size, 15)
            assert counts.get("16", 0) == (count_sets(size, 16) if role == "last" else 0)
            assert counts["buta"] == sum(count_sets(size, total) for total in range(limit + 1, 41))
        assert FROZEN[role]["5"]["goshita"] == comb(20, 5)
