"""Bad pictures are read or refused in time."""

from __future__ import annotations

import io
import time

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from scanner.imaging.decode import decode
from scanner.reader import read_picture
from scanner.reads import PictureRead
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scorer.decks import decks

Picture = NDArray[np.uint8]
DECK = DrawnFaces("hanafuda")
SECONDS = 2.0


@pytest.fixture(scope="module")
def picture_and_faces() -> tuple[Picture, set[str]]:
    """A picture of cards that lie apart, and their faces, the same code for faces equal to the rules."""
    order = SceneSpec(5301, layout="scatter", count=8, surface="green felt", width=1280, height=720)
    taken = photograph(order, DECK)
    return taken.frame, {_first_equivalent(card["card"]) for card in taken.truth["cards"] if card["card"]}


def _first_equivalent(code: str) -> str:
    return decks()["hanafuda"].same_faces[code][0]


def _read_in_time(picture: Picture) -> PictureRead:
    """Read a picture. Fails if it takes longer than any picture may."""
    start = time.process_time()
    read = read_picture(np.ascontiguousarray(picture), "hanafuda")
    assert time.process_time() - start < SECONDS
    return read


def _faces(read: PictureRead, *, sure: bool = False) -> set[str]:
    return {_first_equivalent(card.card) for card in read.cards if card.card and (card.sure or not sure)}


@pytest.mark.parametrize("width", [320, 4000])
def test_small_and_large_pictures_are_read_surely_or_not_at_all(
    picture_and_faces: tuple[Picture, set[str]], width: int
) -> None:
    picture, there = picture_and_faces
    size = (width, width * 9 // 16) if width < 1000 else (width, 3000)
    read = _read_in_time(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8))
    assert _faces(read, sure=True) <= there
    assert len(_faces(read) & there) >= len(there) - 2


def test_a_grey_picture_names_nothing_surely_that_is_not_there(picture_and_faces: tuple[Picture, set[str]]) -> None:
    picture, there = picture_and_faces
    grey = np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    read = _read_in_time(np.asarray(grey, np.uint8))
    assert _faces(read, sure=True) <= there
    assert _faces(read) & there


def test_a_picture_turned_by_its_camera_is_read_as_it_was_meant(picture_and_faces: tuple[Picture, set[str]]) -> None:
    picture, there = picture_and_faces
    turned = Image.fromarray(np.ascontiguousarray(np.rot90(picture)[..., ::-1]))
    exif = turned.getexif()
    exif[0x0112] = 6  # the top of the picture is at the right
    file = io.BytesIO()
    turned.save(file, "JPEG", exif=exif, quality=92)
    read = _read_in_time(decode(file.getvalue()))
    assert (read.width, read.height) == (1280, 720)
    assert _faces(read, sure=True) <= there
    assert len(_faces(read) & there) >= len(there) - 2


def test_one_card_that_fills_the_picture_is_read() -> None:
    face = DECK.texture("h08-1")[..., :3]
    table = np.full((1080, 1920, 3), (60, 110, 60), np.uint8)
    table[16:1063, 600:1240] = cv2.resize(face, (640, 1047))
    for picture in (np.asarray(face), table):
        assert _faces(_read_in_time(picture), sure=True) == {"h08-1"}


def test_a_card_with_a_line_across_its_art_is_never_surely_two_others() -> None:
    face = DECK.texture("h03-1")[..., :3]
    table = np.full((1080, 1920, 3), (60, 110, 60), np.uint8)
    table[16:1063, 600:1240] = cv2.resize(face, (640, 1047))
    for picture in (np.asarray(face), table):
        assert _faces(_read_in_time(picture), sure=True) <= {"h03-1"}


def test_half_a_card_at_the_edge_is_asked_about_at_most() -> None:
    face = np.asarray(cv2.resize(DECK.texture("h08-1")[..., :3], (200, 327)))
    table = np.full((1080, 1920, 3), (60, 110, 60), np.uint8)
    table[400:727, :100] = face[:, 100:]
    table[900:, 800:1000] = face[:180]
    assert not any(card.sure for card in _read_in_time(table).cards)
