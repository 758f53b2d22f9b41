"""Card sets: folders of labelled pictures, and the project's drawings."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scanner.imaging.decode import encode_jpeg
from scanner.training import card_sets
from scanner.training.card_sets import load_card_set, project_card_set, same_artwork, svg_to_bgr
from scorer.decks import decks
from scorer.errors import Refusal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two chaff cards of March, which share a drawing, and a back."""
    for name, level in (("a", 60), ("b", 200), ("back", 120)):
        (tmp_path / f"{name}.jpg").write_bytes(encode_jpeg(np.full((54, 33, 3), level, np.uint8)))
    (tmp_path / "labels.csv").write_text("file,card,notes\na.jpg,h03-3,\n../b.jpg,h03-4,\nback.jpg,back,\n")
    return tmp_path


@pytest.mark.parametrize("kind", sorted(decks()))
def test_one_drawing_stands_for_itself_and_for_one_face(kind: str) -> None:
    drawings = same_artwork(kind)
    for code, drawing in drawings.items():
        assert drawings[drawing] == drawing
        assert drawing in decks()[kind].same_faces[code]


def test_codes_of_one_drawing_become_the_first_unless_exact_codes_are_asked_for(folder: Path) -> None:
    merged, exact = (load_card_set(folder, "hanafuda", {}, exact_codes=exact) for exact in (False, True))
    assert [code for code, _ in merged.faces] == ["h03-3", "h03-3"]
    assert [code for code, _ in exact.faces] == ["h03-3", "h03-4"]
    assert [round(float(picture.mean())) for _, picture in exact.faces] == pytest.approx([60, 200], abs=2)
    assert [round(float(picture.mean())) for picture in exact.backs] == pytest.approx([120], abs=2)


def test_the_folders_own_description_wins_over_the_common_one(folder: Path) -> None:
    assert load_card_set(folder, "hanafuda", {}).pattern == folder.name
    about = {folder.name: {"pattern": "old", "licence": "theirs", "source": "a shop"}}
    (folder / "deck.json").write_text(json.dumps({"pattern": "pale"}))
    card_set = load_card_set(folder, "hanafuda", about)
    assert (card_set.name, card_set.pattern) == (folder.name, "pale")
    assert (card_set.licence, card_set.source) == ("theirs", "a shop")


@pytest.mark.parametrize(
    ("labels", "code"),
    [
        ("file,card\na.jpg,AS\n", "unknown_card"),
        ("name,card\na.jpg,h01-1\n", "bad_cards"),
        ("file,card\nmissing.jpg,h01-1\n", "bad_cards"),
        ("file,card\nlabels.csv,h01-1\n", "bad_image"),
        (None, "bad_cards"),
    ],
)
def test_a_set_that_cannot_be_loaded_is_refused(folder: Path, labels: str | None, code: str) -> None:
    (folder / "labels.csv").unlink()
    if labels:
        (folder / "labels.csv").write_text(labels)
    with pytest.raises(Refusal) as caught:
        load_card_set(folder, "hanafuda", {})
    assert caught.value.code == code


@pytest.mark.parametrize(("kind", "drawings", "weight"), [("hanafuda", 1, 5.0), ("kabufuda", 0, 1.0)])
def test_only_hanafuda_drawings_may_be_rearranged_and_weigh_more(
    monkeypatch: pytest.MonkeyPatch, kind: str, drawings: int, weight: float
) -> None:
    code = decks()[kind].pack()[0]
    monkeypatch.setattr(card_sets, "same_artwork", lambda _: {code: code})
    card_set = project_card_set(kind)
    assert (card_set.name, len(card_set.drawings), card_set.weight) == ("fudayomi", drawings, weight)
    assert [(label, picture.shape) for label, picture in card_set.faces] == [(code, (216, 132, 3))]
    assert [picture.shape for picture in card_set.backs] == [(216, 132, 3)]


def test_transparent_corners_take_the_colour_of_the_edge() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 330 540">'
    picture = svg_to_bgr(svg + '<rect width="330" height="540" rx="40" fill="#c81e32"/></svg>')
    assert np.abs(picture.astype(int) - (0x32, 0x1E, 0xC8)).max() <= 1
