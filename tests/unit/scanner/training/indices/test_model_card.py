"""The model card of the network that reads indices."""

from __future__ import annotations

from scanner.training.indices.model_card import render_model_card

MADE = {"views": 40, "epochs": 6, "seed": 3}
SET = {"set": "one", "pattern": "old", "pictures": 52, "licence": "CC0", "source": "here"}
ROW = {"set": "two", "pattern": "new", "views": 700, "ranks": 0.912, "suits": 0.95, "codes": 0.9, "silent": 0.0123}


def test_the_card_names_what_was_learned_and_how_it_was_tried() -> None:
    card = render_model_card({"made": MADE, "trained_on": [SET], "held_out": [ROW]})
    assert "40 thousand\ndrawn views, 6 epochs, seed 3" in card
    assert "| one | old | 52 | CC0 | here |" in card
    assert "| two | new | 700 | 91.2% | 95.0% | 90.0% | 1.23% |" in card


def test_the_card_says_where_nothing_was_held_out() -> None:
    assert "not evaluated on held-out sets" in render_model_card({"made": MADE, "trained_on": [], "held_out": []})
