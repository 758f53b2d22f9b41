"""Parts of a table come to rest one by one."""

from __future__ import annotations

import numpy as np

from scanner.tracking import local_rest
from scanner.tracking.local_rest import RestedPart, RestState
from scanner.tracking.motion import SmallImage

SHAPE = (90, 160)


def paint_boxes(*boxes: tuple[int, int, int, int], noise: int = 0, light: float = 1.0) -> SmallImage:
    """A grey table with bright boxes: left, top, right, bottom."""
    gradient = np.broadcast_to(np.linspace(60, 140, SHAPE[1], dtype=np.float32), SHAPE)
    image = np.repeat(gradient[:, :, None], 3, axis=2) + np.float32(noise % 3)
    for left, top, right, bottom in boxes:
        image[top:bottom, left:right] = 230
    return image * np.float32(light)


def run_rests(images: list[SmallImage], state: RestState | None = None) -> tuple[RestState, list[list[RestedPart]]]:
    start = 0.0 if state is None else state.time_s + 0.2
    found = []
    for number, image in enumerate(images):
        state, parts = local_rest.look(state, image, start + 0.2 * number)
        found.append(parts)
        for part in parts:
            state = local_rest.settle(state, part.mask)
    assert state is not None
    return state, found


def test_the_whole_picture_is_read_first_and_once() -> None:
    _, found = run_rests([paint_boxes(noise=n) for n in range(8)])
    assert [len(parts) for parts in found] == [0, 0, 1, 0, 0, 0, 0, 0]
    assert found[2][0].is_whole


def test_a_part_at_rest_is_read_while_another_moves() -> None:
    state, _ = run_rests([paint_boxes(noise=n) for n in range(4)])
    card = (20, 20, 34, 44)
    images = [paint_boxes(card, (90 + 8 * n, 50, 120 + 8 * n, 70), noise=n) for n in range(5)]
    _, found = run_rests(images, state)
    first = next(parts for parts in found if parts)
    assert len(first) == 1
    rows, columns = np.nonzero(first[0].mask)
    np.testing.assert_allclose((columns.min(), rows.min(), columns.max(), rows.max()), (20, 20, 33, 43), atol=1)


def test_light_that_changes_is_no_change() -> None:
    state, _ = run_rests([paint_boxes(noise=n) for n in range(4)])
    _, found = run_rests([paint_boxes(noise=n, light=1 - n / 40) for n in range(10)], state)
    assert not any(found)


def test_a_picture_that_repeats_is_no_proof_of_rest_until_it_lasts() -> None:
    state, _ = run_rests([paint_boxes(noise=n) for n in range(4)])
    state, _ = local_rest.look(state, paint_boxes((20, 20, 34, 44)), state.time_s + 0.2)
    frozen, seen = state.image, []
    for _ in range(7):
        state, parts = local_rest.look(state, frozen, round(state.time_s + 0.2, 2) if not seen else seen[-1] + 0.2)
        seen.append(state.time_s if not seen else seen[-1] + 0.2)
    assert state.time_s >= 1.0
    assert parts or local_rest.is_busy(state)


def test_an_earlier_picture_and_one_of_another_size() -> None:
    state, _ = run_rests([paint_boxes(noise=n) for n in range(4)])
    assert local_rest.look(state, paint_boxes(), state.time_s)[0] is state
    again, parts = local_rest.look(state, np.zeros((50, 160, 3), np.float32), state.time_s + 0.2)
    assert again.settled is None
    assert parts == []


def test_what_is_put_off_is_read_later_and_a_thing_that_goes_leaves_the_table_as_it_was() -> None:
    state, _ = run_rests([paint_boxes(noise=n) for n in range(4)])
    thing = (20, 20, 50, 60)
    images = [paint_boxes(thing, noise=n) for n in range(6)]
    parts: list[RestedPart] = []
    for image in images:
        state, parts = local_rest.look(state, image, round(state.time_s + 0.2, 2))
        if parts:
            break
    state = local_rest.postpone(state, parts[0].mask, state.time_s + 1.0)
    assert local_rest.look(state, paint_boxes(thing, noise=1), state.time_s + 0.2)[1] == []
    state, parts = local_rest.look(state, paint_boxes(thing, noise=2), state.time_s + 1.1)
    assert parts
    state = local_rest.settle(state, parts[0].mask, parts[0].mask)
    assert not local_rest.uncovered_mask(state)[25:55, 25:45].any()
    state, _ = local_rest.look(state, paint_boxes(noise=1), state.time_s + 0.2)
    assert local_rest.uncovered_mask(state)[25, 25]
