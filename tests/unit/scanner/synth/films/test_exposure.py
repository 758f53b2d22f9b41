from __future__ import annotations

import numpy as np

from scanner.synth.films.exposure import FilmLight
from scanner.synth.films.plan import Bump, LightChange, Shade

GREY = np.full((90, 160, 3), 120, np.float32)
DULL = np.full((90, 160), 0.1, np.float32)


def test_frames_of_a_still_table_differ_by_noise_and_flicker_only() -> None:
    light = FilmLight(np.random.default_rng(1), (160, 90), 20.0)
    frames = [light.take(GREY, DULL, number / 5, 0.0).astype(float) for number in range(6)]
    assert all(0 < np.abs(frame - frames[0]).mean() < 12 for frame in frames[1:])
    means = [frame.mean() for frame in frames]
    assert 0 < np.ptp(means) < 8


def test_light_that_changes_stays_changed() -> None:
    light = FilmLight(np.random.default_rng(1), (160, 90), 20.0, [LightChange(5.0, 1.0, 0.7)])
    before, after, later = (float(light.take(GREY, DULL, time_s, 0.0).mean()) for time_s in (4.0, 6.5, 9.0))
    assert after < 0.85 * before
    assert abs(later - after) < 8


def test_a_push_moves_the_picture_from_then_on() -> None:
    light = FilmLight(np.random.default_rng(1), (160, 90), 20.0, (), [Bump(5.0, 4.0, -2.0, 0.0)])
    assert light.offset(4.9) == (0.0, 0.0, 0.0)
    dx, dy, _ = light.offset(12.0)
    assert (round(dx, 3), round(dy, 3)) == (4.0, -2.0)


def test_somebody_who_leans_over_the_table_darkens_a_part_of_it_for_a_while() -> None:
    light = FilmLight(np.random.default_rng(1), (160, 90), 20.0, shades=[Shade(5.0, 4.0, 0.0, 0.5, 0.3, 0.4)])
    before, during, later = (light.take(GREY, DULL, time_s, 0.0).astype(float) for time_s in (4.0, 7.0, 10.0))
    assert during[45, 5].mean() < 0.8 * before[45, 5].mean()
    assert abs(during[45, 150].mean() - before[45, 150].mean()) < 15
    assert later[45, 5].mean() > 0.85 * before[45, 5].mean()


def test_lamps_are_yellow_and_blue() -> None:
    colours = [FilmLight(np.random.default_rng(seed), (16, 9), 2.0).conditions.lamp_colour for seed in range(20)]
    assert min(blue / red for blue, _, red in colours) < 0.9
    assert max(blue / red for blue, _, red in colours) > 1.02
