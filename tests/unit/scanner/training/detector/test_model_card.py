"""The model card of the detector: percentages, rows, what is unknown."""

from __future__ import annotations

import pytest

from scanner.training.detector.model_card import format_percent, render_model_card

ROW = {
    "kind": "hanafuda",
    "set": "two",
    "pattern": "old",
    "akin": ["one", "three"],
    "tables": 60,
    "bands": [[0.25, 40, 0.9876], [0.45, 12, None], [0.9, 700, 1.0]],
    "corner": 0.0213,
    "stray": 1.25,
    "beside": 0.04,
}
ABOUT = {
    "made": {"tables": 3, "steps": 2, "refinement_steps": 4, "seed": 9},
    "backgrounds": 0,
    "trained_on": [
        {"kind": "western", "set": "mine", "pattern": "pips", "pictures": 54, "licence": "MIT", "source": "a shop"}
    ],
    "held_out": [],
}


@pytest.mark.parametrize(("share", "text"), [(None, "–"), (0.0, "0.0%"), (0.98765, "98.8%"), (1.0, "100.0%")])
def test_a_share_is_a_percentage_and_no_share_a_dash(share: float | None, text: str) -> None:
    assert format_percent(share) == text


def test_each_row_has_a_cell_for_each_column() -> None:
    card = render_model_card({**ABOUT, "held_out": [ROW, {**ROW, "akin": []}]})
    table = [line for line in card.splitlines() if line.count("|") == 12]
    assert len(table) == 4
    found = "98.8% of 40 | – of 12 | 100.0% of 700"
    assert table[2] == f"| hanafuda | two | old | one, three | 60 | {found} | 2.1% | 1.2 | 0.0 |"
    assert table[3].split(" | ")[3] == "none"
    assert "found, from 45%" in table[0]


def test_without_held_out_decks_the_card_states_that_nothing_is_known() -> None:
    card = render_model_card(ABOUT)
    assert "is unknown" in card
    assert "false positives |" not in card
    assert "3 drawn tables, 2 and 4 steps, seed 9." in card
    assert "| western | mine | pips | 54 | MIT | a shop |" in card


def test_pictures_of_bare_tables_are_named_only_if_there_were_any() -> None:
    assert "bare tables" not in render_model_card(ABOUT)
    assert "on 7 pictures of bare tables" in render_model_card({**ABOUT, "backgrounds": 7})
