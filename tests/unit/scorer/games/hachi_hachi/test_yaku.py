"""Dekiyaku counted over all piles of their cards, and the multiplier."""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import pytest

from scorer.families.captures.cards import BOAR_DEER_BUTTERFLIES, BRIGHTS, RIBBONS, mask_of
from scorer.families.captures.yaku import find_yaku
from scorer.games import game
from scorer.games.hachi_hachi.odds import deal_counts
from scorer.games.hachi_hachi.yaku import TEYAKU, FieldState, count_kan, field_state, read_hand, teyaku_kan, yaku_table

HACHI = game("hachi-hachi")


def test_every_pile_of_the_cards_that_matter() -> None:
    """Brights, ribbons and boar, deer, butterflies make every dekiyaku: by looking, and by formula."""
    table = yaku_table(HACHI.resolve_options({"inoshikacho": True}))
    counted = Counter()
    piles = [mask_of(())]
    for code in (*BRIGHTS, *RIBBONS):
        piles += [pile | mask_of((code,)) for pile in piles]
    for pile in piles:
        counted.update(find_yaku(table, pile))
    keys = Counter()
    for pile in piles:
        keys.update(dict.fromkeys(find_yaku(table, pile), 1))
    assert keys == {
        "goko": 2**10,
        "shiko": 2**10,
        "nanatan": sum(comb(9, size) for size in (7, 8, 9)) * 2 * 2**5,
        "akatan": 2**12,
        "aotan": 2**12,
    }
    assert counted["goko"] == 12 * keys["goko"]
    assert find_yaku(table, mask_of(BOAR_DEER_BUTTERFLIES)) == {"inoshikacho": 7}


@pytest.mark.parametrize(("plus", "worth"), [(False, [0, 10, 10, 10, 10]), (True, [0, 10, 11, 12, 13])])
def test_nanatan_grows_where_that_is_agreed(plus: bool, worth: list[int]) -> None:
    options = HACHI.resolve_options({"nanatan_plus": plus})
    dry = [code for code in RIBBONS if code != "h11-3"]
    # Without 01-2 and 06-2 no red or blue set lies among them until they come.
    order = [*(code for code in dry if code not in {"h01-2", "h06-2"}), "h11-3"]
    nanatan = yaku_table(options)[2]
    piles = [order[:6], order[:7], order, [*order, "h01-2"], [*order, "h01-2", "h06-2"]]
    assert [nanatan.worth_in(mask_of(pile)) if nanatan.is_in(mask_of(pile)) else 0 for pile in piles] == worth
    assert count_kan(mask_of(RIBBONS), options) == worth[-1] + 14


def test_shiko_never_with_the_rain_man() -> None:
    options = HACHI.resolve_options({})
    assert count_kan(mask_of(("h01-1", "h03-1", "h08-1", "h11-1")), options) == 0
    assert count_kan(mask_of(BRIGHTS), options) == 12


@pytest.mark.parametrize(
    ("field", "waiting", "agreed", "expected"),
    [
        ((), (), "largest", FieldState(1)),
        (("h08-1",), (), "largest", FieldState(2)),
        (("h08-1", "h11-1", "h01-1"), (), "largest", FieldState(4, (2, 2))),
        (("h11-1",), (2,), "largest", FieldState(2, (4,))),
        (("h01-1",), (2, 4), "largest", FieldState(4, (2, 2))),
        ((), (4, 2), "largest", FieldState(4, (2,))),
        (("h08-1", "h11-1", "h01-1"), (), "product", FieldState(16)),
        ((), (), "product", FieldState(1)),
    ],
)
def test_a_field_is_worth_the_same_in_any_order(
    field: tuple, waiting: tuple, agreed: str, expected: FieldState
) -> None:
    for order in permutations(field):
        assert field_state((*order, "h02-3"), waiting, {"fields": agreed}) == expected


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
