"""Pictures of the guards: slants, empty tables, photographs squeezed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scanner.imaging.decode import encode_jpeg
from web.cli.guards.pictures import SQUEEZED, draw_table, drawn_guards, empty_table, photographs


def test_every_guard_has_a_name_and_pictures() -> None:
    guards = drawn_guards(1)
    assert {name.partition(" ")[0] for name in guards} == {"open", "slanted", "fans", "hands", "heaps", "rows", "empty"}


def test_no_card_lies_on_an_empty_table_and_a_seed_repeats_it() -> None:
    first, again, other = empty_table(1), empty_table(1), empty_table(2)
    assert first.truth.cards == ()
    assert first.truth.is_complete
    assert (first.frame == again.frame).all()
    assert first.kind != other.kind


@pytest.mark.long
def test_a_slanted_table_shows_cards_that_look_wider_than_high() -> None:
    picture = draw_table("scatter", "western", 3, slanted=True)
    sides = [np.linalg.norm(np.diff(quad, axis=0), axis=1) for _, quad, _ in picture.truth.cards]
    assert any(right > down for right, down, _ in sides)


def test_a_photograph_is_squeezed_with_its_truth(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(encode_jpeg(np.full((200, 300, 3), 90, np.uint8)))
    card = {"card": "h03-c", "corners": [[10, 20], [60, 20], [60, 100], [10, 100]]}
    lines = [{"image": "a.jpg", "cards": [card]}, {"image": "a.jpg", "cards": []}]
    (tmp_path / "truth.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (picture,) = photographs(tmp_path, SQUEEZED[-1])
    assert picture.frame.shape == (100, 300, 3)
    assert picture.kind == "hanafuda"
    ((code, quad, _),) = picture.truth.cards
    assert code == "h03-c"
    assert quad.tolist() == [[10, 10], [60, 10], [60, 50], [10, 50]]
