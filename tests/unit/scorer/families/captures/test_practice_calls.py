"""What a learner is told of stopping: names of yaku, and who pays what."""

from __future__ import annotations

import pytest

from scorer.families.captures.practice_calls import describe_gain, name_held
from scorer.rules.results import HandValue, Settlement, Transfer, because

REASON = because("pair", "Pair: 2", "対：2点", "game 1")


def settle(seats: int, *transfers: tuple[int, int, int]) -> Settlement:
    """A settlement of these payments: giver, taker, stones."""
    net = [0] * seats
    for giver, taker, stones in transfers:
        net[giver] -= stones
        net[taker] += stones
    pays = tuple(Transfer(giver, taker, stones, REASON) for giver, taker, stones in transfers)
    return Settlement("a game", "won", (0,), tuple(net), pays, 0, ())


@pytest.mark.parametrize(
    ("settlement", "text"),
    [
        (settle(2, (1, 0, 5)), "Emi pays you 5"),
        (settle(3, (1, 0, 84), (2, 0, 84)), "Each pays you 84"),
        (settle(3, (1, 0, 60), (1, 0, 24), (2, 0, 84)), "Each pays you 84"),
        (settle(3, (1, 0, 168), (2, 0, 84)), "The round brings you +252"),
        (settle(3, (1, 0, 84), (2, 0, 84), (0, 1, 24)), "The round brings you +144"),
        (settle(3, (0, 1, 24)), "The round brings you −24"),
    ],
)
def test_what_stopping_brings_is_said_by_payer_where_all_pay_the_same(settlement: Settlement, text: str) -> None:
    assert describe_gain(settlement, 0, ("Aki", "Emi", "Jun")[: len(settlement.net)]).en == text


def test_only_yaku_are_named_of_a_pile() -> None:
    points = because("chaff", "3 chaff at 1: 3", "カス3枚：3点", "game 1")
    value = HandValue(0, "pair", None, (REASON, points), {"yaku": {"pair": 2}})
    assert name_held(value).en == "Pair: 2"
    assert name_held(HandValue(0, None, None)).en == ""
