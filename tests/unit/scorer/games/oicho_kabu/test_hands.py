"""All hands of Oicho-Kabu counted, and who may draw."""

from collections import Counter
from itertools import combinations, permutations, product
from math import comb, perm, prod

import pytest

from scorer.decks import decks
from scorer.games import game
from scorer.games.oicho_kabu.hands import CLASSES, DEALER, RANKS, TABLE, class_key, kabu_hand, ranks_of, third_card_rule

KABU = game("oicho-kabu")
FORTY = [rank for rank in RANKS for _ in range(4)]


def resolve_rules(**options: object) -> dict:
    return KABU.resolve_options(options)


def class_of(ranks: tuple[int, ...], role: str = TABLE, **options: object) -> str:
    return class_key(kabu_hand(ranks, role, resolve_rules(**options)))


@pytest.mark.parametrize("kind", KABU.decks)
def test_four_cards_of_each_rank(kind: str) -> None:
    pack = KABU.pack(decks()[kind], resolve_rules())
    assert Counter(ranks_of(kind)[code] for code in pack) == dict.fromkeys(RANKS, 4)


@pytest.mark.parametrize(
    ("role", "options", "specials"),
    [
        (DEALER, {}, {"kuppin": 16, "shippin": 16}),
        (DEALER, {"special_order": "any"}, {"kuppin": 32, "shippin": 32}),
        (DEALER, {"specials": "shared"}, {"kuppin": 16}),
        (DEALER, {"specials": "off"}, {}),
        (TABLE, {}, {}),
        (TABLE, {"specials": "shared"}, {"shippin": 16}),
        (TABLE, {"specials": "off", "special_order": "any"}, {}),
    ],
)
def test_two_cards_in_order(role: str, options: dict, specials: dict) -> None:
    """Of 40 × 39 ordered pairs every digit has as many as its ranks give, less those that are special."""
    counted = Counter(class_of(pair, role, **options) for pair in permutations(FORTY, 2))
    formula = Counter(specials)
    for one, other in product(RANKS, repeat=2):
        formula[str((one + other) % 10)] += 4 * (4 - (one == other))
    formula["5"] -= specials.get("shippin", 0)
    formula["0"] -= specials.get("kuppin", 0)
    assert counted == formula
    assert sum(counted.values()) == perm(40, 2)


@pytest.mark.parametrize(("role", "arashi"), [(TABLE, "plain"), (DEALER, "plain"), (DEALER, "arashi")])
def test_hands_of_three_cards_are_as_many_as_the_formula_says(role: str, arashi: str) -> None:
    counted = Counter(class_of(three, role, dealer_arashi=arashi) for three in combinations(FORTY, 3))
    formula = Counter()
    for low in RANKS:
        for middle in range(low, 11):
            for high in range(middle, 11):
                copies = Counter((low, middle, high))
                is_arashi = len(copies) == 1 and (role == TABLE or arashi == "arashi")
                ways = prod(comb(4, count) for count in copies.values())
                formula["arashi" if is_arashi else str((low + middle + high) % 10)] += ways
    assert counted == formula
    assert sum(counted.values()) == comb(40, 3)
    assert counted["arashi"] == (0 if (role, arashi) == (DEALER, "plain") else 40)


def test_ten_arashi_have_ten_digits() -> None:
    """Section 6.2: two arashi are never equal."""
    assert {3 * rank % 10 for rank in RANKS} == set(range(10))


@pytest.mark.parametrize("found", CLASSES, ids=lambda found: found.key)
def test_the_example_of_a_class_has_it(found: object) -> None:
    assert KABU.value(found.example, found.roles[0] if found.roles else DEALER, {}).key == found.key


def digits_by_rule(role: str, **options: object) -> dict[str, set[int]]:
    """Digits of two cards by what the hand must do, without pairs and special hands."""
    found: dict[str, set[int]] = {}
    for pair in product(RANKS, repeat=2):
        if pair[0] != pair[1] and 1 not in pair:
            rule = third_card_rule(kabu_hand(pair, role, resolve_rules(**options)), resolve_rules(**options))
            found.setdefault(rule, set()).add(sum(pair) % 10)
    return found


def test_who_draws() -> None:
    three_and_seven = {"must": {0, 1, 2, 3}, "may": {4, 5, 6}, "never": {7, 8, 9}}
    free = {"may": set(range(10))}
    assert digits_by_rule(TABLE) == digits_by_rule(DEALER, dealer_third="same") == three_and_seven
    assert digits_by_rule(DEALER) == digits_by_rule(TABLE, third_card="free") == free
    assert digits_by_rule(DEALER, third_card="free", dealer_third="same") == free


def draw_rule(ranks: tuple[int, ...], role: str = TABLE, **options: object) -> str:
    return third_card_rule(kabu_hand(ranks, role, resolve_rules(**options)), resolve_rules(**options))


def test_pairs_and_special_hands() -> None:
    pairs = {rank: draw_rule((rank, rank), pair_may_draw=True) for rank in RANKS}
    assert [rank for rank in RANKS if pairs[rank] != draw_rule((rank, rank))] == [4, 9]
    assert (pairs[4], pairs[5], draw_rule((4, 4))) == ("may", "must", "never")
    assert (draw_rule((9, 1)), draw_rule((4, 1))) == ("must", "may")
    assert (draw_rule((9, 1), DEALER), draw_rule((4, 1), DEALER), draw_rule((1, 4), DEALER)) == (
        "never",
        "may",
        "may",
    )
    assert draw_rule((1, 4), DEALER, special_order="any", dealer_third="same") == "may"
    assert draw_rule((1, 9), DEALER, special_order="any", dealer_third="same") == "never"
    assert (draw_rule((4, 1), specials="shared"), draw_rule((4, 1), DEALER, specials="shared")) == ("may", "may")
    assert draw_rule((4, 4, 4)) == "never"
