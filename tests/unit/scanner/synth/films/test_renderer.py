from __future__ import annotations

import numpy as np

from scanner.synth.face_textures import DrawnFaces
from scanner.synth.films.incidents import CALM
from scanner.synth.films.renderer import FPS, FilmRenderer
from scanner.synth.films.timeline import plan_film
from tests.support.film_scripts import lay_step, small_stage

STEPS = [lay_step(1, "h05-2", 1)]


def test_a_card_lies_there_from_the_frame_that_the_truth_names() -> None:
    plan = plan_film(2, small_stage(), STEPS, 48, CALM)
    renderer = FilmRenderer(plan, DrawnFaces("hanafuda"), "green felt")
    frames = list(renderer.frames())
    assert len(frames) == renderer.count
    ((time_s, event),) = renderer.shown
    assert event.card == "h05-2"
    assert 0 <= time_s - event.time_s < 2.5
    assert event.spot is not None
    x, y = (int(part) for part in plan.stage.camera.project(np.array([(event.spot.x, event.spot.y, 0.0)]))[0])
    spots = [frame[y - 8 : y + 8, x - 8 : x + 8].astype(float) for frame in frames]
    shown = round(time_s * FPS)
    bare, last = spots[0], spots[-1]
    assert np.abs(bare - last).mean() > 30
    assert np.abs(spots[shown] - last).mean() < np.abs(spots[shown] - bare).mean()
    outside = [frame[:20, :20].astype(float).mean() for frame in frames]
    assert np.ptp(outside) < 12
