"""Where the cards of a flat film lie."""

from __future__ import annotations

import math

import numpy as np

from scanner.synth.flat_films.places import FlatPlaces
from tests.support.film_scripts import lay_step


def test_cards_lie_in_the_zones_of_their_steps() -> None:
    for seed in range(5):
        places = FlatPlaces(np.random.default_rng(seed), (1280, 720), 4, 4, (33.0, 54.0))
        for seat, zone in enumerate(places.zones):
            for number in range(7):
                spot = places.place(lay_step(seat, "h01-1", seat), number, seat, None, is_trick=False)
                assert abs(spot.x / 1280 - zone.x) < zone.width / 2
                assert abs(spot.y / 720 - zone.y) < zone.height / 2
        assert len(places.polygons()["seats"]) == 4  # type: ignore[arg-type]


def test_the_middle_fills_from_its_centre_and_is_used_again() -> None:
    places = FlatPlaces(np.random.default_rng(3), (1280, 720), 2, 2, (33.0, 54.0))
    step = lay_step(None, "h01-1", None)
    spots = [places.place(step, number, 0, None, is_trick=False) for number in range(6)]
    assert min(math.dist((a.x, a.y), (b.x, b.y)) for a in spots for b in spots if a is not b) > places.card_width
    places.free(0)
    again = places.place(step, 9, 0, None, is_trick=False)
    assert math.dist((again.x, again.y), (spots[0].x, spots[0].y)) < places.card_width / 2


def test_cards_of_a_trick_lie_before_who_laid_them_and_matches_half_over_each_other() -> None:
    places = FlatPlaces(np.random.default_rng(3), (1280, 720), 4, 2, (63.0, 88.0))
    laid = [places.place(lay_step(0, "KD", None, "hand"), n, n, None, is_trick=True) for n in range(4)]
    assert laid[0].y > laid[2].y
    beside = places.place(lay_step(0, "KD", None, "hand"), 7, 0, laid[0], is_trick=True)
    assert 0 < math.dist((beside.x, beside.y), (laid[0].x, laid[0].y)) < places.card_height
