"""Words for what is wrong with a move."""

from scorer.families.sums import faults
from scorer.texts import Text


def test_the_question_for_a_hand_says_whether_cards_lay_face_down() -> None:
    name = Text("Aki", "Aki")
    assert faults.missing_cards(name, 1).en == "Aki: 1 card never lay face up. Which?"
    assert "2枚" in faults.missing_cards(name, 2).ja
    assert "too few" in faults.missing_cards(name, 0).en


def test_a_middle_without_cards_has_words_of_its_own() -> None:
    assert "none belongs" in faults.too_many_in_middle(0).en
    assert "more than 2" in faults.too_many_in_middle(2).en
