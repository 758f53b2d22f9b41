"""Half-covered cards: who was calibrated on such views may be sure of them."""

from __future__ import annotations

import pytest

from scanner.reader import read_picture
from scanner.recognition.model_io import shipped_classifier
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph


def test_who_was_calibrated_on_half_covered_cards_may_be_sure_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shot = photograph(
        SceneSpec(7500, layout="overlap", count=6, surface="green felt", width=1024, height=768), DrawnFaces("western")
    )
    said = {}
    for knows in (True, False):
        monkeypatch.setattr(shipped_classifier("western"), "is_calibrated_for_occlusion", knows)
        said[knows] = {read.card: read for read in read_picture(shot.frame, "western").cards}
    sure = {knows: {card for card, read in cards.items() if read.sure} for knows, cards in said.items()}
    assert sure[False] < sure[True] <= {card["card"] for card in shot.truth["cards"]}
    assert {said[False][card].doubt for card in sure[True] - sure[False]} == {"covered"}
