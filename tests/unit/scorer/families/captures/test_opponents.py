"""The table's own hands go on by chances that are counted from what they see."""

from __future__ import annotations

from fractions import Fraction

from scorer.families.captures.cards import CARDS, mask_of
from scorer.families.captures.opponents import Outlook, call_line, look_ahead, may_call
from scorer.families.captures.play import FishingTable
from scorer.families.captures.practice_calls import Calls
from scorer.texts import Text

CALLS = Calls(Text("Shobu", "勝負"), Text("Koi-koi", "こいこい"), Text("", ""), most=1)
PINES = mask_of(CARDS[:4])


def worth(pile: int, _field: int) -> int:
    """Every two pines pay a stone."""
    return (pile & PINES).bit_count() // 2


def make_table(own: list[str], other: list[str], field: list[str], piles: list[list[str]]) -> FishingTable:
    """Seat 1 is about to call; what lies nowhere else is the stock."""
    seen = {*own, *other, *field, *(code for pile in piles for code in pile)}
    stock = [code for code in CARDS if code not in seen]
    return FishingTable([other, own], mask_of(field), stock, [mask_of(pile) for pile in piles])


def test_a_hand_card_that_takes_more_is_certain_and_a_stock_card_is_counted() -> None:
    piles = [["h05-1", "h05-2"], ["h01-1", "h01-2"]]
    certain = make_table(["h01-3"], ["h07-1"], ["h01-4"], piles)
    assert look_ahead(certain, 1, [0, 1], worth).own == 1
    # Of 42 cards that seat 1 has not seen, the third pine alone takes the fourth from the field; the other draws two.
    counted = make_table(["h08-1"], ["h07-1"], ["h01-4"], piles)
    assert look_ahead(counted, 1, [0, 1], worth) == Outlook(Fraction(1, 42), Fraction(2, 42))
    nothing_left = FishingTable([["h07-1"], ["h08-1"]], mask_of(["h01-4"]), [], counted.piles)
    assert look_ahead(nothing_left, 1, [0, 1], worth).own == 0


def test_the_others_lay_a_card_of_a_hidden_hand_and_turn_one_up() -> None:
    # The other pile has a pine; one of 42 unseen cards takes the pine on the field, and two are drawn of these.
    table = make_table(["h08-1"], ["h01-3"], ["h01-4"], [["h01-1", "h05-2"], ["h06-1", "h06-2"]])
    outlook = look_ahead(table, 1, [0, 0], worth)
    # Two pines are unseen, and either takes the third from the field.
    assert outlook.others == 1 - Fraction(40 * 39, 42 * 41)
    # A pile that has paid for these already must rise further.
    assert look_ahead(table, 1, [1, 0], worth).others == 0


def test_who_may_call_has_cards_and_a_call_left() -> None:
    assert may_call(CALLS, ["h01-1"], 0)
    assert not may_call(CALLS, ["h01-1"], 1)
    assert not may_call(CALLS, [], 0)
    assert not may_call(None, ["h01-1"], 0)


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
