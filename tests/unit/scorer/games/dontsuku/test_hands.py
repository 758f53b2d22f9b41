"""All hands of Dontsuku counted, by looking and by formula."""

from collections import Counter
from contextlib import suppress
from itertools import combinations, permutations
from math import comb

import pytest

from scorer.errors import Refusal
from scorer.games import game
from scorer.games.dontsuku.hands import CLASSES, HandClassifier, classify_ranks

DONTSUKU = game("dontsuku")
READER = HandClassifier("mekurifuda", DONTSUKU.resolve_options({}))
PACK = tuple(READER.ranks)

# Every hand of two and of three of the 48 cards.
TWO = {
    "houbi_niuma": 1,
    "niuma": 15,
    "houbi_hachiuma": 1,
    "hachiuma": 15,
    "kuppin": 16,
    "shippin": 16,
    "douroku": 1,
    "15": 80,
    "total": 698,
    "nai": 285,
}
THREE = {"pin_arashi": 4, "arashi": 44, "dragon_and_pair": 264, "15": 968, "total": 3656, "nai": 12360}


def count_by_looking(size: int) -> Counter:
    return Counter(READER.classify(hand).key for hand in combinations(PACK, size))


def ways_to_total(size: int) -> Counter:
    """Hands of `size` cards by total: four cards of each value up to 9, twelve tens."""
    ways = Counter({(0, 0): 1})
    for value in range(1, 11):
        copies = 12 if value == 10 else 4
        grown = Counter()
        for (cards, total), count in ways.items():
            for more in range(min(copies, size - cards) + 1):
                grown[cards + more, total + more * value] += count * comb(copies, more)
        ways = grown
    return Counter({total: count for (cards, total), count in ways.items() if cards == size})


def count_by_formula(size: int, teyaku: dict, totals_of_teyaku: Counter) -> dict:
    plain = ways_to_total(size)
    plain.subtract(totals_of_teyaku)
    return teyaku | {
        "15": plain[15],
        "total": sum(count for total, count in plain.items() if total < 15),
        "nai": sum(count for total, count in plain.items() if total > 15),
    }


def test_hands_of_two_cards_are_as_many_as_the_formula_says() -> None:
    teyaku = {key: TWO[key] for key in list(TWO)[:7]}
    totals = Counter({12: 16, 18: 16, 5: 16, 10: 16, 16: 1})
    assert count_by_looking(2) == count_by_formula(2, teyaku, totals) == TWO
    assert sum(TWO.values()) == comb(48, 2)


def test_hands_of_three_cards_are_as_many_as_the_formula_says() -> None:
    """Arashi: eleven numbers, C(4, 3) each; dragon and pair: four dragons, eleven numbers, C(4, 2) pairs each."""
    teyaku = {"pin_arashi": comb(4, 3), "arashi": 11 * comb(4, 3), "dragon_and_pair": 4 * 11 * comb(4, 2)}
    totals = Counter({3: 4})
    for rank in range(2, 13):
        totals[3 * min(rank, 10)] += 4
        totals[1 + 2 * min(rank, 10)] += 24
    assert count_by_looking(3) == count_by_formula(3, teyaku, totals) == THREE
    assert sum(THREE.values()) == comb(48, 3)


def test_five_cards_of_at_most_five_are_gome() -> None:
    low = [code for code in PACK if READER.ranks[code] <= 5]
    assert all(READER.classify(hand).key == "gome" for hand in combinations(low, 5))
    assert sum(1 for _ in combinations(low, 5)) == comb(20, 5) == 15504
    assert READER.classify([*low[:4], "mc-06"]).key != "gome"
    assert READER.classify(low[:6]).key != "gome"


@pytest.mark.parametrize("found", CLASSES, ids=lambda found: found.key)
def test_the_example_of_a_class_has_it(found: object) -> None:
    assert DONTSUKU.value(found.example, "motto", {}).key == found.key
    assert DONTSUKU.value(found.example, "tsukkome", {}).key == found.key


def test_suits_bind_only_whole_hands() -> None:
    assert READER.classify(["mc-11", "mo-02", "mc-01"]).key == "total"
    assert READER.classify(["mc-11", "mo-02", "mc-02"]).key == "total"
    unsuited = HandClassifier("mekurifuda", DONTSUKU.resolve_options({"suited_yaku": False}))
    assert [unsuited.classify(hand).key for hand in (["mc-11", "mo-02"], ["mc-11", "mc-08"], ["mu-10", "mo-06"])] == [
        "niuma",
        "hachiuma",
        "nai",
    ]


def drawing_orders(ranks: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Orders in which `ranks` can be drawn by motto."""
    orders = set()
    for order in set(permutations(ranks)):
        suits = Counter()
        cards = []
        for rank in order:
            cards.append(f"m{'csuo'[suits[rank]]}-{rank:02d}")
            suits[rank] += 1
        with suppress(Refusal):
            DONTSUKU.value(cards, "motto", {})
            orders.add(order)
    return orders


@pytest.mark.parametrize("rank", range(2, 13))
def test_what_motto_can_bring(rank: int) -> None:
    """Section 4.5, for every number."""
    assert classify_ranks((rank,) * 3).key == "arashi"
    assert bool(drawing_orders((rank, rank, rank))) == (rank < 8)
    dragon_early = {(1, rank, rank), (rank, 1, rank)}
    special = {4: {(4, 4, 1)}, 9: set(), 8: dragon_early, 10: dragon_early, 11: dragon_early, 12: dragon_early}
    expected = special.get(rank, {*dragon_early, (rank, rank, 1)})
    assert drawing_orders((1, rank, rank)) == expected


def test_gome_by_motto_never_follows_a_four_card_bust() -> None:
    """Section 7.9."""
    assert (5, 5, 4, 2, 1) not in drawing_orders((5, 5, 4, 2, 1))
    assert (2, 3, 2, 4, 5) in drawing_orders((5, 4, 3, 2, 2))
