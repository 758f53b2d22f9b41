"""The odds of Tokotoko equal counts of all hands of the opponent."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from scorer.games.tokotoko.hands import best_three, card_values, hand_total
from scorer.games.tokotoko.odds import digit_chances, opponent_chances, yari_tori_chances

HAND, FIELD = ["h02-1", "h09-1"], ["h01-1", "h10-1"]


def outcome(mine: int, his: int) -> str:
    return "win" if mine % 10 > his % 10 else "tie" if mine % 10 == his % 10 else "lose"


def outcome_shares(counted: Counter) -> dict:
    return {key: Fraction(counted[key], counted.total()) for key in ("win", "tie", "lose")}


def best_total(own: object, field: object) -> int:
    return hand_total(best_three([*own, *field]))


@pytest.mark.parametrize(("own", "field"), [(HAND, FIELD), (["h12-1", "h06-1"], ["h11-1", "h10-1"]), (FIELD, HAND)])
def test_with_the_field_up(own: list[str], field: list[str]) -> None:
    left = [code for code in card_values("hanafuda") if code not in {*own, *field}]
    counted = Counter(outcome(best_total(own, field), best_total(his, field)) for his in combinations(left, 2))
    assert opponent_chances("hanafuda", own, field) == outcome_shares(counted)
    assert digit_chances("hanafuda", own, field) == {best_total(own, field) % 10: 1}


def test_before_the_field_is_up() -> None:
    left = ["h03-1", "h03-2", "h04-1", "h10-2", "h12-1", "h06-1", "h07-1", "h07-2"]
    seen = [code for code in card_values("hanafuda") if code not in {*left, *HAND}]
    counted, ends = Counter(), Counter()
    for field in combinations(left, 2):
        ends[best_total(HAND, field) % 10] += 1
        for his in combinations([code for code in left if code not in field], 2):
            counted[outcome(best_total(HAND, field), best_total(his, field))] += 1
    assert opponent_chances("hanafuda", HAND, [], seen) == outcome_shares(counted)
    assert digit_chances("hanafuda", HAND, [], seen) == {
        digit: Fraction(count, ends.total()) for digit, count in ends.items()
    }


@pytest.mark.parametrize("own", [["AS", "5C", "KD"], ["AS", "5C", "KD", "9H", "9C"]])
def test_chances_in_yari_tori_are_those_of_every_pair_of_hands(own: list[str]) -> None:
    left = ["2S", "2C", "6C", "QH", "JD", "3D", "8S", "9S"]
    seen = [code for code in card_values("western") if code not in {*left, *own}]
    counted = Counter(
        outcome(hand_total(three), hand_total(his)) for three in combinations(own, 3) for his in combinations(left, 3)
    )
    assert yari_tori_chances("western", own, seen) == outcome_shares(counted)
