"""How large a card is, by the zones and by sure cards."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scanner.following.table_scale import TableScale, side_lengths
from scanner.following.zones import default_zones
from scanner.reads import CardRead
from scanner.tracking.face_evidence import FaceEvidence, with_reading
from scanner.tracking.followed_table import FollowedCard


def outline(width: float, height: float, *, code: str | None = "h01-1", sure: bool = True) -> CardRead:
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return CardRead(code, 0.999, sure, "up" if code else "down", corners)


def known(number: int, read: CardRead) -> FollowedCard:
    return FollowedCard(number, read, with_reading(FaceEvidence(), read, "hanafuda"), 0.0, is_told=True)


def test_no_card_is_longer_than_the_smaller_side_of_the_largest_zone() -> None:
    longest = default_zones(2).longest_card((320, 180))
    assert longest == pytest.approx(0.32 * 180, abs=1)
    scale = TableScale(longest)
    assert scale.fits(outline(20, 32), 180)
    assert not scale.fits(outline(150, 90), 180)
    assert not TableScale().fits(outline(150, 90), 180)


def test_one_outline_never_sets_the_size() -> None:
    scale = TableScale(60.0)
    mat = known(1, outline(40, 58, code=None))
    scale.learn([mat])
    assert (scale.length_px, scale.is_firm) == (30.0, False)
    assert scale.fits(outline(14, 22), 180)
    scale.learn([known(2, outline(12, 20, code=None, sure=False))])
    assert scale.length_px == 30.0


def test_sure_cards_that_agree_sharpen_it() -> None:
    scale = TableScale(60.0)
    least = scale.least_area_px
    scale.learn([known(1, outline(40, 58, code=None)), known(2, outline(14, 22)), known(3, outline(14, 23))])
    assert scale.length_px == pytest.approx(22.5)
    assert not scale.is_firm
    scale.learn([known(4, outline(14, 21))])
    assert scale.is_firm
    assert scale.fits(outline(14, 30), 180)
    assert not scale.fits(outline(30, 45), 180)
    assert not scale.fits(outline(5, 9), 180)
    assert scale.least_area_px == scale.area_px
    assert least == pytest.approx(0.6 * 20**2)


def test_a_change_of_the_size_of_a_card_has_an_outline() -> None:
    scale = TableScale()
    mask = np.zeros((180, 320), np.bool_)
    mask[50:80, 100:119] = True
    card = scale.card_outline(mask)
    assert card is not None
    assert math.dist(card.corners[0], card.corners[1]) < math.dist(card.corners[1], card.corners[2])
    assert max(side_lengths(card)) == pytest.approx(30, abs=2)
    left, top, right, bottom = scale.box_around(mask, 0.35)
    assert (left < 100, right > 119) == (True, True)
    assert (top < 50, bottom > 80) == (True, True)
    mask[50:80, 100:200] = True
    assert scale.card_outline(mask) is None
