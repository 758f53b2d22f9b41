"""What lies where in a game of sums."""

from scorer.families.sums.position import OPEN, SumCard, SumPosition
from scorer.rules.play.moves import MIDDLE, Move
from scorer.rules.prompts import Table

HAND = (OPEN, 1)


def position_of(*cards: SumCard) -> SumPosition:
    return SumPosition(Table(("Aki", "Emi"), {}), "kabufuda", {}, {HAND: cards})


def turn_move(code: str | None, thing: int | None = None) -> Move:
    return Move("turned", 1, code, HAND, HAND, thing)


def test_equal_faces_are_told_apart_by_the_physical_card() -> None:
    table = position_of(SumCard("k02", 4), SumCard("k02", 9))
    assert table.find(HAND, Move("moved", 1, None, HAND, MIDDLE, 9)) == 1
    assert table.find(HAND, Move("moved", 1, "k02", HAND, MIDDLE, 5)) is None


def test_without_numbers_a_card_that_lies_face_down_is_turned_up() -> None:
    table = position_of(SumCard("k02"), SumCard(None), SumCard(None))
    assert table.find(HAND, turn_move("k02")) == 1
    assert table.find(HAND, Move("moved", 1, "k02", HAND, MIDDLE)) == 0
    assert table.find(HAND, Move("moved", 1, "k07", HAND, MIDDLE)) == 1
    assert position_of(SumCard("k02")).find(HAND, Move("moved", 1, "k07", HAND, MIDDLE)) is None


def test_a_card_that_is_out_is_no_card_of_the_hand() -> None:
    table = position_of(SumCard("k02", 4, is_out=True), SumCard("k03", 5), SumCard(None, 6))
    assert [card.thing for card in table.hand(1)] == [5, 6]
    assert table.codes(HAND) == ("k03",)
    assert table.known_hand(1) is None
    assert table.change(HAND, 2, code="k09").known_hand(1) == ("k03", "k09")
