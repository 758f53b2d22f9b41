"""Hands that were dealt lucky, and hands that nobody showed."""

from scorer.games.koikoi import GAME

TESHI = ["h01-1", "h01-2", "h01-3", "h01-4", "h02-1", "h03-1", "h04-1", "h05-1"]


def test_a_hand_that_was_not_shown_has_no_yaku_and_no_points() -> None:
    hidden, shown = GAME.settle({"seats": ["Aki", "Ben"], "stones": [3, 4], "hands": [None, TESHI]}).as_json()["hands"]
    assert (hidden["total"], hidden["yaku"]) == (None, {})
    assert shown["total"] > 0
    assert set(shown["yaku"]) == {"teshi"}
