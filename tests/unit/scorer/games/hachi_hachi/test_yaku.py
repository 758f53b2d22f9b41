"""Dekiyaku counted over all piles of their cards, and the multiplier."""

from collections import Counter
from itertools import permutations
from math import comb

import pytest

from scorer.families.captures.cards import BOAR_DEER_BUTTERFLIES, BRIGHTS, RIBBONS, mask_of
from scorer.families.captures.yaku import find_yaku
from scorer.games import game
from scorer.games.hachi_hachi.yaku import FieldState, count_kan, field_state, yaku_table

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
