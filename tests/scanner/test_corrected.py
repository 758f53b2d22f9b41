"""A corrected card as the worker cuts it out: straight, whole, from the art's top left."""

from __future__ import annotations

import numpy as np

from scanner.pictures import decode
from scanner.wizard import Desk


def test_a_card_is_cut_out_lying_straight(painted, lay):
    table = np.full((600, 800, 3), 90, np.uint8)
    corners = lay(table, painted(3), (420, 300), 120.0, 207.0)
    told, jpeg = Desk(None).flatten(table, corners.tolist())
    crop = decode(jpeg)
    assert told == {}
    assert crop.shape[1] == 160
    assert abs(crop.shape[0] / 160 - 232 / 148) < 0.03
    again = np.full((600, 800, 3), 90, np.uint8)
    straight = lay(again, painted(3), (420, 300), 120.0, 0.0)
    reference = decode(Desk(None).flatten(again, straight.tolist())[1])
    height = min(len(crop), len(reference))
    off = np.abs(crop[:height].astype(int) - reference[:height].astype(int)).mean()
    upside_down = np.abs(crop[:height][::-1, ::-1].astype(int) - reference[:height].astype(int)).mean()
    assert off < 12 < upside_down
