"""What a learner is told of stopping: names of yaku, and who pays what."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorer.families.captures.call_texts import Calls, call_line, describe_gain, name_held, stop_question
from scorer.families.captures.moves.hanafuda import Outlook
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.texts import Text

REASON = Reason("pair", Text("Pair: 2", "対：2点"), None, "game 1")


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
    points = Reason("chaff", Text("3 chaff at 1: 3", "カス3枚：3点"), None, "game 1")
    value = HandValue(0, "pair", None, (REASON, points), {"yaku": {"pair": 2}})
    assert name_held(value).en == "Pair: 2"
    assert name_held(HandValue(0, None, None)).en == ""


CALLS = Calls(Text("Shobu", "勝負"), Text("Koi-koi", "こいこい"), Text("It may cost.", "損かも。"))


def test_what_is_said_names_both_chances() -> None:
    held = Text("Aotan: 5", "青短：5点")
    on = call_line("Emi", held, CALLS, Outlook(Fraction(1, 3), Fraction(1, 4)))
    assert (
        on.en
        == "Emi has Aotan: 5 and says koi-koi: 33 % that the next turn raises it, 25 % that another pile pays first."
    )
    assert on.ja.startswith("Emiは青短：5点で「こいこい」。")
    stop = call_line("Emi", held, CALLS, Outlook(Fraction(1, 4), Fraction(1, 4)))
    assert stop.en.startswith("Emi has Aotan: 5, and stops: 25 % that")


def test_the_question_names_what_is_held_and_the_risk() -> None:
    asked = stop_question(Text("Pair: 2", "対：2点"), CALLS)
    assert asked == Text(
        "You have Pair: 2. Shobu or koi-koi? It may cost.", "役ができました（対：2点）。勝負かこいこいか。損かも。"
    )
