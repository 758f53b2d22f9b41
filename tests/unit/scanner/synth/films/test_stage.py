from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.films.stage import Area, set_stage
from scorer.decks import decks
from tests.support.film_scripts import small_stage


@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("kind", ["hanafuda", "western"])
def test_zones_lie_in_the_picture_and_cards_have_the_size_that_a_camera_sees(seats: int, kind: str) -> None:
    for seed in range(3):
        stage = set_stage(np.random.default_rng(seed), seats, decks()[kind].size_mm, (1280, 720))
        zones = stage.zones()
        assert len(zones["seats"]) == seats
        points = np.array([*np.reshape(zones["seats"], (-1, 2)), *np.reshape(zones["middle"], (-1, 2))])
        assert points.min() >= 0
        assert (points.max(axis=0) <= (1279, 719)).all()
        assert 70 <= stage.camera.px_per_mm * stage.card[1] <= 120


def test_seats_follow_each_other_counter_clockwise_as_seen() -> None:
    stage = small_stage(4)
    bottom, right, top, left = stage.seats
    assert bottom.y > 0 > top.y
    assert right.x > 0 > left.x


def test_an_area_places_cards_as_its_owner_sees_them() -> None:
    right = Area(100.0, 0.0, 200.0, 80.0, 270.0)
    nearer = right.place(0.0, 30.0)
    assert (round(nearer.x), round(nearer.y), nearer.angle) == (130, 0, 270.0)


def test_hands_rest_outside_the_picture() -> None:
    stage = small_stage(4)
    for seat in range(4):
        x, y = stage.camera.project(np.array([(*stage.home(seat), 0.0)]))[0]
        assert not (0 <= x < 640 and 0 <= y < 360)
        home, shoulder = np.array(stage.home(seat)), np.array(stage.shoulder(seat))
        assert np.linalg.norm(shoulder) > np.linalg.norm(home)
