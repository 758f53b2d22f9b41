"""Face textures: drawings to scale, folders of pictures, round corners."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scanner.imaging.decode import encode_jpeg
from scanner.synth.face_textures import DrawnFaces, FolderFaces, kind_of_folder, rounded_mask
from scorer.errors import Refusal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two grey faces, and a second picture of the first of them."""
    for name, level in (("a", 60), ("b", 200), ("again", 120)):
        (tmp_path / f"{name}.jpg").write_bytes(encode_jpeg(np.full((108, 66, 3), level, np.uint8)))
    (tmp_path / "labels.csv").write_text("file,card,notes\nb.jpg,h02-1,\na.jpg,h01-1,\nagain.jpg,h01-1,\n")
    return tmp_path


def test_drawings_have_eight_pixels_a_millimetre_and_a_full_pack() -> None:
    faces = DrawnFaces("hanafuda")
    assert faces.texture("h01-1").shape == (54 * 8, 33 * 8, 4)
    assert faces.texture("").shape == (54 * 8, 33 * 8, 4)
    assert not np.array_equal(faces.texture(""), faces.texture("h01-1"))
    assert len(faces.codes()) == len(set(faces.codes())) == 48
    assert faces.name == "hanafuda"


def test_a_folder_gives_faces_in_the_order_of_the_pack_with_a_border(folder: Path) -> None:
    faces = FolderFaces(folder, "hanafuda", border_mm=2.0)
    assert faces.codes() == ("h01-1", "h02-1")
    assert (faces.name, faces.border_description) == (folder.name, "2 mm")
    card = faces.texture("h02-1")
    assert card.shape == (432, 264, 4)
    assert card[216, 15].tolist() == [30, 28, 30, 255]  # 16 pixels of border
    assert abs(int(card[216, 17, 0]) - 200) < 4
    assert card[0, 0, 3] == 0
    assert FolderFaces(folder, "hanafuda").border_description == "as pictured"


def test_the_first_picture_of_a_face_counts_and_the_back_is_red(folder: Path) -> None:
    faces = FolderFaces(folder, "hanafuda")
    assert abs(int(faces.texture("h01-1")[216, 132, 0]) - 60) < 4
    assert (faces.texture("")[:, :, :3] == (34, 32, 116)).all()
    assert abs(int(faces.texture("h01-1")[216, 132, 0]) - 60) < 4, "the back is a copy"


@pytest.mark.parametrize("labels", [None, "name,card\na.jpg,h01-1\n", "file,card\nmissing.jpg,h01-1\n"])
def test_a_folder_that_cannot_be_read_is_refused(folder: Path, labels: str | None) -> None:
    (folder / "labels.csv").unlink()
    if labels:
        (folder / "labels.csv").write_text(labels)
    with pytest.raises(Refusal) as caught:
        FolderFaces(folder, "hanafuda").codes()
    assert caught.value.code == "bad_image"


def test_a_rounded_sheet_lacks_only_its_corners() -> None:
    mask = rounded_mask(60, 40, 10)
    assert mask.shape == (60, 40)
    for flipped in (mask[::-1], mask[:, ::-1]):
        np.testing.assert_array_equal(flipped > 127, mask > 127)
    assert (mask[10:50] == 255).all()
    assert (mask[:, 10:30] == 255).all()
    assert mask[0, 0] == mask[2, 2] == 0  # 8 · √2 > 10 pixels from the corner's centre
    assert mask[4, 4] == 255


def test_a_folder_is_of_the_kind_that_most_of_its_labels_name(folder: Path, tmp_path: Path) -> None:
    assert kind_of_folder(folder) == "hanafuda"
    (tmp_path / "labels.csv").write_text("file,card,notes\na.jpg,AS,\nb.jpg,h01-1,\na.jpg,KD,\n")
    assert kind_of_folder(tmp_path) == "western"


@pytest.mark.parametrize("labels", ["file,card\na.jpg,nothing\n", "file\na.jpg\n", None])
def test_a_folder_of_no_kind_is_refused(tmp_path: Path, labels: str | None) -> None:
    if labels is not None:
        (tmp_path / "labels.csv").write_text(labels)
    with pytest.raises(Refusal) as refused:
        kind_of_folder(tmp_path)
    assert refused.value.code == "bad_image"
