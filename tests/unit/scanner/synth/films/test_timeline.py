from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from scanner.synth.films.incidents import CALM, CONFIG, IncidentConfig
from scanner.synth.films.stage import set_stage
from scanner.synth.films.timeline import STILL_END_S, plan_film
from tests.support.film_scripts import lay_step, small_stage, take_step, tiny_round, turn_step


def test_events_follow_the_script_in_order() -> None:
    played = tiny_round()
    plan = plan_film(1, small_stage(), played.steps, 48, CALM)
    events = [(event.event, event.seat, event.card) for event in plan.events]
    assert events == [(step.move.event, step.move.seat, step.move.card) for step in played.steps]
    times = [event.time_s for event in plan.events]
    assert times == sorted(times)
    assert plan.duration_s >= times[-1] + STILL_END_S


def test_the_same_seed_gives_the_same_film_and_another_does_not() -> None:
    steps = tiny_round().steps
    plans = [plan_film(seed, small_stage(), steps, 48) for seed in (3, 3, 4)]
    assert plans[0].rides == plans[1].rides != plans[2].rides


def test_no_card_is_in_two_places_and_none_jumps() -> None:
    for seed in range(6):
        plan = plan_film(seed, small_stage(), tiny_round().steps, 48, CONFIG)
        for number in {ride.number for ride in plan.rides}:
            rides = [ride for ride in plan.rides if ride.number == number]
            for before, after in pairwise(rides):
                assert before.end_s <= after.start_s
                assert before.target == after.source
                assert before.is_up == after.was_up


def test_cards_of_the_same_face_are_told_apart() -> None:
    steps = [
        lay_step(1, "k01", 1, face_up=False),
        lay_step(2, "k01", 2, face_up=False),
        turn_step(2, "k01"),
        turn_step(1, "k01"),
    ]
    plan = plan_film(1, small_stage(kind="kabufuda"), steps, 40, CALM)
    numbers = [event.number for event in plan.events]
    assert numbers == [0, 1, 1, 0]


def test_a_card_taken_back_is_told_and_comes_again() -> None:
    config = IncidentConfig(quick=0.0, retract=1.0, adjust=0.0, sleeve=0.0, glass=0.0, bump=0.0, light=0.0, sweep=0.0)
    steps = [lay_step(1, "h01-1", None, "hand"), lay_step(2, "h02-1", None, "hand"), lay_step(1, "h03-1", None, "hand")]
    plan = plan_film(1, small_stage(), steps, 48, config)
    events = [(event.event, event.card) for event in plan.events if event.seat == 1]
    assert events == [("laid", "h03-1"), ("retracted", "h03-1"), ("laid", "h01-1"), ("laid", "h03-1")]


def test_what_is_taken_off_the_table_is_gone() -> None:
    steps = [lay_step(None, "h01-1", None), lay_step(1, "h01-2", None, "hand")]
    steps += [take_step(1, "h01-1", is_gone=True), take_step(1, "h01-2", is_gone=True)]
    plan = plan_film(1, small_stage(), steps, 48, CALM)
    assert Counter(ride.is_gone for ride in plan.rides) == {False: 2, True: 2}
    assert [event.spot for event in plan.events][2:] == [None, None]


def test_a_script_that_turns_a_card_that_lies_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="h09-1 is turned"):
        plan_film(1, small_stage(), [turn_step(1, "h09-1")], 48)


def test_partners_lay_in_turn_and_one_of_them_keeps_the_tricks() -> None:
    stage = set_stage(np.random.default_rng(1), 4, (63.0, 88.0), (640, 360), 2)
    steps = [lay_step(pair, card, None, "hand") for pair, card in ((0, "KS"), (1, "QS"), (0, "JS"), (1, "10S"))]
    steps += [take_step(1, step.card) for step in steps]
    plan = plan_film(1, stage, steps, 52, CALM)
    people = [ride.arm for ride in plan.rides[:4]]
    assert sorted(people) == [0, 1, 2, 3]
    assert [(after - before) % 4 for before, after in pairwise(people)] == [1, 1, 1]
    assert {ride.arm for ride in plan.rides[4:]} == {1}
    assert len(stage.zones()["seats"]) == 2


def test_a_card_is_laid_beside_another() -> None:
    stage = small_stage()
    second = replace(lay_step(1, "h02-1", 1, face_up=False), beside=0)
    plan = plan_film(1, stage, [lay_step(1, "h01-1", 1), lay_step(2, "h03-1", 2), second], 48, CALM)
    first, _, last = (ride.target for ride in plan.rides)
    assert stage.card[0] < np.hypot(first.x - last.x, first.y - last.y) < 2 * stage.card[0]


def test_cards_swept_up_after_the_round_are_no_events() -> None:
    plan = plan_film(1, small_stage(), [lay_step(1, "h01-1", 1)], 48, replace(CALM, sweep=1.0))
    assert [event.event for event in plan.events] == ["laid"]
    assert plan.rides[-1].is_gone
    assert plan.rides[-1].start_s > plan.events[0].time_s + STILL_END_S
