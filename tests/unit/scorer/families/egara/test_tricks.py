"""Winners of tricks and legal cards, by worked examples."""

import pytest

from scorer.families.egara.tricks import choose_card, picture_cards, playable_cards, sort_cards, winning_index


@pytest.mark.parametrize(
    ("source", "trump", "special", "trick", "takes", "egara"),
    [
        ("kakeya 24", "S", "AC", "KH 2H 3S AC", "AC", 2),
        ("kakeya 25", "S", "AC", "5D JD 9D 2S", "2S", 1),
        ("kakeya 26", "H", "AS", "4S AS AH KS", "AS", 3),
        ("etori 7", "H", "AS", "KD 3D 2H AD", "2H", 2),
        ("etori 8", "H", "AS", "KD AH AS 2D", "AS", 3),
        ("etori 11", "D", "AS", "7C QC KS 10C", "QC", 2),
    ],
)
def test_worked_example_of_a_trick(source, trump, special, trick, takes, egara):
    cards = trick.split()
    assert cards[winning_index(cards, trump, special)] == takes, source
    assert len(picture_cards(cards)) == egara, source


@pytest.mark.parametrize(
    ("source", "hand", "led", "free", "may"),
    [
        ("etori 9", "AS 3S", "S", "", "AS 3S"),
        ("etori 10", "4D AS", "D", "", "4D"),
        ("kakeya 3.4, rensho_free", "4D AS", "D", "AS", "4D AS"),
        ("void", "4D AS", "H", "AS", "4D AS"),
        ("to lead", "4D AS", "", "", "4D AS"),
    ],
)
def test_what_may_be_played(source, hand, led, free, may):
    assert playable_cards(hand.split(), led, free) == tuple(may.split()), source


def test_cards_in_order():
    assert sort_cards(("2C", "10H", "AH", "3S")) == ["3S", "AH", "10H", "2C"]


@pytest.mark.parametrize(
    ("why", "may", "trick", "plays"),
    [
        ("the highest plain card leads", "2H KH AS 3C", "", "KH"),
        ("only trumps and the special card: the special one", "AS 2C 9C", "", "AS"),
        ("the cheapest that wins", "QD KD AD", "JD", "QD"),
        ("the lowest where none wins", "2D 9D", "JD", "2D"),
        ("the partner wins: the lowest", "2D AD", "KD 3D", "2D"),
        ("the partner does not win any more", "2D AD", "JD KD", "AD"),
        ("a low trump takes a plain trick", "2C 9C 3H", "KD", "2C"),
        ("the special card last", "2H AS", "KD 5C", "AS"),
    ],
)
def test_what_a_player_of_the_table_plays(why, may, trick, plays):
    assert choose_card(may.split(), trick.split(), "C", "AS") == plays, why
