"""Decks on disk: names, lists, labels, deletion, and grids of cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.enrolled.store import (
    delete_deck,
    grid_card_counts,
    grid_order,
    is_valid_name,
    list_decks,
    list_names,
    require_valid_name,
    set_label,
)
from scorer.decks import decks
from scorer.errors import Refusal

HELD_OUT = {"named": 0.9, "sure": 0.5, "silent": 2}


def _write_deck(data: Path, name: str, **changes: Any) -> Path:
    """Write a deck that has all faces but the first."""
    labels = [*decks()["kabufuda"].faces][1:]
    manifest = {"kind": "kabufuda", "labels": labels, "held_out": HELD_OUT, "near": [["k01", "k02", 1], ["k01", "no"]]}
    (data / "decks").mkdir(exist_ok=True)
    path = data / "decks" / f"{name}.npz"
    np.savez(path, manifest=np.frombuffer(json.dumps(manifest | changes).encode(), np.uint8))
    return path


@pytest.mark.parametrize(
    ("name", "valid"), [("a", True), ("0-9", True), ("a" * 32, True), ("a" * 33, False), ("-a", False), ("a\n", False)]
)
def test_a_name_is_32_small_letters_digits_and_hyphens_and_no_kind(name: str, valid: bool) -> None:
    assert is_valid_name(name) == valid
    assert is_valid_name("western")
    with pytest.raises(Refusal, match="bad_name"):
        require_valid_name("western")


def test_a_deck_is_listed_as_its_file_describes_it(tmp_path: Path) -> None:
    assert list_decks(tmp_path) == ()
    _write_deck(tmp_path, "ours")
    (deck,) = list_decks(tmp_path)
    assert deck.as_json() == {
        "name": "ours", "label": "ours", "kind": "kabufuda", "named": 0.9, "sure": 0.5, "silent": None,
        "near": [["k01", "k02"]], "missing": ["k01s"],
    }  # fmt: skip


def test_files_that_are_no_decks_are_left_out(tmp_path: Path) -> None:
    for name in ("b", "a"):
        _write_deck(tmp_path, name)
    for name, change in (("odd", {"kind": "uno"}), ("huge", {"x": "x" * 300_000}), ("none", {"labels": None})):
        _write_deck(tmp_path, name, **change)
    (tmp_path / "decks/torn.npz").write_bytes((tmp_path / "decks/a.npz").read_bytes()[:60])
    (tmp_path / "decks/Bad Name.npz").write_bytes(b"")
    assert list_names(tmp_path) == ("a", "b", "huge", "none", "odd", "torn")
    assert [deck.name for deck in list_decks(tmp_path)] == ["a", "b"]


def test_a_label_is_shown_until_it_is_taken_away(tmp_path: Path) -> None:
    _write_deck(tmp_path, "ours")
    for label, shown in (("  祖母の札 ", "祖母の札"), ("x" * 32, "x" * 32), (" ", "ours")):
        set_label("ours", tmp_path, label)
        assert [deck.label for deck in list_decks(tmp_path)] == [shown]
    for label in ("x" * 33, "two\nlines", "\x1b[0m"):
        with pytest.raises(Refusal, match="bad_name"):
            set_label("ours", tmp_path, label)
    (tmp_path / "decks/ours.label").write_bytes(b"\xff")
    assert list_decks(tmp_path)[0].label == "ours"


def test_a_deleted_deck_leaves_nothing_and_is_not_found_again(tmp_path: Path) -> None:
    _write_deck(tmp_path, "ours").with_suffix(".corrected").mkdir()
    set_label("ours", tmp_path, "mine")
    other = _write_deck(tmp_path, "other")
    delete_deck("ours", tmp_path)
    assert [*other.parent.iterdir()] == [other]
    for change in (lambda: delete_deck("ours", tmp_path), lambda: set_label("ours", tmp_path, "x")):
        with pytest.raises(Refusal, match="not_found"):
            change()


@pytest.mark.parametrize(("kind", "counts", "last"), [("hanafuda", (54, 48), "hj6"), ("western", (54, 52), "joker2")])
def test_all_cards_are_laid_out_those_without_a_number_and_extras_last(
    kind: str, counts: tuple[int, ...], last: str
) -> None:
    order = grid_order(kind)
    extras = [face.code for _, row in decks()[kind].extras for face in row]
    assert sorted(order) == sorted([*decks()[kind].pack(), *extras])
    assert (grid_card_counts(kind), order[-1]) == (counts, last)
