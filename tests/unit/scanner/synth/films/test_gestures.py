from __future__ import annotations

import numpy as np

from scanner.synth.films.gestures import Gestures
from scanner.synth.films.stage import Spot
from tests.support.film_scripts import small_stage


def test_hands_come_and_leave_one_after_the_other_where_nobody_hurries() -> None:
    stage = small_stage()
    gestures = Gestures(np.random.default_rng(1), stage, 1.0, quick=0.0)
    first = gestures.lay(0, 0, "h01-1", None, Spot(0.0, 0.0), is_up=True)
    second = gestures.lay(1, 1, "h02-1", None, Spot(50.0, 0.0), is_up=True)
    gestures.finish()
    assert 1.2 < first < 4
    assert 0.6 < second - first < 5
    assert all(track.is_home for track in gestures.arms)
    left = gestures.arms[0].free_s
    assert gestures.arms[1].keys[0].time_s >= left - 1e-9


def test_a_card_is_turned_under_a_hand() -> None:
    gestures = Gestures(np.random.default_rng(1), small_stage(), 1.0, quick=0.0)
    end = gestures.turn(1, 0, "h01-1", Spot(30.0, 20.0), was_up=False, is_up=True)
    ride = gestures.rides[0]
    assert (ride.was_up, ride.is_up, ride.source) == (False, True, ride.target)
    assert ride.end_s == end
    middle = gestures.arms[1].at((ride.start_s + ride.end_s) / 2)
    assert middle is not None
    assert np.hypot(middle.x - 30, middle.y - 20) < 40


def test_cards_taken_together_leave_together() -> None:
    gestures = Gestures(np.random.default_rng(1), small_stage(), 1.0, quick=0.0)
    riders = [(0, "h01-1", Spot(0.0, 0.0), True), (1, "h01-2", Spot(8.0, 4.0), True)]
    end = gestures.carry(2, riders, [None, None], [True, True])
    assert [ride.end_s for ride in gestures.rides] == [end, end]
    assert all(ride.is_gone for ride in gestures.rides)


def test_a_card_from_the_pile_is_lifted_there() -> None:
    gestures = Gestures(np.random.default_rng(1), small_stage(), 1.0, quick=0.0)
    gestures.lay(1, 0, "h01-1", Spot(0.0, 0.0), Spot(90.0, 30.0), is_up=True)
    (ride,) = gestures.rides
    assert ride.from_pile
    assert not ride.was_up
    assert ride.source == Spot(0.0, 0.0)


def test_some_play_with_the_left_hand() -> None:
    arms = [Gestures(np.random.default_rng(seed), small_stage(), 1.0, quick=0.0, left_handed=0.5) for seed in range(4)]
    assert {track.is_left for gestures in arms for track in gestures.arms} == {True, False}
