"""Winners of tricks and legal cards, by worked examples."""

import random

import pytest

from scorer.decks import decks
from scorer.families.egara.tricks import SUITS, picture_cards, play_tricks, playable_cards, winning_index
from scorer.games.kakeya import RENSHO

PACK = tuple(code for code in decks()["western"].faces if not code.startswith("joker"))


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


@pytest.mark.parametrize("trump", SUITS)
def test_a_side_never_loses_the_special_card_nor_the_ace_of_trumps_with_it(trump):
    """Kakeya 5.5 and 6.4, over whole deals: thirteen tricks, every card once, 16 picture cards."""
    chance = random.Random(trump)
    special = RENSHO[trump]
    for _ in range(60):
        pack = list(PACK)
        chance.shuffle(pack)
        hands = [pack[start : start + 13] for start in range(0, 52, 13)]
        took = play_tricks(hands, chance.randrange(4), trump, special)
        cards = [card for tricks in took for trick in tricks for card in trick]
        assert sorted(cards) == sorted(PACK)
        assert sum(map(len, took)) == 13
        won = [
            picture_cards(card for seat in (side, side + 2) for trick in took[seat] for card in trick)
            for side in (0, 1)
        ]
        assert len(won[0]) + len(won[1]) == 16
        for side in (0, 1):
            dealt = {card for card in (*hands[side], *hands[side + 2]) if card in (special, f"A{trump}")}
            if special in dealt:
                assert dealt <= set(won[side])
