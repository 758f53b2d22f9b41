from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.films.arms import ArmTrack, Limb, draw_limb
from scanner.synth.sprite import Sprite
from tests.support.film_scripts import small_stage


def test_the_fingertip_is_where_the_arm_reaches() -> None:
    limb = Limb(Sprite(np.zeros((4, 4, 4), np.uint8), 20.0, 100.0), (3.0, -48.0))
    sprite = limb.reach((70.0, -20.0), (0.0, 300.0), 5.0)
    radians = np.radians(sprite.angle)
    x = sprite.x + 3.0 * np.cos(radians) + 48.0 * np.sin(radians)
    y = sprite.y + 3.0 * np.sin(radians) - 48.0 * np.cos(radians)
    assert (round(x, 6), round(y, 6)) == (70.0, -20.0)
    assert sprite.elevation == 5.0


def test_an_arm_is_longer_than_the_table_is_deep() -> None:
    stage = small_stage()
    limb = draw_limb(np.random.default_rng(2), stage, 0, 0.0)
    assert limb.sprite.height > 600
    assert limb.tip[1] < -250
    assert limb.mirrored().tip == (-limb.tip[0], limb.tip[1])


def test_an_arm_moves_smoothly_from_home_and_is_unseen_there() -> None:
    track = ArmTrack(1, is_left=False, home=(0.0, 300.0))
    track.move(1.0, track.home, 40.0)
    track.move(2.0, (0.0, 0.0))
    track.move(3.0, track.home, 40.0)
    track.move(5.0, track.home, 40.0)
    assert track.at(0.5) is None
    assert track.at(4.0) is None
    way = [key.y for time_s in (1.1, 1.3, 1.5, 1.7, 1.9) if (key := track.at(time_s))]
    assert way == sorted(way, reverse=True)
    assert abs(way[2] - 150) < 2
    assert track.is_home
    with pytest.raises(ValueError, match=r"busy until 5\.00"):
        track.move(4.0, (1.0, 1.0))
