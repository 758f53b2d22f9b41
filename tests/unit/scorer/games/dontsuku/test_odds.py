"""The odds of Dontsuku equal counts of all orders of unseen cards."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from scorer.games import game
from scorer.games.dontsuku.hands import UNDECIDED, HandClassifier
from scorer.games.dontsuku.odds import motto_chances, next_card_classes, tsukkome_chances

DONTSUKU = game("dontsuku")
READER = HandClassifier("mekurifuda", DONTSUKU.resolve_options({}))
LEFT = ["mc-01", "mo-02", "mc-02", "mc-04", "mc-06", "mo-06", "mc-08", "ms-08", "mc-11", "mu-10"]


def seen_cards(left: list[str], own: list[str]) -> list[str]:
    return [code for code in READER.ranks if code not in left and code not in own]


def count_every_order(own: list[str], pile: list[str], stop: int) -> dict:
    found = READER.classify(own)
    if found is not UNDECIDED or READER.total(own) >= stop or not pile:
        return {(found.key, READER.total(own)): Fraction(1)}
    ends = defaultdict(Fraction)
    for card in pile:
        for end, chance in count_every_order([*own, card], [code for code in pile if code != card], stop).items():
            ends[end] += chance / len(pile)
    return ends


@pytest.mark.parametrize("own", [["mu-11"], ["ms-02"], ["mu-02", "ms-01"], ["ms-01"], ["ms-09", "mu-06"]])
@pytest.mark.parametrize("stop", [10, 14, 15])
def test_motto_chances_are_those_of_every_order_of_the_pack(own: list[str], stop: int) -> None:
    ends = motto_chances(READER, own, seen_cards(LEFT, own), stop)
    assert ends == count_every_order(own, LEFT, stop)
    assert sum(ends.values()) == 1


def test_motto_until_the_pile_is_empty() -> None:
    left, own = ["mo-01", "mo-02"], ["mc-01"]
    ends = motto_chances(READER, own, seen_cards(left, own), 15)
    assert ends == count_every_order(own, left, 15) == {("total", 4): 1}


@pytest.mark.parametrize("own", [["mc-11"], ["ms-02"], ["mu-02", "ms-05"]])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_tsukkome_chances_are_those_of_every_draw(own: list[str], count: int) -> None:
    ends = tsukkome_chances(READER, own, seen_cards(LEFT, own), count)
    counted = defaultdict(Fraction)
    draws = list(combinations([code for code in LEFT if code not in own], count))
    for drawn in draws:
        hand = [*own, *drawn]
        counted[READER.classify(hand).key, READER.total(hand)] += Fraction(1, len(draws))
    assert ends == counted
    assert sum(ends.values()) == 1


def test_no_more_cards_than_there_are() -> None:
    own = ["mu-02"]
    assert tsukkome_chances(READER, own, seen_cards(LEFT[:2], own), 3) == {}


def test_each_unseen_card_makes_one_class_of_hand() -> None:
    makes = next_card_classes(READER, ["mo-02"], ["mu-11"])
    assert makes["houbi_niuma"] == ("mc-11",)
    assert makes["niuma"] == ("ms-11", "mo-11")
    assert sum(map(len, makes.values())) == 46
    assert next_card_classes(READER, ["mo-02"], [])["niuma"] == ("ms-11", "mu-11", "mo-11")


def test_frozen_chances_of_a_fresh_pack() -> None:
    """A dragon first, by hand: four 4s and four 9s of 47 cards; two more dragons in a row."""
    ends = motto_chances(READER, ["mc-01"], [], 14)
    assert sum(ends.values()) == 1
    assert ends["kuppin", 5] == ends["shippin", 10] == Fraction(4, 47)
    assert ends["pin_arashi", 3] == Fraction(3 * 2, 47 * 46)
