"""Reasons for aces and picture cards, and what a deal is asked."""

from __future__ import annotations

from scorer.families.egara.deal import Aces, SideDeal
from scorer.families.egara.reasons import hand_values, round_prompts, value_pile
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.texts import Text

RENSHO = Text("Rensho", "レンショ")


def build_aces(*dealt: str) -> Aces:
    return Aces(frozenset(dealt), "AC", "AS")


def test_the_two_strong_aces_are_named() -> None:
    value = value_pile(game("kakeya"), ["AC", "AS", "AD", "10H", "KH"], {}, "S", "AC", RENSHO)
    assert (value.key, value.total) == ("major", 4)
    assert [reason.text.en for reason in value.reasons] == [
        "Dealt A♠ (ace of trumps) A♦ A♣ (Rensho)",
        "4 of the 16 picture cards: A♣ A♠ A♦ K♥",
    ]


def test_minor_aces_say_what_is_missing() -> None:
    value = value_pile(game("kakeya"), ["AH"], {}, "S", "AC", RENSHO)
    assert value.key == "minor"
    assert value.reasons[0].text.en == "Dealt A♥: neither Rensho nor the ace of trumps"
    assert value.reasons[0].text.ja == "配られたエースはA♥。レンショも切り札のエースもありません"


def test_three_aces_always_hold_a_strong_one() -> None:
    assert value_pile(game("kakeya"), ["AH", "AD", "AS"], {}, "S", "AC", RENSHO).key == "major"
    assert value_pile(game("kakeya"), ["2H"], {}, "S", "AC", RENSHO).key == "none"


def test_the_pair_that_rests_has_no_value() -> None:
    deal = SideDeal((0, 2), 1, "S", (build_aces("AC"), build_aces("AS", "AH", "AD")), (9, 7), None)
    values = hand_values(deal, 3, RENSHO)
    assert [(value.seat, value.key, value.total) for value in values] == [
        (0, "major", 9),
        (1, None, None),
        (2, "major", 7),
    ]
    assert values[1].reasons[0].code == "rests"
    assert values[0].reasons[1].text.en == "9 of the 16 picture cards"


def test_the_sides_that_play_are_asked_in_their_own_seats() -> None:
    prompts = round_prompts(Table(("P", "Q", "R"), {}, extra={"active": (2, 0)}), "HDC", "H")
    assert [(prompt.path, prompt.seat) for prompt in prompts] == [
        ("trump", None),
        ("captured.0", 2),
        ("captured.1", 0),
        ("aces.0", 2),
        ("aces.1", 0),
        ("pictures.0", 2),
        ("pictures.1", 0),
    ]
    assert (prompts[0].values, prompts[0].default) == (("H", "D", "C"), "H")
    assert [label.en for label in prompts[0].value_labels] == ["hearts", "diamonds", "clubs"]
    assert [prompt.optional for prompt in prompts] == [False] * 5 + [True] * 2
