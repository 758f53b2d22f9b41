"""Values of Tokotoko, and all its hands counted."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from scorer.games import game
from scorer.games.tokotoko.hands import CLASSES, best_three, card_values, hand_total
from scorer.games.tokotoko.odds import best_digit

TOKOTOKO = game("tokotoko")

# How many hands end in 0, 1, … 9: three cards, and the best three of four.
THREE = (1406, 1412, 1424, 1440, 1472, 1436, 1428, 1412, 1396, 1364)
BEST_OF_FOUR = (1, 73, 833, 3086, 6485, 10949, 17082, 25305, 35480, 49701)


@pytest.mark.parametrize("kind", TOKOTOKO.decks)
def test_forty_five_values(kind: str) -> None:
    """Section 1.2: four cards of each value but one 6, and 294 in all."""
    counted = Counter(card_values(kind).values())
    assert counted == {value: 1 if value == 6 else 4 for value in range(1, 13)}
    assert sum(card_values(kind).values()) == 294


def count_by_digit(size: int) -> tuple[int, ...]:
    """Hands of `size` cards by digit, counted by how many cards each digit has: 1 and 2 eight, 6 one, 0 four."""
    cards = Counter(value % 10 for value in card_values("hanafuda").values())
    counted = Counter()
    for drawn in combinations_with_replacement(range(10), size):
        digit = sum(drawn) % 10 if size == 3 else best_digit(drawn[:2], drawn[2:])
        counted[digit] += prod(comb(cards[each], times) for each, times in Counter(drawn).items())
    return tuple(counted[digit] for digit in range(10))


def test_hands_of_three_cards_are_as_many_as_the_formula_says() -> None:
    worth = card_values("hanafuda")
    counted = Counter((worth[a] + worth[b] + worth[c]) % 10 for a, b, c in combinations(worth, 3))
    assert tuple(counted[digit] for digit in range(10)) == count_by_digit(3) == THREE
    assert sum(THREE) == comb(45, 3)


def test_best_of_four_cards() -> None:
    counted = Counter()
    for four in combinations(card_values("hanafuda").values(), 4):
        total = sum(four)
        counted[max((total - left) % 10 for left in four)] += 1
    assert tuple(counted[digit] for digit in range(10)) == count_by_digit(4) == BEST_OF_FOUR
    assert sum(BEST_OF_FOUR) == comb(45, 4)


@pytest.mark.parametrize("found", CLASSES, ids=lambda found: found.key)
def test_the_example_of_a_class_has_it(found: object) -> None:
    assert TOKOTOKO.value(found.example, "", {}).key == found.key


def test_the_best_three_use_own_cards_first() -> None:
    """Example 9: the digit decides, not the size of the sum."""
    assert hand_total(best_three(["h02-1", "h01-1", "h10-1", "h03-1"])) == 16
    assert best_three(["h10-1", "h10-2", "h10-3", "h10-4"]) == ("h10-1", "h10-2", "h10-3")
