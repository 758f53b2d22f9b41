"""Teyaku of Hachi-Hachi counted, by looking and by formula."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from scorer.games import game
from scorer.games.hachi_hachi.odds import deal_counts
from scorer.games.hachi_hachi.teyaku import TEYAKU, read_hand, teyaku_kan

HACHI = game("hachi-hachi")
WHOLE = comb(48, 7)


def find_teyaku(hand: tuple[str, ...]) -> set[str]:
    """The teyaku of a hand by section 3, implemented again from the kinds of cards."""
    months = Counter(code[1:3] for code in hand)
    sizes = sorted(months.values(), reverse=True)
    standing = [
        month
        for month, count in months.items()
        if count == 3 and (month in {"04", "05", "07"} or (month == "12" and "h12-1" not in hand))
    ]
    found = set()
    if sizes[:2] == [4, 3]:
        found.add("shiso")
    elif sizes[:2] == [4, 2]:
        found.add("ichinishi")
    elif sizes[0] == 4:
        found.add("teshi")
    elif sizes[:2] == [3, 3]:
        found.add({0: "futasanbon", 1: "sanbontatesanbon", 2: "futatatesanbon"}[len(standing)])
    elif sizes[:3] == [3, 2, 2]:
        found.add("haneken")
    elif sizes[0] == 3:
        found.add("tatesanbon" if standing else "sanbon")
    elif sizes[:3] == [2, 2, 2]:
        found.add("kuttsuki")
    precious = {"h01-1": "b", "h03-1": "b", "h08-1": "b", "h12-1": "b", "h08-2": "a"}
    precious |= {f"h{month:02d}-1": "a" for month in (2, 4, 5, 6, 7, 9, 10)}
    precious |= {f"h{month:02d}-2": "r" for month in (1, 2, 3, 4, 5, 6, 7, 9, 10)}
    kinds = "".join(sorted(precious.get(code, "") for code in hand))
    one = {"": "karasu", "b": "pikaichi", "a": "toichi", "r": "tanichi"}
    if kinds in one:
        found.add(one[kinds])
    elif set(kinds) == {"r"}:
        found.add("aka")
    return found


@pytest.mark.parametrize("months", [(4, 11, 12, 1), (2, 5, 7, 12)])
def test_every_hand_of_four_months(months: tuple[int, ...]) -> None:
    pack = [f"h{month:02d}-{card}" for month in months for card in range(1, 5)]
    hands = 0
    for hand in combinations(pack, 7):
        assert set(read_hand(hand).keys) == find_teyaku(hand)
        hands += 1
    assert hands == comb(16, 7)


def test_all_hands_by_formula() -> None:
    """Section 12: of 73,629,072 hands 8,342,928 have a group A and 11,899,800 a group B teyaku."""
    # Ways to have three cards of a month that stand, and that do not; and what the other four cards may be.
    stands, plain = 3 * 4 + 1, 8 * 4 + 3
    rest = 11 * 6 * comb(10, 2) * 16 + comb(11, 4) * 4**4
    both = 3 * 16 + 3 * 4
    formula = {
        "shiso": 12 * 11 * 4,
        "futatatesanbon": both * 40,
        "ichinishi": 12 * 11 * 6 * 10 * 4,
        "haneken": 12 * 4 * comb(11, 2) * 36,
        "sanbontatesanbon": (stands * plain - 1 * 3) * 40,
        "futasanbon": (comb(8, 2) * 16 + 8 * 4 * 3) * 40,
        "teshi": 12 * comb(11, 3) * 4**3,
        "kuttsuki": comb(12, 3) * 6**3 * 36,
        "tatesanbon": stands * rest,
        "sanbon": plain * rest,
        "karasu": comb(27, 7),
        "pikaichi": 4 * comb(27, 6),
        "toichi": 8 * comb(27, 6),
        "tanichi": 9 * comb(27, 6),
        "aka": comb(36, 7) - comb(27, 7) - 9 * comb(27, 6),
    }
    counts = deal_counts()
    assert {key: counts[key] for key in formula} == formula
    group_a = sum(formula[teyaku.key] for teyaku in TEYAKU if teyaku.group == "A")
    assert (group_a, WHOLE - counts["no_A"], WHOLE) == (8_342_928, 8_342_928, 73_629_072)
    assert WHOLE - counts["no_B"] == 11_899_800


@pytest.mark.parametrize("teyaku", TEYAKU, ids=lambda teyaku: teyaku.key)
def test_the_example_of_a_teyaku_has_it(teyaku: object) -> None:
    assert teyaku.key in read_hand(teyaku.example).keys


def test_cards_of_a_set() -> None:
    """Section 7.2: the cards of a group A teyaku are those of its sets, of ichinishi and of group B all seven."""
    by_key = {teyaku.key: len(read_hand(teyaku.example).cards) for teyaku in TEYAKU}
    partial = {"futatatesanbon": 6, "sanbontatesanbon": 6, "futasanbon": 6, "teshi": 4, "kuttsuki": 6}
    assert by_key == dict.fromkeys(by_key, 7) | partial | {"tatesanbon": 3, "sanbon": 3}
    assert read_hand(("h01-1", "h02-1", "h03-1", "h04-1", "h05-1", "h06-1", "h07-1")).cards == frozenset()


def test_what_is_agreed_about_their_worth() -> None:
    agreed = {key: HACHI.resolve_options({"two_triplets": key}) for key in ("graded", "flat", "sum")}
    triplets = ("futasanbon", "sanbontatesanbon", "futatatesanbon")
    assert [[teyaku_kan(key, options) for key in triplets] for options in agreed.values()] == [
        [6, 7, 8],
        [6, 6, 6],
        [4, 5, 6],
    ]
    dear = HACHI.resolve_options({"aka": 3, "haneken": 8})
    assert (teyaku_kan("aka", dear), teyaku_kan("haneken", dear), teyaku_kan("shiso", dear)) == (3, 8, 20)
