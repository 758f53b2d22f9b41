"""The Korean deck, bonus cards included, is read once it is enrolled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scanner.enrolled.deck_file import encode_deck, save_deck
from scanner.enrolled.store import CARDS_PER_GRID, grid_order
from scanner.reader import read_picture
from scanner.setup.grid_scan import load_scanned_set
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scanner.training.enrolment.train import train_deck
from scorer.decks import decks

KOREAN = DrawnFaces("hanafuda", pattern="hwatu")
NEAR_PX = 40
"""Pixels between the middles of a card and of its read, less than half a card's width in these pictures."""


@pytest.mark.long
def test_every_card_of_the_drawn_deck_is_read_after_its_enrolment(tmp_path: Path) -> None:
    order, same = grid_order("hanafuda"), decks()["hanafuda"].same_faces
    files = [tmp_path / f"{start:02}.jpg" for start in range(0, len(order), CARDS_PER_GRID)]
    for number, file in enumerate(files):
        grid = order[number * CARDS_PER_GRID : (number + 1) * CARDS_PER_GRID]
        file.write_bytes(photograph(SceneSpec(300 + number, piles=((), grid), surface="navy felt"), KOREAN).jpeg)
    result = train_deck("korean", "hanafuda", load_scanned_set(files, "hanafuda"), lambda _: None)
    assert result.missing_codes == ()
    save_deck("korean", tmp_path, encode_deck(result.manifest, result.arrays))
    named, unsure = set[str](), 0
    for table, start in enumerate(range(0, len(order), 18)):
        cards = order[start : start + 18]
        shot = photograph(SceneSpec(table, piles=(cards[:6], cards[6:12], cards[12:])), KOREAN)
        read = read_picture(shot.frame, "korean", tmp_path)
        for card in shot.truth["cards"]:
            middle = np.mean(card["corners"], axis=0)
            near = [each for each in read.cards if np.linalg.norm(np.mean(each.corners, axis=0) - middle) < NEAR_PX]
            right = [each for each in near if each.card in same[card["card"]]]
            assert [each for each in near if each.sure] == [each for each in right if each.sure], card["card"]
            named |= {card["card"]} if right else set()
            unsure += not any(each.sure for each in right)
    assert {f"hj{number}" for number in range(1, 7)} <= named
    assert len(named) >= 52
    assert unsure <= 4
