"""Values and settlements that do not add up cannot be made."""

from __future__ import annotations

import pytest

from scorer.rules.results import HandValue, Reason, Settlement, Transfer, richest_seats
from scorer.texts import Text

PAID = (Transfer(1, 0, 3), Transfer(2, 0, 1))


def test_a_hand_is_the_sum_of_its_lines() -> None:
    lines = (
        Reason("card", Text("8", "8点"), 8),
        Reason("why", Text("so", "だから")),
        Reason("card", Text("7", "7点"), 7),
    )
    assert HandValue(0, "15", 15, lines).as_json()["reasons"][1] == {
        "code": "why",
        "text": {"en": "so", "ja": "だから"},
    }
    assert HandValue(0, "folded", None, lines).total is None
    with pytest.raises(AssertionError, match="hand of seat 2: lines add up to 15, not 14"):
        HandValue(2, "14", 14, lines)


def test_a_line_worth_nothing_still_counts_as_a_line() -> None:
    with pytest.raises(AssertionError, match="add up to 0, not 1"):
        HandValue(0, "x", 1, (Reason("card", Text("0", "0点"), 0),))


@pytest.mark.parametrize(
    ("code", "section"), [("", ""), ("Tie", ""), ("tie", "Otoroku 5"), ("tie", "otoroku"), ("tie", "5.1")]
)
def test_a_line_rests_on_a_section_of_a_rule_book(code: str, section: str) -> None:
    assert Reason("tie", Text("a tie", "同点"), None, "otoroku 5.1.2").section == "otoroku 5.1.2"
    with pytest.raises(AssertionError, match="no code or no section"):
        Reason(code, Text("a tie", "同点"), None, section)


@pytest.mark.parametrize("net", [(4, -3, -2), (4, -4, 0), (3, -3, 0)])
def test_nets_that_the_payments_do_not_make(net: tuple[int, ...]) -> None:
    with pytest.raises(AssertionError):
        Settlement("g", "won", (0,), net, PAID, 0, ())


def test_a_pot_and_the_house_balance_the_round() -> None:
    settled = Settlement("g", "won", (0,), (3, -4, 0), (), 1, (), carried=2, house=1, brought=2)
    answer = settled.as_json()
    assert (answer["carried"], answer["house"]) == (2, 1)
    with pytest.raises(AssertionError, match="sum to zero"):
        Settlement("g", "won", (0,), (3, -4, 0), (), 1, (), carried=2, house=1)


def test_scores_that_are_written_down_may_sum_to_zero() -> None:
    assert Settlement("g", "won", (0,), (3, -3), (), 1, (), nobody_pays=True).as_json()["transfers"] == []
    with pytest.raises(AssertionError, match="sum to zero"):
        Settlement("g", "won", (0,), (3, -4), (), 1, (), nobody_pays=True)


def test_what_is_empty_stays_out_of_the_json() -> None:
    answer = Settlement("g", "won", (0,), (4, -3, -1), PAID, 2, ()).as_json()
    assert not answer.keys() & {"stones", "carried", "house", "game_winners"}
    assert answer["transfers"] == [{"from": 1, "to": 0, "stones": 3}, {"from": 2, "to": 0, "stones": 1}]
    last = Settlement("g", "won", (0,), (4, -3, -1), PAID, None, (), stones=(4, 0, 4), over=True, game_winners=(0, 2))
    assert (last.as_json()["stones"], last.as_json()["game_winners"]) == ([4, 0, 4], [0, 2])


def test_the_richest_may_all_be_in_debt() -> None:
    assert richest_seats([-5, -2, -2]) == (1, 2)
    assert richest_seats([]) == ()


def test_what_only_one_game_says_stands_beside_the_rest() -> None:
    hand = HandValue(0, "tan", 1, extra={"yaku": {"tan": 1}})
    settled = Settlement("g", "won", (0,), (4, -3, -1), PAID, 0, (hand,), extra={"multiplier": 2}).as_json()
    assert (settled["multiplier"], settled["hands"][0]["yaku"]) == (2, {"tan": 1})
