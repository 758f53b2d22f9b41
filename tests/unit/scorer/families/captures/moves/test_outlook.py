"""The table's own hands go on by chances that are counted from what they see."""

from __future__ import annotations

from fractions import Fraction

from scorer.families.captures.cards import CARDS, mask_of
from scorer.families.captures.moves.outlook import Outlook, look_ahead
from scorer.families.captures.moves.position import HAND, CapturePosition
from scorer.games import game
from tests.support.judged_rounds import build_table

PINES = mask_of(CARDS[:4])


def worth(pile: int, _field: int) -> int:
    """Every two pines pay a stone."""
    return (pile & PINES).bit_count() // 2


def make_position(own: list[str], other: list[str], field: list[str], piles: list[list[str]]) -> CapturePosition:
    """Seat 1 is about to call; what lies nowhere else is the stock."""
    koikoi = game("koikoi")
    begun = koikoi.play_rules.begin(build_table(koikoi), "hanafuda")
    taken = tuple(tuple((card, 0) for card in pile) for pile in piles)
    stock = 48 - len(own) - len(other) - len(field) - sum(map(len, piles))
    return begun.changed(phase=HAND, hands=(len(other), len(own)), stock=stock, field=tuple(field), piles=taken)


def test_a_hand_card_that_takes_more_is_certain_and_a_stock_card_is_counted() -> None:
    piles = [["h05-1", "h05-2"], ["h01-1", "h01-2"]]
    certain = make_position(["h01-3"], ["h07-1"], ["h01-4"], piles)
    assert look_ahead(certain, 1, ["h01-3"], [0, 1], worth).own == 1
    # Of 42 cards that seat 1 has not seen, the third pine alone takes the fourth from the field; the other draws two.
    counted = make_position(["h08-1"], ["h07-1"], ["h01-4"], piles)
    assert look_ahead(counted, 1, ["h08-1"], [0, 1], worth) == Outlook(Fraction(1, 42), Fraction(2, 42))
    assert look_ahead(counted.changed(stock=0), 1, ["h08-1"], [0, 1], worth).own == 0


def test_the_others_lay_a_card_of_a_hidden_hand_and_turn_one_up() -> None:
    # The other pile has a pine; two pines are unseen of 42 cards, either takes the one on the field, two are drawn.
    position = make_position(["h08-1"], ["h01-3"], ["h01-4"], [["h01-1", "h05-2"], ["h06-1", "h06-2"]])
    outlook = look_ahead(position, 1, ["h08-1"], [0, 0], worth)
    assert outlook.others == 1 - Fraction(40 * 39, 42 * 41)
    assert not outlook.is_good
    # A pile that has paid for these already must rise further.
    assert look_ahead(position, 1, ["h08-1"], [1, 0], worth).others == 0
