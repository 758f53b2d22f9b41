from __future__ import annotations

import numpy as np

from scanner.synth.films import incidents
from scanner.synth.films.timeline import plan_film
from tests.support.film_scripts import lay_step, small_stage

STEPS = [lay_step(seat, f"h{month:02}-1", seat) for month in range(1, 5) for seat in range(3)]


def test_a_sleeve_rests_over_a_card_while_others_play() -> None:
    stage = small_stage()
    plan = plan_film(4, stage, STEPS, 48, incidents.CALM)
    arms = list(plan.arms)
    moments = [
        incidents.rest_sleeve(np.random.default_rng(seed), incidents.CONFIG, stage, arms, plan.rides, 25.0)
        for seed in range(12)
    ]
    assert any(moment is not None for moment in moments)
    for track in arms[3:]:
        assert track.is_left
        lasts = track.keys[2].time_s - track.keys[1].time_s
        assert 3 <= lasts <= 10


def test_a_glass_stands_where_no_card_lies() -> None:
    stage = small_stage()
    plan = plan_film(4, stage, STEPS, 48, incidents.CALM)
    arms = list(plan.arms)
    glasses = [incidents.set_glass(np.random.default_rng(seed), stage, arms, plan.rides, 25.0) for seed in range(8)]
    found = [glass for glass in glasses if glass is not None]
    assert found
    for glass in found:
        distances = [np.hypot(ride.target.x - glass.target.x, ride.target.y - glass.target.y) for ride in plan.rides]
        assert min(distances) > 70


def test_a_calm_film_has_no_incidents_and_others_have() -> None:
    stage = small_stage()
    assert plan_film(1, stage, STEPS, 48, incidents.CALM).incidents == ()
    names = {name for seed in range(12) for _, name in plan_film(seed, stage, STEPS, 48).incidents}
    assert names >= {"sleeve", "glass", "bump", "light", "shade", "adjusted"}
