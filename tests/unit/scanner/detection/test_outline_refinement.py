"""A card's own edge is told from the frame printed on it, from its neighbour's and from a shadow."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.detection.outline_refinement import refine_outlines
from scanner.detection.side_profiles import UNITS_PER_WIDTH, side_profiles, transform_points, units_to_image
from scanner.imaging.geometry import ImagePyramid, Quad
from scanner.reader import read_picture
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph

SHAPE = (33.0, 54.0)
MM = 4
WIDTH, HEIGHT = 33 * MM, 54 * MM
BORDER = round(1.5 * MM)
DARK, BLACK, PALE = (46, 52, 58), (22, 22, 24), (205, 215, 220)


def _table(places: list[tuple[int, int]], tone: tuple[int, int, int] = DARK) -> NDArray[np.uint8]:
    """Upright black-edged cards on a dark table, each with something drawn on it, as a lens and a sensor show them."""
    rng = np.random.default_rng(7)
    picture = np.full((480, 800, 3), tone, np.uint8)
    for left, top in places:
        right, down = left + WIDTH - 1, top + HEIGHT - 1
        cv2.rectangle(picture, (left, top), (right, down), BLACK, -1)
        cv2.rectangle(picture, (left + BORDER, top + BORDER), (right - BORDER, down - BORDER), PALE, -1)
        for _ in range(5):
            spot = (int(rng.integers(left + 30, right - 30)), int(rng.integers(top + 30, down - 30)))
            cv2.circle(picture, spot, int(rng.integers(8, 26)), (40, 40, 160), -1)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    return np.clip(soft + rng.normal(0, 2, soft.shape), 0, 255).astype(np.uint8)


def _quad(place: tuple[int, int], inset: float = 0.0) -> Quad:
    left, top = place[0] - 0.5 + inset, place[1] - 0.5 + inset
    right, down = left + WIDTH - 2 * inset, top + HEIGHT - 2 * inset
    return np.array([[left, top], [right, top], [right, down], [left, down]], np.float32)


def _error(picture: NDArray[np.uint8], found: list[Quad], places: list[tuple[int, int]]) -> float:
    """The worst card's mean corner error after refining, in card widths."""
    tones = np.full((len(found), 3), cv2.cvtColor(np.uint8([[DARK]]), cv2.COLOR_BGR2Lab)[0, 0], np.float32)
    refined = refine_outlines(ImagePyramid(picture), found, found, SHAPE, tones)
    errors = [np.linalg.norm(new - _quad(place), axis=1).mean() for new, place in zip(refined, places, strict=True)]
    return float(max(errors)) / WIDTH


def test_outlines_on_the_inside_of_black_borders_move_to_their_outside() -> None:
    places = [(40, 60), (240, 50), (440, 90)]
    found = [_quad(place, BORDER) for place in places]
    assert _error(_table(places), found, places) < 0.015


def test_between_touching_cards_each_keeps_its_own_border() -> None:
    places = [(100, 60), (100 + WIDTH + 1, 60), (100 + 2 * WIDTH + 2, 60)]
    found = [_quad(place, BORDER) for place in places]
    assert _error(_table(places), found, places) < 0.03


def test_outlines_that_are_right_stay() -> None:
    places = [(40, 60), (240, 50)]
    assert _error(_table(places), [_quad(place) for place in places], places) < 0.01


def test_no_cards_and_a_bare_table_are_left_as_they_are() -> None:
    bare = _table([])
    assert refine_outlines(ImagePyramid(bare), [], [], SHAPE, np.zeros((0, 3), np.float32)) == []
    quad = _quad((100, 100))
    (left,) = refine_outlines(ImagePyramid(bare), [quad], [], SHAPE, np.zeros((1, 3), np.float32))
    assert np.abs(left - quad).max() < 0.3 * WIDTH


def test_strips_run_clockwise_from_inside_to_outside() -> None:
    picture = _table([(200, 100)], tone=(150, 150, 150))
    along = side_profiles(ImagePyramid(picture), _quad((200, 100)), round(UNITS_PER_WIDTH * HEIGHT / WIDTH))
    inside, outside = along[:, :, 13:16, 0], along[:, :, 20:, 0]
    assert inside.max() < 60
    assert outside.min() > 120


def test_units_and_pixels_map_onto_each_other() -> None:
    quad = np.array([[10, 20], [150, 30], [140, 260], [5, 240]], np.float32)
    units = np.array([[0, 0], [UNITS_PER_WIDTH, 0], [UNITS_PER_WIDTH, 216], [0, 216]], np.float32)
    assert np.allclose(transform_points(units, units_to_image(quad, 216)), quad, atol=1e-3)


@pytest.mark.parametrize("surface", ["walnut", "green felt"])
def test_corners_on_a_table_of_our_own_lie_within_a_fiftieth_of_the_width(surface: str) -> None:
    order = SceneSpec(7301, layout="grid", count=6, surface=surface, width=1280, height=720)
    shot = photograph(order, DrawnFaces("hanafuda"))
    read = read_picture(shot.frame, "hanafuda")
    errors = []
    for card in shot.truth["cards"]:
        there = np.array(card["corners"])
        apart = [
            np.linalg.norm(np.roll(np.array(one.corners), turn, axis=0) - there, axis=1).mean() / card["width_px"]
            for one in read.cards
            for turn in range(4)
        ]
        errors.append(min(apart))
    assert np.median(errors) < 0.02
