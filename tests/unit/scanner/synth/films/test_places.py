from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from scanner.synth.films.places import Places, spread_block
from tests.support.film_scripts import lay_step, small_stage, take_step

CARD = (33.0, 54.0)


def test_a_row_lies_apart_where_there_is_room_and_overlaps_where_there_is_none() -> None:
    wide = spread_block(4, (400.0, 70.0), CARD, 1.1)
    assert np.diff([x for x, _ in wide]).min() > 33
    close = spread_block(30, (180.0, 120.0), CARD, 1.1)
    assert np.diff(sorted({x for x, _ in close})).max() < 33
    assert max(abs(x) for x, _ in close) <= (180 - 33) / 2 + 1
    assert max(abs(y) for _, y in close) <= (120 - 54) / 2 + 1


def test_field_cards_lie_apart_and_off_the_pile() -> None:
    steps = [lay_step(None, f"h{month:02}-1", None) for month in range(1, 9)]
    for seed in range(5):
        stage = small_stage(3, seed=seed)
        places = Places(np.random.default_rng(seed), stage, steps)
        assert places.pile is not None
        spots = [places.pile, *(places.lay(step, number) for number, step in enumerate(steps))]
        outlines = [stage.outline(spot) for spot in spots]
        for n, outline in enumerate(outlines):
            for other in outlines[:n]:
                assert cv2.intersectConvexConvex(outline, other)[0] < 0.1 * CARD[0] * CARD[1]


def test_a_field_place_is_given_again_when_its_card_is_taken() -> None:
    steps = [lay_step(None, "h01-1", None), lay_step(None, "h02-1", None)]
    places = Places(np.random.default_rng(1), small_stage(), steps)
    first = places.lay(steps[0], 0)
    places.free(0)
    second = places.lay(steps[1], 1)
    assert np.hypot(first.x - second.x, first.y - second.y) < 15


def test_a_card_is_laid_upon_the_one_that_it_captures() -> None:
    steps = [lay_step(None, "h01-1", None), lay_step(1, "h01-2", None, "hand")]
    stage = small_stage()
    places = Places(np.random.default_rng(1), stage, steps)
    match = places.lay(steps[0], 0)
    upon = places.lay(steps[1], 1, match)
    assert cv2.intersectConvexConvex(stage.outline(match), stage.outline(upon))[0] > 0


def test_cards_of_a_trick_lie_before_their_players_and_go_as_a_heap() -> None:
    steps = [lay_step(seat, f"h0{seat + 1}-1", None, "hand") for seat in range(4)]
    steps += [take_step(2, f"h0{seat + 1}-1") for seat in range(4)]
    stage = small_stage(4)
    places = Places(np.random.default_rng(1), stage, steps)
    assert places.is_tricks
    bottom, right, top, left = (places.lay(step, n) for n, step in enumerate(steps[:4]))
    assert bottom.y > top.y
    assert right.x > left.x
    heap = places.heap(steps[4], 4)
    assert np.ptp([spot.x for spot in heap]) < 33
    assert all(abs(spot.x - stage.seats[2].x) < stage.seats[2].along / 2 for spot in heap)


def test_hands_in_the_middle_lie_in_columns_apart_from_each_other() -> None:
    steps = [lay_step(None, f"k0{n + 1}", None) for n in range(4)]
    steps += [replace(lay_step(None, f"k0{n + 5}", None), beside=n) for n in range(4)]
    for seed in range(8):
        stage = small_stage(seed=seed, kind="kabufuda")
        places = Places(np.random.default_rng(seed), stage, steps)
        assert places.pile is not None
        anchors = [places.begin_column(n) for n in range(4)]
        assert places.begin_column(4) is None
        hands = [[a, places.lay_beside(a, 1, None), places.lay_beside(a, 2, None)] for a in anchors if a]
        for n, hand in enumerate(hands):
            for other in (*hands[:n], [places.pile]):
                for spot in hand:
                    near = [cv2.intersectConvexConvex(stage.outline(spot), stage.outline(each))[0] for each in other]
                    assert max(near) < 60


def test_a_field_of_cards_to_be_captured_lies_in_rows_not_in_a_fan() -> None:
    """Each card of the field is captured later by one that is laid beside it."""
    codes = ["h01-1", "h02-1", "h03-1", "h04-1", "h05-1", "h06-1"]
    steps = [lay_step(None, code, None) for code in codes]
    steps += [replace(lay_step(0, f"{code[:-1]}2", None), beside=n) for n, code in enumerate(codes)]
    steps.append(replace(steps[0], move=replace(steps[0].move, event="taken", target=("captures", 0)), zone=0))
    stage = small_stage()
    places = Places(np.random.default_rng(3), stage, steps)
    assert [places.begin_column(n) for n in range(6)] == [None] * 6
    spots = [places.lay(step, n) for n, step in enumerate(steps[:6])]
    for n, spot in enumerate(spots):
        others = [stage.outline(other) for other in spots[:n]]
        assert all(cv2.intersectConvexConvex(stage.outline(spot), other)[0] < 60 for other in others)
