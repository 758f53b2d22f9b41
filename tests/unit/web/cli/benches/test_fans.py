"""`bench fans`: seeds repeat, faces from folders, hidden cards apart."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from scanner.evaluation import load_ground_truth
from scanner.imaging.decode import encode_jpeg
from scanner.synth.face_textures import DrawnFaces
from web.cli.benches import fans
from web.cli.benches.fans import draw_picture, find_faces, measure_faces


@pytest.mark.long
def test_a_seed_decides_the_picture() -> None:
    faces = DrawnFaces("kabufuda")
    first, again, other = (draw_picture(faces, "fan", seed) for seed in (4, 4, 5))
    assert first.jpeg == again.jpeg
    assert first.truth["cards"] != other.truth["cards"]
    assert first.truth["scenario"] == "fan"
    assert 3 <= len(first.truth["cards"]) <= 10


def test_faces_are_drawn_or_of_the_kind_of_their_folder(tmp_path: Path) -> None:
    assert [faces.kind for faces in find_faces(("daini", "western"), ())] == ["daini", "western"]
    (tmp_path / "k.jpg").write_bytes(encode_jpeg(np.full((108, 66, 3), 90, np.uint8)))
    (tmp_path / "labels.csv").write_text("file,card,notes\nk.jpg,k01s,\n")
    (faces,) = find_faces(("western",), (tmp_path,))
    assert (faces.kind, faces.name) == ("kabufuda", tmp_path.name)


@pytest.mark.long
def test_pictures_are_counted_by_layout_and_all_together_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fans, "LAYOUTS", ("fan",))
    rows = measure_faces(DrawnFaces("hanafuda"), 1, 3, tmp_path)
    assert list(rows) == ["", "fan"]
    assert rows[""].as_json() == rows["fan"].as_json()
    (truth,) = load_ground_truth(tmp_path)
    faces_up = [visible for code, _, visible in truth.cards if code]
    bands = rows[""].by_visibility
    assert sum(band["cards"] for band in bands.values()) == len(faces_up)
    assert rows[""].cards == sum(visible >= fans.MIN_VISIBLE_SHARE for visible in faces_up)
    assert truth.image_path.exists()
    assert json.loads(truth.image_path.with_suffix(".json").read_text())["order"]


def test_faces_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    answer = CliRunner().invoke(fans.COMMAND, ["--cards", str(tmp_path)])
    assert answer.exit_code == 2
    assert '"bad_image"' in answer.output
