from __future__ import annotations

import numpy as np

from scanner.synth.face_textures import DrawnFaces
from scanner.synth.films.cards import CardPainter, covers
from scanner.synth.films.incidents import CALM
from scanner.synth.films.plan import Pile
from scanner.synth.films.stage import Spot
from scanner.synth.films.timeline import plan_film
from tests.support.film_scripts import lay_step, small_stage, turn_step

PLAN = plan_film(2, small_stage(), [lay_step(1, "h01-1", 1, face_up=False), turn_step(1, "h01-1")], 48, CALM)
PAINTER = CardPainter(PLAN, DrawnFaces("hanafuda"), (0.5, 0.5), 1.0, 0.5)


def test_a_carried_card_goes_from_its_source_to_its_target() -> None:
    ride = PLAN.rides[0]
    camera, track = PLAN.stage.camera, PLAN.arms[ride.arm]
    for time_s, spot in ((ride.start_s + 0.01, ride.source), (ride.end_s - 0.01, ride.target)):
        patch = PAINTER.carried(ride, track, time_s)
        assert patch is not None
        rows, columns = np.nonzero(patch.cover > 0.5)
        centre = columns.mean() + patch.left, rows.mean() + patch.top
        expected = camera.project(np.array([(spot.x, spot.y, 0.0)]))[0]
        assert np.hypot(*(centre - expected)) < 12


def test_a_card_shows_its_side_when_it_is_half_turned() -> None:
    ride = PLAN.rides[1]
    track = PLAN.arms[ride.arm]
    areas = []
    for share in (0.1, 0.5, 0.9):
        patch = PAINTER.carried(ride, track, ride.start_s + share * (ride.end_s - ride.start_s))
        assert patch is not None
        areas.append(float(patch.cover.sum()))
    assert areas[1] < 0.4 * areas[0]
    assert areas[1] < 0.4 * areas[2]


def test_a_card_upon_another_is_found_and_the_pile_ends() -> None:
    lying = PAINTER.lying(PLAN.rides[1], {})
    assert lying is not None
    assert covers(lying, lying)
    pile = Pile(Spot(-120.0, 0.0), 3, ())
    high = PAINTER.pile(pile, 3)
    assert high is not None
    assert not covers(high, lying)
    assert PAINTER.pile(pile, 0) is None
