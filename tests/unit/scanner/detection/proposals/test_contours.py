"""Outlines: which of many are the same one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scanner.detection.proposals.contours import deduplicate_quads
from scanner.imaging.geometry import Quad


def card_at(x: float, y: float, width: float) -> Quad:
    corners = [[0, 0], [width, 0], [width, 1.6 * width], [0, 1.6 * width]]
    return np.array(corners, np.float32) + np.array([x, y], np.float32)


def same(one: Quad, two: Quad, reach: float) -> bool:
    return bool(min(np.abs(one - two).max(), np.abs(np.roll(one, 2, axis=0) - two).max()) < reach)


PLACES = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.sampled_from([30, 31, 60]), st.booleans()), max_size=40
)


@given(PLACES, st.sampled_from([0.03, 0.12]))
def test_of_outlines_that_lie_alike_either_way_up_the_first_stays(
    places: list[tuple[int, int, int, bool]], near: float
) -> None:
    quads = [np.roll(card_at(x, y, width), 2 * turned, axis=0) for x, y, width, turned in places]
    kept = deduplicate_quads(quads, near)
    first: list[Quad] = []
    for quad in quads:
        reach = near * float(np.linalg.norm(quad[1] - quad[0]))
        if not any(same(quad, other, reach) for other in first):
            first.append(quad)
    assert len(kept) == len(first)
    assert all(one is other for one, other in zip(kept, first, strict=True))
