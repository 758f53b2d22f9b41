"""The odds of Oicho-Kabu equal counts of all orders of unseen cards."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from scorer.games import game
from scorer.games.oicho_kabu.hands import DEALER, RANKS, TABLE, class_key, kabu_hand, strength_of
from scorer.games.oicho_kabu.odds import DealerModel, drawn_outcome_chances, outcome_chances
from scorer.games.oicho_kabu.settlement import compare_hands

KABU = game("oicho-kabu")
FEW = (1, 1, 2, 4, 7, 9, 10)
"""So few unseen cards that every order can be dealt out."""


def count_by_rank(ranks: tuple[int, ...]) -> list[int]:
    return [0, *(ranks.count(rank) for rank in RANKS)]


def count_every_order(own: tuple[int, ...], shown: tuple[int, ...], limit: int, options: dict, draws: bool) -> tuple:
    """Outcomes over all orders of the unseen cards: the own third card first, then the dealer's.

    The dealer stands on special hands.
    """
    results, gain = Counter(), 0
    for order in permutations(FEW):
        cards = list(order)
        mine = kabu_hand((*own, cards.pop(0)) if draws else own, TABLE, options)
        his = [*shown]
        while len(his) < 2:
            his.append(cards.pop(0))
        two = kabu_hand(tuple(his), DEALER, options)
        if len(his) == 2 and class_key(two) not in {"kuppin", "shippin"} and two.digit <= limit:
            his.append(cards.pop(0))
        dealer = kabu_hand(tuple(his), DEALER, options)
        found = compare_hands(mine, strength_of(dealer), options)
        results[found.result] += 1
        gain += {"won": 1, "push": 0, "lost": -1}[found.result] * found.factor
    total = results.total()
    return {key: Fraction(results[key], total) for key in ("won", "push", "lost")}, Fraction(gain, total)


@pytest.mark.parametrize("limit", [3, 6])
@pytest.mark.parametrize(
    ("own", "shown", "options"),
    [
        ((5, 1), (), {}),
        ((2, 2), (9,), {"pair_may_draw": True, "arashi_pays": 3}),
        ((4, 1), (2, 2), {"specials": "shared", "dealer_arashi": "arashi"}),
        ((6, 8), (4, 3, 3), {"tie": "dealer_wins"}),
        ((6, 8), (10, 9), {"specials_beat_arashi": False}),
        ((6, 8), (9,), {"dealer_zero": "push"}),
        ((4, 1), (2, 2), {"dealer_zero": "pays_all", "specials": "shared"}),
    ],
)
def test_chances_against_the_dealer_are_those_of_every_order(
    own: tuple[int, ...], shown: tuple[int, ...], options: dict, limit: int
) -> None:
    agreed = KABU.resolve_options(options)
    hand, unseen = kabu_hand(own, TABLE, agreed), count_by_rank(FEW)
    dealer = DealerModel(shown, limit, agreed)
    assert outcome_chances(hand, unseen, dealer) == count_every_order(own, shown, limit, agreed, draws=False)
    assert drawn_outcome_chances(hand, unseen, dealer) == count_every_order(own, shown, limit, agreed, draws=True)


def test_a_whole_pack() -> None:
    """Section 11: a hand that draws at 5 or less, against a dealer who draws at 3 or less."""
    agreed, full = KABU.resolve_options({}), count_by_rank(tuple(RANKS) * 4)
    dealer, whole = DealerModel((), 3, agreed), Counter()
    for one in RANKS:
        for other in RANKS:
            left = [copies - (rank == one) - (rank == other) for rank, copies in enumerate(full)]
            hand = kabu_hand((one, other), TABLE, agreed)
            chances, _ = (drawn_outcome_chances if hand.digit <= 5 else outcome_chances)(hand, left, dealer)
            for key, chance in chances.items():
                whole[key] += Fraction(4 * (4 - (one == other)), 40 * 39) * chance
    assert sum(whole.values()) == 1
    assert (round(float(whole["won"]), 4), round(float(whole["lost"]), 4)) == (0.4465, 0.4393)


def test_a_third_card_is_counted_without_those_that_are_seen() -> None:
    """Two of the eight tens and twos are gone: 2 + 10 becomes any digit, and an arashi is out of reach."""
    odds = KABU.odds(["k02", "k10"], ["k09", "k09"], "table", {}, 3)
    third, *against = odds.sections
    assert (odds.unseen, third.key, [section.key for section in against]) == (36, "third", ["draw_3"])
    chances = {line.key: line.probability for line in third.lines}
    assert (chances["1"], chances["2"], chances["9"]) == (Fraction(2, 36), Fraction(3, 36), Fraction(4, 36))
    assert next(line.faces for line in third.lines if line.key == "6") == {"k04s": 1, "k04": 3}
    assert sum(chances.values()) == 1


def test_an_arashi_to_come() -> None:
    (third, *_) = KABU.odds(["k05", "k05"], [], "table", {}, None).sections
    assert (third.lines[0].key, third.lines[0].probability) == ("arashi", Fraction(2, 38))
